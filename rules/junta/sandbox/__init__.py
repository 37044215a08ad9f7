"""Sandbox games of Junta: the position they begin from, what is wrong with one, and its set-up."""
