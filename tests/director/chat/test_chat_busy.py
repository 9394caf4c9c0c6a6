"""A busy chat: several answers in one message, digests, alerts to the operator, and a greeting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

MakeChat = Callable[..., Any]


async def _busy(chat: Any, many: int) -> None:
    await chat.hear("slow", "zoe", "slow")
    for number in range(many):
        await chat.hear(f"question {number}", f"p{number}", f"m{number}")


@pytest.mark.parametrize(("waiting", "messages"), [(4, 5), (5, 4)])
async def test_while_five_questions_wait_three_are_answered_in_one_message(
    make_chat: MakeChat, waiting: int, messages: int
) -> None:
    async with make_chat(replies={"slow": 1.0}, batch_from=5) as chat:
        await _busy(chat, waiting)
        await chat.clock.pass_by(100)
        assert len(chat.said) == messages
        assert set(chat.fates.values()) <= {"answered", "batched"}
        assert len(chat.fates) == waiting + 1
    if waiting == 5:
        together = next(answer for _, answer in chat.said if answer.question == "3 questions")
        assert together.answer.startswith("@p") or together.answer.startswith("@zoe")
        assert together.answer.count("@") == 3
        assert len(together.answer) <= 200


async def test_what_does_not_fit_into_a_message_goes_out_in_the_next(
    make_chat: MakeChat, make_result: Callable[..., Any]
) -> None:
    long = {f"question {number}": make_result("q", f"{number} " + "x" * 90) for number in range(6)}
    async with make_chat(replies=long | {"slow": 1.0}, batch_from=5) as chat:
        await _busy(chat, 6)
        await chat.clock.pass_by(200)
        assert all(len(answer) <= 200 for answer in chat.answers)
        assert sum(f"{number} xxx" in answer for answer in chat.answers for number in range(6)) == 6


async def test_a_digest_goes_out_once_a_minute(make_chat: MakeChat) -> None:
    async with make_chat(digest_s=60.0) as chat:
        began = chat.clock.now()
        await chat.hear("who leads", "ann", "m1")
        await chat.clock.pass_by(30)
        await chat.hear("who is last", "bob", "m2")
        await chat.hear("who leads", "cy", "m3")
        await chat.clock.pass_by(29.9)
        assert chat.said == []
        await chat.clock.pass_by(0.2)
        assert [(round(at - began), answer.answer) for at, answer in chat.said] == [
            (60, "@ann A: who leads @bob A: who is last")
        ]
        assert chat.fates == {"m1": "answered", "m2": "batched", "m3": "batched"}


@pytest.mark.parametrize(("like", "dropped"), [(2, 0), (3, 1), (50, 48)])
async def test_only_so_many_who_ask_the_same_wait_for_an_answer_that_is_ready(
    make_chat: MakeChat, like: int, dropped: int
) -> None:
    async with make_chat(digest_s=60.0, queue_max=3) as chat:
        await chat.hear("who leads", "ann", "m0")
        await chat.clock.pass_by(10)
        for number in range(like):
            await chat.hear("who leads", f"p{number}", f"m{number + 1}")
        assert list(chat.fates.values()) == ["dropped"] * dropped
        await chat.clock.pass_by(60)
        assert sorted(chat.fates.values()) == sorted(["answered", *["batched"] * min(like, 2), *["dropped"] * dropped])


async def test_an_answer_of_a_message_with_several_is_not_repeated(make_chat: MakeChat) -> None:
    async with make_chat(digest_s=10.0) as chat:
        await chat.hear("who leads", "ann", "m1")
        await chat.hear("who is last", "bob", "m2")
        await chat.clock.pass_by(20)
        await chat.hear("who is last", "cy", "m3")
        await chat.clock.pass_by(20)
        assert chat.fates["m3"] == "silent"


@pytest.mark.parametrize(("people", "within_s", "told"), [(3, 119.0, 1), (2, 119.0, 0), (3, 130.0, 0), (5, 119.0, 1)])
async def test_the_operator_is_told_when_three_ask_the_same_within_two_minutes(
    make_chat: MakeChat, people: int, within_s: float, told: int
) -> None:
    alerts: list[tuple[str, int]] = []
    async with make_chat(alert=lambda question, many: alerts.append((question, many)), replies={}) as chat:
        for number in range(people):
            await chat.hear("who leads?" if number % 2 else "WHO leads", f"p{number}")
            if number in (0, 1):
                await chat.clock.pass_by(within_s / 2)
    assert [many for _, many in alerts] == [3] * told


async def test_one_person_who_asks_three_times_is_no_alert(make_chat: MakeChat) -> None:
    alerts: list[tuple[str, int]] = []
    async with make_chat(alert=lambda question, many: alerts.append((question, many))) as chat:
        for _ in range(4):
            await chat.hear("who leads?", "ann")
    assert alerts == []


async def test_who_speaks_to_us_and_asks_nothing_is_greeted_if_there_is_a_greeting(make_chat: MakeChat) -> None:
    for greeting, said in (("Ask me about the race.", ["Ask me about the race."]), ("", [])):
        async with make_chat(greeting=greeting, trigger_prefix="!ask") as chat:
            await chat.hear("@director !!", "ann", "m1")
            await chat.hear("!!", "bob", "m2")
            await chat.clock.pass_by(20)
            assert chat.answers == said
