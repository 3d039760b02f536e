"""Your boxes in the browser and for programs: upload, look, share, play; and what strangers try."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.web.conftest import ORIGIN, Person, choices_in, parse, version_in

from oppidum import games
from oppidum.arena.balance import quick
from oppidum.arena.balance.job import Answer
from oppidum.faces.box_contents import box_words, outline_of
from oppidum.kernel.edition_differences import entries
from oppidum.tables import Hall, looking, measurements, shelf
from oppidum.web import entry_form
from oppidum.words import balance, language

GAMES = ("cartes", "compagnie", "romains")
LANGUAGES = ("fr", "en", "cs", "de")
ROOT = Path(__file__).resolve().parents[2]
Someone = Callable[..., Person]


def ours(game: str) -> str:
    return games.load(game).default_edition().text


def upload(person: Person, text: str | bytes) -> Any:
    content = text.encode() if isinstance(text, str) else text
    files = {"file": ("mine.toml", content, "text/plain")}
    return person.client.post("/boxes", files=files, headers=ORIGIN, follow_redirects=False)


def put(person: Person, text: str) -> str:
    answer = upload(person, text)
    assert answer.status_code == 303, answer.text[:500]
    return answer.headers["location"].rsplit("/", 1)[1]


def copy(person: Person, game: str) -> str:
    """Ours, as it is."""
    return put(person, ours(game))


# ---------------------------------------------------------------- looking


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_copy_of_ours_shows_every_card_in_four_languages(someone: Someone, game: str, language: str):
    me = someone(language)
    text = me.page(f"/box/{copy(me, game)}")
    data = tomllib.loads(ours(game))
    entries = [(table, i) for table, part in data.items() if isinstance(part, list) for i in range(len(part))]
    ids = {element.attributes.get("id") for element in parse(text).elements}
    for table, index in entries:
        assert f"{table}-{index + 1}" in ids
    spoken = {element.attributes.get("lang") for element in parse(text).elements if element.tag == "p"}
    assert spoken - {None} == {code for code in LANGUAGES if code != language}


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_begins_with_ours_and_a_title_of_its_own(me: Person, game: str):
    answer = me.client.post("/boxes", files={"game": (None, game)}, headers=ORIGIN, follow_redirects=False)
    text = me.get(answer.headers["location"] + "/download").text
    assert tomllib.loads(text)["edition"]["title"].startswith(f"{games.about(game).title} – ")
    different = [line for line in text.splitlines() if line not in ours(game).splitlines()]
    assert [line.split(" = ")[0] for line in different] == ["title"]
    assert me.post("/boxes", {"game": "chess"}).status_code == 400


def test_every_power_is_said_as_on_the_board(me: Person):
    text = me.page(f"/box/{copy(me, 'compagnie')}")
    assert "Knock out the strongest Roman here." in text
    assert "Mettez K.O. le Romain le plus fort ici." in text


def test_a_file_that_cannot_be_read_is_told_with_its_line_and_not_kept(me: Person):
    answer = upload(me, '[edition]\ngame = "cartes"\nid = twenty\n')
    assert answer.status_code == 400
    assert "line 3" in answer.text
    assert "not TOML" in answer.text
    assert "On your shelf" not in me.page("/boxes")


def test_mistakes_are_told_at_their_line_and_card(me: Person):
    text = ours("compagnie").replace("strength = 8", "strength = 88", 1)
    line = text.splitlines().index("strength = 88") + 1
    shown = me.page(f"/box/{put(me, text)}")
    assert f"line {line}" in shown
    assert "expected a whole number from 1 to 15; got 88" in shown
    wrong = re.search(r'<li id="character-2" class="entry wrong">(.*?)</li>', shown, re.DOTALL)
    assert wrong
    assert "Obelix" in wrong[1]
    assert "Open a table with this box" not in shown
    german = Person(me.client.app, me.hall, "de")
    shown = german.page(f"/box/{put(german, text)}")
    assert "erwartet eine ganze Zahl von 1 bis 15; da steht 88" in shown


def test_the_whole_file_can_be_edited_and_comes_back_as_typed_when_it_cannot_be_read(me: Person):
    code = copy(me, "romains")
    text = ours("romains").replace("village = 15", "village = 14")
    assert me.go(f"/box/{code}/file", {"text": text, "version": "1"}) == f"/box/{code}"
    assert me.get(f"/box/{code}/download").text.strip() == text.strip()
    answer = me.post(f"/box/{code}/file", {"text": "[broken", "version": "2"})
    assert answer.status_code == 400
    assert "[broken" in answer.text
    stale = me.post(f"/box/{code}/file", {"text": ours("romains"), "version": "1"})
    assert stale.status_code == 409
    assert "village = 14" in me.get(f"/box/{code}/download").text


# ---------------------------------------------------------------- whose they are


def test_a_private_box_is_nowhere_for_others(someone: Someone):
    me, other = someone(), someone()
    other.play_now()
    code = copy(me, "cartes")
    addresses = [f"/box/{code}{rest}" for rest in ("", "/download", "/file", "/roman/1")]
    for address in addresses:
        assert other.get(address).status_code == 404
    for deed in ("share", "delete", "copy", "file", "roman/1", "roman/add"):
        assert other.post(f"/box/{code}/{deed}", {"text": "x", "version": "1"}).status_code in (403, 404)
    assert other.post("/open", {"game": "cartes", "players": "2", "box": code}).status_code == 404
    assert me.page(f"/box/{code}")
    me.go(f"/box/{code}/share", {"shared": "yes"})
    assert "Take a copy" in other.page(f"/box/{code}")
    for address in addresses[2:]:
        assert other.get(address).status_code == 403
    theirs = other.go(f"/box/{code}/copy").rsplit("/", 1)[1]
    assert theirs != code
    me.go(f"/box/{code}/delete")
    assert me.get(f"/box/{code}").status_code == 404
    assert other.page(f"/box/{theirs}")


# ---------------------------------------------------------------- playing


@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        ("cartes", "pair = 20", "pair = 25"),
        ("romains", "village = 15", "village = 16"),
        ("compagnie", "strength = 6", "strength = 7"),
    ],
)
def test_a_table_says_what_box_lies_on_it(someone: Someone, game: str, old: str, new: str):
    me, friend = someone(), someone("fr")
    title = "Ma boîte de 1987"
    text = ours(game).replace(old, new, 1).replace("Édition reconstituée", title)
    code = put(me, text)
    assert f'value="{code}" selected' in me.page(f"/open?box={code}")
    players = games.about(game).min_players
    seats = {f"seat{n}": "bot:greedy" for n in range(3, players + 1)}
    table = me.go("/open", {"game": game, "players": players, "box": code, **seats})
    assert f"{title}: 1 card changed" in me.page(table)
    lobby = friend.page(table)
    assert "1 carte changée" in lobby
    listed = friend.page(f"{table}/box")
    assert title in listed
    assert "La nôtre" in listed
    friend.go(f"{table}/sit", {"name": "Falbala"})
    table_code = table.rsplit("/", 1)[1]
    friend.do(table_code, "ready", ready="yes")
    me.do(table_code, "ready", ready="yes")
    me.bots()
    shown = me.page(table)
    assert f"{title}: 1 card changed" in shown
    assert looking.view(me.hall, table_code, None).edition.title == title
    if choices := choices_in(shown):
        me.do(table_code, "move", move=choices[0], seen=version_in(shown), confirmed="yes")


def test_a_table_with_our_own_box_says_nothing_of_it(me: Person):
    code = me.play_now("cartes")
    assert 'id="box"' not in me.page(f"/t/{code}")
    assert "the same cards as ours" in me.page(f"/t/{code}/box")


# ---------------------------------------------------------------- strangers' input

MARKUP = '<img src=x onerror="alert(1)">'


@pytest.mark.parametrize("game", GAMES)
def test_markup_in_a_box_is_text(me: Person, game: str):
    """In every text that a file has; where it can be played, at the table too."""
    quoted = MARKUP.replace('"', '\\"')
    for text in (
        re.sub(r'fr = "[^"]*"', f'fr = "{quoted}"', ours(game)),
        re.sub(r'(title|note) = "[^"]*"', rf'\1 = "{quoted.replace(chr(92), chr(92) * 2)}"', ours(game)),
        re.sub(r'(?m)^id = "[^"]*"', f'id = "{quoted.replace(chr(92), chr(92) * 2)}"', ours(game)),
        re.sub(r"(?m)^copies = .*", f'copies = "{quoted.replace(chr(92), chr(92) * 2)}"', ours(game)),
    ):
        answer = upload(me, text)
        assert answer.status_code in (303, 400)
        pages = [answer.text, me.page("/boxes")]
        if answer.status_code == 303:
            box = answer.headers["location"]
            pages += [me.page(box), me.page(f"{box}/file")]
            pages += [me.page(f"{box}/{section.table}/1") for section in outline_of(game)]
            if "Open a table" in pages[2]:
                code = box.rsplit("/", 1)[1]
                table = me.go("/open", {"game": game, "players": "2", "box": code, "seat2": "bot:greedy"})
                me.do(table.rsplit("/", 1)[1], "start")
                pages += [me.page(table), me.page(f"{table}/box"), me.page(f"{table}/aid")]
            me.go(f"{box}/delete")
        for page in pages:
            assert "<img src=x" not in page
            assert not any("onerror" in element.attributes for element in parse(page).elements)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"[" * 60_000,
        b"[ " + b" " * 60_000,
        b"a" * 60_000 + b" = 1",
        b"a = " + b"[" * 400 + b"]" * 400,
        b"a" + b".a" * 25_000 + b" = 1",
        b"[edition]\ngame = 'cartes'\n" + b"".join(b"[x%d]\n" % n for n in range(6_000)),
        b"[edition]\ngame = 'cartes'\n" + b"".join(b"[[roman]]\n" for n in range(6_000)),
        b"[edition]\ngame = 'compagnie'\n[[character]]\npower = [" + b"{do='x'}," * 6_000 + b"]",
        b"[edition]\ngame = 'romains'\nid = 1\ntitle = []\n[board]\nvillage = " + b"9" * 4_000,
        b"{" + b'"a":' * 100 + b"1" + b"}" * 100,
        b"x" * (shelf.LARGEST + 1),
        b"y" * (8 * shelf.LARGEST),
    ],
    ids=lambda content: f"{content[:12]!r}-{len(content)}",
)
def test_hostile_files_get_a_sentence(me: Person, content: bytes):
    answer = upload(me, content)
    assert answer.status_code in (303, 400, 413), answer.text[:300]
    if answer.status_code == 303:
        shown = me.page(answer.headers["location"])
        assert "Before anybody can play with it" in shown
        assert len(shown) < 2_000_000


HEAD = "[edition]\ngame = 'cartes'\nid = 'x'\ntitle = 't'\n"


@pytest.mark.parametrize(
    "rest",
    [
        "".join(f"a.b.c{n}=1\n" for n in range(5_000)),
        "".join(f"[a.b{n}]\n" for n in range(5_000)),
        "".join(f"a{n}=1\n" for n in range(7_000)),
        "".join("[[roman]]\n" for _ in range(5_000)),
        "".join(f"[p{n}]\n" + "".join(f"a.b.c.d.e.f{k}=1\n" for k in range(40)) for n in range(45)),
        "a = [" + "{b = 1}," * 7_000 + "]\n",
    ],
    ids=lambda rest: rest[:12],
)
def test_files_that_the_form_cannot_change_are_left_alone(me: Person, rest: str):
    """What keeps comments would take minutes over some of them: it is not even tried."""
    code = put(me, HEAD + rest)
    form = {"title": "u", "id": "x", "version": "1", "deed": "save"}
    answer = me.post(f"/box/{code}/edition/1", form)
    assert answer.status_code == 400
    assert "edit it as a file" in answer.text
    assert me.get(f"/box/{code}/download").text == HEAD + rest


def test_so_many_boxes_at_once_and_no_more(app: Any, hall: Hall):
    from oppidum.web.app import create_app

    person = Person(create_app(hall, rate=1.0), hall)
    statuses = [upload(person, ours("romains")).status_code for _ in range(shelf.MOST + 2)]
    assert statuses == [303] * shelf.MOST + [429] * 2


# ---------------------------------------------------------------- programs


def test_the_same_for_programs(me: Person):
    def call(method: str, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return me.client.request(method, f"/api{path}", json=body, headers=headers)

    token = call("POST", "/visitors", {"name": "Amonbofis"}).json()["token"]
    other = call("POST", "/visitors", {"name": "Numérobis"}).json()["token"]
    text = call("GET", "/games/cartes/box").text
    assert text == ours("cartes")
    made = call("POST", "/boxes", {"text": text.replace("pair = 20", "pair = 200")}, token).json()
    (problem,) = made["problems"]
    assert (problem["table"], problem["key"], made["playable"]) == ("scoring", "pair", False)
    refused = call("POST", "/play", {"game": "cartes", "level": "greedy", "box": made["code"]}, token)
    assert refused.status_code == 400
    better = {"text": text.replace("pair = 20", "pair = 30"), "version": made["version"]}
    changed = call("PUT", f"/boxes/{made['code']}", better, token).json()
    assert [each["keys"] for each in changed["differences"]] == [["pair"]]
    assert call("PUT", f"/boxes/{made['code']}", better, token).status_code == 409
    assert call("GET", f"/boxes/{made['code']}", token=other).status_code == 404
    assert call("PATCH", f"/boxes/{made['code']}", {"shared": True}, token).json()["shared"]
    assert not call("GET", f"/boxes/{made['code']}", token=other).json()["mine"]
    assert call("DELETE", f"/boxes/{made['code']}", token=other).status_code == 403
    table = call("POST", "/play", {"game": "cartes", "level": "greedy", "box": made["code"]}, other).json()
    (difference,) = call("GET", f"/tables/{table['code']}/differences").json()
    assert difference["kind"] == "changed"
    assert "30" in difference["now"]
    assert [line["code"] for line in call("GET", "/boxes", token=token).json()] == [made["code"]]
    assert call("DELETE", f"/boxes/{made['code']}", token=token).status_code == 200
    assert call("POST", "/boxes", {"text": text}).status_code == 401


# ---------------------------------------------------------------- the editor


def form_of(page: str) -> dict[str, Any]:
    """What a browser would send for the form as it is."""
    data: dict[str, Any] = {}
    select = ""
    begin = page.index('id="editor"') - 10
    for element in parse(page[begin : page.index("</form>", begin)]).elements:
        attributes = element.attributes
        name = attributes.get("name") or ""
        if element.tag == "select":
            select = name
        elif element.tag == "option":
            if select not in data or "selected" in attributes:
                data[select] = attributes.get("value") or ""
        elif element.tag == "input" and attributes.get("type") == "checkbox":
            if "checked" in attributes:
                data.setdefault(name, []).append(attributes.get("value"))
        elif element.tag == "input" and name:
            data[name] = attributes.get("value") or ""
    return data


@pytest.mark.parametrize("game", GAMES)
def test_what_is_saved_as_it_is_changes_nothing(me: Person, game: str):
    """Every entry of every section, opened in the editor and saved: the same file to the last letter."""
    code = copy(me, game)
    data = tomllib.loads(ours(game))
    for section in outline_of(game):
        part = data[section.table]
        last = len(part) if isinstance(part, list) else 1
        for number in sorted({1, 2, last // 2 + 1, last} & set(range(1, last + 1))):
            address = f"/box/{code}/{section.table}/{number}"
            assert me.post(address, {**form_of(me.page(address)), "deed": "save"}).status_code == 303
    assert me.get(f"/box/{code}/download").text == ours(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_of_every_file_is_read_back_from_its_form(game: str):
    """Of ours, and of the one that uses every word of the language."""
    texts = [ours(game)]
    if game == "compagnie":
        texts.append((ROOT / "docs" / "editions" / "compagnie-example.toml").read_text("utf-8"))
        texts += [
            path.read_text("utf-8") for path in (ROOT / "tests/referee/editions").glob("compagnie-*.toml")
        ]
    for text in texts:
        found = shelf.examine(text)
        for section in outline_of(game):
            form = entry_form.Form(language("cs"), box_words(game), found.sketch, section)
            for entry in entries(found.data[section.table]):
                assert entry_form.entry_in(sent(form.rows(entry, {})), section, entry) == entry


def sent(rows: list[entry_form.Row]) -> dict[str, Any]:
    """What a browser sends for these rows."""
    controls = [control for row in rows for control in row.controls]
    for row in rows:
        for effect in row.effects:
            controls += [effect.verb, *effect.controls]
    data: dict[str, Any] = {}
    for control in controls:
        chosen = [option.value for option in control.options if option.chosen]
        if control.kind == "checks":
            data[control.name] = chosen
        elif control.kind == "select":
            data[control.name] = (chosen or [option.value for option in control.options])[0]
        elif control.kind != "flag" or control.value:
            data[control.name] = control.value
    return data


def test_a_card_is_changed_without_a_word_of_toml(me: Person):
    code = copy(me, "compagnie")
    address = f"/box/{code}/character/2"
    form = {**form_of(me.page(address)), "strength": "7", "name.en": "Obelix the Strong"}
    looked = me.post(address, {**form, "deed": "add.power"}, hx_request="true")
    assert looked.status_code == 200
    assert "power.2.do" in looked.text
    form |= {"power.2.do": "draw", "power.2.count": "2", "power.2.who": "you", "power.2.may": "yes"}
    looked = me.post(address, {**form, "deed": ""}, hx_request="true").text
    assert "you may draw 2 cards" in looked
    assert "strength 7" in looked
    assert me.get(f"/box/{code}/download").text == ours("compagnie")  # only looked at
    me.go(address, {**form, "deed": "save"})
    saved = me.get(f"/box/{code}/download").text
    obelix = tomllib.loads(saved)["character"][1]
    assert (obelix["strength"], obelix["name"]["en"]) == (7, "Obelix the Strong")
    assert obelix["power"][2] == {"do": "draw", "count": 2, "may": True}
    before, after = ours("compagnie").splitlines(), saved.splitlines()
    assert [line for line in before if line.startswith("#")] == [
        line for line in after if line.startswith("#")
    ]
    assert sum(line not in after for line in before) <= 4
    me.go(address, {**form_of(me.page(address)), "deed": "save"})
    assert me.get(f"/box/{code}/download").text == saved


def test_a_mistake_stands_at_its_field_and_can_be_saved_for_later(me: Person):
    code = copy(me, "cartes")
    address = f"/box/{code}/roman/1"
    form = {**form_of(me.page(address)), "copies": "9"}
    looked = me.post(address, {**form, "deed": ""}, hx_request="true").text
    assert "expected a whole number from 1 to 4; got 9" in looked
    me.go(address, {**form, "deed": "save"})
    assert "not finished" in me.page("/boxes")
    me.go(address, {**form_of(me.page(address)), "copies": "4", "deed": "save"})
    assert me.get(f"/box/{code}/download").text == ours("cartes")


def test_cards_are_added_and_taken_out(me: Person):
    code = copy(me, "romains")
    edit = me.go(f"/box/{code}/space/add", {"version": "1"})
    assert edit == f"/box/{code}/space/8"
    me.go(edit, {**form_of(me.page(edit)), "at": "9", "event": "bard", "deed": "save"})
    data = tomllib.loads(me.get(f"/box/{code}/download").text)
    assert data["space"][-1] == {"at": 9, "event": "bard", "from": "box"}
    assert "1 added" in me.page(f"/box/{code}")
    me.go(edit, {**form_of(me.page(edit)), "deed": "delete"})
    assert tomllib.loads(me.get(f"/box/{code}/download").text) == tomllib.loads(ours("romains"))
    assert me.post(f"/box/{code}/die/add", {"version": "1"}).status_code == 404


def test_an_old_form_does_not_overwrite_what_is_newer(me: Person):
    code = copy(me, "romains")
    address = f"/box/{code}/board/1"
    form = form_of(me.page(address))
    me.go(address, {**form, "village": "14", "deed": "save"})
    assert me.post(address, {**form, "village": "12", "deed": "save"}).status_code == 409


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_speaks_the_language_of_powers(someone: Someone, language: str):
    """Every verb of the language can be chosen in every chain, and is said in words, not as it is spelt."""
    me = someone(language)
    text = me.page(f"/box/{copy(me, 'compagnie')}/character/1")
    chains = [each for section in outline_of("compagnie") for each in section.fields if each.kind == "chain"]
    verbs = {verb for chain in chains[:1] for verb in chain.effects}
    offered = dict(re.findall(r'<option value="(\w+)"(?: selected)?>([^<]*)</option>', text))
    assert verbs <= set(offered)
    for verb in verbs:
        assert offered[verb].endswith("."), verb


def test_the_outline_knows_every_word_of_the_language():
    from oppidum.games.compagnie.spelling import FITTING, Place, keys_of

    chains = {
        each.key: each
        for section in outline_of("compagnie")
        for each in section.fields
        if each.kind == "chain"
    }
    names = {"effect": Place.ALBUM} | {place.name.lower(): place for place in Place if place != Place.ALBUM}
    assert set(chains) == set(names)
    for key, place in names.items():
        assert set(chains[key].effects) == {verb.name.lower() for verb in FITTING[place]}
        for verb in FITTING[place]:
            offered = {each.key for each in chains[key].effects[verb.name.lower()]}
            assert offered == set(keys_of(verb, place))


def test_a_game_that_brings_no_words_for_its_box_is_shown_as_it_is_spelt(
    me: Person, monkeypatch: pytest.MonkeyPatch
):
    from oppidum.faces.plain import box as plain

    for module in ("oppidum.web.box_display", "oppidum.faces.box_contents"):
        monkeypatch.setattr(f"{module}.box_words", lambda game: plain)
    for module in ("oppidum.web.box_display", "oppidum.web.pages.boxes", "oppidum.web.pages.box_editor"):
        monkeypatch.setattr(f"{module}.outline_of", lambda game: ())
    monkeypatch.setattr("oppidum.web.pages.boxes.template_of_card", lambda game: "cards/plain.html")
    code = put(me, ours("romains").replace("village = 15", "village = 14"))
    shown = me.page(f"/box/{code}")
    assert "village: 14" in shown
    assert "Edit the file" in shown
    assert me.get(f"/box/{code}/board/1").status_code == 404


# ---------------------------------------------------------------- how it plays


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_with_a_box_and_the_page_tells_what_they_found(
    me: Person, someone: Someone, hall: Hall, game: str
) -> None:
    code = put(me, ours(game))
    me.go(f"/box/{code}/share", {"shared": "yes"})
    address = f"/box/{code}/balance"
    assert address in me.page(f"/box/{code}")
    assert "Let bots play with it" in me.page(address)
    assert me.go(address) == address
    page = me.page(address)
    assert "<progress" in page
    assert 'hx-trigger="every 2s"' in page
    assert me.get(f"/api/boxes/{code}/balance").json()["state"] == "waiting"
    edition = shelf.examine(ours(game)).edition
    assert edition
    report = quick(games.load(game), edition, number=60)
    answer = msgspec.json.encode(Answer(report))
    measurements.ASKED.note(hall, edition.sha256, result=answer, progress=1.0)
    assert me.get(f"/api/boxes/{code}/balance").json()["report"]["games"] == 60
    for tongue in LANGUAGES:
        told = someone(tongue).page(address)
        for line in balance.verdict(report, language(tongue)):
            assert line in unescape(told)
        rows = [e for e in parse(told).elements if e.tag == "tr"]
        sheets = balance.sheets(report, language(tongue))
        assert len(rows) == sum(1 + len(sheet.rows) for sheet in sheets)


def test_nobody_has_a_private_or_broken_box_measured(me: Person, someone: Someone) -> None:
    code = put(me, ours("cartes"))
    assert someone("en").get(f"/box/{code}/balance").status_code == 404
    assert someone("en").post(f"/box/{code}/balance").status_code == 404
    broken = put(me, ours("cartes").replace("value = 1", "value = 77", 1))
    assert "/balance" not in me.page(f"/box/{broken}")
    assert me.post(f"/box/{broken}/balance").status_code == 400
