"""The harness: runs a system over a data set, loses nothing, goes on where it stopped."""
