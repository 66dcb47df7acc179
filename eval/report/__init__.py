"""Reports of runs: tables, plots, and a page to look at every sample."""
