"""Turns of short answers: `the 46th`, `split by Vettel`, `no gap to give: he is out`."""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import (
    ANY_NUMBER,
    ANY_SECONDS,
    BOUND,
    END,
    HEAD,
    NAME,
    PLACE,
    TYRES,
    Turn,
)

_TIME = r"\d:\d\d\.\d+"
_SOON = (
    rf"(?:{BOUND} )?(?:an? (?:second|tenth) and a half|half a (?:second|tenth)|"
    rf"(?:an?|{ANY_NUMBER}) and a half seconds|{ANY_SECONDS})(?! and a half)"
)
_ANYONE = r"(?:anyone|anybody|everyone|everybody|any other (?:driver|car|man|runner)|the rest)(?: else)?"
_HARDLY = (
    r"(?:(?:there is |there's )?(?:hardly|barely|scarcely|almost|next to|virtually|practically) (?:anything|nothing)|"
    r"(?:there is |there's )?(?:nothing|not much|very little|little))"
)
_OFTEN = r"(?:laps|stops|pit stops|places|positions|passes|overtakes)"
_DID = r"(?:has |have )?(?:led|made|gained|lost)"
_EACH = rf"{ANY_NUMBER} (?:for|by) {NAME}"
_ORD = r"(\d+)(?:st|nd|rd|th)"
_DEGREE = r"(?:an? (?:good|great) deal|a (?:whole )?lot|much|far|considerably|significantly|substantially|markedly|way)"
_TEAM = r"(?-i:[A-Z])[\w-]*(?: (?-i:[A-Z])[\w-]*)?"
_OF_TEAM = rf"(?:'s {_TEAM})?"
_SPLIT = (
    rf"(?:split(?: up)?|separated|kept apart|divided) (?:only |just )?by (?P<who>{NAME}{_OF_TEAM})|"
    rf"with (?:only |just )?(?P<mid>{NAME}{_OF_TEAM}) (?:in between(?: them)?|(?:sandwiched )?between (?:them|the two)|"
    rf"splitting them|separating them)|(?:on )?either side of (?P<side>{NAME}{_OF_TEAM})"
)


def _split(match: re.Match[str]) -> str:
    """`Mercedes run first and third, split by Vettel` as where they are, and that he is between them."""
    team, between = match["team"], match["who"] or match["mid"] or match["side"]
    named = re.fullmatch(rf"{NAME} and {NAME}", team)
    group = team if named else f"the two {re.sub(r'^(?:the two|the|both|two) ', '', team, flags=re.I)}"
    return f"{team} {match['run']}, and {between} is between {group}"


def _most_against(match: re.Match[str]) -> str:
    """`Piastri has led the most laps, ten, against four for Norris` as what each has led."""
    did, what = match["did"], match["what"]
    others = [
        f"{who} {did} {many} {what}" for many, who in re.findall(rf"({ANY_NUMBER}) (?:for|by) ({NAME})", match["rest"])
    ]
    return " and ".join((f"{match['who']} {did} the most {what}, {match['own']}", *others))


def _with_degree(match: re.Match[str]) -> str:
    """`on softs a good deal fresher than Bottas's supersofts`: much fresher tyres than his, and what he is on."""
    theirs = match["theirs"] or "tyres"
    on = "" if theirs.lower() in ("tyres", "tires", "set", "rubber") else f", who is on {theirs}"
    return f"on {match['own']} and has much {match['how']} tyres than {match['other']}{on}"


def _served(match: re.Match[str], verb: str) -> str:
    """`Ericsson's ten seconds for a collision have been served` as what he has done with his penalty."""
    penalty = re.sub(r" seconds?$", "-second penalty", match[2])
    return f"{match[1]} {verb} his {penalty} {match[3]}"


def _last_in(match: re.Match[str]) -> str:
    return f"{match[1]} is the last of the {match[2]}"


