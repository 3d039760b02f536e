"""Oppidum: a table for three Astérix board games."""

__version__ = "0.2.0"
