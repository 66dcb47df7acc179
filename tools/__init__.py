"""What an agent may call: one verb a module, typed arguments and results."""
