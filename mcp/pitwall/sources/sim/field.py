"""The field before the start: how fast each car is, where it starts, and what bad luck waits for it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pitwall.sources.sim.circuits import Circuit
from pitwall.sources.sim.config import SimConfig
from pitwall.sources.sim.tyres import Fitted, start_set

SPREAD = 0.032
"""How much slower the slowest car is than the fastest, as a part of the lap."""
RETIRE_CHANCE = 0.12
RETIRE_IN_PITS_CHANCE = 0.25
DEBRIS_CHANCE = 0.75
DEBRIS_LAPS = 40
"""So many laps bring one chance of debris."""


@dataclass(slots=True)
class Runner:
    """What a car takes along from node to node."""

    pace_ms: float
    """A lap on new MEDIUM tyres and the last drop of fuel."""
    tyres: Fitted
    stops_at: int | None = None
    """The node where it will retire, at the end of a lap for one that retires in the pits."""
    lap_ms: float = 0.0
    """The lap under way, on an empty track."""
    debt_ms: float = 0.0
    """Time that a fight has cost and the next segment will show."""
    out_of_the_way: bool = False
    """In this segment nobody has to mind it: it is in the pit lane, or it has spun."""
    pit_in_ms: int | None = None
    """When it entered the pit lane; None again once it is on its way out."""


def draw_runners(rng: Random, config: SimConfig, circuit: Circuit) -> list[Runner]:
    """The cars of a race, about in order of pace. At most a third will retire: somebody has to win."""
    runners = [
        Runner(
            pace_ms=circuit.lap_ms * (1 + SPREAD * car / (config.cars - 1)) + rng.gauss(0, 150),
            tyres=start_set(rng, config.laps),
        )
        for car in range(config.cars)
    ]
    unlucky = [runner for runner in runners if rng.random() < RETIRE_CHANCE]
    for runner in unlucky[: config.cars // 3]:
        in_pits = rng.random() < RETIRE_IN_PITS_CHANCE
        segment = circuit.segments if in_pits else rng.randrange(2, circuit.segments - 2)
        runner.stops_at = rng.randrange(config.laps) * circuit.segments + segment
    return runners


def draw_grid(rng: Random, runners: list[Runner]) -> list[int]:
    """Cars in the order of qualifying, which is pace with luck."""
    qualified = [runner.pace_ms + rng.gauss(0, 250) for runner in runners]
    return sorted(range(len(runners)), key=qualified.__getitem__)


def draw_debris(rng: Random, config: SimConfig, circuit: Circuit) -> set[int]:
    """The nodes where the leader will find debris on the track, none of them near the end."""
    chances = -(-config.laps // DEBRIS_LAPS)
    nodes = config.laps * circuit.segments * 4 // 5
    return {rng.randrange(nodes) for _ in range(chances) if rng.random() < DEBRIS_CHANCE}
