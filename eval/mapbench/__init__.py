"""MapBench: walks on map pictures, told in instructions, scored on scene graphs."""
