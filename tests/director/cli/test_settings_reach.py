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
from director.cli.chat import responding
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


def test_how_a_chat_is_spoken_in() -> None:
    settings = replace(
        Settings(),
        responder_ignore_usernames=("Ours",),
        chat_stats_every=3,
        chat_batch_from=4,
        chat_digest_s=60.0,
        chat_alert_from=5,
        chat_alert_within_s=90.0,
        greeting="Ask one of {tools} tools.",
    )
    rules = _rules(settings)
    assert (rules.own_names, rules.stats_every, rules.batch_from, rules.digest_s) == (("Ours",), 3, 4, 60.0)
    assert (rules.alert_from, rules.alert_within_s, rules.greeting) == (5, 90.0, "Ask one of {tools} tools.")


def test_where_a_chat_is_heard_and_answered() -> None:
    names = _names(
        replace(
            Settings(),
            chat_input_subject="in",
            chat_response_subject="out",
            chat_stream="STREAM",
            chat_durable="durable",
            chat_replicas=3,
            chat_ack_wait_s=4.0,
            chat_pull_batch=7,
            chat_pull_interval=0.25,
        )
    )
    assert (names.messages, names.answers, names.stream) == ("in", "out", "STREAM")
    assert (names.durable, names.bucket, names.replicas) == ("durable", "durable", 3)
    assert (names.ack_wait_s, names.pull_batch, names.pull_wait_s) == (4.0, 7, 0.25)


@pytest.mark.parametrize("keeps", [True, False])
def test_a_chat_is_kept_where_that_is_set(keeps: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[str] = []
    monkeypatch.setattr(responding, "ChatKeeper", lambda store, channel: opened.append(channel))
    settings = replace(Settings(), enable_chat_persist=keeps, answers_path=tmp_path / "answers.sqlite3")
    responding.ChatService(settings, "nats://localhost:1").close()
    assert opened == ["nats"] * keeps


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
