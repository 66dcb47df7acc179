"""Text: every line of lettering on a picture, read."""
