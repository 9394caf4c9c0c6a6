"""Conversations on the shelf: whichever responder has the next question knows the one before it."""

from __future__ import annotations

import asyncio

from director.answer import Answer
from director.chat.shared_memories import SharedMemories
from director.chat.shelf import MemoryShelf
from director.memory import AGE_S, TURNS
from tests.director.chat.test_chat_sharing import LoopClock
from tests.virtual_time import timed
from toolgate.contract import Plan, Step


def answered(question: str, *steps: Step) -> Answer:
    plan = Plan(steps or (Step("s1", "get_gap", {"driver": "HAM"}, "pitwall"),))
    return Answer(question, f"{question}!", "answered", "", "offline", plan, (), (), (), {})


def test_what_one_responder_answered_another_one_knows() -> None:
    async def scenario() -> None:
        shelf = MemoryShelf(LoopClock())
        one, other = SharedMemories(shelf), SharedMemories(shelf)
        one.add("fan", answered("who is ahead of Hamilton?"))
        await one.settled()
        (turn,) = await other.turns("fan")
        assert turn.question == "who is ahead of Hamilton?"
        assert turn.answer == "who is ahead of Hamilton?!"
        assert turn.plan.steps == (Step("s1", "get_gap", {"driver": "HAM"}, "pitwall"),)
        assert await other.turns("somebody else") == ()

    timed(scenario())


def test_turns_of_two_responders_follow_each_other_and_are_bounded() -> None:
    async def scenario() -> None:
        shelf = MemoryShelf(LoopClock())
        both = SharedMemories(shelf), SharedMemories(shelf)
        for number in range(TURNS + 3):
            both[number % 2].add("fan", answered(f"{number}"))
            await both[number % 2].settled()
        told = [turn.question for turn in await both[0].turns("fan")]
        assert told == [str(number) for number in range(3, TURNS + 3)]

    timed(scenario())


def test_two_answers_at_once_are_both_kept() -> None:
    async def scenario() -> None:
        shelf = MemoryShelf(LoopClock())
        one, other = SharedMemories(shelf), SharedMemories(shelf)
        one.add("fan", answered("a"))
        other.add("fan", answered("b"))
        await asyncio.gather(one.settled(), other.settled())
        assert {turn.question for turn in await one.turns("fan")} == {"a", "b"}

    timed(scenario())


def test_what_is_old_or_was_cleared_by_any_responder_is_forgotten() -> None:
    async def scenario() -> None:
        shelf = MemoryShelf(LoopClock())
        one, other = SharedMemories(shelf), SharedMemories(shelf)
        await asyncio.sleep(1)
        one.add("fan", answered("old"))
        await asyncio.sleep(AGE_S + 1)
        one.add("fan", answered("new"))
        await one.settled()
        assert [turn.question for turn in await other.turns("fan")] == ["new"]
        await asyncio.sleep(1)
        other.clear()
        await other.settled()
        assert await one.turns("fan") == ()
        await asyncio.sleep(1)
        one.add("fan", answered("newest"))
        await one.settled()
        assert [turn.question for turn in await other.turns("fan")] == ["newest"]

    timed(scenario())


def test_what_called_nothing_or_cannot_be_read_is_no_turn() -> None:
    async def scenario() -> None:
        shelf = MemoryShelf(LoopClock())
        memories = SharedMemories(shelf)
        silent = answered("hello?")
        object.__setattr__(silent, "plan", Plan())
        memories.add("fan", silent)
        await memories.settled()
        assert await memories.turns("fan") == ()
        memories.add("fan", answered("a"))
        await memories.settled()
        (key,) = (key for key in shelf._kept if key.startswith("turns."))
        await shelf.put(key, {"turns": [{"question": 1}]}, shelf._kept[key].revision)
        assert await memories.turns("fan") == ()

    timed(scenario())
