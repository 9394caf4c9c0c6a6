"""The race as relations: typed tables computed from a view, so never beyond its moment, shared by tools and exports.

A new one is a Relation in a file of its own and a word in RELATIONS.
"""

from __future__ import annotations

from pitwall.relations.deletions import DELETIONS
from pitwall.relations.distance import DISTANCE
from pitwall.relations.drivers import DRIVERS, RESULTS
from pitwall.relations.lane import PASSAGES, STOPS
from pitwall.relations.laps import LAPS
from pitwall.relations.line import GAPS, POSITIONS
from pitwall.relations.notices import MESSAGES, PENALTIES, STATUSES, WEATHER
from pitwall.relations.overtakes import OVERTAKES
from pitwall.relations.retirements import RETIREMENTS
from pitwall.relations.samples import LOCATIONS, TELEMETRY
from pitwall.relations.segments import SEGMENTS
from pitwall.relations.splits import SECTORS, SPEEDS
from pitwall.relations.stints import STINTS
from pitwall.relations.table import Field, Relation, Row, Table, table_of
from pitwall.state import RaceView

__all__ = ["RELATIONS", "Field", "Relation", "Row", "Table", "relation_named", "table", "table_of"]

RELATIONS: tuple[Relation, ...] = (
    LAPS,
    STINTS,
    STOPS,
    PASSAGES,
    POSITIONS,
    GAPS,
    SECTORS,
    SPEEDS,
    OVERTAKES,
    DRIVERS,
    SEGMENTS,
    RESULTS,
    MESSAGES,
    PENALTIES,
    DELETIONS,
    RETIREMENTS,
    STATUSES,
    WEATHER,
    DISTANCE,
    TELEMETRY,
    LOCATIONS,
)


def relation_named(name: str) -> Relation | None:
    """The relation of that name."""
    return next((relation for relation in RELATIONS if relation.name == name), None)


def table(view: RaceView, name: str) -> Table:
    """A relation as it stands at the view's moment. KeyError for an unknown name."""
    relation = relation_named(name)
    if relation is None:
        raise KeyError(name)
    return table_of(view, relation)
