"""`compagnie`, bound to the kernel."""

from oppidum.games.compagnie import about, box, edition, knowledge, notation, rules, state
from oppidum.kernel.game import Game
from oppidum.kernel.verbs import Rules

game = Game(
    about=about,
    dtype=state.POSITION,
    actions=state.ACTIONS,
    features=knowledge.FEATURES,
    rules=Rules(
        deal=rules.deal,
        waiting=rules.waiting,
        legal=rules.legal,
        act=rules.act,
        scores=rules.scores,
        redact=knowledge.redact,
        imagine=knowledge.imagine,
        observe=knowledge.observe,
    ),
    notation=notation,
    default_edition=edition.default,
    load_edition=edition.load,
    pieces=box.pieces,
    uncovers=knowledge.uncovers,
    bounds=knowledge.bounds,
)
