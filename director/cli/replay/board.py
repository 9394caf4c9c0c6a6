"""The leaderboard: as many columns and cars as fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType

from rich.console import Group
from rich.style import Style
from rich.text import Text

from director.cli.replay.frame import Row
from director.cli.replay.laid_out import LaidOut
from pitwall.state import OUT_STATES

_TYRES = MappingProxyType(
    {"HS": "magenta", "US": "magenta", "SS": "red", "S": "red", "M": "yellow", "I": "green", "W": "blue"}
)
_GAP = 1


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    width: int
    right: bool
    text: Callable[[Row], Text]


def _plain(name: str) -> Callable[[Row], Text]:
    return lambda row: Text(getattr(row, name))


def _tyre(row: Row) -> Text:
    compound, _, age = row.tyre.partition(" ")
    return Text.assemble((f"{compound:<2}", Style(color=_TYRES.get(compound), bold=True)), f"{age:>3}")


def _last_lap(row: Row) -> Text:
    return Text(row.last_lap, Style(color="magenta", bold=True) if row.fastest else "")


def _doing(row: Row) -> Text:
    return Text(row.doing, Style(color="cyan", bold=True) if row.state == "in_pit" else "")


_COLUMNS = (
    _Column("P", 2, True, _plain("position")),
    _Column("", 3, False, _plain("code")),
    _Column("gap", 8, True, _plain("gap")),
    _Column("int", 8, True, _plain("interval")),
    _Column("tyre", 5, False, _tyre),
    _Column("st", 2, True, _plain("stops")),
    _Column("", 7, False, _doing),
)
_LAST_LAP = _Column("last lap", 8, True, _last_lap)
_NAME = _Column("driver", 16, False, _plain("name"))
_TEAM = _Column("team", 18, False, _plain("team"))

NARROW = sum(column.width for column in _COLUMNS) + _GAP * (len(_COLUMNS) - 1)
"""The width of the board with its fewest columns."""


def columns(width: int) -> list[_Column]:
    """The fewest columns, and what else that width holds: last laps, then names, then teams."""
    extras = (_LAST_LAP, _NAME, _TEAM)
    needed = accumulate((column.width + _GAP for column in extras), initial=NARROW)
    last_lap, name, team = (need <= width for need in list(needed)[1:])
    named = [_NAME] if name else []
    teamed = [_TEAM] if team else []
    return [*_COLUMNS[:2], *named, *teamed, *_COLUMNS[2:4], *([_LAST_LAP] if last_lap else []), *_COLUMNS[4:]]


def board_width(chosen: Sequence[_Column]) -> int:
    """Characters the board takes."""
    return sum(column.width for column in chosen) + _GAP * (len(chosen) - 1)


def board(rows: Sequence[Row], chosen: Sequence[_Column], height: int) -> Group:
    """The first cars of the order that `height` lines hold, under a line of titles; how many more there are."""
    room = max(height - 1, 1)
    shown = rows if len(rows) <= room else rows[: room - 1]
    lines = [LaidOut(_titles, tuple(chosen)), *(LaidOut(_line, row, tuple(chosen)) for row in shown)]
    if len(shown) < len(rows):
        lines.append(LaidOut(_more, len(rows) - len(shown), chosen[0].width))
    return Group(*lines)


def _titles(chosen: Sequence[_Column]) -> Text:
    return _joined([_fitted(Text(column.title), column) for column in chosen], Style(dim=True))


def _line(row: Row, chosen: Sequence[_Column]) -> Text:
    return _joined([_fitted(column.text(row), column) for column in chosen], _row_style(row))


def _more(count: int, indent: int) -> Text:
    return Text(f"{'':{indent + _GAP}}+{count}", Style(dim=True), no_wrap=True, overflow="ellipsis")


def _fitted(text: Text, column: _Column) -> Text:
    text.truncate(column.width, overflow="ellipsis")
    text.align("right" if column.right else "left", column.width)
    return text


def _joined(cells: Sequence[Text], style: Style) -> Text:
    line = Text(" " * _GAP, no_wrap=True, overflow="ellipsis").join(cells)
    line.style = style
    return line


def _row_style(row: Row) -> Style:
    if row.state in OUT_STATES:
        return Style(dim=True)
    return Style(bold=row.fights)
