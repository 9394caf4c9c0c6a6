"""The field before the start: how fast each car is, where it starts, and what bad luck waits for it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pitwall.sources.sim.classes import CLASSES, class_of
from pitwall.sources.sim.history import START_MS, History
from pitwall.sources.sim.tyres import Fitted, start_set

SPREAD = 0.032
"""How much slower the slowest car of a class is than its fastest, as a part of the lap."""
RETIRE_CHANCE = 0.12
RETIRE_IN_PITS_CHANCE = 0.25
DEBRIS_CHANCE = 0.75
DEBRIS_LAPS = 40
"""So many laps bring one chance of debris."""
STOPPAGE_LAPS = 250
"""A race of fewer laps is stopped once."""
STOPPAGE_SHARE = (0.1, 0.4)
"""The part of its share of the race at which the race is stopped: time enough to go on afterwards."""
PATIENCE_MS = (700, 3_000)


@dataclass(slots=True)
class SimulatedCar:
    """What a car takes along from node to node."""

    pace_ms: float
    """A lap on MEDIUM tyres without wear, in the dry, and with the last drop of fuel."""
    tyres: Fitted
    patience_ms: float
    """What the wrong tyres for the weather may cost per lap before it stops for others."""
    stops_at: int | None = None
    """The node where it will retire, at the end of a lap for one that retires in the pits."""
    lap_ms: float = 0.0
    """The lap under way, on an empty track."""
    debt_ms: float = 0.0
    """Time that a fight or traffic has cost and the next segment will show."""
    out_of_the_way: bool = False
    """In this segment nobody has to mind it: it is in the pit lane, or it has spun."""
    pit_in_ms: int | None = None
    """When it entered the pit lane; None again once it is on its way out."""


def draw_runners(rng: Random, history: History) -> list[SimulatedCar]:
    """The cars of a race, about in order of pace. At most a third will retire: somebody has to win."""
    config, circuit, laps = history.config, history.circuit, history.planned_laps
    wetness = history.sky.wetness_at(START_MS)
    runners = []
    for car in range(config.cars):
        index, down = class_of(config, car)
        pace_ms = circuit.lap_ms * CLASSES[index][1] * (1 + SPREAD * down) + rng.gauss(0, 150)
        runners.append(SimulatedCar(pace_ms, start_set(rng, laps, wetness), rng.uniform(*PATIENCE_MS)))
    unlucky = [runner for runner in runners if rng.random() < RETIRE_CHANCE]
    for runner in unlucky[: config.cars // 3]:
        in_pits = rng.random() < RETIRE_IN_PITS_CHANCE
        segment = circuit.segments if in_pits else rng.randrange(2, circuit.segments - 2)
        runner.stops_at = rng.randrange(laps) * circuit.segments + segment
    return runners


def draw_grid(rng: Random, runners: list[SimulatedCar]) -> list[int]:
    """Cars in the order of qualifying, which is pace with luck."""
    qualified = [runner.pace_ms + rng.gauss(0, 250) for runner in runners]
    return sorted(range(len(runners)), key=qualified.__getitem__)


def draw_debris(rng: Random, history: History) -> set[int]:
    """The nodes where the leader will find debris on the track, none of them near the end."""
    chances = -(-history.planned_laps // DEBRIS_LAPS)
    nodes = max(history.planned_laps * history.circuit.segments * 4 // 5, 1)
    return {rng.randrange(nodes) for _ in range(chances) if rng.random() < DEBRIS_CHANCE}


def draw_stoppages(rng: Random, history: History) -> list[int]:
    """The nodes, in order, from which on the leader will find what stops the race."""
    if not history.config.red:
        return []
    shares = -(-history.planned_laps // STOPPAGE_LAPS)
    length = history.planned_laps * history.circuit.segments / shares
    return [int((share + rng.uniform(*STOPPAGE_SHARE)) * length) for share in range(shares)]
