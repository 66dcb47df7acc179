"""The graph: lines with names, stations, edges, judged."""
