"""Who speaks to the director, and what is left of it."""

from __future__ import annotations

import pytest

from director.chat.addressing import Addressing
from tests.rows import each_row


@each_row(
    ("text", "spoken"),
    [
        ("!ask who leads", "who leads"),
        ("!ASK: who leads", "who leads"),
        ("@director who leads", "who leads"),
        ("who leads @Director", "who leads"),
        ("@Sim RaceCenter, who leads", "who leads"),
        ("director, who leads", "who leads"),
        ("Director: who leads", "who leads"),
        ("!ask", ""),
        ("who leads", None),
        ("!asking for a friend", None),
        ("the race director is asleep", None),
        ("@directors who leads", None),
        ("@ann who leads", None),
        ("", None),
    ],
)
def test_what_is_said_to_us(text: str, spoken: str | None) -> None:
    assert Addressing("!ask", ("Sim RaceCenter",)).spoken(text) == spoken


@pytest.mark.parametrize("prefix", ["off", "OFF", ""])
def test_without_a_prefix_everybody_is_heard_and_a_mention_still_told_apart(prefix: str) -> None:
    addressing = Addressing(prefix, ())
    assert addressing.hears_all
    assert addressing.spoken("who leads") is None
    assert addressing.spoken("@director who leads") == "who leads"


def test_with_a_prefix_not_everybody_is_heard() -> None:
    assert not Addressing("!ask", ()).hears_all
