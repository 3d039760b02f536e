"""The names under which Gymnasium knows our games.

Gymnasium 1 looks for no entry points any more: a module that registers environments has to be imported.
`import oppidum.adapters.gymnasium` does, and so does the name itself if it says where:
`gymnasium.make("oppidum.adapters.gymnasium:oppidum/GAME-v0")`.
"""

from __future__ import annotations

import gymnasium

from oppidum import games


def register() -> None:
    """Make every game known to `gymnasium.make` and `make_vec` as `oppidum/GAME-v0`."""
    for name in games.catalogue():
        id_ = f"oppidum/{name}-v0"
        if id_ not in gymnasium.registry:
            gymnasium.register(
                id_,
                entry_point="oppidum.adapters.one_seat:OneSeat",
                vector_entry_point="oppidum.adapters.gymnasium:against_bots",
                kwargs={"game": name},
            )
