"""Sectors and speed traps of a simulated race, as its timing loops tell them."""

from __future__ import annotations

from pitwall.events import CarSplits
from pitwall.sources.sim.history import START_MS, History
from pitwall.sources.sim.transponders import Heard

SPEED_AT_SECTORS = ("I1", "I2", "FL")
SPEED_TRAP = "ST"


def sector_ms(history: History, car: int, node: int) -> int:
    """What the sector took that ends at a node; the first one of a race counts from the start signal."""
    begun = sector_start(history, node)
    return history.times[car][node] - (history.times[car][begun] if begun else START_MS)


def sector_start(history: History, node: int) -> int:
    """The node at which the sector begins that ends at another."""
    lap, ends = (node - 1) // history.circuit.segments, history.circuit.sector_ends
    within = node - lap * history.circuit.segments
    return lap * history.circuit.segments + max((end for end in ends if end < within), default=0)


def speed_kmh(history: History, car: int, node: int) -> float:
    """How fast the car came to a node: it moves evenly from one to the next."""
    return history.circuit.kmh(history.times[car][node] - history.times[car][node - 1])


def splits_at(history: History, heard: Heard, car: int, node: int) -> CarSplits | None:
    """What is told where a sector ends or a trap stands; nothing of what the loops have not heard."""
    circuit = history.circuit
    within = (node - 1) % circuit.segments + 1
    if not node or (within not in circuit.sector_ends and within != circuit.trap + 1):
        return None
    traps, sectors = list[str](), list[tuple[int, float]]()
    if within in circuit.sector_ends:
        sector = circuit.sector_ends.index(within)
        traps.append(SPEED_AT_SECTORS[sector])
        if heard.hears(car, sector_start(history, node)):
            sectors.append((sector + 1, sector_ms(history, car, node) / 1000))
    if within == circuit.trap + 1:
        traps.append(SPEED_TRAP)
    speed = speed_kmh(history, car, node)
    return CarSplits(tuple(sectors), tuple((trap, speed) for trap in traps if heard.hears(car, node - 1)))
