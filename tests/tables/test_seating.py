"""Opening a table, taking seats, the start."""

import pytest

from oppidum.kernel import fair
from oppidum.kernel.errors import BadOption
from oppidum.tables import (
    BotSeat,
    Contribution,
    HumanSeat,
    NoSuchTable,
    NotAllowed,
    NotNow,
    Settings,
    looking,
    seating,
    visitors,
)
from oppidum.tables.hall import CODE, new_code

TWO = Settings("cartes", (HumanSeat(), HumanSeat()))


def test_a_code_has_eighty_bits_and_no_two_are_alike():
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert all(CODE.match(code) for code in codes)
    assert len(set("".join(codes))) == 32  # five bits a letter, sixteen letters


@pytest.mark.every_store
def test_friends_sit_down_say_ready_and_the_game_starts(hall, arrive):
    host, friend = arrive(2)
    code = seating.open_table(hall, host, TWO)
    assert seating.sit(hall, code, host) == 0
    assert seating.sit(hall, code, friend) == 1
    assert not seating.ready(hall, code, host)
    before = looking.view(hall, code, host)
    assert (before.status, before.position, before.can_start) == ("open", None, True)
    assert seating.ready(hall, code, friend)
    after = looking.view(hall, code, friend)
    assert after.status == "playing"
    assert after.as_seat == 1
    assert [seat.name for seat in after.seats] == ["Bonemine", "Falbala"]
    assert after.choices


@pytest.mark.every_store
def test_play_now_is_one_call(hall, arrive):
    (me,) = arrive(1)
    code = seating.play_now(hall, me, "cartes", players=3, level="random")
    view = looking.view(hall, code, me)
    assert view.status == "playing"
    assert [seat.kind for seat in view.seats] == ["human", "bot", "bot"]
    assert view.my_seats == (0,)


def test_the_commitment_is_published_before_and_the_contributions_make_the_key(hall, arrive):
    host, friend = arrive(2)
    code = seating.open_table(hall, host, TWO)
    commitment = looking.view(hall, code).fairness.commitment
    seating.sit(hall, code, host, contribution=Contribution("aabb", commitment))
    seating.sit(hall, code, friend)
    seating.ready(hall, code, friend, contribution=Contribution("CC", commitment))
    seating.ready(hall, code, host)
    fairness = looking.view(hall, code).fairness
    assert fairness.commitment == commitment
    assert fairness.contributions == ("aabb", "cc")
    assert fairness.house == ()
    assert (fairness.secret, fairness.key) == (None, None)
    table = hall.look(code)
    secret = bytes.fromhex(table.secret)
    assert fair.commitment(secret) == commitment
    assert table.key == fair.fair_key(secret, [b"\xaa\xbb", b"\xcc"])


@pytest.mark.parametrize("contribution", ["", "a", "xyz", "00" * 65])
def test_a_contribution_is_up_to_64_bytes_in_hexadecimal(hall, contribution, gather):
    party = gather(2, start=False)
    given = Contribution(contribution, party.view().fairness.commitment)
    with pytest.raises(BadOption):
        seating.ready(hall, party.code, party.people[0], contribution=given)


@pytest.mark.parametrize(
    "settings",
    [
        Settings("tarot", (HumanSeat(), HumanSeat())),
        Settings("cartes", (HumanSeat(),)),
        Settings("cartes", (HumanSeat(),) * 6),
        Settings("cartes", (HumanSeat(), BotSeat("Obélix"))),
        Settings("cartes", (HumanSeat(), BotSeat("search:600s"))),
        Settings("cartes", (BotSeat("random"), BotSeat("random"))),
        Settings("cartes", (HumanSeat(), HumanSeat()), options={"hands": "9"}),
        Settings("cartes", (HumanSeat(), HumanSeat()), options={"menhirs": "1"}),
        Settings("cartes", (HumanSeat(), HumanSeat()), clock="quick"),  # pyright: ignore[reportArgumentType]
        Settings("cartes", (HumanSeat(), HumanSeat()), countdown=-1),
    ],
)
def test_impossible_settings_are_refused_in_a_sentence(hall, settings, arrive):
    (host,) = arrive(1)
    with pytest.raises(BadOption) as refused:
        seating.open_table(hall, host, settings)
    assert str(refused.value).endswith(".")


def test_seats_change_hands_before_the_start_only(hall, arrive):
    host, friend, third = arrive(3)
    code = seating.open_table(hall, host, TWO)
    assert seating.sit(hall, code, host, 1) == 1
    assert seating.sit(hall, code, host, 0) == 0  # moves over
    assert seating.sit(hall, code, host) == 0  # sits already
    with pytest.raises(NotNow, match="Seat 1 is not free"):
        seating.sit(hall, code, friend, 0)
    seating.sit(hall, code, friend)
    with pytest.raises(NotNow, match="taken"):
        seating.sit(hall, code, third)
    seating.leave(hall, code, friend)
    seating.sit(hall, code, third)
    with pytest.raises(NotAllowed, match="host"):
        seating.start(hall, code, third)
    seating.start(hall, code, host)
    with pytest.raises(NotNow, match="started"):
        seating.sit(hall, code, friend)


