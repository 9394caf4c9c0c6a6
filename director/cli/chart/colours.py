"""A colour for every team: the one people know it by, or one of its own. The same in every chart of a race."""

from __future__ import annotations

import colorsys
from collections.abc import Iterable, Mapping
from itertools import count
from types import MappingProxyType

_KNOWN = MappingProxyType(
    {
        "ferrari": "#ff3b30",
        "mercedes": "#00d7b6",
        "red bull": "#4d86ff",
        "mclaren": "#ff8c1a",
        "aston martin": "#2fae7a",
        "alpine": "#ff74c8",
        "force india": "#ff9ed2",
        "racing point": "#ff9ed2",
        "williams": "#7fd0ff",
        "haas": "#c9ced6",
        "sauber": "#6be34f",
        "alfa romeo": "#d0496f",
        "toro rosso": "#a08cff",
        "alphatauri": "#a08cff",
        "racing bulls": "#a08cff",
        "renault": "#ffe04a",
    }
)
_PALETTE = (
    *("#ff5a4f", "#33d1ff", "#ffd23f", "#7bdc5e", "#c792ff", "#ff9b3d"),
    *("#4d86ff", "#ff8ad1", "#1fd6a6", "#d8dde6", "#b8a26a", "#8fb0c9"),
)
NO_TEAM = "#d8dde6"


def team_colours(teams: Iterable[str]) -> Mapping[str, str]:
    """A colour a team, no two alike. It depends on the teams of the race alone, not on which of them are drawn."""
    named = sorted(set(teams))
    colours: dict[str, str] = {}
    for team in named:
        known = next((colour for part, colour in _KNOWN.items() if part in team.lower()), None)
        if known is not None and known not in colours.values():
            colours[team] = known
    free = iter(_spare())
    for team in named:
        if team not in colours:
            colours[team] = next(colour for colour in free if colour not in colours.values())
    return colours


def _spare() -> Iterable[str]:
    yield from _PALETTE
    for turn in count(1):
        # The golden ratio spreads any number of hues; three lightnesses part those that come close.
        red, green, blue = colorsys.hls_to_rgb(turn * 0.618034 % 1, (0.62, 0.78, 0.7)[turn % 3], 0.75)
        yield f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"
