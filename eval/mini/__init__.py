"""The mini split: eight fictional maps in MapTab's layout, and what builds them."""
