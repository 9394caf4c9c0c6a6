"""The wordings that the plain reader learns from, read as it will read questions: names and numbers in the slots."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from director.language.numbers import as_ordinal
from director.planners.offline.item_reader import ItemReader
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plain.pieces import SaidPiece, pieces_of
from director.planners.offline.planner import OfflinePlanner
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject

HERE = Path(__file__).parent / "wordings"
KINDS = {"all": (), "race": ("race", "sprint"), "quali": ("qualifying", "sprint_qualifying"), "practice": ("practice",)}
ORDERING = frozenset(["overtake", "catch", "catching", "ahead", "behind", "undercut", "safe", "threat", "than", "past"])
"""Words of plain wordings with two drivers that mean another thing the other way round."""
MOST_EXAMPLES = 100
"""Of a tool's examples with the same arguments, so many at most."""
LEAST = 4
"""Fewer wordings the other way round than this are left out."""
DRIVERS = (
    "Lewis Hamilton", "George Russell", "Charles Leclerc", "Carlos Sainz", "Max Verstappen", "Sergio Perez",
    "Lando Norris", "Oscar Piastri", "Fernando Alonso", "Lance Stroll", "Pierre Gasly", "Esteban Ocon",
)  # fmt: skip
TEAMS = ("Mercedes", "Ferrari", "Red Bull Racing", "McLaren", "Aston Martin", "Alpine")
CLASSES = ("LMP2", "GTD", "GTP")
COMPOUNDS = ("softs", "mediums", "hards", "soft", "medium", "hard", "inters")
ASKED = {
    "driver": "Hamilton", "other": "Leclerc", "passed": "Leclerc", "team": "Ferrari", "class": "GTP",
    "compound": "softs", "n": "3", "m": "9", "since_lap": "3",
}  # fmt: skip
"""The values with which the plain wordings are planned."""
ROWS_TOLD = ("last", "last_n", "top_n")
"""Arguments that say how many rows are told."""
_SLOT = re.compile(r"\{(\w+)\}")
_VALUE = re.compile(r"(?P<q>[qQ])?\{(?P<name>\w+)\}(?P<th>th|st|nd|rd)?")


Label = tuple[str, tuple[str, ...]]
"""A plain wording and its slots; two empty ones for none."""
NONE: Label = ("", ())
PLAINEST = 3.0
"""How much a plain wording itself counts, which no writer wrote: they looked for other words."""
NARROWED, JOINED = 2500, 800
"""So many wordings are narrowed by something more, or joined with another one: no plain wording asks that."""


class Line(Struct, frozen=True):
    """One wording: the plain wording and its slots in the order of the line, or none of them."""

    label: Label
    pieces: tuple[SaidPiece, ...]
    numbers: frozenset[float]
    """Numbers that the wording itself has."""
    kinds: tuple[str, ...]
    text: str
    """As a person would type it, with names and numbers."""
    writer: str
    """Empty for examples of tools."""
    weight: float = 1.0


def lines() -> list[Line]:
    """All lines, each read once, in the order of the files."""
    reader = reader_of_items()
    rng = random.Random(11)  # noqa: S311 - the same lines give the same weights
    plain = {row[0]: (row[1], row[2]) for row in _rows("plain.tsv")}
    kinds: dict[str, set[str]] = defaultdict(set)
    for asked, kind in plain.values():
        kinds[asked].update(kind.split())
    told: list[tuple[Label, str, str]] = []
    for key, wording, writer in _rows("wordings.tsv"):
        asked = plain[key][0]
        if "{team}" in asked and "{team}" not in wording:
            wording = wording.replace("{driver}", "{team}")
        if asked == "-":
            told.append((NONE, wording, writer))
        elif (label := _label(key, asked, wording)) is not None:
            told.append((label, wording, writer))
    told += [(NONE, text, writer) for text, writer in _rows("none.tsv")]
    plainest = set(_plainest(plain))
    told += [(label, text, "") for label, text in sorted(plainest)]
    told += [(NONE, text, writer) for text, writer in _narrowed([one for one in told if one[0] != NONE], rng)]
    told += [(label, text, "") for label, text in _examples({asked for asked, _ in plain.values()}, rng)]
    often = Counter(label for label, _, _ in told)
    out: list[Line] = []
    seen: set[tuple[Label, str]] = set()
    for label, text, writer in told:
        if (often[label] < LEAST and label[1] != tuple(_SLOT.findall(label[0]))) or (label, text) in seen:
            continue
        seen.add((label, text))
        typed = _filled(text, rng)
        pieces = pieces_of(reader.read(typed))
        if not pieces:
            continue
        own = _numbers(pieces_of(reader.read(_SLOT.sub(" ", re.sub(r"\w*\{\w+\}\w*", " ", text)))))
        of = kinds.get(label[0], {"all"})
        fits = () if "all" in of else tuple(sorted({name for kind in of for name in KINDS[kind]}))
        weight = PLAINEST if (label, text) in plainest else 1.0
        out.append(Line(label, tuple(pieces), own, fits, typed, writer, weight))
    return out


def _plainest(plain: dict[str, tuple[str, str]]) -> Iterator[tuple[Label, str]]:
    """The plain wordings themselves, as they were given to the writers and as the planner is asked."""
    for key, (asked, _) in plain.items():
        if asked == "-":
            yield NONE, key
        else:
            yield from ((label, text) for text in (key, asked) if (label := _label(text, asked, text)) is not None)


