"""Prompts of ReasonMap for the native baseline."""
