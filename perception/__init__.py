"""Picture to symbols: text, strokes, markers, the graph of a map."""
