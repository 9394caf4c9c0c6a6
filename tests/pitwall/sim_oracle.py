"""The simulated races that the oracle tests share, and how they ask the tools about them."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from pitwall.sources.sim import SimConfig, SimRace, simulate
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Call, JsonObject
from toolgate.runner import Runner

KINDS: tuple[dict[str, int], ...] = (
    {},
    {"rain": 1},
    {"dropouts": 1},
    {"red": 1},
    {"classes": 3, "rain": 1, "penalties": 1},
    {"classes": 4, "dropouts": 1},
    {"rain": 1, "dropouts": 1, "penalties": 1},
    {"classes": 2, "rain": 1, "red": 1, "dropouts": 1},
)
SIZES: tuple[dict[str, int], ...] = (
    {"cars": 2, "laps": 12},
    {"cars": 7, "laps": 4},
    {"cars": 20, "laps": 20},
    {"cars": 9, "hours": 1},
)
configs = st.builds(
    lambda seed, size, kind: SimConfig(seed=seed, **size, **kind),
    st.integers(0, 6),
    st.sampled_from(SIZES),
    st.sampled_from(KINDS),
)


@lru_cache(maxsize=48)
def loaded(config: SimConfig) -> tuple[SimRace, StateCache]:
    """A race and the state that its feed makes."""
    race = simulate(config)
    return race, StateCache().load(race)


@lru_cache(maxsize=32)
def _runner(cache: StateCache) -> Runner:
    return Runner(build_tools(cache))


def ask(cache: StateCache, name: str, **arguments: Any) -> JsonObject:
    """What a tool answers; it has to."""
    outcome = asyncio.run(_runner(cache).call(Call(name, arguments)))
    assert outcome.ok, outcome.envelope
    return outcome.envelope
