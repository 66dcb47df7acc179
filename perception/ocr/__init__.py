"""Text recognisers behind one protocol, chosen by `kind`."""
