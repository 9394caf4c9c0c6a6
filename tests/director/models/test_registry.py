"""Providers by name, what `auto` stands for, settings, and what is imported."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from director.models import MODELS, chosen, is_model, make_model
from director.models.base import Model
from director.settings import Settings, SettingsError, load_settings

KEY = "sk-secret-0123456789"


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", MODELS)
def test_every_provider_can_be_made_and_has_settings(name: str) -> None:
    model: Model = make_model(name, Settings().models)
    assert model.name == name
    assert is_model(name)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ((), "offline"),
        (("ANTHROPIC_API_KEY",), "claude"),
        (("GEMINI_API_KEY",), "gemini"),
        (("GEMINI_API_KEY", "ANTHROPIC_API_KEY"), "claude"),
    ],
)
def test_auto_takes_the_provider_whose_key_is_set(
    monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...], expected: str
) -> None:
    for name in keys:
        monkeypatch.setenv(name, KEY)
    models = load_settings().models
    assert chosen("auto", models) == expected
    assert [chosen(name, models) for name in ("offline", "gemini", "replay:x")] == ["offline", "gemini", "replay:x"]


def test_a_key_that_is_blank_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "  ")
    assert chosen("auto", load_settings().models) == "offline"


@pytest.mark.parametrize("name", ["ANTHROPIC_API_KEY", "GEMINI_API_KEY"])
def test_a_key_is_shown_nowhere(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, f" {KEY} ")
    settings = load_settings()
    assert KEY in (settings.models.providers["claude"].key, settings.models.providers["gemini"].key)
    assert KEY not in f"{settings!r} {settings} {settings.models!r} {asdict(settings)}"
    monkeypatch.setenv(name, f"{KEY}\n{KEY}")
    with pytest.raises(SettingsError, match=f"setting {name}: .*one word of ASCII") as error:
        load_settings()
    assert KEY not in str(error.value)


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("DIRECTOR_PLANNER", "replay:", "replay:FILE"),
        ("DIRECTOR_FALLBACK", "maybe", "'offline'"),
        ("DIRECTOR_CLAUDE_EFFORT", "hard", "'low'"),
        ("DIRECTOR_GEMINI_THINKING", "xhigh", "'high'"),
        ("DIRECTOR_GEMINI_API_VERSION", "../x", "pattern"),
        ("DIRECTOR_CIRCUIT_FAILURES", "0", "greater than or equal to 1"),
        ("ANTHROPIC_BASE_URL", "ftp://x", "http"),
        ("ANTHROPIC_BASE_URL", "http://", "http"),
        ("ANTHROPIC_BASE_URL", "http://example.com", "https"),
        ("GOOGLE_GEMINI_BASE_URL", "http://10.0.0.1:80/x", "https"),
        ("GOOGLE_GEMINI_BASE_URL", "http://localhost.example.com", "https"),
        ("GOOGLE_GEMINI_BASE_URL", "http://[", "http"),
    ],
)
def test_a_wrong_value_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str, allowed: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as error:
        load_settings()
    assert name in str(error.value)
    assert allowed in str(error.value)


def test_settings_reach_the_models(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {
        "DIRECTOR_PLANNER": "Replay:Some/File.JSONL",
        "DIRECTOR_FALLBACK": "Offline",
        "DIRECTOR_CLAUDE_MODEL_PLAN": "claude-a",
        "DIRECTOR_CLAUDE_MODEL_ANSWER": "claude-b",
        "DIRECTOR_CLAUDE_EFFORT": "",
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:1/claude",
        "DIRECTOR_GEMINI_MODEL_PLAN": "gemini-a",
        "DIRECTOR_GEMINI_MODEL_ANSWER": "gemini-b",
        "DIRECTOR_GEMINI_THINKING": "MINIMAL",
        "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:1/gemini",
        "DIRECTOR_GEMINI_API_VERSION": "v1beta",
        "DIRECTOR_PLAN_MAX_TOKENS": "111",
        "DIRECTOR_ANSWER_MAX_TOKENS": "222",
        "DIRECTOR_PLAN_TEMPERATURE": "0.1",
        "DIRECTOR_ANSWER_TEMPERATURE": "0.9",
        "DIRECTOR_MODEL_ATTEMPTS": "5",
        "DIRECTOR_MODEL_ATTEMPT_TIMEOUT_S": "6",
        "DIRECTOR_MODEL_CONNECT_TIMEOUT_S": "7",
        "DIRECTOR_MODEL_RETRY_AFTER_MAX_S": "8",
        "DIRECTOR_CIRCUIT_FAILURES": "9",
        "DIRECTOR_CIRCUIT_OPEN_S": "10",
        "DIRECTOR_RECORD": "exchanges.jsonl",
    }
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    settings = load_settings()
    assert (settings.planner, settings.fallback) == ("replay:Some/File.JSONL", "offline")
    models = settings.models
    claude, gemini = models.providers["claude"], models.providers["gemini"]
    assert (claude.plan.model, claude.answer.model, claude.effort) == ("claude-a", "claude-b", "")
    assert (gemini.plan.model, gemini.answer.model, gemini.effort) == ("gemini-a", "gemini-b", "minimal")
    assert (claude.base_url, gemini.base_url) == ("http://127.0.0.1:1/claude", "http://127.0.0.1:1/gemini")
    assert gemini.api_version == "v1beta"
    for provider in (claude, gemini):
        assert (provider.plan.max_tokens, provider.answer.max_tokens) == (111, 222)
        assert (provider.plan.temperature, provider.answer.temperature) == (0.1, 0.9)
        limits = provider.limits
        assert (limits.attempts, limits.attempt_timeout_s) == (5, 6.0)
        assert (limits.connect_timeout_s, limits.retry_after_max_s) == (7.0, 8.0)
    assert (models.circuit.failures, models.circuit.open_s) == (9, 10.0)
    assert models.record == Path("exchanges.jsonl")


def test_no_sdk_is_imported_before_a_model_is_made() -> None:
    code = """
import sys
from director.models import MODELS, make_model
from director.settings import load_settings
def heavy(): return [n for n in ("anthropic", "google.genai", "httpx2", "tenacity") if n in sys.modules]
options = load_settings().models
print(heavy())
make_model("gemini", options)
print("anthropic" in heavy(), "google.genai" in heavy())
"""
    done = subprocess.run(
        [sys.executable, "-W", "error::ResourceWarning", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["[]", "False True"]
