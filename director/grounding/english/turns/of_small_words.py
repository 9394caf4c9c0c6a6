"""Turns of a few words that stand for others: `one of them`, `all over`, `fitted new nine laps ago`, `his single stop`.

`Eight cars have stopped, and Verstappen isn't one of them` is told with what the eight have done.
"""

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

_TEAM = r"(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?"
_DID = "stopped|pitted|retired|led|finished|been penalised|made (?:a|one) stop"
_OF_THEM = "(?:one of (?:them|those)|among (?:them|those))"
_ARE = "run|sit|lie|go|stand"
_AS_LEADER = r"(?:as (?:the )?leader|in the lead|leading|in front|from the lead)"
_NTH = "first|second|third|fourth|fifth|last|latest|only"


def _is_not_one(match: re.Match[str]) -> str:
    """`eight cars have stopped, and Verstappen isn't one of them`: Verstappen has not stopped."""
    return f"{match['all']}, and {match['who']} has not {match['did']}"


def _cost_lead(match: re.Match[str]) -> str:
    """`his second stop cost him the lead: in as the leader, out sixth` as where the stop took him."""
    return f"{match['whose']} {match['nth'] or ''}stop took him from first to {match['to']}"


def _each_lapped(match: re.Match[str]) -> str:
    """`two lapped cars were allowed to pass: A and B`: how many, and each of so many."""
    names = re.findall(NAME, match["list"])
    if match["count"].isdecimal() or match["count"].lower() in NUMBERS:
        same = len(names) == number_of(match["count"])
        return f"{match['all']}, and {match['list']} {match['did']}" if same else match[0]
    return match[0]


TURNS_OF_SMALL_WORDS: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}(?P<all>{MANY} (?:cars|drivers|of them|runners) have (?P<did>{_DID})(?: so far| already| by now)?),? "
        rf"(?:and |but |though )+(?P<who>{WHO}) (?:isn't|is not) {_OF_THEM}{END}",
        _is_not_one,
    ),
    (
        rf"{HEAD}(?P<all>{MANY} (?:cars|drivers|of them|runners) have (?P<did>(?:not )?(?:{_DID}))(?: so far| already| "
        rf"by now| yet)?),? (?:and )?(?P<who>{WHO}) is {_OF_THEM}{END}",
        r"\g<all>, and \g<who> has \g<did>",
    ),
    (
        rf"{HEAD}(?P<all>(?P<count>{MANY}) lapped cars (?P<did>(?:were|have been|are|may|can|could)\b[^:;.,]*?))"
        rf"(?:[:,]| -| \u2013) (?P<list>{NAME}(?:, {NAME})*,? and {NAME}){END}",
        _each_lapped,
    ),
    (rf"\b(is|are) all over (?=(?:the back of )?{NAME}\b(?! (?:the|in)\b))", r"\1 right behind "),
    (rf"\b(right behind {NAME}) for (?:the lead|first place)(?=,|{END})", r"\1 for first"),
    (
        rf"(\b(?:{NAME}'s|his) (?:\w+ )?(?:pit )?stop (?:came|was) on lap \d+),? (?:and |but )(?:it )?"
        rf"cost him the lead{END}",
        r"\1 and dropped him from first",
    ),
    (
        rf"\b(?P<whose>{NAME}'s|his) (?P<nth>(?:{_NTH}) )?(?:pit )?stop cost him (?:the lead|first(?: place)?)"
        rf"[,:;] (?:he (?:went |came )?)?in {_AS_LEADER},? (?:and )?(?:came )?(?:back )?out (?:in |again )?"
        rf"(?P<to>{PLACE}){END}",
        _cost_lead,
    ),
    (rf"(\b(?:have|are) (?:not|yet to)\b[^.;,]*?,? and) (?:{_ARE}) (?=(?:in )?{PLACE} and {PLACE})", r"\1 are "),
    (r"\b(man|driver|car|one) to (?:head|top) (?=the (?:race|field)\b)", r"\1 to lead "),
    (
        r"\bthe (first|second|third|fourth|fifth|sixth) (?:driver|man|car|one) to lead the field\b",
        r"the \1 driver to lead the race",
    ),
    (rf"\b({NAME}'s|his|her) (?:single|sole|lone|one(?: and only)?|one,? only) (?=(?:pit )?stop\b)", r"\1 only "),
    (
        rf"\b((?:{TYRES}|soft|medium|hard)s?),? (?:(?:that|which) (?:were|have been) )?(?:fitted|put on) "
        rf"(?:brand )?new ({ANY_NUMBER}) laps? (?:ago|back|earlier){END}",
        r"\1, \2 laps old and new when fitted",
    ),
    (
        rf"\b((?:{TYRES})),? (?:that|which) were new (?:when fitted )?({ANY_NUMBER}) laps? (?:ago|back){END}",
        r"\1, \2 laps old and new when fitted",
    ),
    (rf"{HEAD}dry (?=(?:all|throughout|the whole|from start)\b)", "it has been dry "),
    (
        rf"{HEAD}(?P<who>(?:the |both |the two )?(?:two )?{_TEAM}s?|{NAME} and {NAME}) (?:lead|head the field|lead the "
        rf"race|lead the field),? (?P<far>[^.;,]*?{FAR}) apart{END}",
        r"\g<who> are first and second, \g<far> apart",
    ),
)
"""`his single stop`, `is all over Russell`, `the third man to head the race`."""
