"""Turns of phrase of how far two are apart: `has cut Vettel's lead to 7 s`, `3.3 s now, up from 2.0 five laps earlier`.

What a turn says of the way that a gap has gone is claimed beside the gap itself: who has fallen four seconds behind
somebody is losing touch with him.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import END, FAR, HEAD, LEAD, NUMBER, ONLY, SPELLED, WHO, Turn

_CUT = "brought|got|cut|trimmed|reduced|narrowed|whittled|pared|pegged|chopped|sliced|eaten"
_SHRUNK = (
    "(?:is|has (?:come|been cut|fallen|dropped|gone|been)) down|"
    "has (?:shrunk|dwindled|been cut|fallen|dropped|narrowed)"
)
_GREW = "is up|has (?:grown|risen|increased|stretched|gone up|widened|been extended)"
_MOVED = "gone from|grown|shrunk|come down|gone up|gone down|increased|fallen|dropped|risen|widened|narrowed|opened up"
_AGO = rf"{NUMBER} laps? ago"
_NOW = r"(?!(?:[^.;]|\.(?=\d))*\b(?:was|were|had|lap \d))"
"""Before a sentence that is about now alone."""
_SAID = r"(?:[^.;]|\.(?=\d))*?"
_MORE = "less|more|down|up"
_DONE_BY = {
    "gaining": "gained", "losing": "lost", "making up": "made up", "dropping": "dropped", "picking up": "gained",
}  # fmt: skip
_PLACES = rf"(?:a|{NUMBER}|[a-z]+teen) (?:places?|positions?)\b"
_PLACE = r"(?:first|second|third|[a-z]+th|P\d+)"
_CONTRARY = {
    **dict.fromkeys(("bigger", "larger", "wider", "more"), "less"),
    **dict.fromkeys(("smaller", "less", "tighter", "shorter"), "more"),
}
_FAVOUR = rf"in (?:({WHO})'s favour|favour of ({WHO}))"


def _closing_on(match: re.Match[str]) -> str:
    """`has cut Vettel's lead to 7 s`, `has brought the gap to Vettel down to 7 s`: he comes closer, and is so near."""
    who, other = match["who"], match["other"] or match["ahead"]
    return f"{who} is closing on {other} and {other} leads {who} by "


def _so_far_ahead(match: re.Match[str]) -> str:
    """`Vettel's lead over Hamilton is 7 s, less than ...` as `Vettel is 7 s ahead of Hamilton`."""
    return f"{match['who']} is {match['far']} ahead" + (f" of {match['other']}" if match["other"] else "")


def _of_the_gap(match: re.Match[str]) -> str:
    """`Vettel's lead over Hamilton has dropped from 5 s to 4 s`: so has the gap, and he is ahead."""
    ahead = f"{match['who']} is ahead" + (f" of {match['other']}" if match["other"] else "")
    return f"the gap has {match['how']} {match['rest']} and {ahead}"


def _from_then(match: re.Match[str]) -> str:
    """`has grown from 2.1 s on lap 25 to 2.6 s` as `is 2.6 s, up from 2.1 s on lap 25`."""
    more = float(match["now"]) - float(match["then"])
    how = match["how"].lower()
    if not more or (how != "gone" and (how in ("grown", "risen", "gone up", "increased", "widened")) != (more > 0)):
        return match[0]
    whose = f"{match['who']} is {match['now']} s ahead" + (f" of {match['other']}" if match["other"] else "")
    is_now = whose if match["who"] else f"{match['gap']} is {match['now']} s"
    return f"{is_now}, {'up' if more > 0 else 'down'} from {match['then']} s {match['moment']}"


_OF_LEADS: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}(?P<who>{WHO}) has (?:{_CUT})(?: back| down)? (?:(?P<other>{WHO})'s (?:{LEAD})(?: over (?:him|her))?|"
        rf"(?:the|his|her) (?:gap|deficit) to (?P<ahead>{WHO}))(?: back)?(?: down)? to (?={FAR})",
        _closing_on,
    ),
    (
        rf"{HEAD}({WHO})'s (?:{LEAD}) over ({WHO}) (?:{_SHRUNK}) to (?={FAR})",
        r"\2 is closing on \1 and \1 leads \2 by ",
    ),
    (
        rf"{HEAD}({WHO})'s (?:{LEAD}) over ({WHO}) (?:{_GREW}) to (?={FAR})",
        r"\1 is pulling away from \2 and \1 leads \2 by ",
    ),
    (
        rf"{HEAD}(?P<who>{WHO})'s (?:{LEAD})(?: over (?P<other>{WHO}))? (?:is|stands at)(?: now)? (?P<far>{FAR})"
        rf"(?=, (?:{FAR} (?:{_MORE})|(?:down|up) from) )",
        _so_far_ahead,
    ),
    (
        rf"\b(?P<who>{WHO}) (?:(?:leads|is leading) (?P<other>{WHO})|is ahead) by (?P<far>{FAR})"
        rf"(?=, (?:{FAR} (?:{_MORE}) (?:than|on)|(?:down|up) from) )",
        _so_far_ahead,
    ),
    (
        rf"\b({WHO}) has (?:fallen|dropped|slipped|drifted|slid|faded|sunk)(?: back)?(?: to)? ({FAR}) "
        rf"(?:behind|adrift of) ({WHO})\b(?!'s)",
        r"\1 is losing touch with \3 and \1 is \2 behind \3",
    ),
)
_OF_CHANGES: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}({WHO})'s (?:deficit|gap)(?: to ({WHO}))? (?=has (?:{_MOVED})\b)",
        lambda match: f"{match[1]} is behind{' ' + match[2] if match[2] else ''}. The gap ",
    ),
    (
        rf"{HEAD}(?:(?P<gap>the gap(?: (?:between|from) {WHO} (?:and|to) {WHO})?)|(?P<who>{WHO})'s (?:{LEAD})"
        rf"(?: over (?P<other>{WHO}))?) has (?P<how>gone up|gone|grown|risen|increased|widened|shrunk|dropped|fallen|"
        r"come down|narrowed) from (?P<then>\d[\d.]*)(?: ?s| seconds)? (?P<moment>on lap \d+) to (?P<now>\d[\d.]*) "
        rf"?(?:s|seconds)(?: now)?{END}",
        _from_then,
    ),
    (
        rf"{HEAD}({WHO}) has added ({FAR}) to (?:his|her) (?:{LEAD}) over ({WHO})"
        rf"(?=(?: (?:in|over) (?:the (?:last|past) )?{NUMBER} laps)?{END})",
        r"\1 is ahead of \3, and the gap between \3 and \1 has grown by \2",
    ),
    (
        rf"{HEAD}({WHO}'s (?:{LEAD})(?: over {WHO})?|the gap (?:between|from) {WHO} (?:and|to) {WHO}): (?={FAR})",
        r"\1 is ",
    ),
    (
        rf"{HEAD}({WHO}) and ({WHO}) are ({_PLACE} and {_PLACE}), {ONLY}({FAR}) apart{END}",
        r"\1 and \2 are \3, and \4 separates \1 and \2",
    ),
    (
        rf"{HEAD}(?P<who>{WHO})'s (?:{LEAD})(?: over (?P<other>{WHO}))? has (?P<how>shrunk|dropped|fallen|"
        rf"come down|grown|risen|gone up|increased) (?P<rest>(?:by {FAR}(?: to {FAR})?|from {FAR} to {FAR})"
        rf"(?: (?:in|over) (?:the (?:last|past) )?{NUMBER} laps)?){END}",
        _of_the_gap,
    ),
    (
        rf"{HEAD}the gap was ({FAR}) (bigger|larger|wider|more|smaller|less|tighter|shorter) ({_AGO}){END}",
        lambda match: f"the gap is {match[1]} {_CONTRARY[match[2].lower()]} than {match[3]}",
    ),
    (
        rf"\bhas (?:pulled out|carved out|built up|established) (?=an? {FAR} (?:{LEAD})|an? (?:{LEAD}) of {FAR})",
        "has ",
    ),
    (rf"{HEAD}({_PLACE}) and ({_PLACE}) are ({FAR}) apart{END}", r"\3 covers \1 to \2"),
    (
        rf"{HEAD}(?:there (?:is|are) )?({FAR}) (?:between|separates?|splits?) ({_PLACE}) (?:and|from) ({_PLACE}){END}",
        r"\1 covers \2 to \3",
    ),
)
_OF_THEN: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b({WHO}) has gone from ({FAR}|\d+\.\d+) (ahead of|behind) ({WHO}) to (?:being )?({FAR}|\d+\.\d+) "
        rf"(ahead|behind)(?: him)? (?:in|over) (?:the (?:last|past) )?({NUMBER}) laps{END}",
        r"\1 was \2 \3 \4 \7 laps ago and is now \5 \6",
    ),
    (
        rf"(, {FAR}) (down|up) on (?={_AGO})",
        lambda match: f"{match[1]} {'less' if match[2].lower() == 'down' else 'more'} than ",
    ),
    (
        rf"{HEAD}{_NOW}({_SAID}\b(?:is|now)\b{_SAID}, (?:up|down) from (?:\d[\d.]*|{SPELLED})(?: ?s| seconds?)? "
        rf"{NUMBER} laps?) (?:earlier|before|previously){END}",
        r"\1 ago",
    ),
    (rf"{HEAD}({_AGO}),? ({WHO}) was (?:ahead|in front|leading){END}", r"\2 was ahead \1"),
    (rf"\b({WHO}) (?:led|was leading) ({WHO}) (?={_AGO})", r"\1 was ahead of \2 "),
    (rf"{HEAD}({_AGO}),? ({WHO}) (?:led|was leading) ({WHO}){END}", r"\1 \2 was ahead of \3"),
    (
        rf"{HEAD}{_NOW}({_SAID}\b(?:is|are|sits|lies|runs|leads)\b{_SAID}),? after "
        rf"(gaining|losing|making up|dropping|picking up) (?={FAR}|{_PLACES})",
        lambda match: f"{match[1]}, having {_DONE_BY[match[2].lower()]} ",
    ),
)
"""How it was so many laps ago, and what one has gained since."""
_OF_TWO: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b(?:has taken|takes|is taking|has been taking|has pulled) ({FAR}) (?:a|per|each|every) lap "
        rf"(?:out of|from|off) (?={WHO})",
        r"is \1 a lap faster than ",
    ),
    (rf"\bthere (?:is|are) ({FAR}) between ({WHO}) and ({WHO})(?=,|$|\.)", r"\1 separates \2 and \3"),
    (rf"{HEAD}({FAR}) (?:splits?|divides?) (?=(?:the best laps of )?{WHO} and {WHO})", r"\1 separates "),
    (rf"(\bseparates? {WHO}) from (?={WHO}(?=,|$|\.))", r"\1 and "),
    (
        rf"(\bseparates? (?:the best laps of )?{WHO} and {WHO}),? {_FAVOUR}{END}",
        lambda match: f"{match[1]}, with {match[2] or match[3]} ahead",
    ),
)
TURNS_OF_LEADS: tuple[tuple[str, Turn], ...] = (*_OF_LEADS, *_OF_CHANGES, *_OF_THEN, *_OF_TWO)
