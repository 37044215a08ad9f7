"""What may be declared while any stage is open, and never blocks one."""
