"""Turns of how it came out: `won from A and B`, `missed the podium by 1.3 s`, `the only one not on intermediates`."""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import (
    ANY_NUMBER,
    END,
    FAR,
    HEAD,
    MANY,
    NAME,
    NUMBERS,
    PLACE,
    TYRES,
    WHO,
    Turn,
    number_of,
)

_LAST = r"(?=[.!]?$|[.!;] )"
_ONE = r"(?:one|driver|car|man|runner)"
_JUST = r"(?:just |narrowly |only just )?"
_IN = r",? (?:in|with|finishing(?: in)?|ending up(?: in)?|coming home(?: in)?|going out(?: in)?|as|out in) "
_OF_TOP = rf"(?P<top> (?:of|in|among|inside|from) the top {ANY_NUMBER})"
_DONE = r"(?:stopped|pitted|retired|made|led|finished|been)"


def _only_one(match: re.Match[str]) -> str:
    """`Alonso is ninth and the only one of the top ten to have stopped once`: only he has, of those."""
    before = f"{match['said']}. " if match["said"] else ""
    of = f"of{match['top'][match['top'].index(' the') :]}, only" if match["top"] else "only"
    return f"{before}{of} {match['who']} has {match['did']}"


def _led_each(match: re.Match[str]) -> str:
    """`three drivers led: A for 30 laps, B for 18 and C for the last three`: how many, and each for how long."""
    each = re.findall(rf"({NAME}) (?:led )?(?:for )?(the (?:first|last) )?({ANY_NUMBER})", match["each"])
    if match["many"] and len({who for who, _, _ in each}) != number_of(match["many"]):
        return match[0]
    parts = []
    for who, which, laps in each:
        one = laps.lower() in ("one", "1")
        parts.append(f"{who} led {which}{'lap' if one and which else laps + (' lap' if one else ' laps')}")
    count = f"{match['many']} drivers have led, and " if match["many"] else ""
    return count + " and ".join(parts)


def _won_from(match: re.Match[str]) -> str:
    """`won from A and B` as who won, who is second and who third."""
    second, third = match["second"], match["third"]
    ahead = "" if third else f", and {match['who']} is ahead of {second}"
    return f"{match['who']} won, and {second} is second{f', and {third} is third' if third else ahead}"


def _missed_podium(match: re.Match[str]) -> str:
    """`missed the podium by 1.3 s, in fourth`: fourth, so far behind the third."""
    place = (match["place"] or "fourth").lower()
    return f"{match['who']} is {place}, and {match['who']} is {match['far']} off third" if _is_4(place) else match[0]


def _is_4(place: str) -> bool:
    return place in ("fourth", "p4", "4th")


