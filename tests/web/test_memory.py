"""What anybody may send does not stay in the house's memory."""

from __future__ import annotations

from oppidum.web import direct_calls, requests


def test_long_cookies_are_read_and_not_remembered() -> None:
    usual = b'oppidum="abc"; oppidum-look=language%3Dfr'
    read = {"oppidum": "abc", "oppidum-look": "language=fr"}
    assert requests.cookies_in(usual) == read
    assert requests.cookies_in(usual) is requests.cookies_in(usual)
    before = requests.remembered_cookies.cache_info().currsize
    for n in range(10):
        long = usual + b"".join(b"; c%d=%d" % (k, n) for k in range(5000))
        assert requests.cookies_in(long).items() >= read.items()
    assert requests.remembered_cookies.cache_info().currsize == before


def test_long_texts_are_shown_and_not_remembered() -> None:
    direct_calls.escaped.cache_clear()
    for n in range(10):
        long = f"{n} <b>" * 200
        assert direct_calls.shown(long) == long.replace("<", "&lt;").replace(">", "&gt;")
    assert direct_calls.escaped.cache_info().currsize == 0
    assert direct_calls.shown("<") == "&lt;"
    assert direct_calls.escaped.cache_info().currsize == 1
