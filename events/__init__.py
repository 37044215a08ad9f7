"""The log of a game, what stands in it, and the one way to write to it."""
