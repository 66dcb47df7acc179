"""Prompts of the native baseline for questions, one for each type."""
