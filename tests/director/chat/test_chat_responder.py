"""The responder's rules, by a clock that is moved by hand."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import orjson
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from director.answer import Answer
from director.chat.delivery import Delivery
from director.chat.outlet import NotPublished
from tests.examples import examples


async def test_a_question_is_answered_once_and_kept(make_chat: Callable[..., Any]) -> None:
    async with make_chat() as chat:
        asked = await chat.hear("who leads?", "ann")
        await chat.clock.pass_by(10)
        ((_, answer),) = chat.said
        assert (answer.input_id, answer.username, answer.question) == (asked, "ann", "who leads?")
        frame = orjson.loads(answer.frame())
        assert frame["type"] == "director_answer"
        assert list(frame["data"]) == ["input_id", "username", "question", "answer", "ts_iso", "ts"]
        (entry,) = chat.entries
        assert (entry.fate, entry.published, entry.channel, entry.answer) == ("answered", True, "test", answer.answer)
        assert chat.responder.tally.answered == 1


async def test_the_same_message_delivered_twice_is_answered_once(make_chat: Callable[..., Any]) -> None:
    async with make_chat() as chat:
        for _ in range(3):
            await chat.hear("who leads?", message_id="x")
            await chat.clock.pass_by(10)
        assert len(chat.said) == 1
        assert chat.responder.tally.ignored == {"repeated": 2}


@pytest.mark.parametrize("name", ["Sim RaceCenter", "sim racecenter", " SIM  RaceCenter ", "@Sim RaceCenter"])
async def test_our_own_name_is_kept_and_not_answered(make_chat: Callable[..., Any], name: str) -> None:
    async with make_chat() as chat:
        await chat.hear("who leads?", name)
        await chat.clock.pass_by(10)
        assert chat.asked == chat.said == []
        (entry,) = chat.entries
        assert (entry.fate, entry.reason) == ("ignored", "own_name")


@pytest.mark.parametrize(
    "echo",
    [
        "Perez is 1.068 s behind Stroll, for P8.",
        "@ann Perez is 1.068 s behind Stroll, for P8.",
        "ann: perez is 1.068 s behind stroll for P8",
        "Perez is 1.068 s behind Str",
    ],
)
async def test_our_own_words_under_another_name_are_not_answered(
    make_chat: Callable[..., Any], make_result: Callable[..., Answer], echo: str
) -> None:
    said = "Perez is 1.068 s behind Stroll, for P8."
    async with make_chat(replies={"closest battle?": make_result("", said)}) as chat:
        await chat.hear("closest battle?", "ann")
        await chat.clock.pass_by(10)
        await chat.hear(echo, "Relay Bot")
        await chat.hear("how far is perez behind stroll", "bob")
        await chat.clock.pass_by(10)
        assert chat.answers == [said, "A: how far is perez behind stroll"]
        assert chat.responder.tally.ignored == {"own_text": 1}


async def test_three_in_three_seconds_are_one_answer_then(make_chat: Callable[..., Any]) -> None:
    async with make_chat() as chat:
        for question in ("who leads", "who is last", "who pitted"):
            await chat.hear(question)
        await chat.clock.pass_by(2.9)
        assert len(chat.said) == 1
        await chat.clock.pass_by(10)
        times = [at for at, _ in chat.said]
        assert [after - before for before, after in pairwise(times)] == [3.0, 3.0]


async def test_silence_does_not_take_anybodys_turn(
    make_chat: Callable[..., Any], make_result: Callable[..., Answer]
) -> None:
    noise = make_result("", "", "silent", "no tool answers this")
    async with make_chat(replies={"lol": noise, "gg": noise}) as chat:
        for text in ("lol", "gg", "who leads"):
            await chat.hear(text)
        await chat.clock.pass_by()
        assert chat.answers == ["A: who leads"]
        assert chat.responder.tally.silent == {"no_answer": 2}
        assert chat.entries[0].reason == "no_answer: no tool answers this"


@pytest.mark.parametrize("noise", ["", "   ", "🔥🔥🔥", "?!?", "...", "___", "\x00\x07"])
async def test_what_has_no_word_is_not_even_asked(make_chat: Callable[..., Any], noise: str) -> None:
    async with make_chat() as chat:
        await chat.hear(noise)
        await chat.clock.pass_by(10)
        assert chat.asked == []
        assert chat.responder.tally.ignored == {"no_words": 1}


async def test_an_answer_like_one_of_the_last_five_is_not_repeated(
    make_chat: Callable[..., Any], make_result: Callable[..., Answer]
) -> None:
    same = {f"q {n}": make_result("", "P3.") for n in range(3)}
    async with make_chat(replies=same) as chat:
        await chat.hear("q 0")
        await chat.clock.pass_by(5)
        await chat.hear("q 1")
        await chat.clock.pass_by(5)
        assert chat.answers == ["P3."]
        assert chat.responder.tally.silent == {"duplicate": 1}
        for n in range(5):
            await chat.hear(f"other {n}")
            await chat.clock.pass_by(5)
        await chat.hear("q 2")
        await chat.clock.pass_by(5)
        assert chat.answers[-1] == "P3."
        assert len(chat.answers) == 7


async def test_like_questions_share_an_answer(make_chat: Callable[..., Any]) -> None:
    async with make_chat() as chat:
        await chat.hear("first question")
        await chat.clock.pass_by(0.5)
        ids = [await chat.hear(text, name) for text, name in (
            ("Who's leading?", "ann"), ("who is leading", "bob"), ("hey whos leading please!!", "cy"),
            ("who is leading the class", "dee"),
        )]  # fmt: skip
        await chat.clock.pass_by(10)
        assert [fate for asked, fate in chat.fates.items() if asked in ids] == [
            "answered", "batched", "batched", "answered",
        ]  # fmt: skip
        assert [question for question, _ in chat.asked] == [
            "first question", "Who's leading?", "who is leading the class",
        ]  # fmt: skip
        assert chat.responder.tally.batched == 2


async def test_who_asks_the_same_while_it_is_answered_is_served_too(make_chat: Callable[..., Any]) -> None:
    async with make_chat(replies={"who leads": 4.0}) as chat:
        await chat.hear("who leads", "ann")
        await chat.clock.pass_by(2)
        late = await chat.hear("Who leads?", "bob")
        await chat.clock.pass_by(20)
        assert (len(chat.said), chat.fates[late]) == (1, "batched")


async def test_a_follow_up_is_shared_with_nobody_else(make_chat: Callable[..., Any]) -> None:
    async with make_chat() as chat:
        await chat.hear("first question")
        for name in ("ann", "bob"):
            await chat.hear("and behind him?", name)
        await chat.clock.pass_by(20)
        assert [who for question, who in chat.asked if question == "and behind him?"] == ["ann", "bob"]


async def test_everybody_who_was_served_is_remembered(make_chat: Callable[..., Any]) -> None:
    async with make_chat(replies={"slow": 4.0}) as chat:
        await chat.hear("slow", "ann")
        for name in ("bob", "cy"):
            await chat.hear("who leads", name)
        await chat.clock.pass_by(20)
        assert chat.remembered == [("ann", "slow"), ("bob", "who leads"), ("cy", "who leads")]


async def test_a_full_queue_drops_the_oldest_of_who_has_most(make_chat: Callable[..., Any]) -> None:
    async with make_chat(queue_max=4, replies={"slow": 20.0}) as chat:
        await chat.hear("slow", "zoe")
        kept = await chat.hear("from bob", "bob")
        flood = [await chat.hear(f"flood {n}", "ann") for n in range(10)]
        await chat.clock.pass_by(100)
        assert chat.fates[kept] == "answered"
        assert [chat.fates[asked] for asked in flood] == ["dropped"] * 8 + ["answered"] * 2
        assert chat.responder.tally.dropped == 8


async def test_what_has_waited_too_long_is_not_answered(make_chat: Callable[..., Any]) -> None:
    async with make_chat(max_age_s=10.0) as chat:
        for n in range(6):
            await chat.hear(f"question {n}")
        await chat.clock.pass_by(60)
        assert len(chat.said) == 4
        assert chat.responder.tally.silent == {"too_old": 2}


async def test_an_answer_that_takes_too_long_is_silence_and_the_next_is_answered(
    make_chat: Callable[..., Any],
) -> None:
    async with make_chat(answer_timeout_s=5.0, replies={"slow": 1000.0}) as chat:
        await chat.hear("slow")
        await chat.hear("quick")
        await chat.clock.pass_by(5)
        assert chat.answers == ["A: quick"]
        assert chat.responder.tally.silent == {"timeout": 1}


async def test_a_question_that_breaks_something_is_silence_with_no_trace(
    make_chat: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    async with make_chat(replies={"boom": RuntimeError("secret")}) as chat:
        await chat.hear("boom")
        await chat.hear("quick")
        await chat.clock.pass_by(5)
        assert chat.answers == ["A: quick"]
        assert chat.responder.tally.silent == {"failed": 1}
        assert "secret" not in chat.entries[0].reason


async def test_publishing_is_tried_three_times(make_chat: Callable[..., Any]) -> None:
    async with make_chat() as chat:
        began = chat.clock.now()
        chat.failures = [NotPublished("down"), NotPublished("down")]
        await chat.hear("who leads")
        await chat.clock.pass_by(10)
        assert [at - began for at, _ in chat.said] == [3.0]

        chat.failures = [NotPublished("down")] * 3
        await chat.hear("who is last")
        await chat.clock.pass_by(10)
        assert len(chat.said) == 1
        assert chat.responder.tally.silent == {"unpublished": 1}
        assert not chat.entries[-1].published

        await chat.hear("who is last now")
        await chat.clock.pass_by(10)
        assert len(chat.said) == 2


async def test_what_may_have_arrived_is_not_sent_again(make_chat: Callable[..., Any]) -> None:
    async with make_chat() as chat:
        chat.failures = [TimeoutError()]
        await chat.hear("who leads")
        await chat.clock.pass_by(10)
        assert chat.said == []
        assert chat.responder.tally.silent == {"unconfirmed": 1}


async def test_only_what_begins_with_the_prefix_is_a_question(make_chat: Callable[..., Any]) -> None:
    async with make_chat(trigger_prefix="!ask") as chat:
        for text in (
            "who leads",
            "!asking for a friend",
            "please !ask who",
            "!ASK who leads",
            "!ask: who is last",
            "!ask",
        ):
            await chat.hear(text)
        await chat.clock.pass_by(20)
        assert [question for question, _ in chat.asked] == ["who leads", "who is last"]
        assert chat.responder.tally.ignored == {"no_prefix": 3, "no_words": 1}


async def test_with_off_what_is_said_to_nobody_must_ask_something(make_chat: Callable[..., Any]) -> None:
    async with make_chat(trigger_prefix="off", asks=lambda text: "?" in text) as chat:
        for text in ("what a race", "who leads?", "@Sim RaceCenter the leader", "director, the gap"):
            await chat.hear(text)
        await chat.clock.pass_by(20)
        assert [question for question, _ in chat.asked] == ["who leads?", "the leader", "the gap"]
        assert chat.responder.tally.ignored == {"chatter": 1}
        assert [(entry.question, entry.reason) for entry in chat.entries if entry.fate == "ignored"] == [
            ("what a race", "chatter")
        ]


async def test_stopped_it_is_silent_on_what_waits(make_chat: Callable[..., Any]) -> None:
    async with make_chat(replies={"slow": 20.0}) as chat:
        for text in ("slow", "who leads", "who is last"):
            await chat.hear(text)
        await chat.clock.pass_by(1)
        await chat.stop()
        assert chat.said == []
        assert chat.responder.tally.silent == {"stopped": 3}
        assert chat.responder.tally.waiting == 0


async def test_stopped_while_it_publishes_it_waits_to_know_what_became_of_it(make_chat: Callable[..., Any]) -> None:
    async with make_chat() as chat:
        chat.publishing_takes_s = 2.0
        first, second = await chat.hear("who leads"), await chat.hear("who is last")
        await chat.clock.pass_by(1)
        await chat.stop()
        assert len(chat.said) == 1
        assert chat.fates == {first: "answered", second: "silent"}


async def test_flaws_are_counted_and_told_once_a_minute(
    make_chat: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "director.chat")
    async with make_chat() as chat:
        for _ in range(50):
            await chat.hear_frame(b"\xff")
            await chat.hear_frame(b"[]")
        told = [record.getMessage() for record in caplog.records]
        assert len(told) == 2
        await chat.clock.pass_by(61)
        await chat.hear_frame(b"[]")
        assert "not_an_object (51 so far)" in caplog.records[-1].getMessage()
        assert chat.responder.tally.malformed == {"not_json": 50, "not_an_object": 51}
        assert chat.responder.tally.received == 0


async def test_counters_are_told_every_so_many_messages(
    make_chat: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "director.chat")
    async with make_chat(stats_every=3) as chat:
        for n in range(7):
            await chat.hear(f"q {n}")
    lines = [record.getMessage() for record in caplog.records if "received" in record.getMessage()]
    assert [line.split(",")[0] for line in lines] == ["received 3", "received 6"]


NAMES = st.sampled_from(["ann", "bob", "Sim RaceCenter"])
TEXTS = st.sampled_from(
    ["who leads", "Who leads?", "who is last", "and him?", "lol", "slow", "boom", "hang", "same 1", "same 2", "🔥", "",
     "A: who leads", "x" * 3000]
)  # fmt: skip
EVENTS = st.one_of(
    st.tuples(st.just("hear"), TEXTS, NAMES, st.integers(0, 60)),
    st.tuples(st.just("flood"), NAMES, st.integers(1, 9)),
    st.tuples(st.just("wait"), st.sampled_from([0.0, 0.4, 3.0, 11.0])),
    st.tuples(st.just("fail"), st.sampled_from([NotPublished("down"), TimeoutError()])),
    st.tuples(st.just("frame"), st.binary(max_size=20)),
)


@example(events=[("fail", NotPublished("down")), ("flood", "ann", 2)], queue_max=1, interval_s=0.0, stopped=False)
@examples(50)
@given(
    events=st.lists(EVENTS, max_size=60),
    queue_max=st.integers(1, 6),
    interval_s=st.sampled_from([0.0, 3.0]),
    stopped=st.booleans(),
)
def test_every_message_is_accounted_for_and_none_is_answered_twice(
    make_chat: Any, make_result: Any,
    events: list[Any], queue_max: int, interval_s: float, stopped: bool,
) -> None:  # fmt: skip
    async def run() -> None:
        replies = {
            "lol": make_result("", "", "silent", "noise"),
            "boom": RuntimeError("boom"),
            "slow": 4.0,
            "hang": 1e6,
            "same 1": make_result("", "the same"),
            "same 2": make_result("", "the same"),
        }
        heard: dict[str, str] = {}
        async with make_chat(
            replies=replies, queue_max=queue_max, interval_s=interval_s, max_age_s=30.0, answer_timeout_s=9.0
        ) as chat:
            tally = chat.responder.tally
            for event in events:
                match event:
                    case ("hear", text, name, number):
                        await chat.hear(text, name, f"id{number}")
                        heard.setdefault(f"id{number}", name)
                    case ("flood", name, many):
                        for _ in range(many):
                            heard[await chat.hear(f"question {len(heard)}", name)] = name
                    case ("wait", seconds):
                        await chat.clock.pass_by(seconds)
                    case ("fail", error):
                        chat.failures.append(error)
                    case ("frame", frame):
                        await chat.hear_frame(frame)
                # An answer that is ready and waits to be published has left the queue.
                ready = sum(len(piece.askers) for piece in chat.responder._answering._pieces.values())
                assert 0 <= tally.waiting <= queue_max + ready
            await (chat.stop() if stopped else chat.finish())

        assert tally.waiting == 0
        assert tally.received == sum({"hear": 1, "flood": event[-1]}.get(event[0], 0) for event in events)
        assert tally.malformed.total() == sum(event[0] == "frame" for event in events)
        assert tally.received == (
            tally.answered + tally.batched + tally.silent.total() + tally.ignored.total() + tally.dropped
        )
        said = [answer.input_id for _, answer in chat.said]
        assert len(said) == len(set(said)) == tally.answered
        assert all(heard[message_id] != "Sim RaceCenter" for message_id in said)
        times = [at for at, _ in chat.said]
        assert all(after - before >= interval_s for before, after in pairwise(times))
        for n, answer in enumerate(chat.answers):
            assert answer not in chat.answers[max(n - 5, 0) : n]
        kept = [entry.input_id for entry in chat.entries]
        assert len(kept) == len(set(kept))
        assert len(kept) == tally.received - sum(tally.ignored[why] for why in ("repeated", "no_prefix", "no_words"))
        assert {entry.input_id for entry in chat.entries if entry.fate == "answered"} == set(said)

    asyncio.run(run())


async def test_what_was_said_too_long_before_it_came_is_not_answered(make_chat: Callable[..., Any]) -> None:
    async with make_chat(catch_up_s=60.0) as chat:
        for number, age_s in enumerate((59.0, 61.0)):
            data = {"id": f"m{number}", "username": "ann", "message": f"question {number}", "timestamp": 1_700_000_000}
            frame = orjson.dumps({"type": "youtube_chat_message", "data": data})
            chat.responder.receive(Delivery(frame, age_s=age_s))
        await chat.clock.pass_by(30)
        assert chat.fates == {"m0": "answered", "m1": "silent"}
        assert chat.responder.tally.silent == {"too_old": 1}
