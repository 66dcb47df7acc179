"""Undoing what hard JPEG compression does to a drawn map."""
