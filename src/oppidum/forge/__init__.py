"""The forge: games are played as ordinary Python while their rules are being compiled beside it.

`Forge` is the part inside a house (a worker of the server, a terminal): it sees to it that one smith is at
work for all houses on the machine, and loads what he has finished. `smith` is that process: at lowest
priority, one game after the other, the one that is being played first; it ends with the house that called
it. They talk through the folder of compiled code alone: a mark for each step that is done, a file for each
game that is wanted, a lock that ends with its process.
"""

from oppidum.forge.loading import Forge
from oppidum.forge.marks import is_thinking, progress, want

__all__ = ["Forge", "is_thinking", "progress", "want"]
