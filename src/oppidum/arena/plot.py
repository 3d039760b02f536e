"""The figures of a contest as a picture: shares of the victory and ratings, with their intervals."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from oppidum.kernel.errors import BadOption, OppidumError
from oppidum.kernel.extras import MissingExtra, missing

KINDS = (".png", ".svg", ".pdf")
INK = "#1d3557"


def check_library(what: str) -> None:
    """Asked before the first game: afterwards it would be a pity."""
    if find_spec("matplotlib") is None:
        raise MissingExtra(missing("plots", what, "matplotlib"))


def check_path(path: str) -> str:
    """Asked before the first game, too."""
    check_library("--plot")
    if Path(path).suffix.lower() not in KINDS:
        raise BadOption(f"--plot writes {', '.join(KINDS)}; not {Path(path).name!r}.")
    folder = Path(path).parent
    if not folder.is_dir():
        raise BadOption(f"{path} cannot be written: there is no folder {folder}.")
    if Path(path).is_dir() or not os.access(folder, os.W_OK):
        raise BadOption(f"{path} cannot be written.")
    return path


def draw(figures: Mapping[str, Any], path: str) -> None:
    """Write the picture; the name's ending chooses the format."""
    from matplotlib.figure import Figure

    bots = sorted(figures["bots"], key=lambda row: row["points_share"])
    names = [row["bot"] for row in bots]
    places = range(len(bots))
    figure = Figure(figsize=(9, 1.6 + 0.45 * len(bots)), layout="constrained")
    shares, ratings = figure.subplots(1, 2, sharey=True)
    figure.suptitle(f"{figures['game']}, {figures['players']} players, {figures['games']} games")
    values = [100 * row["points_share"] for row in bots]
    sides = [
        [100 * (row["points_share"] - row["low"]) for row in bots],
        [100 * (row["high"] - row["points_share"]) for row in bots],
    ]
    shares.errorbar(values, places, xerr=sides, fmt="o", color=INK, capsize=4)
    shares.axvline(100 / figures["players"], color="#999999", linestyle=":")
    shares.set(xlabel="share of the victories, % (95 % interval)", yticks=list(places), yticklabels=names)
    ratings.errorbar(
        [row["rating"] for row in bots],
        places,
        xerr=[1.96 * row["rating_sd"] for row in bots],
        fmt="s",
        color=INK,
        capsize=4,
    )
    ratings.set(xlabel="OpenSkill rating (95 % interval)")
    for axes in (shares, ratings):
        axes.grid(axis="x", alpha=0.3)
        axes.margins(y=0.2)
    try:
        figure.savefig(path, dpi=150)
    except OSError as error:
        raise OppidumError(f"{path} cannot be written: {error.strerror}.") from None
