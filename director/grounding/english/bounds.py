"""What is said of the size of a number: `nearly`, `just over`, `at most`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Bound = Literal["", "about", "over", "just over", "under", "just under", "at least", "at most"]

_SAID: tuple[tuple[Bound, str], ...] = (
    ("", "almost exactly, exactly, precisely, fully"),
    ("just over", "just over, a little over, a shade over, a touch over, a bit over, slightly over, a fraction over, a "
     "little more than, just more than, slightly more than"),
    ("over", "well over, more than, upwards of, in excess of, over"),
    ("at least", "at least"),
    ("at most", "no more than, at most"),
    ("just under", "a little under, a shade under, a touch under, a bit under, slightly under, a fraction under, a "
     "little less than, slightly less than, just less than, not quite, just under, nearly, almost"),
    ("under", "fewer than, less than, well under, not even, under"),
    ("about", "close to, about, around, roughly, approximately, some"),
)  # fmt: skip
BOUNDS: Mapping[str, Bound] = {said: bound for bound, these in _SAID for said in these.split(", ")}
"""The bound that is meant by words before a number."""