def _narrowed(told: list[tuple[Label, str, str]], rng: random.Random) -> Iterator[tuple[str, str]]:
    """Wordings with something more that narrows them, and pairs of wordings: none of the plain wordings."""
    narrowing = (HERE / "narrowing.txt").read_text(encoding="utf-8").splitlines()
    said: dict[Label, set[str]] = defaultdict(set)
    for label, text, _ in told:
        said[label].update(_SLOT.sub(" ", text).lower().split())
    for label, text, writer in rng.sample(told, NARROWED):
        more = rng.choice(narrowing)
        if len(set(_SLOT.sub(" ", more).split()) - said[label]) > 1:
            yield (f"{text.rstrip('?')} {more}" if rng.random() < 0.8 else f"{more}, {text}"), writer
    for one, other in zip(rng.sample(told, JOINED), rng.sample(told, JOINED), strict=True):
        if one[0] != other[0]:
            yield f"{one[1].rstrip('?')} {rng.choice(('and', ',', 'or'))} {other[1]}", one[2]


def _label(key: str, asked: str, wording: str) -> Label | None:
    """What is asked, with the drivers in the order of the wording; None where its slots are others.

    What the plain wording has beyond what is asked may be left out: how far behind somebody is tells whether it is more
    than 3 s, who is fastest whether it is him, what he is on whether it is softs.
    """
    own, said = _SLOT.findall(asked), _SLOT.findall(wording)
    if sorted(own) != sorted(said):
        full = _SLOT.findall(key)
        left = Counter(full) - Counter(own)
        if sorted(full) != sorted(said) or left.total() != len(full) - len(own):
            return None
        if any(_kind(slot) not in ("number", "driver", "compound") for slot in left):
            return None
        own = full
    turned = iter([slot for slot in said if _kind(slot) == "driver"])
    ordered = bool(ORDERING & set(asked.split())) and not {"or", "and"} & set(asked.split())
    return asked, tuple(next(turned) if ordered and _kind(slot) == "driver" else slot for slot in own)


def _kind(slot: str) -> str:
    if slot in ("driver", "other", "passed"):
        return "driver"
    return slot if slot in ("team", "class", "compound") else "number"


def _examples(asked: set[str], rng: random.Random) -> Iterator[tuple[Label, str]]:
    """The examples of tools that have the same arguments as one that is a plain wording."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for entry in catalogue(build_tools(StateCache())):
        for text, arguments in entry.get("examples") or ():
            groups[entry["name"], repr(sorted(arguments.items()))].append(text)
    for texts in groups.values():
        plain = [text for text in texts if text in asked]
        if len(plain) == 1:
            for text in rng.sample(texts, min(len(texts), MOST_EXAMPLES)):
                if (label := _label(plain[0], plain[0], text)) is not None:
                    yield label, text


def _filled(text: str, rng: random.Random) -> str:
    drivers = iter(rng.sample(DRIVERS, 3))
    numbers = iter(rng.sample(range(2, 20), 4))
    chosen = {"team": TEAMS, "class": CLASSES, "compound": COMPOUNDS}

    def value(slot: re.Match[str]) -> str:
        name = slot["name"]
        if _kind(name) == "driver":
            return next(drivers, DRIVERS[0]).split()[-1]
        if name in chosen:
            return rng.choice(chosen[name])
        if slot["q"]:
            return f"{slot['q']}{rng.randint(1, 3)}"
        number = next(numbers, 7)
        return as_ordinal(number) if slot["th"] else str(number)

    return _VALUE.sub(value, text)


def _numbers(pieces: list[SaidPiece]) -> frozenset[float]:
    return frozenset(piece.number for piece in pieces if piece.number is not None)


def _rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (HERE / name).read_text(encoding="utf-8").splitlines() if line]


@lru_cache(maxsize=1)
def grouped(texts: tuple[tuple[str, tuple[str, ...]], ...]) -> dict[str, int]:
    """The plain wordings by number: those that are planned alike, in the sessions that have them, have the same."""
    return asyncio.run(_grouped(dict(texts)))


async def _grouped(texts: dict[str, tuple[str, ...]]) -> dict[str, int]:
    tools = catalogue(build_tools(StateCache()))
    found: dict[str, list[str]] = defaultdict(list)
    for kind in ("Race", "Qualifying", "Practice"):
        planner = OfflinePlanner(plainly=False)
        for text, kinds in sorted(texts.items()):
            if kinds and kind.casefold() not in kinds:
                found[text].append("")
                continue
            asked = _SLOT.sub(lambda slot: ASKED[slot[1]], text)
            plan = await planner.plan(asked, tools, context_of(kind))
            found[text].append(str([(step.name, _told_apart(step.arguments)) for step in plan.steps] or text))
    signs = sorted({str(plans) for plans in found.values()})
    return {text: signs.index(str(plans)) for text, plans in found.items()}


def _told_apart(arguments: JsonObject) -> JsonObject:
    """The arguments without how many rows are told: "when did he last stop" is near to "when did he stop"."""
    return {name: value for name, value in arguments.items() if name not in ROWS_TOLD or str(value) in ASKED.values()}


def reader_of_items() -> ItemReader:
    """Reads questions as they will be read, with the names that are learnt with."""
    knowledge = Knowledge()
    knowledge.refresh(catalogue(build_tools(StateCache())), context_of(""))
    return knowledge.reader


def context_of(kind: str) -> Context:
    codes = [
        {"car": str(at + 2), "code": name.split()[-1][:3].upper(), "name": name, "team": TEAMS[at // 2]}
        for at, name in enumerate(DRIVERS)
    ]
    vocabularies = {
        "driver": codes,
        "team": [{"name": name} for name in TEAMS],
        "class": [{"name": name} for name in CLASSES],
    }
    return Context("A race: lap 30 of 57 completed.", vocabularies, kind)
