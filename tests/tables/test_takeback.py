"""Take back: never changes the turn, never crosses another's decision, revealed information, chance."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oppidum.games import catalogue, load
from oppidum.games.cartes.state import Kind
from oppidum.kernel.events import events
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from, roll
from oppidum.tables import BotSeat, HumanSeat, NotNow, Settings, consent, facts, takeback
from oppidum.tables.playing import decision
from oppidum.tables.table import Table

# All that may happen in cartes between a decision and its free take-back: one's own captives, which lie
# open, escape. The other games are judged by imagined worlds alone.
HARMLESS = {Kind.ESCAPED}


def a_table(game: Game, seed: int, players: int, bots: int) -> Table:
    """A running table in memory."""
    plan = (*[HumanSeat()] * (players - bots), *[BotSeat("random")] * bots)
    chosen = Settings(game.id, plan, options=game.about.option_words({}))
    opened = facts.Opened(
        settings=facts.Terms.of(chosen),
        host="v0",
        host_name="v0",
        secret=seed_key(seed).hex(),
        commitment="",
    )
    people = range(players - bots)
    sat = [facts.Sat(seat=seat, visitor=f"v{seat}", name=f"v{seat}") for seat in people]
    edition = game.default_edition()
    started = facts.Started(
        edition=facts.EditionName(edition.id, edition.sha256), contributions=("00",) * players
    )
    blank = Table.blank(1, "a" * 16, lambda game, sha256: game.default_edition())
    return blank.after([opened, *sat, started], 0.0)[0]


@pytest.mark.parametrize("game_id", list(catalogue()))
@settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 2**32),
    players=st.integers(2, 4),
    bots=st.integers(0, 2),
    decisions=st.integers(1, 100),
)
def test_a_free_take_back_gives_nobody_anything(game_id, seed, players, bots, decisions):
    game, luck = load(game_id), luck_from(seed)
    bots = min(bots, players - 1)
    table = a_table(game, seed, players, bots)
    for _ in range(decisions):
        waiting = table.waiting
        if not waiting:
            break
        seat = waiting[roll(luck, len(waiting))]
        legal = game.legal(table.position, seat)
        action = legal[roll(luck, len(legal))]
        words = game.notation.write(table.position, seat, action)
        by = "bot" if seat >= players - bots else "person"
        before = table
        table, _ = table.after(decision(table, seat, action, words, by), 1.0)
        for other in range(players):
            if other != seat or by != "person":
                assert not takeback.is_free(table, other)  # not mine, or not a person's
        if takeback.is_free(table, seat):
            gives_nothing(game, before, table, seat, action)


def gives_nothing(game: Game, before: Table, table: Table, seat: int, action: int) -> None:
    """What holds of every decision that may be taken back freely."""
    if game.id == "cartes":
        assert {event.kind for event in events(table.position)} <= HARMLESS
    for eyes in range(before.position.players):
        view, came = game.view(before.position, eyes), game.view(table.position, eyes).tobytes()
        for number in range(20):  # other worlds than those that the table itself looks at
            world = game.imagine(view, eyes, seed_key("other worlds", number))
            game.act(world, seat, action)
            assert game.view(world, eyes).tobytes() == came
    assert table.position.stream_at == before.position.stream_at
    assert set(table.waiting) <= set(before.waiting)  # whose turn it is keeps it
    back, _ = table.after([facts.TakenBack(seat=seat, to=table.moves - 1)], 2.0)
    assert set(back.waiting) - set(table.waiting) <= {seat}
    assert back.position.tobytes() == before.position.tobytes()
    # ... and the game goes on as if it had not been: the same decision leads to the same place.
    words = table.decisions[-1].words
    again, _ = back.after(decision(back, seat, action, words, "person"), 3.0)
    assert again.position.tobytes() == table.position.tobytes()


def test_taking_back_a_secret_bid_is_free_and_one_may_bid_anew(gather):
    party = gather(3)
    party.move(1, "bid 7")
    assert party.view(1).can_take_back
    assert not party.view(0).can_take_back
    assert takeback.take_back(party.hall, party.code, party.people[1])
    assert party.view(1).moves == 0
    assert party.move(1, "bid 2").number == 1


def test_not_across_another_players_decision(gather):
    party = gather(3)
    party.move(1, "bid 7")
    party.move(0, "bid 1")
    assert not party.view(1).can_take_back
    with pytest.raises(NotNow, match="all agree"):
        takeback.take_back(party.hall, party.code, party.people[1])


def test_not_after_the_cards_were_revealed(gather):
    party = gather(2)
    party.move(0, "bid 7")
    party.move(1, "bid 2")
    for person in (0, 1):
        assert not party.view(person).can_take_back
        assert party.view(person).can_ask_take_back


@pytest.mark.every_store
def test_with_the_consent_of_all(gather):
    party = gather(3)
    first = party.view(0).position.tobytes()
    for person, bid in enumerate(["bid 7", "bid 2", "bid 4"]):
        party.move(person, bid)
    assert not takeback.take_back(party.hall, party.code, party.people[0], ask=True)
    request = party.view(2).request
    assert (request.kind, request.by, request.to_move, request.missing) == ("take_back", 0, 0, (1, 2))
    assert not consent.answer(party.hall, party.code, party.people[1], yes=True)
    assert party.view().moves == 3
    assert consent.answer(party.hall, party.code, party.people[2], yes=True)
    assert party.view(0).moves == 0
    assert party.view(0).request is None
    assert party.view(0).position.tobytes() == first


def test_one_refusal_is_enough(gather):
    party = gather(3)
    for person in range(3):
        party.move(person)
    takeback.take_back(party.hall, party.code, party.people[0], ask=True)
    consent.answer(party.hall, party.code, party.people[1], yes=False)
    assert party.view().request is None
    assert party.view().moves == 3
    with pytest.raises(NotNow):
        consent.answer(party.hall, party.code, party.people[2], yes=True)


def test_a_request_lapses_can_be_withdrawn_and_ends_with_the_next_decision(gather, hours):
    party = gather(2)
    party.move(0)
    party.move(1)
    takeback.take_back(party.hall, party.code, party.people[0], ask=True)
    hours.pass_by(consent.REQUEST_SECONDS + 1)
    party.bots()
    assert party.view().request is None
    takeback.take_back(party.hall, party.code, party.people[0], ask=True)
    consent.withdraw(party.hall, party.code, party.people[0])
    assert party.view().request is None
    takeback.take_back(party.hall, party.code, party.people[0], ask=True)
    party.move(1)
    assert party.view().request is None


@pytest.mark.every_store
def test_bots_agree_to_everything_and_wait_while_people_talk(gather, open_one, hours):
    party = gather(1, bots=1)
    party.bots()
    party.move(0)
    party.bots()
    moves = party.view().moves
    assert moves >= 2
    assert takeback.take_back(party.hall, party.code, party.people[0], ask=True)
    assert party.view().moves < moves

    party = gather(2, bots=1)
    party.bots()
    party.move(0)
    party.move(1)
    takeback.take_back(party.hall, party.code, party.people[0], ask=True)
    moves = party.view().moves
    party.bots()
    assert party.view().moves == moves


def test_nothing_is_taken_back_after_the_end(gather):
    party = gather(1, bots=1)
    party.play_to_end()
    with pytest.raises(NotNow):
        takeback.take_back(party.hall, party.code, party.people[0], ask=True)
