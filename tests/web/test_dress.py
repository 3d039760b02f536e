"""A seat chooses its character and colour: shown to all, never twice, and no part of the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.web.conftest import Person, Time, parse

from oppidum import games
from oppidum.faces.dress import COLOURS, characters_of, dressed, offered
from oppidum.tables import (
    Hall,
    NotAllowed,
    NotNow,
    absence,
    consent,
    looking,
    open_hall,
    rematch,
    seating,
    visitors,
)
from oppidum.tables.model import HumanSeat, Settings
from oppidum.words import LANGUAGES, language


def open_for(hall: Hall, game: str, players: int = 3) -> tuple[str, list[str]]:
    people = [visitors.arrive(hall, name).visitor.id for name in ("Ann", "Bob", "Cid")[:players]]
    code = seating.open_table(hall, people[0], Settings(game, (HumanSeat(),) * players))
    for seat, person in enumerate(people):
        seating.sit(hall, code, person, seat)
    return code, people


def test_no_two_seats_show_themselves_alike(hall: Hall) -> None:
    code, (ann, bob, _) = open_for(hall, "romains")
    usual = list(characters_of("romains", language("en"), games.load("romains").default_edition()))
    seating.dress(hall, code, bob, 1, character=usual[0], colour=0)  # what the first seat has otherwise
    seen = dressed(looking.view(hall, code, ann).seats, usual)
    assert (seen[1].character, seen[1].colour) == (usual[0], 0)
    assert len({each.character for each in seen}) == len({each.colour for each in seen}) == 3
    with pytest.raises(NotNow):
        seating.dress(hall, code, ann, 0, character=usual[0])
    with pytest.raises(NotNow):
        seating.dress(hall, code, ann, 0, colour=0)
    with pytest.raises(NotAllowed):
        seating.dress(hall, code, ann, 1, colour=3)
    seating.dress(hall, code, ann, 0, character=usual[1], colour=1)


def test_who_chooses_nothing_looks_as_ever(hall: Hall) -> None:
    code, (ann, *_) = open_for(hall, "romains")
    usual = list(characters_of("romains", language("en"), games.load("romains").default_edition()))
    seats = looking.view(hall, code, ann).seats
    assert [(x.character, x.colour) for x in dressed(seats, usual)] == list(
        zip(usual, range(3), strict=False)
    )


def test_whatever_is_chosen_everybody_gets_something_of_their_own(hall: Hall) -> None:
    code, (ann, *_) = open_for(hall, "romains")
    usual = ["a", "b", "c", "d"]
    seats = looking.view(hall, code, ann).seats
    for first in (None, *usual):
        for last in (None, *usual):
            if first is not None and first == last:
                continue
            chosen = [replace(seats[0], character=first), seats[1], replace(seats[2], character=last)]
            found = [each.character for each in dressed(chosen, usual)]
            assert len(set(found)) == 3
            assert first in (None, found[0])
            assert last in (None, found[2])


def test_it_changes_nothing_in_the_game(tmp_path: Path, time: Time) -> None:
    """The same secret, the same cards: with a choice and without."""
    positions: list[bytes] = []
    for colour in (None, 4):
        with open_hall(tmp_path / f"{colour}.sqlite3", now=time, work=False, seed="dress") as hall:
            code, people = open_for(hall, "romains", 2)
            if colour is not None:
                seating.dress(hall, code, people[0], 0, character="obelix", colour=colour)
            seating.start(hall, code, people[0])
            seen = looking.view(hall, code, people[0])
            positions.append(seen.position.tobytes())
            with pytest.raises(NotNow):
                seating.dress(hall, code, people[0], 0, colour=1)  # once it has begun
    assert positions[0] == positions[1]
    assert (seen.seats[0].character, seen.seats[0].colour) == ("obelix", 4)


def test_it_is_kept_for_a_rematch(hall: Hall) -> None:
    """Seats move on by one; who has chosen stays who they are, who has not looks as ever."""
    code, (ann, bob, cid) = open_for(hall, "romains")
    seating.dress(hall, code, ann, 0, character="obelix", colour=4)
    seating.dress(hall, code, cid, 2, colour=5)
    seating.start(hall, code, ann)
    absence.ask_call_off(hall, code, ann)
    for person in (bob, cid):
        consent.answer(hall, code, person, yes=True)
    again = rematch.rematch(hall, code, bob)
    seats = looking.view(hall, again, ann).seats
    assert [(seat.name, seat.character, seat.colour) for seat in seats] == [
        ("Cid", None, 5),
        ("Ann", "obelix", 4),
        ("Bob", None, None),
    ]
    seating.dress(hall, again, ann, 1, character="obelix", colour=3)  # and may choose anew
    assert looking.view(hall, again, bob).seats[1].colour == 3


def test_it_is_offered_where_the_rules_do_not_care(me: Person, someone: Callable[..., Person]) -> None:
    for game, people in (("romains", True), ("compagnie", True), ("cartes", False)):
        fields = {"game": game, "players": "2", "seat1": "human", "seat2": "human"}
        code = me.go("/open", fields).rsplit("/", 1)[1]
        me.go(f"/t/{code}/sit", {"seat": "1", "name": "Ann"})
        page = me.page(f"/t/{code}")
        assert 'name="colour"' in page
        assert ('name="character"' in page) is people  # at cartes the character decides the bottles


def test_what_another_has_cannot_be_chosen(me: Person, someone: Callable[..., Person]) -> None:
    fields = {"game": "romains", "players": "2", "seat1": "human", "seat2": "human"}
    code = me.go("/open", fields).rsplit("/", 1)[1]
    me.go(f"/t/{code}/sit", {"seat": "1", "name": "Ann"})
    other = someone()
    other.go(f"/t/{code}/sit", {"seat": "2", "name": "Bob"})
    me.do(code, "dress", seat="1", character="obelix", colour="3")
    for person, barred in ((other, True), (me, False)):
        elements = parse(person.page(f"/t/{code}")).elements
        for name, value in (("character", "obelix"), ("colour", "3")):
            radios = [e.attributes for e in elements if e.attributes.get("name") == name]
            assert {e["value"] for e in radios if "disabled" in e} == ({value} if barred else set())
            assert ([e["value"] for e in radios if "checked" in e] == [value]) is not barred


def test_a_colour_alone(me: Person) -> None:
    fields = {"game": "cartes", "players": "2", "seat1": "human", "seat2": "bot:greedy"}
    code = me.go("/open", fields).rsplit("/", 1)[1]
    me.go(f"/t/{code}/sit", {"seat": "1", "name": "Ann"})
    wrong = {"seat": "1", "character": "obelix", "colour": "3"}
    refused = me.post(f"/t/{code}/dress", wrong, hx_request="true")
    assert refused.status_code == 400
    me.do(code, "dress", seat="1", colour="3")
    assert "dot colour3" in me.page(f"/t/{code}")
    me.do(code, "start")
    text = me.page(f"/t/{code}")
    assert "portrait colour3" in text.split('id="player-0"')[1].split("</section>")[0]
    assert text.count("portrait colour") == 1, "who has chosen nothing looks as ever"


def test_a_game_without_a_wardrobe_offers_none(me: Person) -> None:
    """A game of another package whose face says nothing of it: nothing is offered, and nothing taken."""
    assert not offered("nothing-of-the-kind")


def test_it_is_shown_on_the_board(me: Person) -> None:
    fields = {"game": "romains", "players": "2", "seat1": "human", "seat2": "bot:greedy"}
    code = me.go("/open", fields).rsplit("/", 1)[1]
    me.go(f"/t/{code}/sit", {"seat": "1", "name": "Ann"})
    me.do(code, "dress", seat="1", character="cetautomatix", colour="3")
    me.do(code, "start")
    text = me.page(f"/t/{code}")
    row = text.split('id="player-0"')[1].split("</li>")[0]
    assert "seat3" in text.split('id="player-0"')[1][:80]
    assert "#p-cetautomatix" in row


@pytest.mark.parametrize(
    "wrong", [{"character": "caesar", "colour": "1"}, {"character": "obelix", "colour": "9"}, {}]
)
def test_what_is_not_offered_is_refused(me: Person, wrong: dict[str, str]) -> None:
    fields = {"game": "romains", "players": "2", "seat1": "human", "seat2": "bot:greedy"}
    code = me.go("/open", fields).rsplit("/", 1)[1]
    me.go(f"/t/{code}/sit", {"seat": "1", "name": "Ann"})
    answer = me.post(f"/t/{code}/dress", {"seat": "1", **wrong}, hx_request="true")
    assert answer.status_code == 400


@pytest.mark.parametrize("code", LANGUAGES)
def test_everybody_has_a_name_and_a_picture(code: str) -> None:
    from oppidum.faces import art

    for game in games.catalogue():
        found = characters_of(game, language(code), games.load(game).default_edition())
        assert len(set(found.values())) == len(found)
        if found:
            assert len(found) >= games.about(game).max_players
            assert {f"p-{name}" for name in found} <= set(art.symbols())
    assert max(games.about(game).max_players for game in games.catalogue()) <= COLOURS
