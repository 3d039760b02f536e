"""A balance report as a picture: seats, what is used how often and how its users fare, both editions."""

from __future__ import annotations

from typing import Any

from oppidum.arena.balance.estimates import SEAT_TOLERANCE
from oppidum.arena.balance.report import Measure, Report, ThingRow
from oppidum.kernel.errors import OppidumError

INK, SHADE, ALARM, OTHER = "#1d3557", "#cccccc", "#c1121f", "#8a8a8a"
MOST_NAMES = 12  # beside the dots, those farthest off


def draw(report: Report, path: str) -> None:
    """Write the picture; the name's ending chooses the format."""
    from matplotlib.figure import Figure

    panels = 1 + len(report.groups)
    figure = Figure(figsize=(5.2 * panels, 5), layout="constrained")
    axes = figure.subplots(1, panels, squeeze=False)[0]
    against = f", grey: {report.against}" if report.against else ""
    figure.suptitle(
        f"{report.game}: {report.title}{against}; {report.players} players, {report.games:,} games"
    )
    draw_seats(axes[0], report)
    for axis, group in zip(axes[1:], report.groups, strict=True):
        rows = [row for row in report.things if row.group == group.id and row.won]
        draw_group(axis, rows, 100 * group.tolerance)
        mean = "the mean of the group" if group.alike else "the fair share"
        axis.set(title=group.id, xlabel="chances taken, %", ylabel=f"victories above {mean}, points")
    try:
        figure.savefig(path, dpi=110)
    except OSError as error:
        raise OppidumError(f"{path} cannot be written: {error.strerror}.") from None


def draw_seats(axis: Any, report: Report) -> None:
    fair = 1 / report.players
    axis.axhspan(-100 * SEAT_TOLERANCE, 100 * SEAT_TOLERANCE, color=SHADE, alpha=0.5)
    for row in report.seats:
        if row.share.difference is not None:
            before = 100 * (row.share.value - row.share.difference - fair)
            axis.plot([row.seat], [before], "_", color=OTHER, markersize=18)
        axis.errorbar(
            [row.seat],
            [100 * (row.share.value - fair)],
            yerr=sides(row.share),
            fmt="o",
            color=ALARM if row.flags else INK,
            capsize=4,
        )
    axis.set(
        title="seats, from the first player on",
        xlabel="seat",
        ylabel="victories above the fair share, points",
        xticks=[row.seat for row in report.seats],
    )
    axis.grid(axis="y", alpha=0.3)


def draw_group(axis: Any, rows: list[ThingRow], tolerance: float) -> None:
    axis.axhspan(-tolerance, tolerance, color=SHADE, alpha=0.5)
    for row in rows:
        assert row.won
        x, y = 100 * row.rate.value if row.rate else 0.0, 100 * row.won.value
        if row.won.difference is not None and row.won.differs:
            axis.plot([x, x], [y - 100 * row.won.difference, y], ":", color=OTHER)
            axis.plot([x], [y - 100 * row.won.difference], ".", color=OTHER)
        axis.errorbar(
            [x], [y], yerr=sides(row.won), fmt="o", color=ALARM if row.flags else INK, alpha=0.8, markersize=4
        )
    named = sorted(rows, key=lambda row: (not row.flags, -abs(row.won.value if row.won else 0)))
    for row in named[:MOST_NAMES]:
        assert row.won
        x = 100 * row.rate.value if row.rate else 0.0
        axis.annotate(row.id, (x, 100 * row.won.value), xytext=(4, 2), textcoords="offset points", fontsize=7)
    axis.grid(alpha=0.3)


def sides(measure: Measure) -> list[list[float]]:
    return [[100 * max(0.0, measure.value - measure.low)], [100 * max(0.0, measure.high - measure.value)]]
