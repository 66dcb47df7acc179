"""Reading a folder of maps whose truth is known, and scoring what was read."""
