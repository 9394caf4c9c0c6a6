"""Settings: one place, one prefix, and a wrong value is named."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from director.settings import Secret, SettingsError, environment_name, load_settings
from director.settings.fields import FIELDS, NAMES
from director.settings.load import user_settings_path
from director.settings.quick_values import HINTS, Doubt, choices, plain_value
from director.settings.table import read_table

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


@pytest.fixture
def own_file() -> Path:
    """The settings file in the user's own configuration folder, which is made."""
    path = user_settings_path()
    path.parent.mkdir(parents=True)
    return path


def test_the_defaults_need_nothing() -> None:
    settings = load_settings()
    assert (settings.source, settings.planner, settings.max_steps, settings.answer_max_chars) == (
        "sim:",
        "auto",
        5,
        200,
    )


def test_the_environment_beats_the_file_and_the_file_the_default(
    own_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_file.write_text("DIRECTOR_MAX_STEPS=3\nexport DIRECTOR_SOURCE='sim:seed=2'  # a race\n")
    monkeypatch.setenv("DIRECTOR_MAX_STEPS", "4")
    assert (load_settings().max_steps, load_settings().source) == (4, "sim:seed=2")


def test_a_file_that_is_named_is_read_instead_of_the_own_one(own_file: Path, tmp_path: Path) -> None:
    own_file.write_text("DIRECTOR_MAX_STEPS=3\n")
    named = tmp_path / "named.env"
    named.write_text("DIRECTOR_DEADLINE_S=9\n")
    settings = load_settings(named)
    assert (settings.max_steps, settings.deadline_s) == (5, 9.0)


def test_what_lies_in_the_working_folder_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings.env").write_text("DIRECTOR_MAX_STEPS=3\nANTHROPIC_BASE_URL=http://thief.example\n")
    assert load_settings().max_steps == 5
    assert capsys.readouterr().err == (
        "director: settings.env in the working folder is not read: name it with --settings settings.env\n"
    )
    with pytest.raises(SettingsError, match="ANTHROPIC_BASE_URL: must be an https URL"):
        load_settings(Path("settings.env"))
    assert capsys.readouterr().err == ""


def test_the_own_folder_may_be_the_working_folder(
    own_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own_file.write_text("DIRECTOR_MAX_STEPS=3\n")
    monkeypatch.chdir(own_file.parent)
    assert (load_settings().max_steps, capsys.readouterr().err) == (3, "")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"DIRECTOR_MAX_STEPS=3\n= what\n", "named.env, line 2: write NAME=value"),
        (b"\xff\xfe", "can't read named.env: not text in UTF-8"),
        (b"DIRECTOR_MAX_STEP=3\n", "there is no setting 'DIRECTOR_MAX_STEP': did you mean 'DIRECTOR_MAX_STEPS'"),
        (b"DIRECTOR_MAX_STEPS=many\n", "setting DIRECTOR_MAX_STEPS: must be a whole number"),
    ],
)
def test_a_file_that_is_wrong_is_named(tmp_path: Path, content: bytes, complaint: str) -> None:
    (tmp_path / "named.env").write_bytes(content)
    with pytest.raises(SettingsError, match=complaint):
        load_settings(tmp_path / "named.env")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"--settings: there is no file 'nowhere\.env'"):
        load_settings(Path("nowhere.env"))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("DIRECTOR_POLICY_DENYY", ": did you mean 'DIRECTOR_POLICY_DENY'?"),
        ("director_plannr", ": did you mean 'DIRECTOR_PLANNER'?"),
    ],
)
def test_a_name_that_is_not_known_stops_the_start(monkeypatch: pytest.MonkeyPatch, name: str, meant: str) -> None:
    monkeypatch.setenv(name, "x")
    with pytest.raises(SettingsError) as error:
        load_settings()
    assert str(error.value) == f"there is no setting {name.upper()!r}{meant}"


def test_a_word_that_is_not_allowed_is_told_with_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIRECTOR_POLICY_MODE", "guardd")
    with pytest.raises(SettingsError, match="'readonly': did you mean 'guarded'"):
        load_settings()


TEXTS = st.one_of(
    st.sampled_from(
        ("", " ", "0", "1", "5", "0.5", "20", "21", "1e3", "-1", "+1", "1_0", "nan", "inf", "00", "٣", "1.", "~/x")
    ),
    st.sampled_from(sorted({word for field in FIELDS for word in choices(field)} | {"OFFLINE", "replay:x", "sim:"})),
    st.integers(-10, 10**12).map(str),
    st.floats(0, 1e6).map(str),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40),
)


@given(st.sampled_from(sorted(FIELDS)), TEXTS)
@example("claude_base_url", "http://example.com")
@example("http_tokens", "x")
@example("agent", "a b")
@example("anthropic_key", "")
@example("planner", "")
@example("fetch_timeout_s", "0")
def test_what_is_plainly_right_is_what_the_whole_table_reads(field: str, text: str) -> None:
    try:
        value = plain_value(field, text)
    except Doubt:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(environment_name(field), text)
        assert getattr(read_table(None), field) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DIRECTOR_SOURCE", "sim:seed=7"),
        ("DIRECTOR_AUDIT_PATH", "~/audit.jsonl"),
        ("DIRECTOR_POLICY_MODE", "readonly"),
        ("DIRECTOR_PLANNER", "offline"),
        ("DIRECTOR_MAX_STEPS", "7"),
        ("DIRECTOR_DEADLINE_S", "2.5"),
        ("ANTHROPIC_API_KEY", "sk-1"),
    ],
)
def test_what_people_set_needs_no_library_to_be_read(name: str, value: str) -> None:
    assert plain_value(NAMES[name], value) is not None
    code = "import director.settings as s, sys; s.load_settings(); sys.exit('pydantic' in sys.modules)"
    environment = {"PATH": os.environ["PATH"], "HOME": str(Path.cwd()), name: value}
    assert subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT).returncode == 0


def test_a_secret_is_shown_nowhere() -> None:
    assert "sk-1" not in f"{Secret('sk-1')} {Secret('sk-1')!r} {[Secret('sk-1')]}"
    assert (Secret("a") == Secret("a"), Secret("a") == Secret("b"), Secret("a") == "a") == (True, False, False)


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("DIRECTOR_MAX_STEPS", "99", "less than or equal to 20"),
        ("DIRECTOR_MAX_STEPS", "many", "must be a whole number"),
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
        if setting := re.fullmatch(r"#([A-Z0-9_]+)=(.*)", line):
            listed[setting[1]] = setting[2]
    expected = {}
    for field, info in FIELDS.items():
        default = "" if HINTS[field] is Secret else info.default
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
