"""What a game is: pure rules, no input or output, no clock, no randomness."""
