"""Strokes: the pixels of drawn lines, by colour."""
