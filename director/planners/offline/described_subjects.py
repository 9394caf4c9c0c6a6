"""Whom a question describes instead of naming him: "P7", "third", "the leader", "the car behind Sainz", "the last car",
"the polesitter", "the lead Ferrari", "the teammate of Sainz".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from director.language.late_patterns import compile_later
from director.language.name_meanings import group_kind
from director.language.numbers import ORDINALS, read_number
from director.language.session_kinds import is_of_positions
from director.planners.offline.apart.chained_asks import FIRST, FIRST_ROW
from director.planners.offline.apart.clause_splitting import ReadItems
from director.planners.offline.conversation.people import WHOM, People
from director.planners.offline.knowledge import Knowledge
from toolgate.contract import JsonObject, Step

_BEFORE = (
    r"(?:^|[,;:]\s*|\b(?:of|by|has|have|had|did|does|do|will|would|and|or|nor|between|than|compare|vs|against|with|behind|ahead|"
    r"ahead\s+of|faster|quicker|slower|older|newer|fresher|tyres|(?:pitted|stopped)\s+first)\s+"
    r"|(?:^|[,;:?.]\s*|\b(?:where|when|how|why|what|who|tyres|far|old|fast|and|so)\s+)(?:is|are|was|were)\s+)"
)
"""What stands before a position that is spoken of as a driver is."""
_AFTER = (
    r"(?=\s*$|\s*[?!.,;]|['’]s\b|\s+(?:over|since|so|right|now|currently|and|or|vs|than|from|on|at|in|under|last|the\s+last|"
    r"made|done|had|has|been|got|pitted|stopped|boxed|came|led|gained|lost|started|catching|closing|gaining|losing|safe|"
    r"driving|doing|running|still|faster|slower|quicker|ahead|behind|used|took|going|dropped|retired|lapped)\b)"
)
"""What follows an ordinal that is: after "third" a sector or a stint may follow too."""
MAN = r"(?:car|guy|man|driver|one|bloke|chap|fella)"
NTH = rf"(?:{'|'.join(ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th))"
_HOLDER = rf"(?:the\s+)?{MAN}\s+(?:who\s+is\s+|who['’]s\s+)?(?:running\s+|sitting\s+)?(?:in|on)\s+"
_OF_A_GROUP = r"(?!\s+of\b|\s+in\b(?!\s+the\s+(?:points|pits?|race)\b))"
_SEGMENT, CLASS = compile_later(r"\bq[123]\b", re.IGNORECASE), "class"
_POSITION = compile_later(
    rf"{_BEFORE}(?P<said>(?:{_HOLDER})?(?:P\s?(?P<p>\d{{1,2}})\b(?!\s*(?:-|–|\.\.)|\s+(?:changed|swapped|changing)\b)"
    rf"|(?P<nth>{NTH})(?:\s+place(?:d\s+man)?)?{_AFTER}"
    rf"|(?<!behind )the\s+(?:race\s+)?leader\b(?!['’]?s?\s+(?:board|list)\b)){_OF_A_GROUP})",
    re.IGNORECASE,
)
_DID = compile_later(
    rf"\b(?:did|does|do)\s+(?P<said>(?P<nth>{NTH})(?:\s+place)?)(?=\s+(?:last\s+|ever\s+)?(?:stop|pit|box|start|set|lead|lose|"
    r"gain|use|take|get|go|have|make|do|come|drive|finish)\b)",
    re.IGNORECASE,
)
_LAST = compile_later(
    r"(?P<said>the\s+(?:last(?:[ -]placed)?|rearmost)\s+(?:car|man|driver|guy)(?!\s+(?:change|swap))"
    rf"|the\s+{MAN}\s+(?:in|at)\s+(?:dead\s+)?last"
    r"(?:\s+place)?|the\s+(?:tail[ -]?ender|backmarker)"
    r"|(?:(?<=\bof )|(?<=\bhas )|(?<=\bdid )|(?<=\bis ))last\s+place)\b"
    r"(?!\s+(?:to|who|that|out|of|with|without)\b|\s+(?:in|on)\b(?!\s+the\s+points))",
    re.IGNORECASE,
)
_STARTED = compile_later(
    rf"(?P<said>(?:the\s+)?pole[ -]?(?:sitter|man)|the\s+{MAN}\s+(?:who|that)\s+(?:had\s+)?(?:started|began)"
    rf"\s+(?:on\s+|from\s+|in\s+)?(?:pole|P?(?P<p>\d{{1,2}})\b|(?P<nth>{NTH}))(?:\s+place|\s+on\s+the\s+grid)?)\b",
    re.IGNORECASE,
)
_BESIDE = compile_later(
    rf"\bthe\s+{MAN}\s+(?:directly\s+|right\s+|just\s+|immediately\s+)?(?P<side>ahead\s+of|in\s+front\s+of|behind)\s+",
    re.IGNORECASE,
)
_BESIDE_PLACED = compile_later(
    rf"(?P<said>\bthe\s+{MAN}\s+(?:directly\s+|right\s+|just\s+|immediately\s+)?(?P<side>ahead\s+of|in\s+front\s+of|behind)\s+"
    rf"(?:P(?P<p>\d{{1,2}})|(?P<nth>{NTH})(?:\s+place)?|the\s+(?:race\s+)?leader))\b{_OF_A_GROUP}",
    re.IGNORECASE,
)
_MATE_OF = compile_later(r"\b(?:the\s+)?team[ -]?mate\s+of\s+", re.IGNORECASE)
_WITH = compile_later(
    rf"\bthe\s+{MAN}\s+(?:with|(?:who|that)(?:['’]s|\s+has))\s+(?P<what>(?:\w+\s+)?the\s+(?:most|fewest|least|\w+est|best|worst)\b"
    r".*?)(?=\s*\W*$|\s+(?:on\W*$|start|started|pit(?!\s+(?:stop|lane))|pitted|stopped|have|drive|set|been|made|used|under|in\s+the\s+"
    r"points|catching|still|running|safe)\b)",
    re.IGNORECASE,
)
"""Somebody who has the most of something, whom another question finds."""
_WHO_IS = compile_later(r"\bwho(?:['’]?s|\s+is|\s+are|\s+was|\s+were)\s+$", re.IGNORECASE)
"""Who somebody is, his description tells no more than another does."""
_BY_PLACE = compile_later(
    r"\bthe\s+(?P<which>lead|leading|front|top|best[ -]placed|second|trailing|rear|lower)\s+", re.IGNORECASE
)
_OF_TWO = compile_later(r"(?:\s+(?:car|driver)\b)?(?!\s+(?:stint|stop|sector|run|row|lap))", re.IGNORECASE)
_THE = compile_later(r"\bthe\s+", re.IGNORECASE)
_IN_FRONT = compile_later(
    r"\s+(?P<which>in\s+front|ahead|behind|at\s+the\s+back)(?=\s*$|\s*[?!.,;]|['’]s\b|\s+(?!of\b|the\b)\w+)",
    re.IGNORECASE,
)
_TEAM = group_kind(WHOM)
_LOWER = frozenset(("second", "trailing", "rear", "lower", "behind", "at the back"))
_OF_THE_ORDER = frozenset(("$ref", "position_now", "place"))
_OF_NEIGHBOURS = frozenset(("$ref", "ahead", "behind", "neighbours", "next_to", "position_now"))
LEADER, FIRST_PLACED = "leader", "P1"
FINDS_BESIDE, FINDS_OF_ALL = "get_gap", "query_race"
"""The tools that tell who is beside somebody, and of all cars; where one is not served, nobody is found by it."""


Finder = Callable[[str], tuple[Step, JsonObject] | None]


class Described(Struct, frozen=True):
    """Somebody whom a question describes."""

    start: int
    end: int
    value: object
    """How calls name him: `P7`, `leader`, the name of a team mate, or a reference to what a step found."""
    finds: Step | None = None
    """The step that finds him."""
    used_by: frozenset[str] = frozenset()
    """A call that says one of these makes use of him."""


def subjects_of(question: str, knowledge: Knowledge, finder: Finder) -> list[Described]:
    """Whom a question describes, from its beginning to its end; of two that overlap the longer one.

    `finder` gives the step that answers another question, and the reference to the one whom it finds.
    """
    read, people = knowledge.reader.read, knowledge.people
    found = [*_beside(question, read), *_mates(question, read, people), *_of_teams(question, read)]
    if (holders := [*_holders(question), *_beside_placed(question)]) and not _is_of_a_group(question, read):
        found += holders
    if is_of_positions(knowledge.lexicon.session_kind):
        found += [*_started(question), *_last(question)]
    found += _with_most(question, finder)
    kept: list[Described] = []
    for one in sorted(found, key=lambda one: one.start - one.end):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted((one for one in kept if not _WHO_IS.search(question[: one.start])), key=lambda one: one.start)


def _is_of_a_group(question: str, read: ReadItems) -> bool:
    """Whether a question names a class or a segment, of which others hold the positions."""
    return bool(_SEGMENT.search(question)) or any(item.firm and CLASS in item.readings for item in read(question, {}))


def position_of(found: re.Match[str]) -> str | None:
    """`P3`, of what a pattern found as `p` (3) or as `nth` (third, 3rd); None where it found neither."""
    parts = found.groupdict()
    number = read_number(parts.get("p") or (parts["nth"] or "").lower())
    return f"P{number.value}" if number is not None else None


def side_of(found: re.Match[str]) -> str:
    """`behind` or `ahead`, of what a pattern found as `side`."""
    return "behind" if found["side"].lower() == "behind" else "ahead"


def beside(who: object, side: str) -> tuple[Step, JsonObject]:
    """The step that finds who is `ahead` of somebody or `behind` him, and the reference to that one."""
    return Step(FIRST, FINDS_BESIDE, {"driver": who, "to": side}), {"$ref": f"{FIRST}#/{side}/car"}


def _holders(question: str) -> Iterator[Described]:
    for found in (*_POSITION.finditer(question), *_DID.finditer(question)):
        yield Described(*found.span("said"), position_of(found) or LEADER)


def _beside_placed(question: str) -> Iterator[Described]:
    """Who is next to whoever holds a position: behind the leader P2 is."""
    for found in _BESIDE_PLACED.finditer(question):
        number = int((position_of(found) or FIRST_PLACED).removeprefix("P"))
        if (number := number + (1 if side_of(found) == "behind" else -1)) > 0:
            yield Described(*found.span("said"), f"P{number}")


def _last(question: str) -> Iterator[Described]:
    for found in _LAST.finditer(question):
        yield Described(*found.span("said"), FIRST_ROW, _placed([], last=True), _OF_THE_ORDER | {"last", "last_n"})


def _started(question: str) -> Iterator[Described]:
    for found in _STARTED.finditer(question):
        grid = int((position_of(found) or FIRST_PLACED).removeprefix("P"))
        where = [{"field": "grid", "op": "is", "value": grid}]
        finds = _query({"where": where, "select": ["driver", "grid"]})
        yield Described(*found.span("said"), FIRST_ROW, finds, frozenset(("$ref", "grid", "pole")))


def _with_most(question: str, finder: Finder) -> Iterator[Described]:
    for found in _WITH.finditer(question):
        if (finds := finder(f"who has {found['what']}")) is not None:
            step, whom = finds
            yield Described(found.start(), found.end(), whom, step, frozenset(("$ref",)))


def _beside(question: str, read: ReadItems) -> Iterator[Described]:
    for found in _BESIDE.finditer(question):
        if (named := _named_at(question, found.end(), read, WHOM)) is not None:
            end, who = named
            finds, value = beside(who, side_of(found))
            yield Described(found.start(), end, value, finds, _OF_NEIGHBOURS)


def _mates(question: str, read: ReadItems, people: People) -> Iterator[Described]:
    for found in _MATE_OF.finditer(question):
        if (named := _named_at(question, found.end(), read, WHOM)) is not None and (mate := _mate(named[1], people)):
            yield Described(found.start(), named[0], mate)


def _mate(who: object, people: People) -> str | None:
    return people.teammate(who) if isinstance(who, str) and who in people.entries else None


def _of_teams(question: str, read: ReadItems) -> Iterator[Described]:
    for found in _BY_PLACE.finditer(question):
        yield from _of_team(question, read, found, found["which"], _OF_TWO)
    if _IN_FRONT.search(question):
        for found in _THE.finditer(question):
            yield from _of_team(question, read, found, None, _IN_FRONT)


def _of_team(
    question: str, read: ReadItems, found: re.Match[str], which: str | None, after: re.Pattern[str]
) -> Iterator[Described]:
    named = _named_at(question, found.end(), read, _TEAM)
    rest = after.match(question, named[0]) if named is not None else None
    if named is not None and rest is not None and isinstance(named[1], tuple):
        finds = _placed(named[1], last=(which or rest["which"]).lower() in _LOWER)
        yield Described(found.start(), rest.end(), FIRST_ROW, finds, _OF_THE_ORDER)


def _named_at(question: str, at: int, read: ReadItems, kind: str) -> tuple[int, object] | None:
    """Where the name ends that stands at this place, and whom it means; None where no such name stands there."""
    item = next(iter(read(question[at:], {})), None)
    if item is None or not item.firm or kind not in item.readings:
        return None
    text = item.text.lower()
    return (at + len(text), item.readings[kind]) if question.lower().startswith(text, at) else None


def _placed(whom: Sequence[object], *, last: bool) -> Step:
    """The step that finds who of these, or of all, is placed best or worst of those who still run."""
    where: list[JsonObject] = [
        {"field": "state", "op": "not_in", "value": ["stopped", "retired"]},
        {"field": "position_now", "op": "told"},
    ]
    if whom:
        where.append({"field": "driver", "op": "in", "value": list(whom)})
    order = {"field": "position_now", **({"down": True} if last else {})}
    return _query({"where": where, "select": ["driver", "position_now"], "order_by": [order], "limit": 1})


def _query(arguments: Mapping[str, object]) -> Step:
    return Step(FIRST, FINDS_OF_ALL, {"from": "drivers", **arguments})
