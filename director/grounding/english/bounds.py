"""What is said of the size of a number: `nearly`, `just over`, `at most`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Bound = Literal["", "about", "over", "just over", "under", "just under", "at least", "at most"]

_SAID: tuple[tuple[Bound, str], ...] = (
    ("", "almost exactly, exactly, precisely, fully"),
    ("just over", "just over, a little over, a shade over, a touch over, a bit over, slightly over, a fraction over, a "
     "little more than, a shade more than, a touch more than, a bit more than, a fraction more than, just more than, "
     "slightly more than, little over, little more than, barely over, barely more than, not much over, not much more "
     "than, marginally over, marginally more than, fractionally over, fractionally more than, a whisker over"),
    ("over", "well over, more than, upwards of, in excess of, over"),
    ("at least", "at least"),
    ("at most", "no more than, at most"),
    ("just under", "a little under, a shade under, a touch under, a bit under, slightly under, a fraction under, a "
     "little less than, a shade less than, a touch less than, a bit less than, a fraction less than, marginally under, "
     "marginally less than, fractionally under, fractionally less than, a whisker under, slightly less than, "
     "just less than, just shy of, just short of, not far short of, not quite, just under, nearly, almost"),
    ("under", "fewer than, less than, well under, not even, under"),
    ("about", "close to, about, around, roughly, approximately, some"),
)  # fmt: skip
BOUNDS: Mapping[str, Bound] = {said: bound for bound, these in _SAID for said in these.split(", ")}
"""The bound that is meant by words before a number."""
