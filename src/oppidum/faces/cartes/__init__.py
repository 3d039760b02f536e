"""The face of `cartes`."""
