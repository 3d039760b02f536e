"""`romains`: Klaus Teuber's dice race, Astérix et les Romains."""

from oppidum.kernel.about import About, Option

about = About(
    id="romains",
    title="Astérix et les Romains",
    authors="Klaus Teuber",
    min_players=2,
    max_players=6,
    minutes=25,
    options=(
        Option(
            name="calls",
            choices=("draw", "arrival"),
            default="draw",
            live="arrival",
            meaning=(
                "who is first when several call: all decide in secret, then a fair draw among the callers "
                "(draw), or the first call counts at once, for a jostle too, and nobody else is asked "
                "(arrival)"
            ),
        ),
    ),
)
