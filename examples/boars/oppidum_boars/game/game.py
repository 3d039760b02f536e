"""`boars`, bound to the kernel."""

from oppidum.kernel.game import Game
from oppidum.kernel.verbs import Rules
from oppidum_boars.game import about, edition, knowledge, notation, pieces, rules, seen, state

game = Game(
    about=about,
    dtype=state.POSITION,
    actions=len(state.Action),
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
    reading=seen,
    default_edition=edition.default,
    read_edition=edition.read,
    pieces=pieces.pieces,
    uncovers=knowledge.uncovers,
)
