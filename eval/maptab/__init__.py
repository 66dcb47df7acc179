"""MapTab: its kinds of task, its files, its records, and what a system sees of them."""
