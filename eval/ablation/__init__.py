"""What each tool is worth: runs without it, runs with the truth in its place, and their costs."""
