"""Contests between programs: bulk games and what they show."""
