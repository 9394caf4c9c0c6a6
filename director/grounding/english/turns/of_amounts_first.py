"""Turns of answers that begin with the amount, and of gaps told with what they were: `1.378 s, Russell ahead`.

`has turned a deficit of 1.8 s to Stroll into a 4.2 s lead in five laps` is told as how it is and how it was then; what
names no number of laps is told of the last five, of which the results tell.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import FAR, HEAD, LEAD, NUMBER, WHO, Turn

_LAST = r"(?=[.!]?$|[.!;] )"
_FRONT, _BACK = r"ahead|in front|leading|up the road|clear", r"behind|back|adrift|trailing"
_AGO = rf"{NUMBER} laps? (?:ago|back|earlier|before)"
_IN_LAPS = rf"(?: (?:in|over|within|across) (?:the )?(?:last |past |space of )?(?P<laps>{NUMBER}) laps)"
_MULTIPLE = r"(?:(?:more than|well over|over|nearly|almost|about|roughly|not quite|just under) )?"
_TIMES = r"doubled|tripled|trebled|quadrupled|halved"
_SIDES = {"deficit": "behind", "gap": "behind"}


def _is_so_far(match: re.Match[str]) -> str:
    """`1.378 s, Russell ahead` as `Russell is 1.378 s ahead`."""
    side = "ahead" if re.fullmatch(_FRONT, match["side"], re.IGNORECASE) else "behind"
    return f"{match['who']} is {match['far']} {side}"


def _turned(match: re.Match[str]) -> str:
    """`has turned a 1.8 s deficit to Stroll into a lead of 4.2 s`: how it is, and how it was then."""
    who, other = match["who"], match["other"]
    was = _SIDES.get((match["was"] or match["was2"]).lower(), "ahead of")
    now = _SIDES.get((match["now"] or match["now2"]).lower(), "ahead of")
    if was == now:
        return match[0]
    laps = match["first"] or match["laps"] or "five"
    then, far = match["then"] or match["then2"], match["far"] or match["far2"]
    return f"{who} is {far} {now} {other}. {who} was {then} {was} {other} {laps} laps ago"


def _doubled(match: re.Match[str]) -> str:
    """`has more than doubled his lead over Russell, from 1.8 s to 4.3 s` as what his lead and the gap have done."""
    laps = match["before"] or match["laps"] or match["after"] or "five"
    whose, over = match["who"] or match["whose"], match["over"] or match["over2"]
    lead = (match["lead"] or match["lead2"]).lower()
    if lead in _SIDES and not over:
        return match[0]
    to = "to" if lead in _SIDES else "over"
    subject = f"{whose}'s {lead} {to} {over}" if over else "the gap"
    ahead = "" if over else f"{whose} is ahead. "
    spans = (
        f". The gap has gone from {match['start']} to {match['end']} in the last {laps} laps" if match["start"] else ""
    )
    return f"{ahead}{subject} has {match['times']} in the last {laps} laps{spans}"


_OF_THE_AMOUNT: tuple[tuple[str, Turn], ...] = (
    (
        rf"^(?P<far>{FAR}),? (?:with |and (?!the\b))?(?P<who>{WHO}) (?:is |was )?(?P<side>{_FRONT}|{_BACK}){_LAST}",
        _is_so_far,
    ),
    (rf"^({FAR}),? (?:in|to) ({WHO})'s (?:favour|advantage){_LAST}", r"\2 is \1 ahead"),
    (rf"^({FAR}),? in favour of ({WHO}){_LAST}", r"\2 is \1 ahead"),
    (
        rf"^(?P<far>{FAR}), (?:and |with )(?P<rest>(?:the gap|it|{WHO}) (?:is|has) (?:[^.;]|\.(?=\d))+){_LAST}",
        lambda match: f"The gap is {match['far']}. {re.sub('^it ', 'the gap ', match['rest'], flags=re.I)}",
    ),
)
_OF_THEN: tuple[tuple[str, Turn], ...] = (
    (
        rf"(?P<begins>^|[.;:] |\band |\bbut )(?P<ago>{_AGO}),? (?P<who>{WHO}) (?:led|was leading|headed)"
        rf"(?: (?P<whom>him|her|{WHO}))? by (?P<far>{FAR}){_LAST}",
        lambda match: (
            f"{match['begins']}{match['who']} was {match['far']} ahead"
            f"{'' if (match['whom'] or 'him').lower() in ('him', 'her') else ' of ' + match['whom']} {match['ago']}"
        ),
    ),
    (
        rf"\b(?P<who>{WHO}) (?:led|was leading|headed) (?P<whom>{WHO}) by (?P<far>{FAR}) (?P<ago>{_AGO}){_LAST}",
        r"\g<who> was \g<far> ahead of \g<whom> \g<ago>",
    ),
    (
        rf"\b(is|are)( now)? (ahead|behind)( now)?, by ({FAR})(?=[.;,]|$)",
        lambda match: f"{match[1]}{match[2] or match[4] or ''} {match[5]} {match[3]}",
    ),
    (
        rf"{HEAD}(?:(?:in|over|within) (?:the (?:last|past) )?(?P<first>{NUMBER}) laps,? )?(?P<who>{WHO}) (?:has )?"
        rf"turned an? (?:(?P<then>{FAR}|[\d.]+-second) (?P<was>deficit|gap|{LEAD})|(?P<was2>deficit|gap|{LEAD}) of "
        rf"(?P<then2>{FAR})) (?:to|over|on|behind) (?P<other>{WHO}) into an? (?:(?P<far>{FAR}|[\d.]+-second) "
        rf"(?P<now>deficit|gap|{LEAD})|(?P<now2>deficit|gap|{LEAD}) of (?P<far2>{FAR})){_IN_LAPS}?{_LAST}",
        _turned,
    ),
    (
        rf"{HEAD}(?:(?:in|over|within) (?:the (?:last|past) )?(?P<before>{NUMBER}) laps,? )?(?:(?P<who>{WHO}) has "
        rf"(?P<times>{_MULTIPLE}(?:{_TIMES})) (?:his|her) (?P<lead>deficit|gap|{LEAD})(?: (?:over|to|on) "
        rf"(?P<over>{WHO}))?){_IN_LAPS}?(?P<whose>)(?P<lead2>)(?P<over2>)(?:,? from (?P<start>{FAR}) to "
        rf"(?P<end>{FAR})(?:,? (?:in|over) (?:the (?:last|past) )?(?P<after>{NUMBER}) laps)?)?{_LAST}",
        _doubled,
    ),
    (
        rf"{HEAD}(?P<who>)(?P<lead>)(?P<over>)(?P<before>)(?P<whose>{WHO})'s (?P<lead2>deficit|gap|{LEAD})"
        rf"(?: (?:over|to|on) (?P<over2>{WHO}))? has (?P<times>{_MULTIPLE}(?:{_TIMES})){_IN_LAPS}?,? from "
        rf"(?P<start>{FAR}) to (?P<end>{FAR})(?:,? (?:in|over) (?:the (?:last|past) )?(?P<after>{NUMBER}) laps)?"
        rf"{_LAST}",
        _doubled,
    ),
    (
        rf"\b(?P<said>(?:the gap|it|{WHO}'s (?:{LEAD}|deficit)) (?:has (?:grown|shrunk|come down|gone up|increased|"
        rf"fallen|risen|closed|opened up|gone out|dropped|widened)|is (?:up|down)) by {FAR}) (?:in|over|within|across) "
        rf"(?:the )?(?:last |past )?(?P<laps>{NUMBER} laps),? to (?P<far>{FAR}){_LAST}",
        r"\g<said> in the last \g<laps> and is now \g<far>",
    ),
    (
        rf"\b(?P<said>(?:the gap|it|{WHO}'s (?:{LEAD}|deficit)) (?:has (?:grown|shrunk|come down|gone up|increased|"
        rf"fallen|risen|closed|opened up|gone out|dropped|widened)|is (?:up|down)) by {FAR}),? to (?P<far>{FAR}),? "
        rf"(?:in|over|within|across) (?:the )?(?:last |past )?(?P<laps>{NUMBER} laps){_LAST}",
        r"\g<said> in the last \g<laps> and is now \g<far>",
    ),
)
TURNS_OF_AMOUNTS_FIRST: tuple[tuple[str, Turn], ...] = (*_OF_THE_AMOUNT, *_OF_THEN)
"""Answers that begin with the amount, and how far apart two were before."""
