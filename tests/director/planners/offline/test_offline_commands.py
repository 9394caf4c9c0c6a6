"""What changes something is planned only where it is said in so many words; what is asked never changes anything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from director.planners.base import Turn
from director.planners.offline import OfflinePlanner
from tests.director.planners.conftest import COMMANDS
from tests.examples import some
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[..., Awaitable[Plan]]


@pytest.mark.parametrize(
    ("said", "name", "arguments"),
    [
        ("pin Verstappen", "pin_driver", {"driver": "VER"}),
        ("Please pin Verstappen!", "pin_driver", {"driver": "VER"}),
        ("can you pin car 33 please", "pin_driver", {"driver": "VER"}),
        ("pin PER", "pin_driver", {"driver": "PER"}),
        ("follow Hamilton", "pin_driver", {"driver": "HAM"}),
        ("add Räikkönen to the pinned drivers", "pin_driver", {"driver": "RAI"}),
        ("unpin bottas", "unpin_driver", {"driver": "BOT"}),
        ("stop following Ricciardo", "unpin_driver", {"driver": "RIC"}),
        ("who is pinned?", "get_pinned_drivers", {}),
        ("show me the pinned drivers", "get_pinned_drivers", {}),
        ("any notes about Vettel?", "get_notes", {"driver": "VET"}),
        ("last 3 notes", "get_notes", {"last_n": 3}),
    ],
)
async def test_it_is_done_as_said(ask_race: Ask, said: str, name: str, arguments: JsonObject) -> None:
    (step,) = (await ask_race(said)).steps
    assert (step.name, step.arguments) == (name, arguments)


async def test_a_team_is_all_its_drivers(ask_race: Ask) -> None:
    steps = (await ask_race("pin the Ferraris")).steps
    assert [(step.name, step.arguments) for step in steps] == [
        ("pin_driver", {"driver": "VET"}),
        ("pin_driver", {"driver": "RAI"}),
    ]


@pytest.mark.parametrize(
    "said",
    [
        *("don't pin Vettel", "do not pin Vettel", "never pin Vettel", "dont follow Hamilton", "no need to pin Vettel"),
        *(
            "is Vettel pinned",
            "should we pin Vettel",
            "why is Vettel pinned",
            "did you pin Vettel",
            "who pinned Vettel",
        ),
        *(
            "pinned Vettel",
            "follows Hamilton",
            "is anyone following Hamilton",
            "who follows Hamilton",
            "following Hamilton",
        ),
        *("pit Verstappen", "spin Verstappen", "bin Verstappen", "pinn Verstappen", "unpinned Verstappen"),
        *(
            "pin Verstappen on lap 20",
            "pin Vettel because he is fast",
            "I pin my hopes on Vettel",
            "pin",
            "follow that car",
        ),
        *(
            "pin everyone",
            "unpin everyone",
            "what if we pin Vettel",
            "when do we unpin Vettel",
            "pin Vettel or Hamilton",
        ),
        *("add a note: Vettel cut the corner", "announce that the race is over", "Vettel: pin or unpin"),
    ],
)
async def test_what_is_not_said_in_so_many_words_changes_nothing(ask_race: Ask, said: str) -> None:
    assert not {step.name for step in (await ask_race(said)).steps} & COMMANDS


async def test_a_pronoun_reaches_into_a_command_and_out_of_it(ask_race: Ask) -> None:
    asked = await ask_race("where is Vettel")
    pinned = await ask_race("pin him", [Turn("where is Vettel", asked)])
    assert [(step.name, step.arguments) for step in pinned.steps] == [("pin_driver", {"driver": "VET"})]
    where = await ask_race("where is he", [Turn("pin him", pinned)])
    assert where.steps[0].arguments == {"driver": "VET"}


async def test_a_bare_name_does_not_repeat_a_command(ask_race: Ask) -> None:
    pinned = await ask_race("pin Vettel")
    again = await ask_race("and Hamilton?", [Turn("pin Vettel", pinned)])
    assert not {step.name for step in again.steps} & COMMANDS


async def test_commands_say_nothing_of_what_can_be_asked(
    race_catalogue: list[JsonObject], context: Context, learnt: Path
) -> None:
    """With and without the tools that change something, questions are planned alike."""
    without = [entry for entry in race_catalogue if entry["name"] not in COMMANDS]
    many, few = OfflinePlanner(folder=learnt), OfflinePlanner(folder=learnt)
    lines = (Path(__file__).parent / "race_questions.txt").read_text(encoding="utf-8").splitlines()
    for line in some(lines, 6):
        question: Any = line.partition("|")[0]
        assert await many.plan(question, race_catalogue, context) == await few.plan(question, without, context)
