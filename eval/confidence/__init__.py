"""Fits what perception takes as confidence, on drawn maps."""
