"""The card editor: a form for every entry of a box, and beside it the card as it will lie on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, PathParameter, URLEncodedBody

from oppidum import games
from oppidum.faces.box_contents import box_words, outline_of, template_of_card
from oppidum.kernel import edition_rewriting
from oppidum.kernel.edition_differences import entries
from oppidum.kernel.outline import Section
from oppidum.tables import shelf
from oppidum.tables.shelf import Examined, OwnBox
from oppidum.web import box_display, entry_form
from oppidum.web.forms import number_in, text_in
from oppidum.web.guest import Guest, Here
from oppidum.web.pages.boxes import LARGEST_REQUEST, stylesheets
from oppidum.web.render import fragment, page, redirect

Filled = URLEncodedBody[dict[str, Any]]
Number = Annotated[int, PathParameter(ge=1, le=1000)]


def own_box(guest: Guest, code: str, table: str) -> tuple[OwnBox, Section]:
    box = shelf.own(guest.hall, code, guest.id or "")
    found = [section for section in outline_of(box.game) if section.table == table]
    if not found:
        raise NotFoundException
    return box, found[0]


def entry_of(box: OwnBox, section: Section, number: int) -> Mapping[str, Any]:
    found = entries(box.examined.data.get(section.table))
    if not 1 <= number <= len(found):
        raise NotFoundException
    return found[number - 1]


def with_draft(box: OwnBox, section: Section, number: int, entry: Mapping[str, Any]) -> Examined:
    """The box as it would be with this entry."""
    data = dict(box.examined.data)
    part = data[section.table]
    data[section.table] = (
        [*part[: number - 1], dict(entry), *part[number:]] if isinstance(part, list) else dict(entry)
    )
    return shelf.examine_data(box.game, data)


def editor(
    guest: Guest, box: OwnBox, section: Section, number: int, entry: Mapping[str, Any], version: int
) -> Response[str]:
    """The form and the card; only these where the form itself asks for them."""
    t, words = guest.t, box_words(box.game)
    found = with_draft(box, section, number, entry)
    at = number - 1
    wrong = box_display.of(box_display.mistakes(t, box.game, found), section.table, at)
    asked = {each.key for each in section.fields}
    by_key = {key: [each.what for each in wrong if each.key == key] for key in asked}
    form = entry_form.Form(t, words, found.sketch, section)
    cards = [
        card
        for each in box_display.sections(t, box.game, found)
        if each.table == section.table
        for card in each.cards
    ]
    last = len(entries(box.examined.data.get(section.table)))
    name = box_display.card_name(t, box.game, found.data, section.table, at)
    heading = words.section(t, section.table)
    show = fragment if guest.htmx else page
    return show(
        guest,
        "box_editor_fragment.html" if guest.htmx else "box_editor.html",
        box=box,
        about=games.about(box.game),
        section=section,
        heading="" if name.startswith(heading) else heading,  # some names begin with it
        number=number,
        before=number - 1,
        next=number + 1 if number < last else 0,
        seen=version,
        name=name,
        rows=form.rows(entry, by_key),
        others=[each.what for each in wrong if each.key not in asked],
        elsewhere=len(found.problems) - len(wrong),
        row=next((card for card in cards if card.index == at), None),
        card_template=template_of_card(box.game),
        stylesheets=stylesheets(box.game),
        symbols=box_display.symbols(box.game, found),
        new_symbols=box_display.new_symbols(box.game, box.examined, found) if guest.htmx else "",
    )


@get("/box/{code:str}/{table:str}/{number:int}", include_in_schema=False, sync_to_thread=True)
def edit(guest: Here, code: FromPath[str], table: FromPath[str], number: Number) -> Response[str]:
    box, section = own_box(guest, code, table)
    return editor(guest, box, section, number, entry_of(box, section, number), box.version)


@post(
    "/box/{code:str}/{table:str}/{number:int}",
    include_in_schema=False,
    sync_to_thread=True,
    status_code=200,
    request_max_body_size=LARGEST_REQUEST,
)
def change(
    guest: Here, code: FromPath[str], table: FromPath[str], number: Number, data: Filled
) -> Response[Any]:
    """What was filled in: to be looked at, or to be saved."""
    guest.draft()
    box, section = own_box(guest, code, table)
    old = entry_of(box, section, number)
    deed = text_in(data, "deed", 40)
    version = number_in(data, "version") or 0
    entry = entry_form.after(entry_form.entry_in(data, section, old), section, deed)
    if deed not in ("save", "next", "delete"):
        return editor(guest, box, section, number, entry, version)
    if deed == "delete" and section.grows:
        text = edition_rewriting.without(box.text, table, number - 1)
    else:
        text = edition_rewriting.with_entry(box.text, table, number - 1, entry)
    shelf.change(guest.hall, code, guest.me(), text, version)
    if deed == "next" and number < len(entries(box.examined.data.get(table))):
        return redirect(guest, f"/box/{code}/{table}/{number + 1}")
    return redirect(guest, f"/box/{code}#of-{table}" if deed == "delete" else f"/box/{code}#{table}-{number}")


@post("/box/{code:str}/{table:str}/add", include_in_schema=False, sync_to_thread=True)
def add(guest: Here, code: FromPath[str], table: FromPath[str], data: Filled) -> Response[None]:
    """One more entry, to be filled in."""
    guest.draft()
    box, section = own_box(guest, code, table)
    if not section.grows:
        raise NotFoundException
    found = entries(box.examined.data.get(table))
    new = entry_form.fresh(section, [entry.get("id") for entry in found])
    text = edition_rewriting.with_more(box.text, table, new)
    shelf.change(guest.hall, code, guest.me(), text, box.version)
    return redirect(guest, f"/box/{code}/{table}/{len(found) + 1}")


handlers = [edit, change, add]
