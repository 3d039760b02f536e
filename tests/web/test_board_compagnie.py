"""The board of `compagnie`: every position can be shown, every choice made, nothing hidden seen."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from html import unescape
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from oppidum import games
from oppidum.faces.compagnie import board as compagnie
from oppidum.faces.compagnie import words
from oppidum.faces.compagnie.look import mark
from oppidum.faces.scene import Scene, moment, template_of
from oppidum.faces.terminal_board import board_of
from oppidum.games.compagnie.foresight import foresee
from oppidum.games.compagnie.notation import name_card
from oppidum.games.compagnie.state import CARD, DECLINE, PLAY, TABLE, Phase, Told
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import SPECTATOR, events
from oppidum.kernel.position import copy
from oppidum.tables import SeatView
from oppidum.web.render import html
from oppidum.words import language

NAMES = ("Bonemine", "Falbala", "Prolix", "Agecanonix")
GAME = games.load("compagnie")
EDITION = GAME.default_edition()
LANGUAGES = ("en", "fr", "cs", "de")


def seat_view(seat: int) -> SeatView:
    return SeatView(
        seat=seat,
        kind="human",
        name=NAMES[seat],
        level=None,
        ready=True,
        mine=False,
        asked=False,
        away=False,
        stand_in=False,
        resigned=False,
        deadline=None,
        reserve=None,
    )


def scene_of(
    view: Any,
    seat: int,
    code: str = "en",
    told: bool = False,
    live: bool = True,
    edition: Edition = EDITION,
) -> Scene:
    """What a table would hand to the board of this seat. `view` is what the seat may know."""
    waiting = GAME.waiting(view)
    seen = GAME.read(view, seat, edition)
    standing = None if waiting else GAME.standing(view)
    return Scene(
        t=language(code),
        game=GAME,
        edition=edition,
        seen=seen,
        seat=seat,
        names=NAMES[: view.players],
        seats=[seat_view(i) for i in range(view.players)],
        waiting=waiting,
        choices=seen.choices,
        recent=[moment(GAME, edition, 1, seat, view, seat)] if told else [],
        standing=standing,
        confirm=True,
        live=live,
    )


def render(scene: Scene) -> str:
    table = SimpleNamespace(code="abc", version=7)
    return html(scene.t, template_of("compagnie"), board=compagnie.present(scene), scene=scene, view=table)


def played(
    players: int,
    seed: int,
    options: dict[str, str] | None = None,
    limit: int = 100,
    edition: Edition | None = None,
) -> Iterator[Any]:
    """Positions of a random game, the end included if it comes in time."""
    luck = random.Random(f"{players} {seed}")
    s = GAME.deal(players, luck.randbytes(32), options, edition)
    for _ in range(limit):
        yield s
        if not GAME.waiting(s):
            return
        seat = GAME.waiting(s)[0]
        legal = GAME.legal(s, seat)
        plays = [action for action in legal if PLAY <= action < CARD]  # rather fight than reinforce
        GAME.act(s, seat, luck.choice(plays if plays and luck.random() < 0.7 else legal))


def moves_in(text: str) -> set[str]:
    return set(re.findall(r'name="move" value="([^"]+)"', text))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_position_can_be_shown_and_every_choice_made(players: int, seed: int) -> None:
    phases: set[int] = set()
    for step, s in enumerate(played(players, seed)):
        seat = GAME.waiting(s)[0] if GAME.waiting(s) else 0
        phases.add(int(s.phase))
        scene = scene_of(GAME.view(s, seat), seat, LANGUAGES[step % 4], told=True)
        text = render(scene)
        assert moves_in(text) == {choice.move for choice in scene.choices}
        ids = re.findall(r'\bid="([^"]+)"', text)
        assert len(ids) == len(set(ids)), "an id stands twice"
    assert {Phase.TURN, Phase.TARGET} <= phases


OWN_CARDS = Path(__file__).parents[1] / "referee" / "editions" / "compagnie-own-cards.toml"


@pytest.mark.parametrize("players", [3, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 4))])
@pytest.mark.rule("compagnie 10.7", "compagnie 10.8", "compagnie 10.10")
def test_what_no_printed_card_does_can_be_shown_and_chosen(players: int) -> None:
    """Alternatives, gifts, cards that one has looked at: in the browser, in the terminal, in the log."""
    edition = GAME.load_edition(str(OWN_CARDS))
    phases: set[str] = set()
    said = ""
    for step, s in enumerate(played(players, 3, limit=250, edition=edition)):
        seat = GAME.waiting(s)[0] if GAME.waiting(s) else 0
        scene = scene_of(GAME.view(s, seat), seat, LANGUAGES[step % 4], told=True, edition=edition)
        text = render(scene)
        assert moves_in(text) == {choice.move for choice in scene.choices}
        if scene.seen.pile.known:
            phases.add("known pile")
            assert f"#p-{scene.seen.pile.known[0]}" in text
        phases |= {scene.seen.phase, *(type(choice).__name__ for choice in scene.choices)}
        told: Any = GAME.told(GAME.view(s, seat), edition)
        said += "\n".join(words.lines(language("en"), edition, told, NAMES))
        page = io.StringIO()
        board = board_of("compagnie").board(scene.t, edition, scene.seen, seat, NAMES, GAME.standing(s))
        Console(width=160, file=page, color_system=None).print(board)
        assert scene.t.say("Sesterces") in page.getvalue()
    assert {"either", "hand", "Either", "Give"} <= phases
    assert "looks at the" in said
    assert "gives" in said


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.rule("compagnie 10.8", "compagnie 10.9", "compagnie 10.10")
def test_nothing_hidden_shows_of_what_is_given_or_looked_at(players: int) -> None:
    edition = GAME.load_edition(str(OWN_CARDS))
    for step, s in enumerate(played(players, 9, limit=120, edition=edition)):
        if step % 6:
            continue
        for seat in (SPECTATOR, *range(players)):
            view = GAME.view(s, seat)
            shown = render(scene_of(view, seat, edition=edition))
            world = GAME.imagine(view, seat, b"c" * 32)
            again = GAME.view(world, seat)
            assert again.tobytes() == view.tobytes()
            assert render(scene_of(again, seat, edition=edition)) == shown


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_is_not_asked_and_spectators_get_no_control(players: int) -> None:
    for step, s in enumerate(played(players, 5, limit=60)):
        if step % 6 == 0:
            for seat in (SPECTATOR, *range(players)):
                scene = scene_of(GAME.view(s, seat), seat)
                assert bool(moves_in(render(scene))) == (seat in scene.waiting)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_hidden_shows(players: int) -> None:
    """The board of any world that the seat cannot tell from the true one is the same page."""
    for step, s in enumerate(played(players, 7, limit=90)):
        if step % 5:
            continue
        for seat in (SPECTATOR, *range(players)):
            view = GAME.view(s, seat)
            shown = render(scene_of(view, seat))
            for key in (b"a" * 32, b"b" * 32):
                world = GAME.imagine(view, seat, key)
                again = GAME.view(world, seat)
                assert again.tobytes() == view.tobytes()
                assert render(scene_of(again, seat)) == shown

            bit = 4 if seat == SPECTATOR else seat
            hidden = [card for card in range(s.cards) if not (s.known[card] >> bit) & 1]
            assert not any(f'id="{mark(name_card(s, card))}"' in shown for card in hidden)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_promised_happens(players: int) -> None:
    """A preview, made from what the seat knows, comes true in the true position."""
    promises = 0
    for step, s in enumerate(played(players, 11, limit=120)):
        if not GAME.waiting(s) or step % 2:
            continue
        seat = GAME.waiting(s)[0]
        legal = GAME.legal(s, seat)
        for action, outcome in foresee(GAME.view(s, seat), seat, legal).items():
            after = copy(s)
            GAME.act(after, seat, action)
            if PLAY <= action < CARD and after.asked:
                for target, result in outcome.targets:
                    hit = copy(after)
                    GAME.act(hit, seat, DECLINE if target < 0 else target + CARD)
                    promises += check(result, hit)
                if outcome.won:
                    GAME.act(after, seat, DECLINE)
            promises += check(outcome, after)
    assert promises > 100


def check(outcome: Any, after: Any) -> int:
    told = events(after)
    won = {e.c for e in told if e.kind == Told.WON_ALBUM}
    for (slot, camp), (_, then) in outcome.totals.items():
        assert slot in won or int(after.total[slot, camp]) == then
    for seat, slot in outcome.won:
        assert any(e.kind == Told.WON_ALBUM and (e.a, e.c) == (seat, slot) for e in told)
    for card in outcome.knocked_out:
        assert any(e.kind == Told.KNOCKED_OUT and e.a == card for e in told)
    if outcome.victor >= 0:
        assert outcome.victor in GAME.standing(after).winners
    return len(outcome.totals) + len(outcome.won)


def test_a_great_hand_is_offered_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """More cards than the stylesheet has rules for: their places are buttons of their own."""
    monkeypatch.setattr(compagnie, "PICKS", 1)
    s = GAME.deal(3, b"h" * 32)
    seat = GAME.waiting(s)[0]
    scene = scene_of(GAME.view(s, seat), seat)
    text = render(scene)
    assert moves_in(text) == {choice.move for choice in scene.choices}
    assert 'class="choice">Play ' in text


def test_the_stylesheet_reaches_every_pick() -> None:
    style = (resources.files("oppidum.faces.compagnie") / "board.css").read_text(encoding="utf-8")
    assert all(f".co:has(.r{i}:checked) .lit.for{i} " in style for i in range(compagnie.PICKS))


def test_the_circle_is_seen_from_ones_own_seat() -> None:
    s = GAME.deal(4, b"c" * 32)
    for seat in range(4):
        board = compagnie.present(scene_of(GAME.view(s, seat), seat))
        assert [album["kind"] for album in board["albums"]] == [
            "album left near",
            "album far-left",
            "album far-right",
            "album right near",
        ]
        left, _, _, right = board["albums"]
        # 2.3 the Gaul camp on one's left, the Roman camp on one's right, and one's own camp below.
        assert left["camps"][1]["kind"] == "camp gaul own"
        assert right["camps"][1]["kind"] == "camp roman own"
        assert left["camps"][0]["seat"] == (seat + 1) % 4
        assert right["camps"][0]["seat"] == (seat + 3) % 4
        assert [player["seat"] for player in (*board["others"], *board["mine"])] == [
            (seat + i) % 4 for i in (1, 2, 3, 4)
        ]


def test_everybody_stands_where_the_rules_say() -> None:
    for s in played(4, 13, limit=80):
        board = compagnie.present(scene_of(GAME.view(s, 0), 0))
        shown = {
            card["card"]: (album["slot"], camp["camp"])
            for album in board["albums"]
            for camp in album["camps"]
            for card in camp["cards"]
        }
        on_table = {card: int(s.zone[card]) - TABLE for card in range(s.cards) if s.zone[card] >= TABLE}
        assert shown == {
            name_card(s, card): (at >> 1, ("gaul", "roman")[at & 1]) for card, at in on_table.items()
        }
        for album in board["albums"]:
            for camp in album["camps"]:
                assert camp["total"] == sum(card["strength"] for card in camp["cards"])


def test_the_cover_of_the_next_album_lies_open() -> None:  # K19
    s = GAME.deal(3, b"k" * 32)
    following = int(s.library[s.shelf - 1])
    entry = GAME.default_edition().data["album"][following]
    title = entry["name"]["en"]
    for seat in (-1, 0, 1, 2):
        board = compagnie.present(scene_of(GAME.view(s, seat), seat))
        assert board["next_album"]["id"] == f"album-{entry['id']}"
        assert f"next album: {title}" in unescape(render(scene_of(GAME.view(s, seat), seat)))
    s.shelf = 0
    assert compagnie.present(scene_of(GAME.view(s, 0), 0))["next_album"] is None
