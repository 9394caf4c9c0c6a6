"""Pieces of JSON Schema that the tools share. Every number has bounds, every string and list a longest length."""

from __future__ import annotations

from typing import Any

from pitwall.facts.names import POINTS_POSITION
from pitwall.state.moment import SEGMENT_PATTERN, TIME_PATTERN
from pitwall.state.run_state import RUN_STATES

JsonSchema = dict[str, Any]

MAX_CARS = 64
MAX_LAPS = 2000


def text(description: str = "", *, longest: int = 80, nullable: bool = False) -> JsonSchema:
    """A string of at most `longest` characters."""
    return _described({"type": ["string", "null"] if nullable else "string", "maxLength": longest}, description)


def integer(description: str = "", *, low: int = 0, high: int, nullable: bool = False) -> JsonSchema:
    """A whole number from low to high."""
    kind: Any = ["integer", "null"] if nullable else "integer"
    return _described({"type": kind, "minimum": low, "maximum": high}, description)


def number(description: str = "", *, low: float = 0, high: float, nullable: bool = False) -> JsonSchema:
    """A number from low to high."""
    kind: Any = ["number", "null"] if nullable else "number"
    return _described({"type": kind, "minimum": low, "maximum": high}, description)


def flag(description: str = "") -> JsonSchema:
    """True or false."""
    return _described({"type": "boolean"}, description)


def choice(*words: str | None, description: str = "") -> JsonSchema:
    """One of some words."""
    return _described({"enum": list(words)}, description)


def rows(item: JsonSchema, description: str = "", *, most: int = MAX_CARS) -> JsonSchema:
    """A list of at most `most` items."""
    return _described({"type": "array", "items": item, "maxItems": most}, description)


def record(
    properties: JsonSchema, description: str = "", *, nullable: bool = False, optional: JsonSchema | None = None
) -> JsonSchema:
    """An object with all of `properties`, perhaps some of `optional`, and nothing else."""
    kind: Any = ["object", "null"] if nullable else "object"
    every = {**properties, **(optional or {})}
    shape = {"type": kind, "additionalProperties": False, "required": list(properties), "properties": every}
    return _described(shape, description)


def _described(schema: JsonSchema, description: str) -> JsonSchema:
    return {**schema, "description": description} if description else schema


def driver(description: str = "", *, nullable: bool = False) -> JsonSchema:
    """A driver as every output names one."""
    fields = {
        "car": text("car number", longest=8),
        "code": text("three-letter code", longest=8, nullable=True),
        "name": text("full name", nullable=True),
    }
    return record(fields, description, nullable=nullable)


def driver_argument(description: str) -> JsonSchema:
    """An argument that names a driver, as the description says; `find_car` of `pitwall.facts.names` finds the car."""
    named = f"{description}: car number, code, name, one-car team or position (P3, leader, {POINTS_POSITION})"
    return {
        "type": "string",
        "minLength": 1,
        "maxLength": 60,
        "description": named,
        "x-vocabulary": "driver",
        "x-place": "P{}",
        "x-stand-ins": ["leader", POINTS_POSITION],
    }


def team_argument(description: str) -> JsonSchema:
    """An argument that names a team."""
    return {**text(description, longest=60), "minLength": 1, "x-vocabulary": "team"}


def count_argument(description: str, *, default: int, high: int, phrases: list[str]) -> JsonSchema:
    """An argument that says how many, from 1 to `high`. `phrases`: how questions say it, `{}` for the number."""
    return {**integer(description, low=1, high=high), "default": default, "x-phrases": phrases}


def tell_argument(*words: str, meaning: str = "", default: str | None = None) -> JsonSchema:
    """The argument `tell`: what the summary tells first; the rest of the answer is the same whatever it is.

    `meaning` says what the words mean. Without `default` a call that leaves it out gets a summary of all.
    """
    told = f"what the summary tells first; {meaning}" if meaning else "what the summary tells first"
    return {**choice(*words, description=told), **({} if default is None else {"default": default})}


def gap_s(description: str = "seconds", *, nullable: bool = True) -> JsonSchema:
    """A gap in seconds."""
    return number(description, low=-100_000, high=100_000, nullable=nullable)


