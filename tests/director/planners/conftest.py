"""A field of drivers, the race's own catalogue, and a planner to ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from director.planners.base import Turn
from director.planners.offline import OfflinePlanner
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[..., Awaitable[Plan]]
COMMANDS = {"pin_driver", "unpin_driver", "add_note", "announce"}
"""The tools of the race that change something."""
OFFLINE = Path(__file__).with_name("offline")
WEAKER = dict(line.split("\t") for line in (OFFLINE / "weaker.txt").read_text(encoding="utf-8").splitlines())
"""What is read less well since people are understood by saying it plainly (decisions 0325 and 0331), and how."""


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Marks what is known to be weaker. How likely a meaning is differs a little between processors: some may pass."""
    for item in items:
        name = f"{item.path.name}::{item.nodeid.split('::', 1)[-1]}"
        if item.path.parent == OFFLINE and (reason := WEAKER.get(name)):
            item.add_marker(pytest.mark.xfail(reason=reason, strict=False))


@pytest.fixture(scope="session")
def context(drivers: list[JsonObject]) -> Context:
    """What a planner knows of a Grand Prix."""
    return Context("Formula 1, 2018 Azerbaijan Grand Prix, Race", {"driver": drivers}, session_kind="race")


@pytest.fixture(scope="session")
def race_catalogue() -> list[JsonObject]:
    """The race tools' own catalogue."""
    return [
        {
            "name": spec.name,
            "description": spec.description,
            "input_schema": spec.input_schema,
            "tier": str(spec.tier),
            "examples": [[question, arguments] for question, arguments in spec.examples],
        }
        for spec in build_tools(StateCache())
    ]


@pytest.fixture(scope="session")
def whole_catalogue(race_catalogue: list[JsonObject]) -> list[JsonObject]:
    """The catalogue with what its tools put out, as a race gives it."""
    outputs = {spec.name: spec.output_schema for spec in build_tools(StateCache())}
    return [{**entry, "output_schema": outputs[str(entry["name"])]} for entry in race_catalogue]


@pytest.fixture(scope="session")
def learnt(kept_folder: Path) -> Path:
    """Where planners of the same catalogue keep what they learn of it, so that it is learnt once."""
    return kept_folder / "learnt"


@pytest.fixture(scope="session")
def planner(learnt: Path) -> OfflinePlanner:
    """One planner, so that the catalogue is read once."""
    return OfflinePlanner(folder=learnt)


@pytest.fixture(scope="session")
def literal(learnt: Path) -> OfflinePlanner:
    """One planner that reads a question as it is written: by examples and grammar alone."""
    return OfflinePlanner(plainly=False, folder=learnt)


@pytest.fixture
def ask_unchanged(ask_race: Ask) -> Ask:
    """As `ask_race`, of what nobody means as a command: none of its plans has an effect."""

    async def ask(question: str) -> Plan:
        plan = await ask_race(question)
        assert not {step.name for step in plan.steps} & COMMANDS, question
        return plan

    return ask


@pytest.fixture
def ask_race(planner: OfflinePlanner, race_catalogue: list[JsonObject], context: Context) -> Ask:
    """`await ask_race(question, memory)` plans over the race's tools."""

    async def ask(question: str, memory: Sequence[Turn] = ()) -> Plan:
        return await planner.plan(question, race_catalogue, context, memory)

    return ask
