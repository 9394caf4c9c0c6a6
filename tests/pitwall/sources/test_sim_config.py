"""The size of a simulated race and the address that asks for one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.sources.sim import SimConfig, parse_sim_uri
from pitwall.sources.sim.config import BOUNDS
from tests.rows import each_row

everything = {name: st.integers(low, high) for name, (low, high) in BOUNDS.items()}
configs = st.builds(SimConfig, **{**everything, "hours": st.just(0)}) | st.builds(
    SimConfig, **{**everything, "laps": st.just(SimConfig().laps), "hours": st.integers(1, 24)}
)


def test_bare_address_is_the_default_race() -> None:
    assert parse_sim_uri("sim:") == SimConfig()


@given(config=configs, order=st.permutations(sorted(BOUNDS)))
def test_address_says_every_number_in_any_order(config: SimConfig, order: list[str]) -> None:
    other_end = "laps" if config.hours else "hours"
    uri = "sim:" + ",".join(f"{name}={getattr(config, name)}" for name in order if name != other_end)
    assert parse_sim_uri(uri) == config


@each_row("name", BOUNDS)
@each_row("beyond", ["below", "above"])
def test_number_out_of_bounds_is_named_with_its_bounds(name: str, beyond: str) -> None:
    low, high = BOUNDS[name]
    value: Any = low - 1 if beyond == "below" else high + 1
    with pytest.raises(ValueError, match=name) as error:
        SimConfig(**{name: value})
    assert f"from {low} to {high}, not {value}" in str(error.value)


@pytest.mark.parametrize("value", [2.5, True, "7", None])
def test_only_whole_numbers_are_accepted(value: object) -> None:
    with pytest.raises(ValueError, match="whole number"):
        SimConfig(seed=value)  # type: ignore[arg-type]


@each_row("name", BOUNDS)
@each_row("written", ["", "x", "1.5", "1_0", "+3", " 3", "٣", "-1", "1=2"])
def test_bad_number_names_key_and_range(name: str, written: str) -> None:
    low, high = BOUNDS[name]
    with pytest.raises(ValueError, match=f"^{name} must be a whole number from {low} to {high}"):
        parse_sim_uri(f"sim:{name}={written}")


@pytest.mark.parametrize("uri", ["sim:speed=3", "sim:SEED=3", "sim:7", "sim:seed=1;cars=4", "sim:seed=1, cars=4"])
def test_mistaken_pair_names_the_key_and_the_range_in_one_line(uri: str) -> None:
    low, high = BOUNDS["seed"]
    with pytest.raises(ValueError, match="seed") as error:
        parse_sim_uri(uri)
    assert "\n" not in str(error.value)
    assert f"{low} to {high}" in str(error.value)


@pytest.mark.parametrize("uri", ["", "sim", "f1-live:", "SIM:", "seed=1"])
def test_other_address_is_refused(uri: str) -> None:
    with pytest.raises(ValueError, match="sim:"):
        parse_sim_uri(uri)


def test_key_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="seed only once"):
        parse_sim_uri("sim:seed=1,seed=2")


def test_a_race_ends_by_laps_or_by_time() -> None:
    assert parse_sim_uri("sim:laps=20,hours=0") == SimConfig(laps=20)
    with pytest.raises(ValueError, match="laps or hours"):
        parse_sim_uri("sim:laps=20,hours=2")
