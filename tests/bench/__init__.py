"""Speed and memory: `make bench` (python -m tests.bench)."""
