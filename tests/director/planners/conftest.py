"""A field of drivers, the race's own catalogue, and a planner to ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from director.planners.base import Turn
from director.planners.offline import OfflinePlanner
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[..., Plan]

_FIELD = """
5 VET Sebastian Vettel, Ferrari
7 RAI Kimi Räikkönen, Ferrari
44 HAM Lewis Hamilton, Mercedes
77 BOT Valtteri Bottas, Mercedes
3 RIC Daniel Ricciardo, Red Bull Racing
33 VER Max Verstappen, Red Bull Racing
31 OCO Esteban Ocon, Force India
11 PER Sergio Perez, Force India
55 SAI Carlos Sainz, Renault
27 HUL Nico Hülkenberg, Renault
18 STR Lance Stroll, Williams
35 SIR Sergey Sirotkin, Williams
14 ALO Fernando Alonso, McLaren
2 VAN Stoffel Vandoorne, McLaren
16 LEC Charles Leclerc, Sauber
9 ERI Marcus Ericsson, Sauber
20 MAG Kevin Magnussen, Haas F1 Team
8 GRO Romain Grosjean, Haas F1 Team
10 GAS Pierre Gasly, Toro Rosso
28 HAR Brendon Hartley, Toro Rosso
"""


@pytest.fixture(scope="session")
def drivers() -> list[JsonObject]:
    """The entries of a field with every trap: short codes that are words, accents, two cars to a team."""
    lines = (line.partition(", ") for line in _FIELD.strip().splitlines())
    split = ((left.split(" ", 2), team) for left, _, team in lines)
    return [{"car": car, "code": code, "name": name, "team": team} for (car, code, name), team in split]


@pytest.fixture(scope="session")
def context(drivers: list[JsonObject]) -> Context:
    """What a planner knows of a Grand Prix."""
    return Context("Formula 1, 2018 Azerbaijan Grand Prix, Race", {"driver": drivers})


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
def planner() -> OfflinePlanner:
    """One planner, so that the catalogue is read once."""
    return OfflinePlanner()


@pytest.fixture
def ask_race(planner: OfflinePlanner, race_catalogue: list[JsonObject], context: Context) -> Callable[..., object]:
    """`await ask_race(question, memory)` plans over the race's tools."""

    async def ask(question: str, memory: Sequence[Turn] = ()) -> Plan:
        return await planner.plan(question, race_catalogue, context, memory)

    return ask
