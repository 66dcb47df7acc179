"""Prompt texts and their loader."""
