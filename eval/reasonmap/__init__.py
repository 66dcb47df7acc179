"""ReasonMap: rides on transit maps, in segments, scored for correctness and quality."""
