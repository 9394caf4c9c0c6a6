"""A clause about a stewards' case by its words in any order: each has to be of the case, or say nothing of its own.

Whom it names, what became of the case, its reason, its place and its seconds are looked up in the row of the case. A
word that is none of these, and none of the few that only join, is not understood: the clause then proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from director.grounding.english_event_details import EventDetails
from director.grounding.english_event_text import SignLine, line_of, read
from director.grounding.english_nouns import Cars, Scene
from director.grounding.english_tokens import Amount, Token
from director.grounding.events_told import ToldEvent
from director.grounding.known_events import KnownEvents
from director.language.word_lists import words

_SAYS_NOTHING = words(
    "of for over against between involving in at on by with and both all , 's has have had is are was were been be "
    "being do does did it stewards marshals case cases incident matter affair taking taken take took get got gets "
    "given give giving put made make faces face facing to into from now their his her decided decision that this up handed "
    "call called an hit slapped picked collected received receives earned awarded landed "
    "alleged suspected car away closed ended concluded resolved"
)
_BECAME: Mapping[str, tuple[str, ...]] = {
    "no_further_action": (
        "[with] no further (action|investigation) [(needed|necessary|required|taken|deemed necessary)]",
        "no action [(needed|necessary|required|taken)]", "without [any] [further] (action|penalty|punishment|sanction)",
        "(cleared|exonerated|absolved) [of (blame|wrongdoing)]", "(needs|needed|requires|required|warrants|warranted) "
        "no further (action|investigation)", "let off", "no penalty", "off hook",
    ),
    "investigated_later": (
        "will be (investigated|looked at|looked into|reviewed|examined|dealt with|heard|judged|settled|considered) "
        "(after [the] [(race|session|sprint|flag|finish|chequered flag)]|afterwards|later)",
        "(is|are) to be (investigated|looked at|looked into|reviewed|examined) (after [(race|session|sprint|flag)]|"
        "afterwards|later)",
        "(faces|face|facing) (investigation|hearing|review) after (race|session|sprint|flag)",
    ),
    "investigated": ("under investigation", "being (investigated|looked at|looked into|reviewed|examined)"),
    "penalised": ("[time] (penalty|penalties)", "penalised"),
    "noted": ("noted", "taken note of", "took note of"),
}  # fmt: skip
_PLACES = ("pit lane", "pitlane")


def case_by_words(tokens: Sequence[Token], scene: Scene, events: KnownEvents) -> Cars | None:
    """Whom a clause is about, where every word of it is of one case of each that it names."""
    line = line_of(tokens)
    named = [who for token in line.tokens if isinstance(who := token.means.get("who"), frozenset)]
    if not named or any(len(who) != 1 for who in named):
        return None
    cars = tuple(dict.fromkeys(car for who in named for car in who))
    for state, patterns in _BECAME.items():
        for pattern in patterns:
            rest = _without(pattern, line)
            if rest is not None and (told := _details(rest, state)) is not None and _is_of_each(cars, told, events):
                return cars
    return None


def _without(pattern: str, line: SignLine) -> SignLine | None:
    """The line without the one place where a pattern stands."""
    for at in range(len(line.tokens)):
        if match := read(pattern, line, at):
            return line_of([*line.tokens[:at], *line.tokens[match[1] :]])
    return None


def _details(line: SignLine, state: str) -> tuple[EventDetails, str] | None:
    """What the rest of a clause tells of the case, and where it puts it; None where a word of it is not of a case."""
    told, place = EventDetails(states=frozenset((state,))), ""
    reason: list[str] = []
    at = 0
    while at < len(line.tokens):
        token = line.tokens[at]
        turn = read("turn {count}", line, at)
        if turn is not None:
            told.turn, at = turn[0]["count"], turn[1]
            continue
        lap = token.means.get("lap")
        if isinstance(lap, Amount) or token.word in ("first-lap", "lap-one", "opening-lap"):
            place = f"LAP {lap.value if isinstance(lap, Amount) else 1:.0f} "
        elif "seconds" in token.means and state == "penalised" and told.seconds is None:
            told.seconds = token.means["seconds"]  # type: ignore[assignment]
        elif "who" in token.means or token.word in _SAYS_NOTHING:
            pass
        elif token.means or not token.word.replace("-", "").isalpha():
            return None
        else:
            reason.append(token.word)
        at += 1
    told.reason = " ".join(reason)
    return told, place


def _is_of_each(cars: Cars, said: tuple[EventDetails, str], events: KnownEvents) -> bool:
    """Whether each of the cars has a case that is so, and of a clearing nothing that speaks against it."""
    told, place = said
    narrowed = bool(told.reason or told.turn or place)
    return all(
        any(_is_so(row, told, place) for row in events.rows("case", car))
        and (narrowed or len({row.state for row in events.rows("case", car)}) == 1)
        for car in cars
    )


def _is_so(row: ToldEvent, told: EventDetails, place: str) -> bool:
    """Whether a row is of this case; what is said of a place may stand in its reason."""
    where = f"{row.place or ''} ".upper()
    if place and not where.startswith(place):
        return False
    reason = told.reason
    for known in _PLACES:
        if known in reason and known.upper().replace(" ", "") in where.replace(" ", ""):
            reason = reason.replace(known, "")
    return replace(told, reason=" ".join(reason.split())).fits(row) is True
