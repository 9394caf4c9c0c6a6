"""The port to what is kept of sessions: snapshots of which session it is, its state, its conditions, its standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct

from toolgate.contract import JsonObject

SnapshotKind = Literal["session", "state", "conditions", "standings"]
SNAPSHOT_KINDS: tuple[SnapshotKind, ...] = ("session", "state", "conditions", "standings")


class Snapshot(Struct, frozen=True):
    """How one thing stood. `ts` is when it was kept, seconds since 1970; `race_t` and `race_lap` are the race's own."""

    kind: SnapshotKind
    session: str
    ts: float
    race_lap: int
    race_t: float
    body: JsonObject


class KeptTable(NamedTuple):
    """How many rows of a kind are kept, and when the last came, seconds since 1970."""

    name: str
    rows: int
    last_ts: float | None


class KeptTables(NamedTuple):
    """The file by its name, without its folder, and what is in it; no file where nothing is kept."""

    file: str | None
    tables: tuple[KeptTable, ...]


class HistoryStore(Protocol):
    """Snapshots of sessions. Any thread may call; ToolError where it cannot be done."""

    def keep(self, snapshots: Sequence[Snapshot]) -> int:
        """Keeps the snapshots that differ from the last of their kind and session; how many were kept."""
        ...

    def last(self, kind: SnapshotKind, *, limit: int, session: str | None = None) -> tuple[Snapshot, ...]:
        """The last `limit` snapshots of a kind, oldest first: of one session, or the last of each session."""
        ...

    def kept(self) -> KeptTables:
        """What there is, table by table."""
        ...


class NoHistory:
    """Nothing is kept."""

    def keep(self, snapshots: Sequence[Snapshot]) -> int:
        """Keeps nothing."""
        return 0

    def last(self, kind: SnapshotKind, *, limit: int, session: str | None = None) -> tuple[Snapshot, ...]:
        """Always None: no history is kept."""
        return ()

    def kept(self) -> KeptTables:
        """Nothing."""
        return KeptTables(None, ())
