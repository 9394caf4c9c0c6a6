"""What is remembered of each person, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from director.answer import Answer
from director.chat.memories import Memories
from toolgate.contract import Plan, Step


class Clock:
    t = 0.0

    def __call__(self) -> float:
        return self.t


@pytest.fixture
def planned(make_result: Callable[..., Answer]) -> Callable[[str], Answer]:
    return lambda question: replace(make_result(question, "P3."), plan=Plan((Step("s1", "get_driver", {}),)))


def questions(memories: Memories, person: str) -> list[str]:
    return [turn.question for turn in memories.turns(person)]


def test_ten_turns_and_five_minutes_of_each_person(planned: Callable[[str], Answer]) -> None:
    clock = Clock()
    memories = Memories(clock)
    for n in range(12):
        clock.t = n * 10.0
        memories.add("ann", planned(f"q{n}"))
    memories.add("bob", planned("other"))
    assert questions(memories, "ann") == [f"q{n}" for n in range(2, 12)]
    assert questions(memories, "bob") == ["other"]
    clock.t = 380.0
    assert questions(memories, "ann") == ["q8", "q9", "q10", "q11"]
    memories.forget("ann")
    assert questions(memories, "ann") == []


def test_what_led_nowhere_is_not_remembered(make_result: Callable[..., Any]) -> None:
    memories = Memories(Clock())
    memories.add("ann", make_result("lol", "", "silent", "no tool answers this"))
    assert questions(memories, "ann") == []


def test_of_too_many_the_quietest_is_forgotten(planned: Callable[[str], Answer]) -> None:
    memories = Memories(Clock(), persons=2)
    for name in ("ann", "bob", "ann", "cy"):
        memories.add(name, planned(name))
    assert [bool(memories.turns(name)) for name in ("ann", "bob", "cy")] == [True, False, True]
