"""What is set reaches the code that keeps it: every value here is another than the default."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from director.chat.answers_log import AnswersLog, Limits
from director.chat.answers_table import AnswersLogError
from director.chat.responder_options import ResponderOptions
from director.cli.chat.responding import _names, _rules
from director.cli.serve import TRANSPORTS
from director.race.loading import open_beside
from director.settings import Settings
from tests.command import director
from tests.rows import each_row
from toolgate.serving.connections import ConnectionLimits
from toolgate.serving.http import Http
from toolgate.serving.stdio import Stdio


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows the answers log was told to keep; it is not opened."""
    told: list[int] = []

    def refuse(self: AnswersLog, path: Path, answers: Limits, decisions: Limits) -> None:
        told.append(answers.rows)
        told.append(decisions.rows)
        raise AnswersLogError("not now")

    monkeypatch.setattr(AnswersLog, "__init__", refuse)
    return told


@pytest.mark.parametrize(("command", "status"), [(("respond",), 2), (("chat", "--source", "sim:laps=1,cars=2"), 0)])
def test_how_many_answers_are_kept(
    command: tuple[str, ...], status: int, kept: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = os.pipe()
    os.close(theirs)
    with os.fdopen(ours) as nobody:
        monkeypatch.setattr(sys, "stdin", nobody)
        assert director(*command, DIRECTOR_ANSWERS_KEEP="123", DIRECTOR_DECISIONS_KEEP="456").returncode == status
    assert kept == [123, 456]


def test_what_the_chat_may_take() -> None:
    settings = replace(
        Settings(),
        chat_interval_s=1.5,
        chat_queue_maxsize=7,
        chat_max_age_s=8.5,
        chat_worker_answer_timeout=2.5,
    )
    assert _rules(settings) == structs.replace(
        ResponderOptions(trigger_prefix=settings.chat_trigger_prefix),
        interval_s=1.5,
        queue_max=7,
        max_age_s=8.5,
        answer_timeout_s=2.5,
    )


@each_row(
    "asked, seconds",
    [
        ({}, 300.0),
        ({"catchup_max_age_s": 42.0}, 42.0),
        ({"catchup_max_age_s": 42.0, "enable_jetstream_catchup": False}, 0.0),
    ],
)
def test_what_was_said_before_is_caught_up_with_to_an_age_or_not_at_all(asked: dict[str, Any], seconds: float) -> None:
    settings = replace(Settings(), **asked)
    assert _rules(settings).catch_up_s == seconds
    assert _names(settings).catch_up_s == seconds


def test_the_line_to_nats_is_as_it_is_set() -> None:
    nats = replace(Settings(), nats_username="fan", nats_failfast_auth=False, nats_max_auth_violations=7).nats
    assert (nats.username, nats.failfast_auth, nats.auth_violations) == ("fan", False, 7)


def test_what_connections_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = replace(
        Settings(),
        http_connections=7,
        http_connections_per_address=3,
        http_head_timeout_s=1.5,
        http_body_timeout_s=2.5,
        http_idle_timeout_s=9,
        drain_s=4.5,
    )
    made: list[Http] = []

    def served(http: Http, *parts: Any, **how: Any) -> Http:
        made.append(http)
        parts[4].close()  # the socket
        return http

    monkeypatch.setattr(Http, "served", served)
    race = open_beside(settings, "sim:laps=1,cars=2")
    TRANSPORTS["http"](race, 0)
    race.close()
    assert made[0].limits == ConnectionLimits(in_all=7, per_address=3, head_s=1.5, body_s=2.5, idle_s=9)
    assert made[0].drain_s == 4.5


def test_how_long_calls_over_stdio_may_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    monkeypatch.setattr(Stdio, "__init__", lambda self, *parts: told.append(parts[-1]))
    race = open_beside(replace(Settings(), drain_s=4.5), "sim:laps=1,cars=2")
    TRANSPORTS["stdio"](race, None)
    race.close()
    assert told == [4.5]
