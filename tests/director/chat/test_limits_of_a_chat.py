"""How much of a conversation is remembered, and how often, how late and how alike a chat is answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from director.chat.delivery import Delivery
from director.chat.frames import BadFrame, read_frame
from director.chat.memories import Memories
from director.chat.outlet import NotPublished
from director.memory import Memory
from director.plan_cache.question_form import QuestionForm
from director.plan_cache.store import Entry, PlanStore
from director.plan_cache.template import PlanTemplate
from toolgate.contract import Plan, Step

MakeChat = Callable[..., Any]


def test_ten_turns_are_remembered_and_no_more() -> None:
    memory = Memory(clock=lambda: 0.0)
    for number in range(10):
        memory.add(f"q{number}", Plan())
    assert [turn.question for turn in memory.turns()] == [f"q{number}" for number in range(10)]
    memory.add("q10", Plan())
    assert [turn.question for turn in memory.turns()] == [f"q{number}" for number in range(1, 11)]


def test_a_turn_is_remembered_for_five_minutes_and_no_longer() -> None:
    now = [50.0]
    memory = Memory(clock=lambda: now[0])
    memory.add("q", Plan())
    now[0] = 50.0 + 299.9
    assert len(memory.turns()) == 1
    now[0] = 50.0 + 300.1
    assert memory.turns() == ()


async def test_two_answers_are_three_seconds_apart(make_chat: MakeChat) -> None:
    async with make_chat() as chat:
        await chat.hear("who leads")
        await chat.hear("who is last")
        await chat.clock.pass_by(2.99)
        assert len(chat.said) == 1
        await chat.clock.pass_by(0.02)
        assert len(chat.said) == 2


async def test_a_message_waits_a_minute_and_no_longer(make_chat: MakeChat) -> None:
    for wait, expected in ((59.9, 2), (60.1, 1)):
        async with make_chat(interval_s=wait) as chat:
            await chat.hear("who leads")
            await chat.hear("who is last")
            await chat.clock.pass_by(200)
            assert len(chat.said) == expected


async def test_an_answer_to_the_chat_has_25_seconds(make_chat: MakeChat) -> None:
    for takes, fates in ((24.9, {}), (25.1, {"timeout": 1})):
        async with make_chat(replies={"slow": takes}) as chat:
            await chat.hear("slow")
            await chat.clock.pass_by(100)
            assert chat.responder.tally.silent == fates
            assert len(chat.said) == 1 - len(fates)


async def test_a_hundred_messages_wait_and_no_more(make_chat: MakeChat) -> None:
    for waiting, dropped in ((99, 0), (100, 1)):  # and the one that is being answered
        async with make_chat(replies={"slow": 20.0}, max_age_s=3600.0) as chat:
            await chat.hear("slow", "zoe")
            for number in range(waiting):
                await chat.hear(f"question {number}", f"person {number}")
            await chat.clock.pass_by(1)
            assert chat.responder.tally.dropped == dropped


async def test_the_last_five_answers_are_not_repeated_the_sixth_may_be(
    make_chat: MakeChat, make_result: Callable[..., Any]
) -> None:
    for others, repeated in ((4, 0), (5, 1)):
        same = {"first": make_result("first", "The same."), "again": make_result("again", "The same.")}
        async with make_chat(replies=same) as chat:
            for question in ("first", *(f"question {number}" for number in range(others)), "again"):
                await chat.hear(question)
                await chat.clock.pass_by(10)
            assert chat.answers.count("The same.") == 1 + repeated


async def test_ten_thousand_ids_are_known_again(make_chat: MakeChat) -> None:
    async with make_chat(trigger_prefix="!ask") as chat:
        for others in (9_999, 1):
            await chat.hear("hello", message_id="first")
            known = chat.responder.tally.ignored["repeated"]
            for number in range(others):
                chat.responder.receive(Delivery(frame(f"{others}-{number}")))
        await chat.hear("hello", message_id="first")
        assert known == 1
        assert chat.responder.tally.ignored["repeated"] == 1


def frame(message_id: str) -> bytes:
    data = f'{{"id": "{message_id}", "username": "ann", "message": "hello", "timestamp": 1700000000}}'
    return f'{{"type": "youtube_chat_message", "data": {data}}}'.encode()


async def test_an_answer_is_published_at_the_third_try_or_never(make_chat: MakeChat) -> None:
    for failures, at in ((2, [3.0]), (3, [])):
        async with make_chat() as chat:
            began = chat.clock.now()
            chat.failures = [NotPublished("down")] * failures
            await chat.hear("who leads")
            await chat.clock.pass_by(100)
            assert [when - began for when, _ in chat.said] == at


def test_a_thousand_persons_are_remembered(make_result: Callable[..., Any]) -> None:
    told = replace(make_result("q", "a"), plan=Plan((Step("s1", "t", {}),)))
    memories = Memories(lambda: 0.0)
    for number in range(1000):
        memories.add(f"p{number}", told)
    assert len(memories.turns("p0")) == 1
    memories.add("p1000", told)
    assert memories.turns("p0") == ()
    assert len(memories.turns("p1")) == 1


def test_so_many_plans_are_kept_and_no_more() -> None:
    store = PlanStore(3)
    for number, kept in enumerate((1, 2, 3, 3, 3)):
        store.add(Entry(("catalogue", "race"), QuestionForm((f"word{number}",), ()), PlanTemplate((), ())))
        assert len(store) == kept


@pytest.mark.parametrize(
    ("most", "flaw", "make"),
    [
        (200, "bad_id", lambda chars: said(id="i" * chars)),
        (100, "bad_username", lambda chars: said(username="u" * chars)),
        (65_536, "too_large", lambda size: said().ljust(size)),
    ],
)
def test_a_message_and_its_names_are_so_long_and_no_longer(most: int, flaw: str, make: Callable[[int], bytes]) -> None:
    assert read_frame(make(most)).text == "hello"
    with pytest.raises(BadFrame, match=flaw):
        read_frame(make(most + 1))


def said(**changed: str) -> bytes:
    data = {"id": "m1", "username": "ann", "message": "hello", "timestamp": 1_700_000_000, **changed}
    return json.dumps({"type": "youtube_chat_message", "data": data}).encode()
