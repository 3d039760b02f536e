"""The terminal: a person plays here, line by line."""
