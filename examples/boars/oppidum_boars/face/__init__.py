"""The face of `boars`: what people see and read of it."""
