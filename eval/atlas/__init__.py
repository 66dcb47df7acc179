"""A generator of varied, fictional maps with exact truth."""
