"""`cartes`, bound to the kernel."""

from oppidum.games.cartes import about, edition, knowledge, notation, pieces, rules, seen, state
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
    reading=seen,
    default_edition=edition.default,
    pieces=pieces.pieces,
    uncovers=knowledge.uncovers,
    read_edition=edition.read,
    earlier_editions=edition.earlier,
    bounds=knowledge.bounds,
)
