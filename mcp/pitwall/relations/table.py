"""What a relation is: a typed table about the race, its units documented once, computed from a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from itertools import chain
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from pitwall.state import KINDS, RaceView, SessionKind
from pitwall.state.keeping import kept_for_moments

FieldType = Literal["text", "integer", "number", "flag"]
Value = str | int | float | bool | None
Row = Mapping[str, Value]
Values = tuple[Value, ...]
"""Those of a row in the order of their fields: names are put to them only where the row is asked for."""


class Field(NamedTuple):
    """One column: what it is of, and its unit (`s`, `laps`, `C`; empty for names and counts)."""

    name: str
    type: FieldType
    unit: str
    of: str
    seldom: bool = False
    """Of few sessions: in a list only where it is asked for."""


class Chunk(NamedTuple):
    """Rows of a relation that belong together, and the values they share, which can change without the rows.

    `shared` has the values of the relation's shared fields, each of `rows` those of its own. A row that has not changed
    is the same object as before. `laps_ago` is counted from `lap`.
    """

    key: str
    shared: Values
    rows: tuple[Values, ...]
    lap: int | None = None


class Relation(Struct, frozen=True, eq=False, dict=True):
    """A table and how it is built. `carried` says whether the feed tells of it at all, so far.

    It comes in chunks, in their order, which change one by one as the race goes on. The `shared` fields are its first.
    """

    name: str
    of: str
    fields: tuple[Field, ...]
    chunks: Callable[[RaceView], Iterable[Chunk]]
    carried: Callable[[RaceView], bool]
    kinds: tuple[SessionKind, ...] = KINDS
    shared: tuple[Field, ...] = ()

    @cached_property
    def own(self) -> tuple[Field, ...]:
        """The fields of a chunk's rows: all but those that the rows share, and `laps_ago`, which is counted."""
        return tuple(field for field in self.fields[len(self.shared) :] if field.name != _LAPS_AGO)

    @property
    def shown(self) -> list[str]:
        """The columns of a list for which none are chosen: all but those that only a qualifying has."""
        return [field.name for field in self.fields if not field.seldom]

    def field(self, name: str) -> Field | None:
        """The column of that name."""
        return next((field for field in self.fields if field.name == name), None)

    def rows(self, chunk: Chunk, indices: Iterable[int] | None = None) -> Iterator[dict[str, Value]]:
        """Rows of a chunk with all their values, by name: those at the indices, or all."""
        names, shared, now, found = self._names, chunk.shared, chunk.lap, chunk.rows
        lap, laps_ago = self._counted
        for row in found if indices is None else map(found.__getitem__, indices):
            values = [*shared, *row]
            if laps_ago:
                values.insert(laps_ago, laps_since(now, row[lap]))
            yield dict(zip(names, values, strict=True))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(field.name for field in self.fields)

    @cached_property
    def _counted(self) -> tuple[int, int]:
        """Where the lap is in a row of a chunk, and `laps_ago` in a whole one; 0 where it has none."""
        if _LAPS_AGO not in self._names:
            return 0, 0
        return self._names.index("lap") - len(self.shared), self._names.index(_LAPS_AGO)


_LAPS_AGO = "laps_ago"


def laps_since(now: int | None, lap: Value) -> int | None:
    """Laps since a lap; None where laps do not count, or it is not told which one."""
    if now is None or not isinstance(lap, int):
        return None
    return now - lap if now > lap else 0


def lap_now(view: RaceView) -> int | None:
    """The lap that laps_ago of the whole session is counted from; None where laps do not count."""
    return None if view.timed else view.lap


def of_rows(
    name: str,
    of: str,
    fields: tuple[Field, ...],
    rows: Callable[[RaceView], Iterable[Row]],
    carried: Callable[[RaceView], bool],
    kinds: tuple[SessionKind, ...] = KINDS,
) -> Relation:
    """A relation of few rows, which are made anew at each moment."""

    def chunks(view: RaceView) -> Iterator[Chunk]:
        names = [field.name for field in relation.own]
        yield Chunk("", (), tuple(tuple([row[name] for name in names]) for row in rows(view)), lap_now(view))

    relation = Relation(name, of, fields, chunks, carried, kinds)
    return relation


class Table(Struct, frozen=True, dict=True):
    """A relation at one moment. A value is None where the feed has not told it."""

    relation: Relation
    chunks: tuple[Chunk, ...]
    carried: bool

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Its rows, made when they are first asked for."""
        return tuple(chain.from_iterable(map(self.relation.rows, self.chunks)))

    def to_pandas(self) -> Any:
        """As a pandas data frame, with FastF1's names where they fit; pandas has to be installed."""
        pandas = import_module("pandas")
        renamed = [{FASTF1_NAMES.get(name, name): value for name, value in row.items()} for row in self.rows]
        columns = [FASTF1_NAMES.get(field.name, field.name) for field in self.relation.fields]
        return pandas.DataFrame(renamed, columns=columns)

    def to_arrow(self) -> Any:
        """As an Arrow table; pyarrow has to be installed."""
        pyarrow = import_module("pyarrow")
        kinds = {"text": pyarrow.string(), "integer": pyarrow.int64(), "number": pyarrow.float64()}
        schema = pyarrow.schema(
            [pyarrow.field(field.name, kinds.get(field.type, pyarrow.bool_())) for field in self.relation.fields]
        )
        return pyarrow.Table.from_pylist([dict(row) for row in self.rows], schema=schema)

    def to_json(self) -> list[dict[str, Any]]:
        """As plain objects."""
        return [dict(row) for row in self.rows]


FASTF1_NAMES = {
    "car": "DriverNumber",
    "code": "Driver",
    "team": "Team",
    "lap": "LapNumber",
    "time_s": "LapTime",
    "stint": "Stint",
    "compound": "Compound",
    "tyre_laps": "TyreLife",
    "new": "FreshTyre",
    "position": "Position",
    "deleted": "Deleted",
    "accurate": "IsAccurate",
    "track_status": "TrackStatus",
}
"""FastF1 gives times as durations; here they stay seconds."""


@kept_for_moments(8)
def table_of(view: RaceView, relation: Relation) -> Table:
    """The relation as it stands at the view's moment, built once for each."""
    carried = relation.carried(view)
    return Table(relation, tuple(relation.chunks(view)) if carried else (), carried)
