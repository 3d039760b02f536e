"""What every game stands on: positions as records, compiled verbs, fair chance, records of games."""
