"""Labels on a line that must not overlap."""

from __future__ import annotations

from collections.abc import Sequence


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places in wanted's order, at least `apart` from each other and, if they fit, within low and high.

    Labels that would overlap move together, as little as they can (blocks merge around their mean).
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    blocks: list[list[int]] = []
    for index in order:
        blocks.append([index])
        while len(blocks) > 1 and _start(blocks[-1], wanted, apart) < _end(blocks[-2], wanted, apart) + apart:
            last = blocks.pop()
            blocks[-1] += last
    places = [0.0] * len(wanted)
    for block in blocks:
        for rank, index in enumerate(block):
            places[index] = _start(block, wanted, apart) + rank * apart
    return _within(places, order, apart, low, high)


def _start(block: Sequence[int], wanted: Sequence[float], apart: float) -> float:
    middle = sum(wanted[index] for index in block) / len(block)
    return middle - apart * (len(block) - 1) / 2


def _end(block: Sequence[int], wanted: Sequence[float], apart: float) -> float:
    return _start(block, wanted, apart) + apart * (len(block) - 1)


def _within(places: list[float], order: Sequence[int], apart: float, low: float, high: float) -> list[float]:
    top = high
    for index in reversed(order):
        places[index] = min(places[index], top)
        top = places[index] - apart
    bottom = low
    for index in order:
        places[index] = max(places[index], bottom)
        bottom = places[index] + apart
    return places
