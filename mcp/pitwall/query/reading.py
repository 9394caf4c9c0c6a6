"""How people speak of what the relations hold: what a planner reads questions with (`x-reading` of query_race)."""

from __future__ import annotations

from typing import Any

from pitwall.query.narrows import NARROWS, WORDS
from pitwall.query.topics import TOPICS
from pitwall.relations import RELATIONS
from pitwall.relations.shared_fields import CAR_FIELDS
from pitwall.state.kinds import KINDS


def reading() -> dict[str, Any]:
    """The value of `x-reading`: plain data, phrases as lists."""
    return {
        "topics": [
            {key: _texts(value) if key in _PHRASES else value for key, value in {**_kinds(topic), **topic}.items()}
            for topic in TOPICS
        ],
        "narrows": [{"said": _texts(str(narrow["said"])), "ways": narrow["ways"]} for narrow in NARROWS],
        "by": {
            "driver": [],
            "team": ["team", "teams", "constructor", "constructors"],
            "compound": [f"{on} {of}" for on in ("on each", "by", "per", "for each", "of each") for of in _OF_TYRES],
            "lap": ["lap with", "laps with"],
            "class_name": ["class", "classes"],
            "turn": ["turn", "turns", "corner", "corners"],
        },
        "names": {"driver": "driver"},
        "slots": ["class"],
        "fields": {relation.name: [field.name for field in relation.fields] for relation in RELATIONS},
        "of_cars": [field.name for field in CAR_FIELDS],
        "words": WORDS,
    }


def _kinds(topic: dict[str, Any]) -> dict[str, Any]:
    """The kinds of sessions that have its relation, where not all have."""
    kinds = next(relation.kinds for relation in RELATIONS if relation.name == topic["relation"])
    return {} if set(kinds) == set(KINDS) else {"kinds": list(kinds)}


_OF_TYRES = ("compound", "tyre")
_PHRASES = ("said", "beside", "up", "down")


def _texts(said: str) -> list[str]:
    return [phrase.strip() for phrase in said.split(" / ")]
