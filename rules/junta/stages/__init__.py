"""One file, one stage of the game: its commands, events, rule and fold."""
