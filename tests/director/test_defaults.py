"""A default is one value: what a setting has is what the code has that is called without settings."""

from __future__ import annotations

from inspect import signature

from director.chat.responder_options import ResponderOptions
from director.models.options import ModelOptions
from director.pipeline import QuestionLimits
from director.race.askable import limits
from director.race.assembly import source_options
from director.settings import Settings
from pitwall.sources import FetchLimits
from tests.rows import each_row
from toolgate.audit.journal import AuditLog
from toolgate.gate import Gate
from toolgate.serving.connections import ConnectionLimits
from toolgate.serving.http import Http
from toolgate.serving.stdio import Stdio

SETTINGS = Settings()


def test_a_question_costs_what_the_settings_say() -> None:
    assert limits(SETTINGS) == QuestionLimits()


def test_models_and_sources_are_given_their_own_defaults() -> None:
    models = SETTINGS.models
    assert models.circuit == ModelOptions({}).circuit
    for provider in models.providers.values():
        assert provider.limits == type(provider.limits)()
    assert source_options(SETTINGS).limits == FetchLimits()


@each_row(
    ("setting", "default"),
    [
        ("http_connections", ConnectionLimits().in_all),
        ("http_connections_per_address", ConnectionLimits().per_address),
        ("http_head_timeout_s", ConnectionLimits().head_s),
        ("http_body_timeout_s", ConnectionLimits().body_s),
        ("http_idle_timeout_s", ConnectionLimits().idle_s),
        ("http_host", Http().host),
        ("http_port", Http().port),
        ("drain_s", Http().drain_s),
        ("drain_s", signature(Stdio).parameters["drain_s"].default),
        ("audit_interval_ms", signature(AuditLog).parameters["interval_ms"].default),
        ("audit_rotate_bytes", signature(AuditLog).parameters["rotate_bytes"].default),
        ("output_budget_bytes", signature(Gate.runner).parameters["output_budget_bytes"].default),
        ("chat_interval_s", ResponderOptions().interval_s),
        ("chat_queue_maxsize", ResponderOptions().queue_max),
        ("chat_max_age_s", ResponderOptions().max_age_s),
        ("chat_worker_answer_timeout", ResponderOptions().answer_timeout_s),
        ("chat_stats_every", ResponderOptions().stats_every),
        ("responder_ignore_usernames", ResponderOptions().own_names),
    ],
)
def test_a_setting_has_the_default_of_the_code(setting: str, default: object) -> None:
    assert getattr(SETTINGS, setting) == default
