"""How fast bots play: those who play and watch at a table choose, and the slowest counts. In memory only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager


class Paces:
    def __init__(self, usual: float) -> None:
        self.usual = usual  # seconds that a bot takes
        self.wishes: defaultdict[str, dict[object, float]] = defaultdict(
            dict
        )  # by table, of who watches there

    def at(self, code: str) -> float:
        """Seconds that a bot takes at a table, as far as people at it are watching in this process."""
        return (
            self.usual * max(self.wishes[code].values(), default=1.0) if code in self.wishes else self.usual
        )

    @contextmanager
    def wished(self, code: str, who: object, factor: float) -> Generator[None]:
        """While this lasts, bots at that table play no faster than so many times the usual pace."""
        self.wishes[code][who] = factor
        try:
            yield
        finally:
            del self.wishes[code][who]
            if not self.wishes[code]:
                del self.wishes[code]
