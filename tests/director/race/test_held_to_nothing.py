"""Cars are held to the laps of one who has none: that he has none is the answer, and no failure."""

from __future__ import annotations

import pytest

import director
from tests.conftest import SHARED

BAKU = SHARED / "data" / "f1_static" / "2018_azerbaijan_race"


@pytest.mark.skipif(not BAKU.exists(), reason="the recorded race of Azerbaijan 2018 is not here")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("which cars have been faster than Perez since lap 41", "No clean lap of Perez from lap 41 on."),
        ("who had a faster last lap than Ocon", "The feed does not tell last lap of any Ocon."),
    ],
)
async def test_of_one_without_laps_it_is_told_that_he_has_none(question: str, said: str) -> None:
    with director.open_race(str(BAKU), at="lap:48", planner="offline") as race:
        answer = await race.ask(question)
    assert (answer.status, answer.text) == ("answered", said)
