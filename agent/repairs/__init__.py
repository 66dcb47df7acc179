"""What may be changed when an attempt fails, a group of rules a module."""
