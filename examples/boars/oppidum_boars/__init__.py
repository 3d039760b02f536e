"""A game for Oppidum, in two folders: `game`, what it is; `face`, what people see and read of it."""
