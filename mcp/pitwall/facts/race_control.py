"""Messages of race control that matter for something: each is looked at once, as the race goes on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from pitwall.events import RaceControl
from pitwall.state import RaceView


def said_that(view: RaceView, matters: Callable[[RaceControl], bool]) -> Sequence[RaceControl]:
    """The messages so far of which `matters` holds, in order.

    `matters` must be the same function each time: results are kept by it.
    """
    known: dict[str, tuple[int, list[int]]] = view.keeping.grown(matters)
    said = view.race_control
    read, found = known.get("", (0, []))
    if read < len(said):
        found = [*found, *(index for index in range(read, len(said)) if matters(said[index]))]
        known[""] = len(said), found
    return [said[index] for index in found[: bisect_left(found, len(said))]]
