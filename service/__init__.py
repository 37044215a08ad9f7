"""HTTP, command line and the running of it all. Knows no rule of any game."""
