"""The face of `romains`."""
