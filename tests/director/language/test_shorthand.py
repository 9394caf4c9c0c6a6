"""Shorthand of engineers and tickers."""

from __future__ import annotations

import pytest

from director.language.shorthand import spelt_out_shorthand


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("Sainz L14?", "Sainz lap 14?"),
        ("a penalty for t1", "a penalty for turn 1"),
        ("who is in T1:30", "who is in T1:30"),
        ("Sainz avg L14-22", "Sainz average laps 14 to 22"),
        ("who led most l14 to L22", "who led most laps 14 to 22"),
        ("who retired since lap L14", "who retired since lap 14"),
        ("L14+ places gained", "since lap 14 places gained"),
        ("who is more than a minute behind", "who is more than 60 seconds behind"),
        ("who is within half a minute of Sainz", "who is within 30 seconds of Sainz"),
        ("two minutes back or three minutes down", "120 seconds back or 180 seconds down"),
        ("cars 2 minutes off the lead", "cars 120 seconds off the lead"),
        ("the last ten minutes", "the last ten minutes"),
        ("what happened a minute ago", "what happened a minute ago"),
        ("top speed in kph", "top speed in km/h"),
        ("who drives car l", "who drives car l"),
        ("is Kvyat out", "is Kvyat out"),
        ("who runs L1:30", "who runs L1:30"),
        ("is the L2p model legal", "is the L2p model legal"),
    ],
)
def test_laps_and_averages_are_spelt_out(question: str, meant: str) -> None:
    assert spelt_out_shorthand(question) == meant
