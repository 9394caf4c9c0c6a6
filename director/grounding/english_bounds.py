"""The words that bound an amount: `just over`, `nearly`, `well under`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Bound = Literal["", "about", "over", "just over", "under", "just under", "at least", "at most"]

_A_LITTLE = ("a little", "a little bit", "a bit", "a shade", "a touch", "a fraction", "a tad", "a hair", "a whisker",
             "a smidgen", "slightly", "marginally", "fractionally", "just", "only just", "only slightly")  # fmt: skip
_MUCH = ("", "well", "comfortably", "considerably", "far", "rather", "quite a bit", "a good deal", "significantly")
_MORE, _LESS = ("over", "more than", "above", "north of"), ("under", "less than", "fewer than", "below", "shy of")


def _bounds() -> dict[str, Bound]:
    """The words that bound an amount, the longest first: how much, and of which sign."""
    found: dict[str, Bound] = {
        "upwards of": "over", "in excess of": "over", "at least": "at least", "no less than": "at least",
        "no more than": "at most", "not more than": "at most", "at most": "at most", "up to": "at most",
        "not quite": "just under", "nearly": "just under", "almost exactly": "", "almost": "just under",
        "virtually": "just under", "practically": "just under", "close to": "about", "about": "about",
        "around": "about", "roughly": "about", "approximately": "about", "some": "about", "in the region of": "about",
        "something like": "about", "somewhere around": "about", "more or less": "about", "exactly": "",
        "precisely": "", "fully": "", "on the order of": "about", "thereabouts of": "about",
    }  # fmt: skip
    for bases, sign in ((_MORE, "over"), (_LESS, "under")):
        for base in bases:
            found |= {f"{how} {base}": f"just {sign}" for how in _A_LITTLE}  # type: ignore[dict-item, misc]
            found |= {f"{how} {base}".strip(): sign for how in _MUCH}  # type: ignore[misc]
    return dict(sorted(found.items(), key=lambda one: -len(one[0])))


BOUNDS: Mapping[str, Bound] = _bounds()
_ANY = rf"(?:{'|'.join((*_SPELLED, *_TENS))})"
