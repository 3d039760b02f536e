"""The rules, in our own words, every one with its number and an address of its own."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from markupsafe import Markup, escape

from oppidum import games
from oppidum.faces.aids import aid, has_aid
from oppidum.faces.scene import stylesheet_of
from oppidum.faces.speaking import words_of
from oppidum.kernel.editions import Edition
from oppidum.tables import looking
from oppidum.web.guest import Guest, Here
from oppidum.web.render import page
from oppidum.words import rulebook
from oppidum.words.language import DEFAULT, typeset

NUMBERED = re.compile(r"^\*\*(\d+(?:\.\d+)*)\*\*\s+(.*)$", re.S)
STRONG = re.compile(r"\*\*(.+?)\*\*")
SLANTED = re.compile(r"(?<![\w*])\*([^*]+)\*(?!\w)")
TYPED = re.compile(r"`([^`]+)`")


def inline(text: str) -> Markup:
    """The little Markdown that our rule pages use. Everything else is escaped."""
    done = str(escape(" ".join(text.split())))
    done = STRONG.sub(r"<strong>\1</strong>", done)
    done = SLANTED.sub(r"<em>\1</em>", done)
    done = TYPED.sub(r"<code>\1</code>", done)
    return Markup(done)


@cache
def rule_page(game: str, code: str) -> tuple[str, list[dict[str, Any]]] | None:
    """The language that was found, and the blocks of a game's rule page."""
    for language in dict.fromkeys((code, DEFAULT)):
        if file := rulebook.file_of(game, language):
            return language, blocks(typeset(language, file.read_text("utf-8")))
    return None


def blocks(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    sections = 0
    for part in re.split(r"\n\s*\n", text.strip()):
        part = part.strip()
        if heading := re.match(r"^(#{1,4})\s+(.*)$", part):
            level = len(heading[1])
            sections += level == 2
            mark = f"s{sections}" if level == 2 else None
            found.append({"kind": "heading", "level": level, "text": inline(heading[2]), "id": mark})
            part = part[heading.end() :].strip()
        if not part:
            continue
        if part.startswith("|"):
            rows = [
                [inline(cell) for cell in line.strip().strip("|").split("|")] for line in part.splitlines()
            ]
            found.append({"kind": "table", "head": rows[0], "rows": rows[2:]})
        elif re.match(r"^[-*] ", part):
            items = re.split(r"^[-*] ", part, flags=re.M)[1:]
            found.append({"kind": "list", "entries": [inline(item) for item in items]})
        else:
            # Several numbered rules may follow each other without an empty line.
            for piece in re.split(r"\n(?=\*\*\d+(?:\.\d+)*\*\*\s)", part):
                if rule := NUMBERED.match(piece):
                    found.append({"kind": "rule", "number": rule[1], "text": inline(rule[2])})
                else:
                    found.append({"kind": "text", "text": inline(piece)})
    return found


@get("/rules", include_in_schema=False, sync_to_thread=True)
def rules(guest: Here) -> Response[str]:
    return page(guest, "rules.html", games=list(games.catalogue().values()), symbols=[])


@get("/rules/{game:str}", include_in_schema=False, sync_to_thread=True)
def rules_of(guest: Here, game: FromPath[str]) -> Response[str]:
    about = games.about(game)
    found = rule_page(about.id, guest.t.code)
    code, parts = found or (DEFAULT, [])
    return page(
        guest,
        "rules_of.html",
        about=about,
        words=words_of(game),
        language=code,
        title=parts[:1],
        sections=[part for part in parts if part.get("id")],
        blocks=parts[1:],
        symbols=[],
    )


@get("/rules/{game:str}/aid", include_in_schema=False, sync_to_thread=True)
def player_aid(guest: Here, game: FromPath[str]) -> Response[str]:
    """The game on one page, to print."""
    games.about(game)
    return aid_page(guest, game, games.load(game).default_edition())


@get("/t/{code:str}/aid", include_in_schema=False, sync_to_thread=True)
def table_aid(guest: Here, code: FromPath[str]) -> Response[str]:
    """The same with the cards of a table."""
    view = looking.view(guest.hall, code, guest.id, judge=False)
    return aid_page(guest, view.game, view.edition)


def aid_page(guest: Guest, game: str, edition: Edition) -> Response[str]:
    if not has_aid(game):
        raise NotFoundException
    sections = aid(guest.t, game, edition)
    pictures = {entry.picture for section in sections for entry in section.entries if entry.picture}
    return page(
        guest,
        "aid.html",
        about=games.about(game),
        sections=sections,
        words=words_of(game),
        symbols=pictures | {"i-print"},
        stylesheet=stylesheet_of(game, "aid"),
    )


handlers = [rules, rules_of, player_aid, table_aid]
