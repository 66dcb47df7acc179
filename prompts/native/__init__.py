"""Prompts of the native baseline: one text a domain and input setting."""