def test_the_host_fills_a_seat_with_a_bot(hall, arrive):
    host, friend = arrive(2)
    code = seating.open_table(hall, host, TWO)
    seating.sit(hall, code, host)
    with pytest.raises(NotNow, match="Not all seats"):
        seating.start(hall, code, host)
    with pytest.raises(NotAllowed):
        seating.put_bot(hall, code, friend, 1, "random")
    with pytest.raises(NotNow):
        seating.put_bot(hall, code, host, 0, "random")
    seating.put_bot(hall, code, host, 1, "random")
    seating.put_bot(hall, code, host, 1, None)
    assert looking.view(hall, code).seats[1].kind == "empty"
    seating.put_bot(hall, code, host, 1, "random")
    assert seating.ready(hall, code, host)
    assert looking.view(hall, code).settings.seats[1] == BotSeat("random")


def test_the_host_hands_the_table_on_and_the_last_closes_it(hall, arrive):
    host, friend = arrive(2)
    code = seating.open_table(hall, host, TWO)
    seating.sit(hall, code, host)
    seating.sit(hall, code, friend)
    seating.leave(hall, code, host)
    assert looking.view(hall, code, friend).host
    seating.leave(hall, code, friend)
    assert looking.view(hall, code).status == "abandoned"
    with pytest.raises(NotNow, match="closed"):
        seating.sit(hall, code, host)


def test_same_device_one_visitor_holds_all_seats(hall, arrive):
    (host,) = arrive(1)
    settings = Settings("cartes", (HumanSeat(), BotSeat("random"), HumanSeat()), same_device=True)
    code = seating.open_table(hall, host, settings)
    assert looking.view(hall, code, host).my_seats == (0, 2)
    seating.sit(hall, code, host, 2, name="Falbala")
    seating.ready(hall, code, host)
    hand_over = looking.view(hall, code, host)
    assert [seat.name for seat in hand_over.seats] == ["Bonemine", "random", "Falbala"]
    assert (hand_over.as_seat, hand_over.choices) == (-1, ())  # shows nobody's cards
    assert looking.view(hall, code, host, as_seat=2).choices
    with pytest.raises(NotAllowed):
        looking.view(hall, code, host, as_seat=1)


def test_nobody_learns_of_a_table_without_its_code(hall, gather):
    party = gather(2)
    for wrong in ("a" * 16, party.code[:-1], party.code.upper(), "", "'; --", "\0", "é" * 16):
        with pytest.raises(NoSuchTable, match=r"^There is no table with this code\.$"):
            looking.view(hall, wrong)


def test_a_new_name_shows_at_the_seats(hall, gather):
    party = gather(2)
    visitors.rename(hall, party.people[1], "  Iélosubmarine ")
    assert looking.view(hall, party.code).seats[1].name == "Iélosubmarine"


@pytest.mark.parametrize(
    "name",
    [
        "a\ufe0f", "1\ufe0e", "\u2764\ufe0f\ufe0f", "a\u2d7f", "a\U0001107f", "\u303f",
        "\u3164", "\u2800", "a\u3164", "\u115f\u1160", "\uffa0", "\u200b", "\u2060x", "\u034f", "\u17b4",
        "\u180b", "\U0001d159", "\U000e0100", "\u0301", "\u0301a", "a" + "\u0301" * 5, "\u202ename", "\ufeff",
        "\U000e0041", "\ue000", "\u2063",
    ],
    ids=lambda name: " ".join(f"U+{ord(letter):04X}" for letter in name[:3]),
)  # fmt: skip
def test_names_that_cannot_be_seen(hall, name):
    with pytest.raises(BadOption):
        visitors.arrive(hall, name)


@pytest.mark.parametrize("letter", ["\U00013441", "\U00013442"])
def test_letters_that_this_python_does_not_know_yet_are_blank_in_one_that_does(letter, monkeypatch):
    class Newer:
        category = staticmethod(lambda _: "Lo")

    monkeypatch.setattr(visitors, "unicodedata", Newer)
    assert visitors.is_visible("a")
    assert not visitors.is_visible(letter)


@pytest.mark.parametrize(
    "name", ["Falbala", "Ὀδυσσεύς", "Zdeněk Ž.", "e\u0301", "❤\ufe0f", "अग्नि", "아스테릭스", "๓ ทิ้ง"]
)
def test_names_of_all_countries(hall, name):
    assert visitors.arrive(hall, name).visitor.name == name
