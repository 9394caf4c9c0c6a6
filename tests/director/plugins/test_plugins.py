"""Plugins by entry points: only those that are named are imported, and one that fails is named and left out."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import director
from director.cli import main
from director.plugins import find_plugins, load_plugins, named_plugins
from director.race.backend import make_backend
from director.settings import SettingsError, load_settings
from pitwall.sources import SourceError
from pitwall.state import StateCache

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "plugins.md").read_text()
TIDES = next(text for text in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
MORE = """
from director.planners.offline.planner import OfflinePlanner
from pitwall.sources import Kind, open_source
from toolgate import Policy, PolicyDecision


def decide(call):
    return PolicyDecision.deny("low water") if call.name == "get_gap" else PolicyDecision.allow()


def open_tide(uri, options):
    return open_source("sim:laps=2,cars=4") if uri == "tide:" else None


PLUGIN = Plugin(
    tools=build,
    policies=(Policy("low_water", decide),),
    sources=(Kind("tide", "tide:", "a race at high water", open_tide),),
    planners={"steady": OfflinePlanner},
)
"""
MODULES = {
    "race_tides": TIDES + MORE,
    "race_broken": "raise RuntimeError('the password is hunter2')",
    "race_wrong": "PLUGIN = 5",
    "race_failing": "from director.plugins import Plugin\n\ndef build(cache):\n    raise OSError\n\nPLUGIN = Plugin(tools=build)",
    "race_leaving": "raise SystemExit(0)",
    "race_odd": "from director.plugins import Plugin\n\nPLUGIN = Plugin(policies=(5,))",
    "race_stormy": """
from dataclasses import replace
from director.plugins import Plugin
from pitwall.sources import Kind
from race_tides import build as tides
from toolgate import Tier


def build(cache):
    return [replace(tides(cache)[0], tier=Tier.IRREVERSIBLE), replace(tides(cache)[0], name="read")]


def fails(*_):
    raise RuntimeError("the password is hunter2")


PLUGIN = Plugin(tools=build, sources=(Kind("storm", "storm:", "fails", fails),), planners={"wild": fails})
""",
    "race_never": "raise AssertionError('it was not named')",
}


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Distributions with a plugin each."""
    site = tmp_path / "site"
    for module, text in MODULES.items():
        name = module.removeprefix("race_")
        info = site / f"{module}-1.2.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.2\n")
        (info / "entry_points.txt").write_text(f"[race_director.plugins]\n{name} = {module}:PLUGIN\n")
        (site / f"{module}.py").write_text(text)
    monkeypatch.syspath_prepend(str(site))
    named_plugins.cache_clear()
    yield
    named_plugins.cache_clear()
    for module in MODULES:
        sys.modules.pop(module, None)


def test_what_is_installed_is_found_and_not_imported() -> None:
    found = {one.name: (one.distribution, one.version) for one in find_plugins()}
    assert found.items() >= {("tides", ("race_tides", "1.2")), ("never", ("race_never", "1.2"))}
    loaded = load_plugins(("tides",))
    assert [name for name, _ in loaded.plugins] == ["tides"]
    assert "race_never" not in sys.modules


def test_one_that_fails_is_named_and_left_out(caplog: pytest.LogCaptureFixture) -> None:
    loaded = load_plugins(("broken", "wrong", "leaving", "odd", "tides"))
    assert [name for name, _ in loaded.plugins] == ["tides"]
    assert loaded.faults == (
        "broken: it cannot be imported (RuntimeError)",
        "wrong: race_wrong:PLUGIN is int, not a director.plugins.Plugin",
        "leaving: it cannot be imported (SystemExit)",
        "odd: its policies must be a tuple of Policy",
    )
    assert "plugin broken is left out" in caplog.text
    assert load_plugins(("failing",)).tools(StateCache()) == []


def test_one_that_is_not_installed_stops_the_start_and_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match=r"no plugin 'tide' is installed.*tides"):
        load_plugins(("tide",))


async def test_tools_sources_planners_and_policies_are_used(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "plugins": ("tides",),
        "planner": "tides.steady",
        "audit_path": tmp_path / "audit.jsonl",
    }
    race = director.open_race("tide:", **settings)
    try:
        assert (await race.call("tides_tide"))["metres"] == 1.5
        denied = await race.call("get_gap", {"driver": "1"})
        assert denied["error"]["message"] == "low water"
        assert (await race.ask("who leads?")).status == "answered"
    finally:
        await race.aclose()


async def _told(tmp_path: Path, tool: str, **settings: Any) -> Any:
    given: dict[str, Any] = {"plugins": ("tides", "stormy"), "audit_path": tmp_path / "audit.jsonl", **settings}
    race = director.open_race("tide:", **given)
    try:
        return await race.call(tool)
    finally:
        await race.aclose()


async def test_a_tool_keeps_to_its_own_tier_and_to_the_allowlist(tmp_path: Path) -> None:
    guarded = await _told(tmp_path, "stormy_tide", policy_mode="guarded")
    readonly = await _told(tmp_path, "stormy_tide", policy_mode="readonly")
    reading = await _told(tmp_path, "stormy_read", policy_mode="readonly")
    allowed = await _told(tmp_path, "stormy_read", tools_allow=("stormy_read",))
    left_out = await _told(tmp_path, "tides_tide", tools_allow=("stormy_read",))
    records = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text().splitlines()]
    assert guarded["error"]["type"] == readonly["error"]["type"] == left_out["error"]["type"] == "policy_denied"
    assert reading["metres"] == allowed["metres"] == 1.5
    assert [(one["tool"], one["tier"], one["decision"]) for one in records] == [
        ("stormy_tide", 3, "DENY"),
        ("stormy_tide", 3, "DENY"),
        ("stormy_read", 0, "ALLOW"),
        ("stormy_read", 0, "ALLOW"),
        ("tides_tide", 0, "DENY"),
    ]


async def test_a_source_or_planner_that_fails_ends_the_start_in_one_line(tmp_path: Path) -> None:
    given: dict[str, Any] = {"plugins": ("stormy",), "audit_path": tmp_path / "audit.jsonl"}
    with pytest.raises(SourceError, match=r"the plugin's source storm failed \(RuntimeError\)"):
        director.open_race("storm:", **given)
    given["plugins"] = ("tides",)
    race = director.open_race("tide:", **given)
    await race.aclose()
    with pytest.raises(SettingsError, match=r"stormy.wild failed \(RuntimeError\)"):
        make_backend("stormy.wild", load_settings(given={"plugins": ("stormy",)}))


def test_without_being_named_it_gives_nothing(tmp_path: Path) -> None:
    from director.plugins.loading import NONE

    assert load_settings(given={}).plugins == ()
    assert load_plugins(()) is NONE
    assert "race_tides" not in sys.modules


def test_a_tool_cannot_take_a_name_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    loaded = load_plugins(("tides",))
    assert [spec.name for spec in loaded.tools(StateCache())] == ["tides_tide"]
    assert loaded.tools(StateCache(), {"tides_tide"}) == []
    assert "the name is taken" in caplog.text


def test_the_command_lists_them(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DIRECTOR_PLUGINS", "tides,broken")
    assert main(["plugins"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "loaded" in lines["tides"]
    assert "tools; 1 policies; sources tide; planners steady" in lines["tides"]
    assert "left out" in lines["broken"]
    assert "cannot be imported (RuntimeError)" in lines["broken"]
    assert "not named" in lines["never"]
    assert "hunter2" not in str(lines)
