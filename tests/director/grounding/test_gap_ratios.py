"""How many times its earlier value a gap is: the least and the most that each word allows."""

from __future__ import annotations

from typing import cast

import pytest

from director.grounding.english.events.event_text import line_of
from director.grounding.english.events.gap_ratios import is_so_many_times
from director.grounding.english.events.known_events import GapByLap
from director.grounding.english.nouns import Scene
from director.grounding.english.tokens import NamesInText, tokens_of


class _Nobody:
    """A scene in which nobody is named."""

    def __getattr__(self, name: str) -> object:
        return ()


@pytest.mark.parametrize(
    ("said", "within", "beyond"),
    [
        ("is nearly double what it was on lap 5", (1.8, 1.99), (1.78, 2.0)),
        ("is double what it was on lap 5", (1.95, 2.05), (1.94, 2.06)),
        ("is more than double what it was on lap 5", (2.01, 2.5), (2.0, 2.51)),
        ("is half what it was on lap 5", (0.48, 0.52), (0.47, 0.53)),
        ("is less than half what it was on lap 5", (0.4, 0.49), (0.39, 0.5)),
        ("has nearly halved since lap 5", (0.501, 0.56), (0.5, 0.57)),
        ("has more than doubled since lap 5", (2.01, 2.5), (2.0, 2.51)),
    ],
)
def test_a_gap_is_so_many_times_what_it_was(said: str, within: tuple[float, ...], beyond: tuple[float, ...]) -> None:
    line = line_of(tokens_of(said, NamesInText({}, ())) or [])
    for ratios, holds in ((within, True), (beyond, False)):
        for ratio in ratios:
            pair = GapByLap("1", "2", ratio, {5: 1.0}, 0)
            assert is_so_many_times(line, pair, cast(Scene, _Nobody()), 10) is holds
