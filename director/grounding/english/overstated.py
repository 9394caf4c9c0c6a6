"""What a wording says beyond its results, by the words alone: such a text is refused before any proof is sought.

A proof reads a clause by its claim; words around it can say more than the claim does: `both took more than 20 s` of a
sum, `has been leading since lap 44` of one who lost the lead. A rule costs a true wording now and then, and a refused
one is worded by the tools; an accepted one that is false is worse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from director.grounding.english.told_rows import ToldRows, family
from director.grounding.english.turns.patterns import PLACE, TYRES
from director.grounding.quantities import quantities
from director.language.folding import fold

_Holds = Callable[[str, ToldRows], bool]

_LIMIT = r"(?:(?:more|less|fewer) than|over|under|within|at (?:least|most)|in (?:over|under))"
_LEADING = r"(?:in front|in the lead|leading|ahead|the (?:race )?leader|at the front|out in front)"
_TYRES = rf"(?:{TYRES})"
_IN_THE_LANE = r"\bbeen in\b|\b(?:come|came|went|gone) in(?:to)?\b|\bvisit|^(?!.*\blaps?\b).*\bspent\b"
_COUNTED = r"\b(?:once|twice|(?:two|three|\d+) times|first|last|without|spent)\b"
_TOGETHER = r"(?:in all|in total|together|altogether)"
_MOVED = r"\b(?:moved up|(?:is|are|'s) (?:up|down)|dropped to|has taken)\b"
_AND_THEN = r"\bled\b.*\b(?:then|took)\b|\bthen\b.*\bled\b|\blaps? for\b.*\bthen\b"


def _always(_text: str, _told: ToldRows) -> bool:
    return True


def _names(text: str, people: Iterable[str]) -> bool:
    return any(re.search(rf"\b{re.escape(each)}\b", text) for each in people)


def _drove_through(text: str, told: ToldRows) -> bool:
    """`Norris has been in the lane twice` of one who was in it once more without a stop."""
    people = told.drove_through()
    return bool(re.search(_COUNTED, text)) and (_names(text, people) or (bool(people) and told.is_of_one_stopper()))


def _worn(text: str, told: ToldRows) -> bool:
    """`Raikkonen is on fresh softs`, fitted new and 29 laps old; where nobody is named, if any such set is."""
    worn, named = told.worn()
    return _names(text, worn) if _names(text, named) else bool(worn)


def _leads_no_more(text: str, told: ToldRows) -> bool:
    """`Verstappen has been leading since lap 44` of one who lost it, or whose last spell began on another lap."""
    if not told.leads:
        return False
    if since := re.search(r"\bsince lap (\d+)", text):
        return int(since[1]) != told.leads[-1].get("from_lap")
    said = re.search(r"(\w+) (?:is|has)\b", text)
    before = {family(each) for each in told.leads[:-1]}
    return said is not None and said[1] in before and not re.search(r"\b(?:in all|in total)\b", text)


def _led_otherwise(text: str, told: ToldRows) -> bool:
    """`Bottas led for 15 laps, then Vettel for 30`, where one of them led twice or they led in another order."""
    said = [family(each) for each in told.leads if _names(text, [family(each)])]
    at = [text.find(each) for each in said]
    return len(set(said)) < len(said) or at != sorted(at)


def _stopped_otherwise(text: str, told: ToldRows) -> bool:
    """`fourteen stops so far`, where so many cars have stopped and some of them twice."""
    said = quantities(text)
    return bool(said) and told.stops() not in (None, said[0].value)


def _took_otherwise(text: str, told: ToldRows) -> bool:
    """`both stops took more than 30 seconds`, where they did together, or one of them."""
    said, times = [one for one in quantities(text) if one.unit == "s"], told.lane_times()
    if len(said) != 1 or not times:
        return True
    amount = said[0]
    if amount.bound in ("under", "over"):
        return not all((time < amount.value) == (amount.bound == "under") for time in times)
    return any(abs(time - amount.value) > amount.step / 2 for time in times)


def _moved_then(text: str, told: ToldRows) -> bool:
    """Not so: `Ricciardo climbed to sixth on lap 12` of one who was sixth on lap 11 too."""
    said = re.search(r"\bon lap (\d+)", text)
    positions = told.positions()
    lap = int(said[1]) if said else 0
    return lap in positions and positions[lap] == positions.get(lap - 1)


def _went_out_otherwise(text: str, told: ToldRows) -> bool:
    """`Albon was knocked out in Q2` of one who went out in Q1, or where nobody went out in Q2."""
    said = re.search(r"\bin q(\d)", text)
    out = dict(told.went_out())
    if not said or not out:
        return False
    named = {segment for name, segment in out.items() if _names(text, [name])}
    return int(said[1]) not in (named or out.values())


RULES: tuple[tuple[str, _Holds, str], ...] = (
    (
        rf",\s*(?:both|all|each)\b[^,]*\b{_LIMIT}\b(?!.* ahead\b)|\bboth\b.*\bwithin\b",
        _always,
        "a limit of several is not of each",
    ),
    (r"\b(?:both|all|each)\b.*\bstops?\b.*\b(?:took|cost)\b", _took_otherwise, "a stop took another time"),
    (r"\bstops\b.*\b(?:each|all) took\b|\bin the lane each\b", _took_otherwise, "a stop took another time"),
    (r"\bstops\b.*\b(?:took|cost)\b.*\beach\b", _took_otherwise, "a stop took another time"),
    (r"\bon average\b.*\bstops\b|\bstops\b.*\bon average\b", _always, "no result tells a mean of stops"),
    (rf"\bstops took {_LIMIT}\b.*\b{_TOGETHER}\b", _always, "a limit of one stop is not of all"),
    (r"^\S+ (?:pit )?stops? (?:so far|in total|in all)\b", _stopped_otherwise, "cars that stopped are not stops"),
    (
        r"\b(?:everyone|everybody)\b.*\b(?:once|twice)\b.*\b(?:except|apart)\b",
        _always,
        "cars without a stop are left out",
    ),
    (r"\b(?:nobody|no one)\b.*\bstopped (?:less|fewer) than\b", _always, "cars without a stop are left out"),
    (r"\bonly \w+ to have stopped,", _always, "others have stopped too"),
    (
        r"\bsets\b|\w(?:st|nd|rd|th) set\b",
        lambda _, told: told.kept_tyres(),
        "an entry of tyres in the feed is not always another set",
    ),
    (r"\bonly \w+ has not stopped once\b", _always, "cars without a stop are left out"),
    (_IN_THE_LANE, _drove_through, "a passage without a stop is in the lane too"),
    (
        r"\b(?:yet to|has not|hasn't) (?:come|been|visit|enter)|\b(?:stays|staying) out\b",
        lambda text, told: _names(text, told.in_the_lane()),
        "a car in the lane has come in",
    ),
    (
        rf"\b(?:is|has been) {_LEADING}\b.*\b(?:for|since)\b|\bhas led\b.*\b(?:now|since)\b",
        _leads_no_more,
        "it is not the lead of now",
    ),
    (_AND_THEN, _led_otherwise, "they led in other turns"),
    (
        rf"\b(?:started|began|first stint|from|switched|went)\b.*\b(?:new|fresh|used)\b.*\b{_TYRES}\b",
        lambda _, told: told.fitted_both(),
        "some sets were new and some were not",
    ),
    (rf"\bbrand-new\b|\b(?:on|has|have) fresh {_TYRES}\b", _worn, "the tyres are worn"),
    (rf"\blaps\b.*\bin (?:the|this) race\b.*\b{_TYRES}\b", _always, "laps of a set are not all of this race"),
    (rf"\b{_TYRES} have done\b.*\bin (?:the|this) race\b", _always, "laps of a set are not all of this race"),
    (
        rf"\bha(?:s|ve) (?:done|run) .*\blaps on (?:\w+ )?{_TYRES}\b",
        lambda _, told: not told.all_from_new(),
        "laps of a set are not all of one driver's stint",
    ),
    (r"\blaps into \w+ stint\b", lambda _, told: told.ran_before(), "laps of a set are not of a stint"),
    (rf"(?:\b(?:is|are)|'s) back (?:up |down )?(?:in|to) {PLACE}|\bback where\b", _always, "no result tells a return"),
    (_MOVED, lambda text, told: _names(text, told.unmoved()), "the position is the one before"),
    (
        r"\b(?:moved up|is up to|has taken)\b",
        lambda _, told: told.has_only("get_standings"),
        "standings tell no position before",
    ),
    (
        r"\b(?:climbed|rose|moved up|dropped|fell|slipped) to\b.*\bon lap\b",
        _moved_then,
        "the position did not change then",
    ),
    (r"\bstill running\b", lambda text, told: _names(text, told.stopped()), "the car does not run"),
    (r"\b(?:still|remains)\b", lambda _, told: told.moved_last(), "the position has changed"),
    (
        r"\b(?:leads|is leading|for now|so far|currently|at the moment|still|is now|yet)\b",
        lambda _, told: told.is_over(),
        "the qualifying is over",
    ),
    (
        r"^\w+ (?:was|is) \S+ (?:fastest|quickest)\b",
        lambda text, told: text.split()[0] in told.without_time(),
        "a position is not a time",
    ),
    (r"(?<!than )(?<!half )\b(?:is|was) a second (?:faster|slower|quicker|clear)", _always, "it is not a second"),
    (r"\bis a minute (?:behind|back|off|adrift|ahead)", _always, "it is not a minute"),
    (r"\bcovered by (?:a|one) (?:third|quarter|tenth)\b", _always, "a part of a second is not told so closely"),
    (r"^\w+ split the \w+$", _always, "others may be between them too"),
    (
        r"\b(?:out|eliminated)\b(?: so far)?,? (?:all )?in q\d",
        _went_out_otherwise,
        "who is out went out in another part",
    ),
    (r"\b(?:out|eliminated), all in q\d", _always, "not all who are out went out together"),
)
"""Which words, where what holds of the results, say what that is not so."""


def overstated(text: str, told: ToldRows) -> str | None:
    """Why a text says more than its results do; None where no rule speaks against any of its sentences."""
    for sentence in map(str.strip, re.split(r"[.!?;]+(?=\s|$)", fold(text))):
        for pattern, holds, why in RULES:
            if re.search(pattern, sentence, re.IGNORECASE) and holds(sentence, told):
                return f"it says more than the results do: {why}"
    return None
