"""The stewards: seconds added to the time of some cars, when everybody has come home."""

from __future__ import annotations

from random import Random

from pitwall.sources.sim.history import START_MS, History, TruePenalty

REASONS = ("TRACK LIMITS", "CAUSING A COLLISION", "LEAVING THE TRACK AND GAINING AN ADVANTAGE")
SECONDS = (5, 5, 10)
MOST = 4
DELAY_MS = (20_000, 110_000)


def draw_penalties(rng: Random, history: History) -> list[TruePenalty]:
    """One to four penalties, in order of time. The first is for the car that 10 seconds cost the most places."""
    if not history.config.penalties:
        return []
    finished = history.finish_order()
    first = max(finished, key=lambda car: _places_lost(history, car, 10))
    others = rng.sample([car for car in finished if car != first], min(rng.randrange(MOST), len(finished) - 1))
    penalties = [
        TruePenalty(
            noted_ms=rng.randrange(START_MS, history.flag_ms),
            ms=history.end_ms + rng.randrange(*DELAY_MS),
            car=car,
            seconds=10 if car == first else rng.choice(SECONDS),
            reason=rng.choice(REASONS),
        )
        for car in (first, *others)
    ]
    return sorted(penalties, key=lambda penalty: penalty.ms)


def classification(history: History) -> list[int]:
    """Cars that took the flag: by laps, then by time with all penalties."""
    added = {penalty.car: penalty.seconds for penalty in history.penalties}
    return _order(history, added)


def _places_lost(history: History, car: int, seconds: int) -> int:
    return _order(history, {car: seconds}).index(car) - history.finish_order().index(car)


def _order(history: History, added_s: dict[int, int]) -> list[int]:
    times = history.times
    return sorted(history.finishers, key=lambda car: (-len(times[car]), times[car][-1] + 1000 * added_s.get(car, 0)))
