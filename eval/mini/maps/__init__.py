"""Descriptions of the eight fictional maps, one module each."""
