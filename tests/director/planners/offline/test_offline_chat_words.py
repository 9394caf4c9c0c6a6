"""Questions as a chat types them ask the same as the plain ones do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from toolgate.contract import Plan

Ask = Callable[..., Awaitable[Plan]]


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("is Sainz in trouble?", "where is Sainz and is Sainz under investigation"),
        ("is Sainz in any bother now", "where is Sainz and is Sainz under investigation"),
        ("mediums or hards for Sainz?", "what tyres is Sainz on"),
        ("is Sainz on softs or mediums", "what tyres is Sainz on"),
        ("who's ditched the softs", "who has come off the softs"),
        ("who has switched off the softs yet", "who has come off the softs"),
        ("who is no longer on softs", "who is not on softs"),
        ("is that Sainz lap still the one to beat", "does Sainz still have the fastest lap"),
        ("did Sainz get anything for that safety car thing", "did Sainz get a penalty"),
        ("are the Ferraris at it again", "how close are the two Ferraris"),
        ("are both Ferraris scrapping", "how close are the two Ferraris"),
        ("who's still going", "who is still in the race"),
        ("who is left", "who is still in the race"),
        ("did Sainz bin it behind the safety car", "did Sainz crash"),
        ("has Sainz crashed under the sc", "did Sainz crash"),
        ("did everyone pit for the safety car", "did everyone pit under the safety car"),
        ("how many more laps", "how many laps are left"),
        ("did Sainz hang on to p5", "where is Sainz"),
        ("Vettel or Sainz quicker now", "who is quicker over the last 5 laps, Vettel or Sainz"),
        ("did anyone gain ten places", "who has gained at least 10 places"),
        ("who lost 5 or more positions", "who has lost at least 5 places"),
    ],
)
async def test_it_is_planned_as_the_plain_question(ask_race: Ask, said: str, plain: str) -> None:
    wanted = (await ask_race(plain)).steps
    assert wanted
    assert (await ask_race(said)).steps == wanted


@pytest.mark.parametrize(
    ("said", "name", "arguments"),
    [
        ("which drivers led a lap", "get_lead_changes", {}),
        ("who led laps", "get_lead_changes", {}),
        ("cars still running?", "get_retirements", {"tell": "still_going"}),
        ("any flags out?", "get_track_status", {}),
        ("have we had any yellows or safety cars", "get_track_status", {}),
        ("green yet?", "get_track_status", {}),
        ("order behind the safety car", "get_standings", {}),
        ("laps left for Sainz", "get_driver", {"driver": "SAI", "tell": "laps"}),
        ("Sainz deficit at the flag", "get_gap", {"driver": "SAI", "to": "leader"}),
        ("what has Sainz's race been like", "explain_driver", {"driver": "SAI", "tell": "race"}),
        ("where is the track slippery", "get_race_control", {"about": "slippery"}),
        ("is Sainz still racing", "get_driver", {"driver": "SAI"}),
    ],
)
async def test_one_tool_tells_it(ask_race: Ask, said: str, name: str, arguments: dict[str, object]) -> None:
    plan = await ask_race(said)
    assert [(step.name, dict(step.arguments)) for step in plan.steps] == [(name, arguments)]


async def test_why_it_was_so_short_is_not_what_happened_in_so_many_laps(ask_race: Ask) -> None:
    plan = await ask_race("how come it was only 18 laps")
    assert "summarize_recent_events" not in [step.name for step in plan.steps]
