"""Prompts of the planner that asks a model, and of the model that it asks about pictures."""
