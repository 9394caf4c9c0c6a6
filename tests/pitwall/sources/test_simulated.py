"""`sim:` as a source: checked when it is opened, run when it is read."""

from __future__ import annotations

import pytest

from pitwall.sources import SourceError, open_source, sim
from pitwall.sources.sim import SimConfig, SimRace, simulate


def test_a_race_is_run_when_it_is_read_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    run: list[SimConfig] = []

    def watched(config: SimConfig) -> SimRace:
        run.append(config)
        return simulate(config)

    monkeypatch.setattr(sim, "simulate", watched)
    source = open_source("sim:seed=3,cars=2,laps=2")
    assert run == []
    assert list(source) == list(simulate(SimConfig(seed=3, cars=2, laps=2)))
    assert run == [SimConfig(seed=3, cars=2, laps=2)]


def test_a_wrong_address_is_told_at_once() -> None:
    with pytest.raises(SourceError, match="cars must be a whole number from 2 to 64"):
        open_source("sim:cars=65")


@pytest.mark.parametrize("uri", ["sim", "SIM"])
def test_the_colon_may_be_left_out(uri: str) -> None:
    assert [type(event) for event in open_source(uri)][:50] == [type(event) for event in open_source("sim:")][:50]
