"""A conversation is remembered for ten turns and five minutes."""

from __future__ import annotations

from director.memory import Memory
from toolgate.contract import Plan


def test_the_last_ten_turns_of_five_minutes() -> None:
    now = [0.0]
    memory = Memory(clock=lambda: now[0])
    for number in range(12):
        memory.add(f"q{number}", Plan(), f"a{number}")
        now[0] += 10
    assert [turn.question for turn in memory.turns()] == [f"q{number}" for number in range(2, 12)]
    assert memory.turns()[-1].answer == "a11"
    now[0] = 300 + 55
    assert [turn.question for turn in memory.turns()] == [f"q{number}" for number in range(6, 12)]
    now[0] = 1000
    assert memory.turns() == ()
