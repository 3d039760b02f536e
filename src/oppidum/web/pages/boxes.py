"""Your boxes: upload one or copy ours, see every card, share it, open a table with it."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, MultipartBody, URLEncodedBody

from oppidum import games
from oppidum.faces.box_contents import comparison, is_own, outline_of, template_of_card
from oppidum.faces.scene import stylesheet_of
from oppidum.kernel import edition_rewriting
from oppidum.kernel.errors import BadEdition, BadOption
from oppidum.tables import looking, measurements, shelf
from oppidum.tables.shelf import OwnBox
from oppidum.web import box_display
from oppidum.web.forms import number_in, text_in, ticked
from oppidum.web.guest import Guest, Here
from oppidum.web.render import page, redirect
from oppidum.words import balance as in_words

Form = URLEncodedBody[dict[str, Any]]
LARGEST_REQUEST = 4 * shelf.LARGEST  # a file in a form may grow to three times its size


@get("/boxes", include_in_schema=False, sync_to_thread=True)
def all_boxes(guest: Here) -> Response[str]:
    return list_page(guest)


def list_page(guest: Guest, error: BadEdition | None = None, status: int = 200) -> Response[str]:
    return page(
        guest,
        "boxes.html",
        status,
        mine=shelf.mine(guest.hall, guest.id) if guest.id else [],
        club=shelf.club(guest.hall),
        games=games.catalogue(),
        most=shelf.MOST,
        mistakes=box_display.plain_mistakes(guest.t, error) if error else [],
        symbols=[],
    )


@post("/boxes", include_in_schema=False, sync_to_thread=True, request_max_body_size=LARGEST_REQUEST)
def put(guest: Here, data: MultipartBody[dict[str, Any]]) -> Response[Any]:
    """A new box: a file, or a copy of the one that comes with a game."""
    guest.write_box()
    try:
        text = uploaded(data) or copied(guest, text_in(data, "game", 40))
        code = shelf.put(guest.hall, guest.me(), text)
    except BadEdition as error:
        return list_page(guest, error, status=400)
    return redirect(guest, f"/box/{code}")


def uploaded(data: dict[str, Any]) -> str:
    found = data.get("file")
    if not isinstance(found, UploadFile):
        return ""
    content = found.file.read(shelf.LARGEST + 1)
    if len(content) > shelf.LARGEST:
        raise BadOption("A box has at most 64 kB.")
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise BadOption("The file is no text in UTF-8.") from None


def copied(guest: Guest, game: str) -> str:
    """Ours, under a title of its own: at a table it is said what lies there."""
    if not game:
        raise BadOption("Choose a file first.")
    about, ours = games.about(game), games.load(game).default_edition()
    guest.me()
    title = f"{about.title} – {guest.name}"
    return edition_rewriting.with_entry(ours.text, "edition", 0, {**ours.data["edition"], "title": title})


def box_page(guest: Guest, box: OwnBox) -> Response[str]:
    found = box.examined
    own = found.edition is not None and is_own(box.game, found.edition)
    return page(
        guest,
        "box.html",
        box=box,
        about=games.about(box.game),
        found=found,
        mistakes=box_display.mistakes(guest.t, box.game, found),
        warnings=[box_display.mistake(guest.t, box.game, found, each) for each in found.warnings],
        sections=box_display.sections(guest.t, box.game, found),
        compared=comparison(box.game, found.edition) if own and found.edition else None,
        edits=box.mine and bool(outline_of(box.game)),
        card_template=template_of_card(box.game),
        stylesheets=stylesheets(box.game),
        symbols=box_display.symbols(box.game, found),
    )


def stylesheets(game: str) -> list[str]:
    return [sheet for kind in ("board", "card") if (sheet := stylesheet_of(game, kind))]


@get("/box/{code:str}", include_in_schema=False, sync_to_thread=True)
def show(guest: Here, code: FromPath[str]) -> Response[str]:
    return box_page(guest, find(guest, code))


def find(guest: Guest, code: str) -> OwnBox:
    return shelf.find(guest.hall, code, guest.id)


@get("/box/{code:str}/download", include_in_schema=False, sync_to_thread=True)
def download(guest: Here, code: FromPath[str]) -> Response[str]:
    box = find(guest, code)
    name = f"{box.game}-{box.code}.toml"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(box.text, media_type=MediaType.TEXT, headers=headers)


@get("/box/{code:str}/file", include_in_schema=False, sync_to_thread=True)
def as_file(guest: Here, code: FromPath[str]) -> Response[str]:
    box = shelf.own(guest.hall, code, guest.id or "")
    wrong = box_display.mistakes(guest.t, box.game, box.examined)
    return file_page(guest, box, box.text, wrong)


def file_page(
    guest: Guest, box: OwnBox, text: str, wrong: list[box_display.Mistake], status: int = 200
) -> Response[str]:
    return page(guest, "box_file.html", status, box=box, text=text, mistakes=wrong, symbols=[])


@post(
    "/box/{code:str}/file",
    include_in_schema=False,
    sync_to_thread=True,
    request_max_body_size=LARGEST_REQUEST,
)
def write(guest: Here, code: FromPath[str], data: Form) -> Response[Any]:
    """The whole file anew. What cannot be read at all comes back as it was typed."""
    guest.draft()
    box = shelf.own(guest.hall, code, guest.id or "")
    text = text_in(data, "text", shelf.LARGEST).replace("\r\n", "\n") + "\n"
    try:
        shelf.change(guest.hall, code, guest.me(), text, number_in(data, "version") or 0)
    except BadEdition as error:
        return file_page(guest, box, text, box_display.plain_mistakes(guest.t, error), status=400)
    return redirect(guest, f"/box/{code}")


@post("/box/{code:str}/{deed:str}", include_in_schema=False, sync_to_thread=True)
def do(guest: Here, code: FromPath[str], deed: FromPath[str], data: Form) -> Response[Any]:
    me = guest.id or ""
    match deed:
        case "share":
            shelf.share(guest.hall, code, me, ticked(data, "shared"))
        case "delete":
            shelf.remove(guest.hall, code, me)
            return redirect(guest, "/boxes")
        case "copy":
            guest.write_box()
            text = find(guest, code).text
            return redirect(guest, f"/box/{shelf.put(guest.hall, guest.me(), text)}")
        case _:
            raise NotFoundException
    return redirect(guest, f"/box/{code}")


@get("/box/{code:str}/balance", include_in_schema=False, sync_to_thread=True)
def balance(guest: Here, code: FromPath[str]) -> Response[Any]:
    """What bots find out about a box by playing with it."""
    box = find(guest, code)
    found = measurements.find(guest.hall, box.edition)
    return page(
        guest,
        "box_balance.html",
        box=box,
        about=games.about(box.game),
        found=found,
        verdict=in_words.verdict(found.report, guest.t) if found.report else [],
        sheets=in_words.sheets(found.report, guest.t) if found.report else [],
        symbols=[],
    )


@post("/box/{code:str}/balance", include_in_schema=False, sync_to_thread=True)
def measure(guest: Here, code: FromPath[str]) -> Response[Any]:
    """Let them find out."""
    box = find(guest, code)
    guest.think()
    measurements.ask(guest.hall, box.game, box.edition)
    return redirect(guest, f"/box/{code}/balance")


@get("/t/{code:str}/box", include_in_schema=False, sync_to_thread=True)
def on_the_table(guest: Here, code: FromPath[str]) -> Response[str]:
    """What a table is played with, and where that differs from our reconstruction."""
    view = looking.view(guest.hall, code, guest.id, judge=False)
    edition = view.edition
    compared = comparison(view.game, edition)
    return page(
        guest,
        "table_box.html",
        code=code,
        about=games.about(view.game),
        edition=edition,
        own=is_own(view.game, edition),
        compared=compared,
        symbols=[],
    )


handlers = [all_boxes, put, show, download, as_file, write, do, balance, measure, on_the_table]