_OF_ONE_ALONE: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}(?P<said>(?P<who>{WHO}) is (?:in )?{PLACE})(?:,? and|,) (?:is )?the only {_ONE}{_OF_TOP}? to have "
        rf"(?P<did>{_DONE}\b[^.;,]*?){_LAST}",
        lambda match: _only_one(match).replace(" just ", " ").replace(" only once", " once"),
    ),
    (
        rf"{HEAD}(?P<said>)(?P<who>{WHO})(?:, (?P<place>{PLACE}),)? is the only {_ONE}{_OF_TOP} to have "
        rf"(?P<did>{_DONE}\b[^.;,]*?){_LAST}",
        lambda match: (
            (f"{match['who']} is {match['place']}. " if match["place"] else "")
            + _only_one(match).replace(" just ", " ").replace(" only once", " once")
        ),
    ),
    (
        rf"{HEAD}({WHO}) is the only {_ONE}(?: (?:who is |that is |still )*)? ?not (on|running) (?:the )?({TYRES}|"
        r"(?:soft|medium|hard|intermediate|inter|wet)s?(?: tyres)?)" + _LAST,
        r"only \1 is not on \3",
    ),
    (
        rf"{HEAD}(?:everybody|everyone|all|every (?:car|driver)|all (?:the )?(?:cars|drivers))(?: else)? (?:but|except|"
        rf"bar|apart from|other than|save(?: for)?) ({WHO}) (?:is|are) on (?:the )?({TYRES}){_LAST}",
        r"only \1 is not on \2",
    ),
    (
        rf"{HEAD}(?:of|among) the (top {ANY_NUMBER}),? ({WHO}) (?:has|is on|runs) the (freshest|newest|oldest) "
        rf"(?:tyres|set|rubber)(?:(?:[:,]| -| \u2013) (?:his |on )?((?:(?:brand )?new |used |{ANY_NUMBER}-lap-old )?"
        rf"(?:{TYRES}|soft|medium|hard)(?: (?:that|which) are [^.;,]+|,? {ANY_NUMBER} laps? old)?))?{_LAST}",
        lambda match: (
            f"{match[2]} has the {match[3]} tyres of the {match[1]}"
            + (f". {match[2]} is on {match[4]}" if match[4] else "")
        ),
    ),
)
_OF_THE_END: tuple[tuple[str, Turn], ...] = (
    (rf"({WHO} won\b[^.;]*?),? as they crossed the line{_LAST}", r"\1"),
    (
        rf"{HEAD}(?P<who>{WHO}) (?:won|wins)(?: the (?:race|sprint))?,? (?:from|ahead of) (?P<second>{NAME}),? and "
        rf"(?P<third>{NAME}){_LAST}",
        _won_from,
    ),
    (
        rf"{HEAD}(?P<who>{WHO}) {_JUST}(?:missed|misses)(?: out on)? (?:the|a) podium by (?:just |only )?(?P<far>{FAR})"
        rf"(?:{_IN}(?P<place>{PLACE})(?: place)?)?{_LAST}",
        _missed_podium,
    ),
    (
        rf"{HEAD}(?P<who>{WHO}) (?:finished|is|was|came(?: home)?) (?P<place>fourth|P4|4th)(?: place)?,? {_JUST}missing"
        rf"(?: out on)? (?:the|a) podium by (?:just |only )?(?P<far>{FAR}){_LAST}",
        _missed_podium,
    ),
    (
        rf"{HEAD}(?P<who>{WHO}) {_JUST}(?:missed|misses)(?: out on)? (?:the|a) podium,? (?:by )?(?P<far>{FAR}) behind "
        rf"(?P<other>{NAME})(?: in fourth)?{_LAST}",
        r"\g<who> is fourth, and \g<who> is \g<far> behind \g<other>",
    ),
    (
        rf"{HEAD}({WHO}) {_JUST}(?:missed|misses)(?: out on)? Q3{_IN}(eleventh|P11|11th)(?: place)?{_LAST}",
        r"\1 is eleventh, and \1 missed Q3",
    ),
    (
        rf"{HEAD}({WHO}) {_JUST}(?:missed|misses)(?: out on)? Q2{_IN}(sixteenth|P16|16th)(?: place)?{_LAST}",
        r"\1 is sixteenth, and \1 missed Q2",
    ),
    (
        rf"{HEAD}({WHO}) (?:missed|misses)(?: out on)? (Q[23]){_IN}({PLACE})(?: place)?{_LAST}",
        r"\1 is \3, and \1 missed \2",
    ),
)
_EACH = rf"{NAME} (?:for )?(?:the (?:first|last) )?{ANY_NUMBER}(?: laps?)?"
_OF_STINTS_IN_FRONT: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}(?P<many>{MANY}) (?:different )?(?:drivers|men|cars|people) (?:have )?led(?: the race)?"
        rf"(?::|,| -| \u2013) (?P<each>{_EACH}(?:, (?:then )?{_EACH})*,? and (?:then )?{_EACH}){_LAST}",
        _led_each,
    ),
    (
        rf"{HEAD}(?P<many>)(?P<each>{NAME} led (?:for )?(?:the (?:first|last) )?{ANY_NUMBER} laps"
        rf"(?:, (?:then )?{_EACH})*,? and (?:then )?{NAME} (?:for )?the last {ANY_NUMBER}(?: laps?)?){_LAST}",
        _led_each,
    ),
)
_SAFETY_CAR = "(?:under|behind) the ((?:virtual )?safety car|VSC)"
_OF_THE_REST: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}({WHO} (?:is|are) {FAR} (?:behind|ahead of|adrift of|clear of|off|in front of) {NAME}(?: {NAME})?),? "
        rf"{_SAFETY_CAR}{_LAST}",
        r"\1. The \2 is out",
    ),
    (
        rf"{HEAD}{_SAFETY_CAR},? ({WHO} (?:is|are) {FAR} (?:behind|ahead of|adrift of|clear of|off|in front of) "
        rf"{NAME}(?: {NAME})?){_LAST}",
        r"\2. The \1 is out",
    ),
    (rf"\b({NAME}'s (?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?) (?:car|machine)(?= (?:is|was|runs|lies|sits|has)\b)", r"\1"),
    (r"\bSir (?=(?-i:[A-Z]))", ""),
    (
        rf"\b((?:lost|gained|dropped|made up) (?:just |only )?(?:a|one|{ANY_NUMBER}) (?:places?|positions?)),? "
        rf"(?:from )?({PLACE}) to ({PLACE}){END}",
        r"\1, from \2 to \3",
    ),
    (
        rf"\b(?:is|it is) raining,? (?:and|as) (?:it )?has (?:been|done)(?: so)? (since [^.;,]+){_LAST}",
        r"is raining, and it has been raining \1",
    ),
    (
        rf",? (?:and|with) ((?:about|around|just over|just under|nearly|almost|over) (?:an?|{'|'.join(NUMBERS)}|\d+)"
        rf"(?: and a half)? minutes?(?: and a half)?|half a minute) (?:is|are) left{_LAST}",
        r", and there is \1 left",
    ),
    (
        rf"\b({NAME}) has ({NAME}) (?:(?:right |hard |close )?(?:behind him|on his tail|on his heels)|"
        rf"breathing down his neck), "
        rf"((?:less than |just |only )?{FAR}) (?:back|behind|adrift|away){_LAST}",
        r"\1 has \2 right behind him. \2 is \3 behind \1",
    ),
    (
        rf"\b({NAME}) has ({NAME}) (?:right behind him|on his tail|breathing down his neck), within ({FAR}){_LAST}",
        r"\1 has \2 right behind him. \2 is within \3 of \1",
    ),
    (
        rf"\b({NAME}) faces an investigation (for [a-z][^.;:,]*?) (after the (?:race|session|sprint|flag)|afterwards)"
        rf"{_LAST}",
        r"\1 is to be investigated \3 \2",
    ),
    (
        rf"\b({NAME}) (?:faces|has) a post-(race|session|sprint) investigation (for [a-z][^.;:,]*?){_LAST}",
        r"\1 is to be investigated after the \2 \3",
    ),
)
TURNS_OF_OUTCOMES: tuple[tuple[str, Turn], ...] = (
    *_OF_ONE_ALONE,
    *_OF_THE_END,
    *_OF_STINTS_IN_FRONT,
    *_OF_THE_REST,
)
"""Who alone has done something, how it ended, and for how long each has led."""
