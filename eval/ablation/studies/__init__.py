"""The ablations of the MapTab paper: one module each, from answers to a table."""
