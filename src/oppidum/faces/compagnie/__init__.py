"""The face of `compagnie`."""
