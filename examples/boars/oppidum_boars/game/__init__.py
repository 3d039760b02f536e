"""*Boars*: two hunters, each with a boar that the other does not see."""

from oppidum.kernel.about import About, Option

about = About(
    id="boars",
    title="Boars",
    authors="The Oppidum authors",
    min_players=2,
    max_players=2,
    minutes=2,
    options=(Option("rounds", ("1", "3", "5"), "3", "how many rounds are played"),),
)
