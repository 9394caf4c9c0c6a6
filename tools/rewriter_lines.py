"""The lines that the rewriter learns from: what is asked, after what was said before, and the same in plain words.

`wordings/asked.tsv` holds questions as people ask them with their plain form (`-`: asks nothing that a race tells; `!`
before one that no tool answered when it was written), `wordings/talks.txt` conversations, turn by turn, to which
`leaning_lines.py` adds later turns made of the questions, `joined_lines.py` lines of two asks and of talk beside one;
`wordings/wordings.tsv` wordings of listed plain questions, `wordings/none.tsv` lines that ask nothing. The examples of
the race tools are plain questions too.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from joined_lines import joined_lines
from leaning_lines import Asked, later_turns
from msgspec import Struct
from wordings_read import CLASSES, DRIVERS, HERE, TEAMS, reader_of_items

from director.language.numbers import as_ordinal
from director.language.rewriting.marks import AND_THEN, MOST_SAID, NO_PLAIN, SaidBefore
from director.planners.offline.item_reader import ItemReader
from director.planners.offline.plain.marking import Values, heard, heard_before, told
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools

FILLS = 3
"""So often a line that somebody wrote with its plain form is learnt, each time with other names and numbers."""
BESIDE = ("", "", "", "{beside}", "{beside} {ahead}")
"""Who else is named by an answer than whom it is about, each as often."""
ASKED_WEIGHT = 2.0
"""Lines that were asked freely count more than wordings of listed questions."""
PLAINEST_WEIGHT = 1.5
NUMBERS = range(2, 21)
LAPS = range(2, 58)
PARTS = ("sector", "sectors", "q", "s")
"""Of a lap or a qualifying there are three."""
COMPOUNDS = (("soft", "softs"), ("medium", "mediums"), ("hard", "hards"), ("inter", "inters"))
KIND_MARK, QUESTION, PLAIN, ANSWER = "# ", "Q:", "P:", "A:"
GAP = "!"
_SLOT = re.compile(
    r"(?P<before>\b(?:laps? |sectors? |[qs](?=\{)))?\{(?P<name>\w+)\}(?P<th>th|st|nd|rd)?", re.IGNORECASE
)
_TEAM = "{team}"


class Line(Struct, frozen=True):
    """One line to learn."""

    question: str
    before: tuple[SaidBefore, ...]
    """What was said before it, the latest first."""
    tokens: tuple[str, ...]
    writer: str
    kind: str
    weight: float = 1.0
    asked: str = ""
    """The question as a person would type it, and its plain form, with the same names and numbers."""
    plain: str = ""

    @property
    def asked_freely(self) -> bool:
        """Whether somebody asked what they would, and gave its plain form."""
        return self.weight == ASKED_WEIGHT


def lines(seed: int = 5) -> list[Line]:
    """All lines, in the order of the files. The same files give the same lines."""
    rng = random.Random(seed)  # noqa: S311 - the same lines give the same weights
    reader = reader_of_items()
    made = (
        *_asked(rng, reader),
        *_talks(rng, reader),
        *_wordings(rng, reader),
        *_examples(rng, reader),
        *_later(rng, reader),
        *_joined(rng, reader),
    )
    return [line for line in made if line is not None]


def _asked(rng: random.Random, reader: ItemReader) -> Iterator[Line | None]:
    for kind, question, plain, writer in rows("asked.tsv"):
        for _ in range(FILLS if "{" in question else 1):
            filled = Filled(rng)
            asked, meant = filled.text(question), filled.text(plain.lstrip(f"{GAP} "))
            yield _line(reader, asked, meant, writer, kind, ASKED_WEIGHT)


def _talks(rng: random.Random, reader: ItemReader) -> Iterator[Line | None]:
    for writer, talk in talks():
        for _ in range(FILLS):
            yield from _turns(talk, Filled(rng), reader, writer)


def _turns(talk: list[str], filled: Filled, reader: ItemReader, writer: str) -> Iterator[Line | None]:
    kind, asked = "race", ""
    before: tuple[SaidBefore, ...] = ()
    for line in talk:
        if line.startswith(KIND_MARK):
            kind = line.removeprefix(KIND_MARK)
        elif line.startswith(QUESTION):
            asked = filled.text(line.removeprefix(QUESTION).strip())
        elif line.startswith(ANSWER) and before:
            named = filled.text(filled.and_others(line.removeprefix(ANSWER).strip()))
            before = (SaidBefore(before[0].plain, named), *before[1:])
        elif line.startswith(PLAIN):
            meant = filled.text(line.removeprefix(PLAIN).strip().lstrip(f"{GAP} "))
            yield _line(reader, asked, meant, writer, kind, ASKED_WEIGHT, before)
            if meant != NO_PLAIN:  # what asks nothing is not answered, so it is not remembered
                before = (SaidBefore(meant), *before[: MOST_SAID - 1])


def _wordings(rng: random.Random, reader: ItemReader) -> Iterator[Line | None]:
    plain = {key: (key if asked == NO_PLAIN else asked, kinds) for key, asked, kinds in rows("plain.tsv")}
    for key, (asked, kinds) in plain.items():
        yield _slotted(rng, reader, key, asked, "", kinds, PLAINEST_WEIGHT)
    for key, wording, writer in rows("wordings.tsv"):
        asked, kinds = plain[key]
        said = wording.replace("{driver}", _TEAM) if _TEAM in asked and _TEAM not in wording else wording
        yield _slotted(rng, reader, said, asked, writer, kinds, 1.0)
    for wording, writer in rows("none.tsv"):
        yield _slotted(rng, reader, wording, NO_PLAIN, writer, "all", 1.0)


def _examples(rng: random.Random, reader: ItemReader) -> Iterator[Line | None]:
    for entry in catalogue(build_tools(StateCache())):
        for text, _ in entry.get("examples") or ():
            yield _slotted(rng, reader, text, text, "", f"example:{entry['name']}", 1.0)


def _later(rng: random.Random, reader: ItemReader) -> Iterator[Line | None]:
    asked = [Asked(kind, said, plain.lstrip(f"{GAP} "), by) for kind, said, plain, by in rows("asked.tsv")]
    for turn in later_turns([row for row in asked if row.plain != NO_PLAIN], rng):
        filled = Filled(rng)
        named = filled.and_others(turn.named)
        question, plain, before, named = map(filled.text, (turn.question, turn.plain, turn.before, named))
        yield _line(reader, question, plain, turn.writer, turn.kind, 1.0, (SaidBefore(before, named),))


def _joined(rng: random.Random, reader: ItemReader) -> Iterator[Line | None]:
    asked = [Asked(kind, said, plain, by) for kind, said, plain, by in rows("asked.tsv") if not plain.startswith(GAP)]
    talk = [said for said, _ in rows("none.tsv")]
    for row in joined_lines([row for row in asked if row.plain != NO_PLAIN], talk, rng):
        filled = Filled(rng)
        question, plain = filled.text(row.question), filled.text(row.plain)
        yield _line(reader, question, plain, row.writer, row.kind, ASKED_WEIGHT)


def _slotted(
    rng: random.Random, reader: ItemReader, said: str, asked: str, writer: str, kind: str, weight: float
) -> Line | None:
    if not set(slots(asked)) <= set(slots(said)):
        return None
    filled = Filled(rng)
    return _line(reader, filled.text(said), filled.text(asked), writer, kind, weight)


def _line(
    reader: ItemReader, asked: str, plain: str, writer: str, kind: str, weight: float, before: Sequence[SaidBefore] = ()
) -> Line | None:
    """A line; None where its plain form names somebody whom nobody has named."""
    values = Values()
    question = heard(asked, reader.read(asked), values)
    context = heard_before(before, reader.read, values)
    tokens: list[str] = []
    for part in plain.split(f" {AND_THEN} "):
        said = [NO_PLAIN] if part == NO_PLAIN else told(part, reader.read(part), values)
        if said is None or not question:
            return None
        tokens += [AND_THEN, *said] if tokens else said
    return Line(question, context, tuple(tokens), writer, kind, weight, asked, plain)


class Filled:
    """Names and numbers for the slots of a line and of all that belongs to it."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._drivers = iter(rng.sample(DRIVERS, len(DRIVERS)))
        self._teams, self._classes = iter(rng.sample(TEAMS, len(TEAMS))), iter(rng.sample(CLASSES, len(CLASSES)))
        self._compounds = iter(rng.sample(COMPOUNDS, len(COMPOUNDS)))
        self._numbers = iter(rng.sample(NUMBERS, len(NUMBERS)))
        self._laps = iter(rng.sample(LAPS, len(LAPS)))
        self._values: dict[str, str] = {}

    def text(self, slotted: str) -> str:
        """The text with a value in each slot."""
        return _SLOT.sub(self._fill, slotted)

    def and_others(self, named: str) -> str:
        """Those whom an answer names, now and then with one or two more: who is near them is told unasked."""
        return f"{named} {self._rng.choice(BESIDE)}".strip() if named else named

    def _fill(self, slot: re.Match[str]) -> str:
        name = slot["name"]
        if name not in self._values:
            self._values[name] = self._value(name, (slot["before"] or "").strip().lower())
        value = self._values[name]
        return (slot["before"] or "") + (as_ordinal(int(value)) if slot["th"] and value.isdigit() else value)

    def _value(self, name: str, of: str) -> str:
        if "team" in name:
            return next(self._teams)
        if "class" in name:
            return next(self._classes)
        if "compound" in name:
            return self._rng.choice(next(self._compounds))
        if name in ("n", "m", "k", "l", "since_lap", "from_lap", "to_lap", "lap"):
            if of in PARTS:
                return self._rng.choice("123")
            return str(next(self._laps if of or name == "l" else self._numbers))
        first, last = next(self._drivers).split()
        said = self._rng.choice((last, last, last, last.lower(), f"{first} {last}", first))
        return said.lower() if self._rng.random() < 1 / 5 else said


def slots(text: str) -> list[str]:
    """The names of a text's slots."""
    return [slot["name"] for slot in _SLOT.finditer(text)]


def rows(name: str) -> list[list[str]]:
    """The rows of a file of wordings."""
    return [line.split("\t") for line in (HERE / name).read_text(encoding="utf-8").splitlines() if line]


def talks() -> Iterator[tuple[str, list[str]]]:
    """The conversations, each with its writer, who stands above it: `## 41`."""
    writer, talk = "", list[str]()
    for line in [*(HERE / "talks.txt").read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("## "):
            writer = line.removeprefix("## ")
        elif line.strip():
            talk.append(line.strip())
        elif talk:
            yield writer, talk
            talk = []
