"""Stations: marks grouped and named."""
