"""The stages of the graph, one module each: state in, updates out."""
