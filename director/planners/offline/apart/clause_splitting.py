"""The clauses of what was typed: which of them ask, and which only say something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct, structs

from director.language.late_patterns import compile_later
from director.language.tags import without_tag
from director.planners.offline.clauses import EXCLAIMS
from director.planners.offline.filling import is_topic
from director.planners.offline.question_items import ORDINAL, Item

BESIDE = "&"
"""The sign after words without a verb that a question is joined to."""
MAX_CLAUSES = 6
"""A text with more clauses is a story, and is not taken apart."""

_AUX = r"(?:is|are|was|were|did|does|do|has|have|had|will|can|could|would|should)(?:n['’]?t)?"
_ABLE_NOT = r"(?!can(?:['’]?t|not)\b|couldn['’]?t\b)"
"""What one cannot believe is no question."""
_WH = r"(?:who|whom|whose|what|where|when|which|how|why)(?:['’]?(?:s|re|d|ve))?"
_ASKS = (
    rf"(?:(?:by|on|in|at|for|with|from|to|of|since|after|until)\s+)?{_WH}\b|(?:{_ABLE_NOT}{_AUX}|any|anyone|anybody)\b"
)
_JOINERS = r"(?:(?:and|but|so|or|also|then|ok|okay|well|now|plus)[\s,]+)*"
_BREAK = compile_later(r"([.!?;:…\n]+(?=\s|$)|\.{2,}|\s[-–—]+(?=\s)|,(?=\s))\s*")
_NEXT = compile_later(
    rf"\s+(?:and|but|so|then|plus)\s+(?=(?:also\s+|then\s+)*(?:{_ASKS}))|\s+(?=(?:{_WH})\s+(?:{_AUX}|many|much)\b)"
    r"|\s+(?=who\s+(?:won|wins|leads|led)\b)",
    re.IGNORECASE,
)
_SOMEBODY = compile_later(
    r"\b(?:drivers?|cars?|ones?|those|m[ae]n|guys?|blokes?|teams?|anyone|anybody|someone|somebody)$", re.IGNORECASE
)
"""Of whom a "who" goes on to say which: "the fastest driver who has not stopped"."""
_ASIDE = compile_later(
    rf",\s*(?:right|yeah|yes|no|eh|huh|correct|lol|ok|okay|innit|{_AUX}\s+(?:it|he|she|they|there|we))\s*[?!]+(?=\s)",
    re.IGNORECASE,
)
"""What only looks for assent in the middle of what is said."""
_STATES = compile_later(
    r"\b(?:is|are|was|were|has|have|had|am|looks?|seems?|got|get|gets|did|do|does|i|we|ve|re|[a-z]+ing"
    r"|(?!(?:red|speed)\b)[a-z]+ed)\b|['’](?:s|re|ve|m)\b",
    re.IGNORECASE,
)
_OPENS = compile_later(rf"\s*{_JOINERS}(?:{_ASKS})", re.IGNORECASE)
_JOINING = compile_later(rf"\s*{_JOINERS}", re.IGNORECASE)
_LEANS_ON_NEXT = compile_later(
    r"\b(?:by|on|in|at|for|with|from|to|of|since|after|until|before|than|tell|show|know|and)$", re.IGNORECASE
)

ReadItems = Callable[[str, Mapping[str, object]], Sequence[Item]]


class Clause(Struct, frozen=True):
    """A clause in its own words, what it is read as, whether it has the form of a question, and whether it may ask."""

    text: str
    items: tuple[Item, ...]
    opens: bool
    asks: bool

    @property
    def named(self) -> list[Item]:
        """The names in it."""
        return [item for item in self.items if _is_name(item)]


def clauses_of(question: str, read: ReadItems) -> list[Clause]:
    """The clauses of a question in their order; one where nothing stands beside it, none where there are too many."""
    clauses = [_clause(text, end, read) for text, end in _texts(question, read)]
    if len(clauses) > MAX_CLAUSES:
        return []
    one_opens = any(clause.opens for clause in clauses)
    return [
        structs.replace(clause, asks=False) if one_opens and _only_wonders(clause) else clause for clause in clauses
    ]


def _texts(question: str, read: ReadItems) -> Iterator[tuple[str, str]]:
    """Each clause and the signs that end it; what goes on with a name after a name is a list, and no new clause."""
    parts = _BREAK.split(_ASIDE.sub(".", question))
    held, ending, names_last = "", "", False
    for text, end in zip(parts[::2], [*parts[1::2], ""], strict=True):
        items = read(text, {}) if text.strip() else ()
        first_names = bool(items) and _is_name(items[0])
        if held and names_last and first_names and (end.strip() != "," or len(items) == 1):
            held = f"{held}, {text}"
        elif held and items and not any(map(_is_name, items)) and _are_several(read(held, {})):
            held = f"{text.strip()} {held}"  # "kevin yuki danny, whats the spread" asks it of them
        else:
            if held:
                yield from _within(held, BESIDE if ending == "," and _asks_beside(held, text) else ending)
            held = text.strip()
        ending, names_last = end, bool(items) and _is_name(items[-1]) and end == ","
    if held:
        yield from _within(held, ending)


def _asks_beside(held: str, following: str) -> bool:
    """Whether words without a verb are asked for too, as a question is joined to them: "gap to him and who leads"."""
    joined = re.match(r"and\s", following, re.IGNORECASE) is not None
    return joined and not _STATES.search(held) and _OPENS.match(following) is not None


def _within(text: str, end: str) -> Iterator[tuple[str, str]]:
    """The clauses of a text between two signs, of which the later ones open a question of their own."""
    at = 0
    for found in _NEXT.finditer(text):
        before = text[at : found.start()].strip()
        joined = found[0].strip()
        if not before or (not joined and (_LEANS_ON_NEXT.search(before) or _OPENS.match(before))):
            continue
        if not joined and _SOMEBODY.search(before) and text[found.end() :].lower().startswith(("who", "which")):
            continue
        yield before, BESIDE if _asks_beside(before, text[found.start() :].strip()) else ""
        at = found.end()
    yield text[at:].strip(), end


def _clause(text: str, end: str, read: ReadItems) -> Clause:
    opens = _OPENS.match(text) is not None and not EXCLAIMS.match(text)
    said = without_tag(_JOINING.sub("", text, count=1) if opens else text)
    items = tuple(read(said, {}))
    listed = end == BESIDE and any(map(is_topic, items)) and all(item.known for item in items)
    return Clause(said, items, opens, opens or "?" in end or listed)


def _only_wonders(clause: Clause) -> bool:
    """Whether a clause with a question mark says of nobody what it asks: "three laps of racing? or how many"."""
    says_what = any(is_topic(item) or ORDINAL in item.readings for item in clause.items)
    return not (clause.opens or (clause.named and says_what))


def _are_several(items: Sequence[Item]) -> bool:
    """Whether names are all that is said, and more than one."""
    return len(items) > 1 and all(map(_is_name, items))


def _is_name(item: Item) -> bool:
    return item.firm and not item.key and any(isinstance(value, str) for value in item.readings.values())
