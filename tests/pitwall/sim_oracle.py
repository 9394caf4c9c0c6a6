"""The simulated races that the oracle tests share, and how they ask the tools about them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

from hypothesis import strategies as st

from pitwall.sources.sim import SimConfig, SimRace, parse_sim_uri, simulate
from pitwall.state import StateCache
from pitwall.tools import build_tools
from tests.examples import SEARCHING
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


def _config(seed: int, numbers: dict[str, int]) -> SimConfig:
    return parse_sim_uri(f"sim:seed={seed}," + ",".join(f"{name}={number}" for name, number in numbers.items()))


SHARED = [_config(number % 7, {**size, **kind}) for number, (size, kind) in enumerate(product(SIZES, KINDS), start=1)]
"""A race of every size and kind, each loaded once however many tests ask about it."""
configs = st.sampled_from(SHARED)
if SEARCHING:
    configs = st.builds(lambda config, seed: replace(config, seed=seed), configs, st.integers(0, 2**32 - 1))


@lru_cache(maxsize=48)
def loaded(config: SimConfig) -> tuple[SimRace, StateCache]:
    """A race and the state that its feed makes."""
    race = simulate(config)
    return race, StateCache().load(race)


@lru_cache(maxsize=48)
def _runner(cache: StateCache) -> Runner:
    return Runner(build_tools(cache))


def ask(cache: StateCache, name: str, **arguments: Any) -> JsonObject:
    """What a tool answers; it has to."""
    outcome = asyncio.run(_runner(cache).call(Call(name, arguments)))
    assert outcome.ok, outcome.envelope
    return outcome.envelope
