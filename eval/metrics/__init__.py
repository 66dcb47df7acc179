"""How an answer is scored: MapTab's exact match, partial match and difficulty-aware score."""
