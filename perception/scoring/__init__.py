"""How much of a map was read rightly."""
