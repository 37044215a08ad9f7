"""What happens by itself: timers, chance, and the end of a game."""