def laps_behind() -> JsonSchema:
    """A gap in laps."""
    return integer("laps behind, where the feed gives laps instead of seconds", high=MAX_LAPS, nullable=True)


def lap_time(description: str = "seconds") -> JsonSchema:
    """A lap time in seconds."""
    return number(description, high=100_000, nullable=True)


def lap_number(description: str = "", *, nullable: bool = False) -> JsonSchema:
    """The number of a lap."""
    return integer(description, high=MAX_LAPS, nullable=nullable)


def position(description: str = "position in the order", *, nullable: bool = True) -> JsonSchema:
    """A position in the order."""
    return integer(description, low=1, high=1000, nullable=nullable)


def run_state() -> JsonSchema:
    """What a car is doing: one of `RUN_STATES`."""
    return choice(*RUN_STATES, description="what the car is doing")


def stands() -> JsonSchema:
    """Where a car stopped on the track, `at turn 3`."""
    return text("where race control saw the car stop that has not come round since", longest=40)


MOMENT_ARGUMENTS: JsonSchema = {
    "at_lap": {
        **lap_number("as after this lap; default: now"),
        "x-phrases": [
            *(
                f"{when} {lap}"
                for when in ("on", "at", "in", "after", "by", "during", "around", "as of", "up to", "until", "back on")
                for lap in ("lap {}", "lap number {}", "the {} lap")
            ),
            *(f"{when} of lap {{}}" for when in ("at the end", "by the end", "end")),
            *(f"{when} of the {{}} lap" for when in ("at the end", "by the end", "end")),
            *(f"when lap {{}} {verb}" for verb in ("finished", "ended", "was done", "was over", "was completed")),
            "lap {}",
            "lap number {}",
            "from lap {}",
            "after {} laps",
            "{} laps in",
            "{} laps into the race",
        ],
    },
    "at_time": {
        "type": "string",
        "maxLength": 12,
        "pattern": TIME_PATTERN,
        "description": "as at this session time, HH:MM:SS",
        "x-phrases": [
            *(f"{when} {{}}" for when in ("at", "by", "as of", "around", "back at", "just after", "until")),
            *(f"at {time} {{}}" for time in ("session time", "time", "race time")),
        ],
    },
    "minutes_ago": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1500,
        "description": "minutes before now",
        "x-phrases": [f"{{}} {unit} {ago}" for unit in ("minutes", "minute", "min") for ago in ("ago", "earlier")],
    },
}
MOMENT_NAMES = (*MOMENT_ARGUMENTS, "at_segment")
"""The arguments that name another moment than now."""


SEGMENT_ARGUMENT: JsonSchema = {
    "at_segment": {
        "type": "string",
        "maxLength": 9,
        "pattern": SEGMENT_PATTERN,
        "description": "as q2 began, or q2+05:00 in",
        "x-phrases": [],
    }
}


def with_moment(arguments: JsonSchema, *, timed: bool = False) -> JsonSchema:
    """A tool's arguments and those of the moment. A phrase of the tool's own ("after lap {}") sets its own argument.

    `timed`: segments of a qualifying may name the moment, too.
    """
    taken = {phrase for spec in arguments.values() for phrase in spec.get("x-phrases", ())}
    moment = {
        name: {**spec, "x-phrases": [phrase for phrase in spec["x-phrases"] if phrase not in taken]}
        for name, spec in {**MOMENT_ARGUMENTS, **(SEGMENT_ARGUMENT if timed else {})}.items()
    }
    return {**arguments, **moment, **arguments}  # a tool's own at_lap goes before the moment's


AS_OF = record(
    {
        "lap": lap_number("laps completed by the first car"),
        "session_time": text("HH:MM:SS.mmm", longest=16),
        "utc": text("to the second", longest=24, nullable=True),
    },
    "the moment that this describes",
    optional={"segment": text("of a qualifying", longest=4)},
)

ENVELOPE: JsonSchema = {
    "schema_version": integer(low=1, high=1000),
    "generated_at": text("UTC", longest=24),
    "summary": text("the answer in one sentence", longest=200),
}

EVIDENCE: JsonSchema = {
    "as_of": AS_OF,
    "data_age_s": number("seconds since the feed last spoke", high=10_000_000),
    "missing": rows(text(longest=200), "what the feed has not told us", most=20),
}
