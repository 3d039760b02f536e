"""Astérix & Compagnie (Rouzé, Tribet 2025)."""

from oppidum.kernel.about import About, Option

about = About(
    id="compagnie",
    title="Astérix & Compagnie",
    authors="François Rouzé, Jean-Marc Tribet",
    min_players=2,
    max_players=4,
    minutes=35,
    revision=2,  # what the first had otherwise: docs/rulings.md, Revisions
    options=(
        Option(
            name="boar",
            choices=("any", "own"),
            default="any",
            meaning="whose power a boar may use: the last character placed on one of your albums, "
            "whoever placed it (any, French) or the last one of your own there (own, Czech)",
        ),
        Option(
            name="cleopatra",
            choices=("other", "any"),
            default="other",
            meaning="a character that costs cards needs that many others in hand (other, French) "
            "or takes those there are, if only one (any, Czech)",
        ),
    ),
)
