"""Tracing: strokes followed from station to station."""
