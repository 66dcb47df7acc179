"""Two systems on the same samples: what differs, how surely, and what went wrong."""
