"""What every game shares and no game is: messages, visibility, choices, the gate and the loop."""
