"""`python -m oppidum` is `oppidum`."""

from oppidum.cli import main

if __name__ == "__main__":
    main()
