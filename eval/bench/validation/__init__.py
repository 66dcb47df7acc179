"""The published checks of a data set, and checks of its records."""
