"""Prompts of MapBench for the native baseline."""
