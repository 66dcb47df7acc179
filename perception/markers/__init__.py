"""Station markers: every drawn mark at which a line stops, found in several ways."""