_AS = r"(?:[:;,.]?(?: because| as| since| now that)|[:;,.]) "
_OF_WHO_IS_OUT: tuple[tuple[str, Turn], ...] = (
    (
        rf"^there(?: is|'s) no (?:longer a )?(?:current |meaningful )?gap "
        r"(?:to (?:give|quote|report|measure|tell|state)|"
        r"that can be (?:given|measured|quoted))(?P<two> between [^:;,.]+?)?"
        rf"{_AS}(?=(?:both |neither )?{NAME})",
        lambda match: f"there is no gap{match['two'] or ''}, and ",
    ),
    (
        rf"^there(?: is|'s) no gap(?P<two> between {NAME} and {NAME})?{_AS}(?={NAME} (?:is|has|and)\b)",
        lambda match: f"there is no gap{match['two'] or ''}, and ",
    ),
    (
        rf"\b({NAME}),? (?:is out|out)(?: of the race)?,? so there(?: is|'s) no gap"
        rf"(?: to (?:give|quote|report|measure|tell|state))?{END}",
        r"\1 is out, and there is no gap",
    ),
    (r"\b(stopped (?:at|in) turn [\w-]+),? (?=after (?:just |only )?[\w-]+ laps?\b)", r"\1 and retired "),
)
_OF_THE_STEWARDS: tuple[tuple[str, Turn], ...] = (
    (
        r"\b(?:the )?stewards (?:will|are to|are going to) (?:investigate|look at|look into|examine|review) "
        rf"((?:{NAME}, )*{NAME},? and {NAME}|{NAME}) (after the (?:race|session|flag)|afterwards|later)"
        rf"((?: (?:over|for) [^.;:,]+)?{END})",
        lambda match: f"{match[1]} will be investigated {match[2]}{match[3].replace(' over ', ' for ', 1)}",
    ),
    (
        r"(?<=\bafterwards )(?:over|for) (?=[^.;:]*?DRS)|(?<=\bthe race )over (?=[^.;:]*?DRS)",
        "for ",
    ),
    (
        r"\bfor (?:(?:the )?(?:illegal|improper|unauthori[sz]ed|unpermitted|alleged) )?"
        rf"(?:DRS (?:use|usage|misuse)|(?:use|misuse) of (?:the )?DRS){END}",
        "for use of DRS when not permitted",
    ),
    (
        rf"\b({NAME})'s ({ANY_NUMBER}[- ]seconds?(?: time)?(?: penalty)?) (for [a-z][^.;:,]*?) (?:has|have|was|is|are) "
        rf"(?:now |already |since |both |all )*(?:been )?served{END}",
        lambda match: _served(match, "has served"),
    ),
    (
        rf"\b({NAME})'s ({ANY_NUMBER}[- ]seconds?(?: time)?(?: penalty)?) (for [a-z][^.;:,]*?) (?:(?:has|have) "
        r"(?:not (?:yet )?been|yet to be|still to be|still not been) served|(?:is|are) (?:still |as yet )*(?:unserved|"
        rf"to be served|not served)){END}",
        lambda match: _served(match, "has not served"),
    ),
)
_OF_TIMES: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}({NAME})'s ({_TIME})((?: on| from) lap \d+)? is (?:still )?(?:the )?(?:fastest|quickest|best) lap"
        rf"(?: of the (?:race|sprint|session)| so far| of anyone)?,? by ({_SOON}){END}",
        lambda match: f"{match[1]} has the fastest lap by {match[4]}, a {match[2]}{match[3] or ''}",
    ),
    (
        rf"{HEAD}({NAME}) is ({_SOON}) (?:faster|quicker) than {_ANYONE}"
        rf"(?=: (?:an? )?{_TIME}|, with (?:an? )?{_TIME}|\.?$)",
        r"\1 has the fastest lap by \2",
    ),
    (rf"{HEAD}{_HARDLY} (?:in it|between them)[:,;] ({NAME})(?: was| is| has been)? (?=0\.0\d)", r"\1 is "),
    (
        r"\b(is|was) (?:holding|staying|sitting|keeping|remaining) (?:steady|level|station)(?: at)?,? "
        rf"({_SOON} (?:behind|ahead of|adrift of|off|back from|clear of|in front of) {NAME}){END}",
        r"\1 \2, and the gap is steady",
    ),
    (
        rf"\b({NAME})'s (?:gap|deficit) to ({NAME}) is (?:holding )?(?:steady|stable|level|constant) at ({_SOON}){END}",
        r"\1 is \3 behind \2, and the gap is steady",
    ),
)
_OF_PLACES: tuple[tuple[str, Turn], ...] = (
    (
        rf"^(?:running |now |currently |up in |in |still )?({PLACE})(?: place)?,? "
        rf"(?={_SOON} (?:behind|ahead|off|up on|clear|adrift|down on|back|in front)\b)",
        r"he is \1, ",
    ),
    (
        rf"\b(from (?:{PLACE}|pole)(?: place)?(?: on the grid)?) (?:in)?to the (?:lead|front){END}",
        r"\1 to first",
    ),
    (
        rf"{HEAD}({NAME}) (?:holds|has|occupies|is in|takes|fills) the (?:last|final) (?:place|position|spot|slot) "
        rf"(?:in|of|inside) the (top {ANY_NUMBER})",
        _last_in,
    ),
    (
        rf"{HEAD}(?P<team>{NAME} and {NAME}|(?:the |both |the two |two )?{_TEAM}) "
        rf"(?P<run>(?:are|run|lie|sit|go) (?:in )?{PLACE} and {PLACE}),? (?:{_SPLIT})(?=\.?$|[;.] )",
        _split,
    ),
    (
        rf"\b((?:just |only )?one lap|(?:just |only )?a single lap), the {_ORD}(?: lap)?{END}",
        r"\1, lap \2",
    ),
)
_OF_SETS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\bon (?P<own>(?!tyres){TYRES.removeprefix('tyres|')}) (?:that are |which are )?{_DEGREE} "
        rf"(?P<how>fresher|newer|older) than (?P<other>{NAME})'s(?: (?P<theirs>{TYRES}))?{END}",
        _with_degree,
    ),
    (
        rf"\b(?:has|is on) {_DEGREE} (fresher|newer|younger|older) (?:{TYRES}|rubber) than ({NAME})(?:'s)?{END}",
        r"has much \1 tyres than \2",
    ),
    (
        rf"{HEAD}({NAME})'s (?:tyres|set|rubber) are {_DEGREE} (fresher|newer|younger|older) than ({NAME})'s"
        rf"(?: (?:tyres|set))?{END}",
        r"\1 has much \2 tyres than \3",
    ),
)
_OF_COUNTS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b({ANY_NUMBER}) (?:lap )?times (?=(?:(?:were |was |have been )?(?:deleted|disallowed|scrubbed)|"
        r"to track limits)\b)",
        r"\1 laps ",
    ),
    (
        rf"\b(?P<who>{NAME}) (?P<did>{_DID}) the most (?P<what>{_OFTEN})[,:] (?:with )?(?P<own>{ANY_NUMBER}),? "
        rf"(?:against|to|compared with|compared to|versus|ahead of) (?P<rest>{_EACH}(?:(?:,|,? and) {_EACH})*){END}",
        _most_against,
    ),
)
TURNS_OF_ANSWERS: tuple[tuple[str, Turn], ...] = (
    *_OF_WHO_IS_OUT,
    *_OF_THE_STEWARDS,
    *_OF_TIMES,
    *_OF_PLACES,
    *_OF_SETS,
    *_OF_COUNTS,
)
"""Short answers in plainer words: what is set against what, who is between whom, and why there is no gap."""
