"""What is told of an event beside its verb: its laps, how often it was, for which position, how long, why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from director.grounding.english.events.event_text import SignLine, read
from director.grounding.english.events.events_told import ToldEvent
from director.grounding.english.tokens import Amount
from director.grounding.english.words import all_of
from director.grounding.known_values import Truth
from director.grounding.languages import language
from director.grounding.reading_words import word_tokens
from director.language.word_lists import words

_UNTIL_NOW = (
    "(so far|to date|up to now|until now|thus far|in total|in all|all told|altogether|already|also|now|yet|today|too|"
    "as well|this (afternoon|evening|race)|(in|of) [this] (race|sprint|grand prix|day|session|afternoon)|"
    "(to|against|under|behind) (his|their) (name|names|belt|belts)|in (his|their) race|at this (stage|point)|"
    "up to this point|of (his|their) race|in first {laps}|(up to|by|by end of|after) {lap}|before now|ever)"
)
"""What says no more than that it is told of all until now, or until a lap that must be now."""
_IN_LANE = "in (pit lane|lane|pits|pit)"
_SAYS_NOTHING = words("a an the of for in on at to when during while his their with by they he were was it")
_ENDINGS = ("ing", "ed", "es", "s", "e")


class EventDetails(Struct):
    """What is told of an event; empty where it is not told."""

    laps: list[Amount] = []
    done: Amount | None = None
    nth: Amount | None = None
    count: Amount | None = None
    position: Amount | None = None
    seconds: Amount | None = None
    others: tuple[str, ...] = ()
    """To whom it was done, or who did it to him."""
    reason: str = ""
    total: Amount | None = None
    """The seconds of all his stops together."""
    beside: frozenset[str] = frozenset()
    """Who else was in a case."""
    turn: Amount | None = None
    tyres: str = ""
    """What was done with the tyres: `tyres_changed`, `tyres_kept`."""
    on_track: bool = False
    same_lap_as: frozenset[str] = frozenset()
    """With whom it was on one lap."""
    in_a_row: bool = False
    """Whether its two laps are said to be one after the other."""
    states: frozenset[str] = frozenset()
    until: list[Amount] = []
    """The laps until which it is told: only now is known."""

    def fits(self, row: ToldEvent) -> Truth:
        """Whether a row is such an event, whichever of its laps and whomever of its others it had."""
        return all_of([True, *(check(row, self) for check in _CHECKS)])

    def is_plain(self) -> bool:
        """Whether nothing narrows it."""
        told = (self.nth, self.done, self.position, self.seconds, self.reason, self.others, self.laps, self.tyres)
        return not any(told)


def is_said(said: Amount | None, value: object) -> Truth:
    """Whether an amount may be said of a value; True where none is said, None where the value is not known."""
    if said is None:
        return True
    return said.is_said_of(float(value)) if isinstance(value, int | float) else None


def is_reason(said: str, told: str | None) -> Truth:
    """Whether every word of a reason is one that the stewards gave."""
    if not said:
        return True
    own, given = _stems(said), _stems(told or "")
    return None if told is None else bool(own) and own <= given and (_NOT & own) == (_NOT & given)


def is_text_told(said: str, told: str) -> bool:
    """Whether a text is, word for word, what the stewards gave, or its first part; a start is on the grid."""
    first = told.partition(" - ")[0]
    on_the_grid = [f"{first} on the grid"] if first.lower().endswith(" start") else []
    ways = (told, first, *on_the_grid)
    return any(language("en").bare(tuple(word_tokens(way))) == tuple(said.split()) for way in ways)


_NOT = frozenset(("not", "without"))


def _stems(text: str) -> frozenset[str]:
    """The words of a reason without their endings."""
    found = set()
    for word in text.lower().replace("-", " ").replace("/", " ").replace("pit lane", "pitlane").split():
        if word not in _SAYS_NOTHING and any(map(str.isalnum, word)):
            ending = next((end for end in _ENDINGS if word.endswith(end) and len(word) - len(end) > 2), "")
            found.add(word.removesuffix(ending)[:7])
    return frozenset(found)


_CHECKS: tuple[Callable[[ToldEvent, EventDetails], Truth], ...] = (
    lambda row, told: True if not told.tyres else (row.state == told.tyres if row.state else None),
    lambda row, told: is_said(told.done, row.laps),
    lambda row, told: is_said(told.position, row.position),
    lambda row, told: is_said(told.seconds, row.value),
    lambda row, told: not told.states or row.state in told.states,
    lambda row, told: is_reason(told.reason, row.reason),
    lambda row, told: told.beside <= row.others,
    lambda row, told: (
        told.turn is None or (None if row.place is None else f"TURN {told.turn.value:.0f} " in f"{row.place} ")
    ),
    lambda row, told: True if told.nth is None else (told.nth.value == row.nth if row.nth else None),
)
Put = Callable[[EventDetails, Mapping[str, Any]], None]


def _laps(told: EventDetails, said: Mapping[str, Any]) -> None:
    told.laps = [*told.laps, *said.values()]


def _laps_in_a_row(told: EventDetails, said: Mapping[str, Any]) -> None:
    told.in_a_row = True
    _laps(told, said)


def _first_lap(told: EventDetails, said: Mapping[str, Any]) -> None:
    told.laps = [*told.laps, Amount(1.0)]


def _until(told: EventDetails, said: Mapping[str, Any]) -> None:
    told.until = [*told.until, *said.values()]


def _lead(told: EventDetails, said: Mapping[str, Any]) -> None:
    told.position = Amount(1.0)


def _once(told: EventDetails, said: Mapping[str, Any]) -> None:
    told.count = Amount(1.0)


def _on_track(told: EventDetails, said: Mapping[str, Any]) -> None:
    told.on_track = True


def _one(name: str) -> Put:
    def put(told: EventDetails, said: Mapping[str, Any]) -> None:
        setattr(told, name, next(iter(said.values())))

    return put


def _tyres(state: str) -> Put:
    def put(told: EventDetails, said: Mapping[str, Any]) -> None:
        told.tyres = state

    return put


_TYRES = "(tyres|tires|rubber|set|set of tyres|boots)"
_ON = "[first|only|back|again|as early as|as late as|way back] (on|in|at|during|at end of|just on)"
_IN_A_ROW = "on (consecutive|successive) laps [,]"
_READ: tuple[tuple[str, Put], ...] = (
    (f"{_IN_A_ROW} {{lap}} and {{lap2}}", _laps_in_a_row),
    (f"{_IN_A_ROW} {{count}} and {{count2}}", _laps_in_a_row),
    (f"{_ON} [laps] {{lap}} , {{lap2}} and {{lap3}}", _laps),
    (f"{_ON} [laps] {{lap}} and [then|again|once more|then again] [on|in] {{lap2}}", _laps),
    (f"{_ON} [laps] {{lap}}", _laps),
    (f"{_ON} opening lap", _first_lap),
    ("for {position} time", _one("nth")),
    ("[just|only] ({count} times|{count} time|{often})", _one("count")),
    ("(on {count} occasions|on just {count} occasion)", _one("count")),
    ("just the once", _once),
    ("(for|to take|to go|to move into|to move up to|up into|up to|to climb to|to grab|to move|and into|into) "
     "{position} [place|position|spot]", _one("position")),
    ("(for|to take|to go into|to move into|to take over) lead", _lead),
    (f"{{seconds}} {_IN_LANE} (altogether|in total|in all|all told|combined)", _one("total")),
    (f"[,] (spending|losing|burning) {{seconds}} {_IN_LANE} (altogether|in total|in all|all told|combined)",
     _one("total")),
    (f"[,] (spending|taking|losing|burning|, spending|, taking|, losing|, burning|in) {{seconds}} [{_IN_LANE}]",
     _one("seconds")),
    (f"[for|with] {{seconds}} {_IN_LANE}", _one("seconds")),
    ("[each] (after|with|having done|having completed|having covered|after completing|after doing) [only|just] {laps} "
     "[done|completed|on board|complete|of running|under his belt] [each]", _one("done")),
    ("on same lap as {who}", lambda told, said: setattr(told, "same_lap_as", said["who"])),
    ("on track", _on_track),
    ("with {who}", lambda told, said: setattr(told, "beside", said["who"])),
    ("(to move|to break|moving|breaking|and) into top {count}",
     lambda told, said: setattr(told, "position", Amount(said["count"].value, bound="at most"))),
    ("[over|for|after] [incident|contact|collision|clash] [(at|in|over|on)] turn {count}",
     lambda told, said: setattr(told, "turn", said["count"])),
    (f"(for|taking|fitting|changing|to change|to take|with|getting) [(new|fresh)] {_TYRES} "
     "[fitted|each time|both times|on]", _tyres("tyres_changed")),
    (f"(new|fresh) {_TYRES} [fitted|each time|both times]", _tyres("tyres_changed")),
    (f"without changing {_TYRES}", _tyres("tyres_kept")),
    (_UNTIL_NOW, _until),
    ("(each|each time|apiece|both times|in turn)", _until),
    ("{lap}", _laps),
)  # fmt: skip
_ONCE_ONLY = words("done nth count position seconds")


def details(line: SignLine, start: int, told: EventDetails) -> bool:
    """Whether all tokens from here on tell such things, each once; they are put down."""
    while start < len(line.tokens):
        if line.tokens[start].word in (",", "and", "but") and start + 1 < len(line.tokens):
            start += 1
            continue
        before = {name for name in _ONCE_ONLY if getattr(told, name) is not None}
        found = next(((put, match) for pattern, put in _READ if (match := read(pattern, line, start))), None)
        if found is None:
            told.reason, last = ("", 0) if told.reason else _why(line, start)
            if not told.reason or last == len(line.tokens):
                return bool(told.reason)
            start = last
            continue
        put, (said, after) = found
        if any(name in before and put_again is not getattr(told, name) for name, put_again in _put(put, told, said)):
            return False
        start = after
    return True


def _put(put: Put, told: EventDetails, said: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """What was told before it is put down."""
    before = [(name, getattr(told, name)) for name in _ONCE_ONLY]
    put(told, said)
    return before


_OF_ANOTHER_CLAUSE = words(", he she has have is are was were but which who")


def _why(line: SignLine, start: int) -> tuple[str, int]:
    """The rest as a reason, `for causing a collision`, words alone, to the end, to `with Magnussen`, `at turn 2`."""
    after = "(with {who}|(at|in) turn {count})"
    end = next((at for at in range(start, len(line.tokens)) if read(after, line, at)), len(line.tokens))
    rest = line.tokens[start + 1 : end]
    is_why = line.tokens[start].word in ("for", "over") and all(token.word and not token.means for token in rest)
    is_why = is_why and _OF_ANOTHER_CLAUSE.isdisjoint(token.word for token in rest)
    return (" ".join(token.word for token in rest), end) if is_why else ("", end)
