"""What a relation is: a typed table about the race, its units documented once, computed from a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import chain
from typing import Any, Literal, NamedTuple

from pitwall.state import KINDS, RaceView, SessionKind
from pitwall.state.keeping import kept_for_moments, unchanged

FieldType = Literal["text", "integer", "number", "flag"]
Value = str | int | float | bool | None
Row = Mapping[str, Value]


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

    A row that has not changed is the same object as before. `laps_ago` is counted from `lap`.
    """

    key: str
    shared: Row
    rows: tuple[Row, ...]
    lap: int | None = None

    def whole(self) -> Iterator[dict[str, Value]]:
        """The rows, each with the shared values and `laps_ago`."""
        shared, now = self.shared, self.lap
        if not self.rows or "laps_ago" not in self.rows[0]:
            yield from ({**shared, **row} for row in self.rows)
            return
        for row in self.rows:
            yield {**shared, **row, "laps_ago": laps_since(now, row["lap"])}

    def complete(self, row: Row) -> dict[str, Value]:
        """One row, with the shared values and `laps_ago`."""
        counted = {"laps_ago": laps_since(self.lap, row["lap"])} if "laps_ago" in row else {}
        return {**self.shared, **row, **counted}


def laps_since(now: int | None, lap: Value) -> int | None:
    """Laps since a lap; None where laps do not count, or it is not told which one."""
    if now is None or not isinstance(lap, int):
        return None
    return now - lap if now > lap else 0


class Relation(NamedTuple):
    """A table and how it is built. `carried` says whether the feed tells of it at all, so far.

    One with `chunks` is loaded chunk by chunk as the race goes on; the rows of a chunk have the `shared` fields in
    common.
    """

    name: str
    of: str
    fields: tuple[Field, ...]
    build: Callable[[RaceView], Iterable[Row]]
    carried: Callable[[RaceView], bool]
    kinds: tuple[SessionKind, ...] = KINDS
    chunks: Callable[[RaceView], Iterable[Chunk]] | None = None
    shared: tuple[Field, ...] = ()

    @property
    def counts_back(self) -> bool:
        """Whether its chunks say from which lap `laps_ago` is counted."""
        return self.chunks is not None and self.field("laps_ago") is not None

    def chunked(self, view: RaceView) -> Iterable[Chunk]:
        """Its chunks; where it has none, all rows as one chunk."""
        return self.chunks(view) if self.chunks is not None else (Chunk("", {}, tuple(self.build(view))),)

    @property
    def shown(self) -> list[str]:
        """The columns of a list for which none are chosen: all but those that only a qualifying has."""
        return [field.name for field in self.fields if not field.seldom]

    def field(self, name: str) -> Field | None:
        """The column of that name."""
        return next((field for field in self.fields if field.name == name), None)


def in_chunks(
    name: str,
    of: str,
    fields: tuple[Field, ...],
    chunks: Callable[[RaceView], Iterable[Chunk]],
    carried: Callable[[RaceView], bool],
    kinds: tuple[SessionKind, ...] = KINDS,
    shared: tuple[Field, ...] = (),
) -> Relation:
    """A relation that is made of chunks, in their order."""

    def build(view: RaceView) -> Iterable[Row]:
        return chain.from_iterable(chunk.whole() for chunk in chunks(view))

    return Relation(name, of, fields, build, carried, kinds, chunks, shared)


def regrown(
    before: tuple[Sequence[Any], tuple[Row, ...]] | None,
    told: Sequence[Any],
    make: Callable[[int], Row],
) -> tuple[Row, ...]:
    """One row for each thing told, made from its index; rows of the first things, as far as unchanged, are kept.

    `before`: the things told the last time, and their rows.
    """
    things, rows = before or ((), ())
    same = unchanged(things, told)
    return (*rows[:same], *(make(index) for index in range(same, len(told))))


class Table(NamedTuple):
    """The rows of a relation at one moment. A value is None where the feed has not told it."""

    relation: Relation
    rows: tuple[Row, ...]
    carried: bool

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
    return Table(relation, tuple(relation.build(view)) if carried else (), carried)
