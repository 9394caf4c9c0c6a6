"""Answers that wait until somebody approves them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from director.answer import Answer
from director.chat.answers_table import AnswersLogError
from director.chat.held_answers import HeldAnswers, approve, waiting_in
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
    assert approve(path, "another", "nats") is None
    assert approve(path, "m1", "nats") == "VER leads."
    assert approve(path, "m1", "nats") is None
    assert HeldAnswers(path, "lines").take_approved() == []
    assert held.take_approved() == [HELD]
    assert held.take_approved() == []


def test_channels_that_number_alike_hold_their_answers_apart(
    tmp_path: Path, make_result: Callable[..., Answer]
) -> None:
    path = tmp_path / "answers.sqlite3"
    nats, lines = HeldAnswers(path, "nats"), HeldAnswers(path, "lines")
    nats.hold(HELD, make_result("who leads?", "VER leads."))
    lines.hold(replace(HELD, answer="HAM leads."), make_result("who leads?", "HAM leads."))
    unclear = director("answers", "approve", "m1", DIRECTOR_ANSWERS_PATH=str(path))
    assert unclear.returncode == 2
    assert unclear.stderr == "director: such an answer waits in lines and in nats: name one with --channel\n"
    told = director("answers", "approve", "m1", "--channel", "nats", DIRECTOR_ANSWERS_PATH=str(path))
    assert told.stdout == "approved: VER leads.\n"
    assert (lines.take_approved(), nats.take_approved()) == ([], [HELD])
    nats.became("m1", "approved")
    assert (lines.take_approved(), nats.take_approved()) == ([], [HELD])
    assert approve(path, "m1", "lines") == "HAM leads."


def test_a_table_of_before_keeps_what_waits(tmp_path: Path, make_result: Callable[..., Answer]) -> None:
    path = tmp_path / "answers.sqlite3"
    HeldAnswers(path, "nats").hold(HELD, make_result("who leads?", "VER leads."))
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT * FROM held_answers").fetchall()
        connection.executescript(
            "DROP TABLE held_answers;"
            "CREATE TABLE held_answers (input_id TEXT PRIMARY KEY, channel TEXT NOT NULL, answer TEXT NOT NULL,"
            " request_id TEXT NOT NULL, state TEXT NOT NULL)"
        )
        with connection:
            connection.executemany("INSERT INTO held_answers VALUES (?, ?, ?, ?, ?)", rows)
    lines = HeldAnswers(path, "lines")
    lines.hold(replace(HELD, answer="HAM leads."), make_result("who leads?", "HAM leads."))
    assert approve(path, "m1", "nats") == "VER leads."
    assert HeldAnswers(path, "nats").take_approved() == [HELD]


def test_what_cannot_be_approved_is_told(tmp_path: Path) -> None:
    with pytest.raises(AnswersLogError, match="nothing has been asked in a chat"):
        waiting_in(tmp_path / "none.sqlite3", "m1")
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
