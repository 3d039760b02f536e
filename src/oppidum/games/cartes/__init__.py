"""*Astérix, le jeu de cartes* (David Parlett, 1990): secret bids for Romans, and pirates to duck."""

from oppidum.kernel.about import About, Option

about = About(
    id="cartes",
    title="Astérix, le jeu de cartes",
    authors="David Parlett, 1990",
    min_players=2,
    max_players=5,
    minutes=30,
    options=(
        Option("hands", ("1", "2", "3", "4", "5", "6", "7", "8"), "4", "how many hands are played"),
        Option("characters", ("seats", "drawn"), "seats", "characters by seat, or by a fair draw"),
    ),
)
