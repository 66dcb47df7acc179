"""Build benchmarks in MapTab's layout from maps with edge lists, and validate them."""
