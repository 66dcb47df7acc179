"""Drawing of metro and travel maps from a described network, with the truth of each picture."""
