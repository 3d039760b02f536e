"""A balance report as tables in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from oppidum.arena.balance.report import Report
from oppidum.words import balance
from oppidum.words.language import Language


def balance_report(report: Report, t: Language) -> RenderableType:
    parts: list[RenderableType] = [Text(balance.title(report, t))]
    for sheet in balance.sheets(report, t):
        table = Table(title=sheet.title, title_justify="left")
        for i, heading in enumerate(sheet.headings):
            table.add_column(heading, justify="left" if i in (0, len(sheet.headings) - 1) else "right")
        for row in sheet.rows:
            table.add_row(*row.cells, style="bold" if row.striking else None)
        parts.append(table)
    return Group(*parts, *(Text(line) for line in balance.verdict(report, t)))
