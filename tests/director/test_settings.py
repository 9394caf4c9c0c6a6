"""Settings: one place, one prefix, and a wrong value is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import SecretStr

from director.settings import Settings, SettingsError, environment_name, load_settings

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_defaults_need_nothing() -> None:
    settings = load_settings()
    assert (settings.source, settings.planner, settings.max_steps, settings.answer_max_chars) == (
        "sim:",
        "auto",
        5,
        200,
    )


def test_the_environment_beats_the_file_and_the_file_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.env").write_text("DIRECTOR_MAX_STEPS=3\nDIRECTOR_SOURCE=sim:seed=2\n")
    monkeypatch.setenv("DIRECTOR_MAX_STEPS", "4")
    assert (load_settings().max_steps, load_settings().source) == (4, "sim:seed=2")


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("DIRECTOR_MAX_STEPS", "99", "less than or equal to 20"),
        ("DIRECTOR_MAX_STEPS", "many", "integer"),
        ("DIRECTOR_PLANNER", "crystal-ball", "'auto'"),
        ("DIRECTOR_LOG_LEVEL", "loud", "'debug'"),
        ("DIRECTOR_STEP_TIMEOUT_S", "-1", "greater than 0"),
        ("DIRECTOR_SOURCE", "", "at least 1 character"),
        ("DIRECTOR_POLICY_MODE", "lax", "'guarded'"),
        ("DIRECTOR_AUDIT_DURABILITY", "never", "'record'"),
        ("DIRECTOR_HTTP_TOKENS", "secret", "JSON"),
        ("DIRECTOR_HTTP_TOKENS", '{"a": "short"}', "at least 16"),
        ("DIRECTOR_HTTP_TOKENS", '{"a": "0123456789abcdef", "b": "0123456789abcdef"}', "of its own"),
        ("DIRECTOR_HTTP_TOKENS", '{"a b": "0123456789abcdef"}', "names"),
        ("DIRECTOR_HTTP_TOKENS", '{"a": "0123456789abcdef "}', "a word"),
        ("GATEWAY_DEFAULT_AGENT", "a b", "pattern"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, allowed: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as error:
        load_settings()
    assert name in str(error.value)
    assert allowed in str(error.value)
    assert "\n" not in str(error.value)


def test_words_are_taken_in_any_case_and_lists_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIRECTOR_LOG_LEVEL", "INFO")
    monkeypatch.setenv("DIRECTOR_TOOLS_ALLOW", "get_gap, get_driver,")
    assert load_settings().log_level == "info"
    assert load_settings().tools_allow == ("get_gap", "get_driver")
    monkeypatch.setenv("DIRECTOR_LOG_LEVEL", "")
    assert load_settings().log_level is None


def test_the_example_lists_every_setting_with_its_default() -> None:
    listed = {}
    for line in (ROOT / "settings.example.env").read_text().splitlines():
        if setting := re.fullmatch(r"#([A-Z_]+)=(.*)", line):
            listed[setting[1]] = setting[2]
    expected = {}
    for field, info in Settings.model_fields.items():
        default = info.default
        default = default.get_secret_value() if isinstance(default, SecretStr) else default
        text = ",".join(default) if isinstance(default, tuple) else "" if default is None else str(default)
        expected[environment_name(field)] = text
    assert listed == expected


def test_no_other_module_reads_the_environment() -> None:
    readers = [
        path.relative_to(ROOT).as_posix()
        for folder in ("director", "mcp")
        for path in (ROOT / folder).rglob("*.py")
        if any(words in path.read_text() for words in ("os.environ[", "os.environ.get", "getenv("))
    ]
    assert readers == []


@pytest.mark.parametrize(
    ("value", "patterns"),
    [
        ("", ()),
        ("^add_", ("^add_",)),
        ("^a{1,3}$", ("^a{1,3}$",)),
        ("[ab]_x", ("[ab]_x",)),
        ('["^add_", "announce"]', ("^add_", "announce")),
        ("[1]", ("[1]",)),
    ],
)
def test_patterns_are_one_or_a_json_list(
    monkeypatch: pytest.MonkeyPatch, value: str, patterns: tuple[str, ...]
) -> None:
    monkeypatch.setenv("DIRECTOR_POLICY_DENY", value)
    assert load_settings().policy_deny == patterns


def test_names_that_other_documents_fix_have_no_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATEWAY_RULES", "rules.json")
    monkeypatch.setenv("GATEWAY_DEFAULT_AGENT", "researcher")
    settings = load_settings()
    assert (settings.gateway_rules, settings.agent) == (Path("rules.json"), "researcher")
    monkeypatch.setenv("GATEWAY_DEFAULT_AGENT", "x" * 101)
    with pytest.raises(SettingsError, match="GATEWAY_DEFAULT_AGENT"):
        load_settings()
