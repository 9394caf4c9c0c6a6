"""Answers that wait until somebody approves them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from director.answer import Answer
from director.chat.answers_table import AnswersLogError
from director.chat.held_answers import HeldAnswers, approve
from director.chat.message import ChatAnswer
from tests.command import director

HELD = ChatAnswer("m1", "ann", "who leads?", "VER leads.", 1_700_000_000.0)


def test_an_answer_is_given_once_and_only_when_it_is_approved(
    tmp_path: Path, make_result: Callable[..., Answer]
) -> None:
    path = tmp_path / "answers.sqlite3"
    held = HeldAnswers(path, "nats")
    held.hold(HELD, make_result("who leads?", "VER leads."))
    assert held.take_approved() == []
    assert approve(path, "another") is None
    assert approve(path, "m1") == "VER leads."
    assert approve(path, "m1") is None
    assert HeldAnswers(path, "lines").take_approved() == []
    assert held.take_approved() == [HELD]
    assert held.take_approved() == []


def test_what_cannot_be_approved_is_told(tmp_path: Path) -> None:
    with pytest.raises(AnswersLogError, match="nothing has been asked in a chat"):
        approve(tmp_path / "none.sqlite3", "m1")
    path = tmp_path / "answers.sqlite3"
    HeldAnswers(path, "nats")
    done = director("answers", "approve", "m1", DIRECTOR_ANSWERS_PATH=str(path))
    assert (done.returncode, done.stderr) == (1, "director: no answer waits for the message m1\n")
    assert director("answers", "approve", DIRECTOR_ANSWERS_PATH=str(path)).returncode == 2


async def test_a_held_answer_is_not_published_and_its_askers_are_held(make_chat: Callable[..., Any]) -> None:
    kept: list[ChatAnswer] = []

    async def hold(answer: ChatAnswer, result: Answer) -> None:
        kept.append(answer)

    async with make_chat(hold=hold) as chat:
        await chat.hear("who leads", "ann", "m1")
        await chat.clock.pass_by(10)
        assert (chat.said, [answer.answer for answer in kept]) == ([], ["A: who leads"])
        assert chat.fates == {"m1": "held"}
        assert (chat.responder.tally.held, chat.responder.tally.waiting) == (1, 0)
        await chat.responder.say(kept[0])
        assert chat.answers == ["A: who leads"]
