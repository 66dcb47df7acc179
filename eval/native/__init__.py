"""The native baseline: one chat call per task to an OpenAI-compatible endpoint."""
