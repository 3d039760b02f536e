"""Fair shuffles: the exact bytes that are hashed, spelt out here as docs/record.md gives them."""

from __future__ import annotations

import hashlib

from oppidum.kernel.fair import SECRET_BYTES, commitment, fair_key, house_contribution, new_secret, seed_key

SECRET = bytes(range(32))


def test_commitment_is_a_hash_of_the_tagged_secret():
    assert commitment(SECRET) == hashlib.sha256(b"oppidum commitment 1\n" + SECRET).hexdigest()


def test_key_is_a_hash_of_secret_and_contributions_each_with_its_length():
    hashed = b"oppidum key 1\n" + SECRET + b"\x03\x00\x00\x00abc" + b"\x00\x00\x00\x00" + b"\x01\x00\x00\x00d"
    assert fair_key(SECRET, [b"abc", b"", b"d"]) == hashlib.sha256(hashed).digest()


def test_contributions_cannot_flow_into_each_other():
    shapes = [[b"ab", b"c"], [b"a", b"bc"], [b"abc"], [b"abc", b""], [b"", b"abc"], [b"c", b"ab"]]
    assert len({fair_key(SECRET, shape) for shape in shapes}) == len(shapes)


def test_everybody_can_change_the_key():
    key = fair_key(SECRET, [b"a", b"b", b"c"])
    assert key != fair_key(SECRET, [b"a", b"b", b"x"])
    assert key != fair_key(SECRET, [b"x", b"b", b"c"])
    assert key != fair_key(SECRET[::-1], [b"a", b"b", b"c"])


def test_the_commitment_says_nothing_that_the_key_needs():
    """Other tags: nobody can pass off one hash as the other."""
    assert bytes.fromhex(commitment(SECRET)) != fair_key(SECRET, [])


def test_secrets_are_fresh_and_long():
    secrets = {new_secret() for _ in range(50)}
    assert len(secrets) == 50
    assert {len(secret) for secret in secrets} == {SECRET_BYTES} == {32}


def test_seed_key_is_a_hash_of_seed_and_number():
    assert seed_key("abc", 7) == hashlib.sha256(b"oppidum seed 1\nabc\n7").digest()
    assert len({seed_key(seed, number) for seed in (0, "0x", "1") for number in range(5)}) == 15


def test_what_the_house_gives_is_a_hash_of_secret_and_seat():
    hashed = b"oppidum house 2\n" + SECRET + b"\x03\x00\x00\x00"
    assert house_contribution(SECRET, 2) == hashlib.sha256(hashed).digest()
    given = {house_contribution(secret, seat) for secret in (SECRET, SECRET[::-1]) for seat in range(12)}
    assert len(given) == 24
