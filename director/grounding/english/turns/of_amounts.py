"""Turns of an amount that is not reached, and of a change that leaves out its unit, each in plainer words.

`is not yet two seconds behind` is told as `is less than two seconds behind`, which is the most that it can mean. Of an
amount with decimals, or of tenths, nothing is made: `not 59.8 s` may be said of what is rounded to it.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import (
    ANY_NUMBER,
    ANY_SECONDS,
    END,
    FAR,
    HEAD,
    NAME,
    NTH,
    NUMBER,
    WHO,
    Turn,
)

_SECONDS = rf"(?:(?:{ANY_NUMBER}|an?|half a)(?: and a half)? ?(?:s|seconds?)\b|an? second and a half\b)"
_SHARE = rf"(?:{ANY_NUMBER} (?:degrees|percent)|\d+ ?%)"
_AS_MUCH = rf"(?:(?:as (?:much|many) as|so much as|fully) )?(?P<far>{_SECONDS}|{ANY_NUMBER} laps?|{_SHARE})"
_WHERE = (
    "(?:behind|ahead|clear|adrift|back|off|up|down|apart|away|in front|old|older|fresher|newer|faster|slower|quicker)"
)
_REST = r"(?:(?!\bbut\b|\bnor\b|\bor\b)(?:[^.,;:]|\.(?=\d)))*?"
_ENDS = r"(?: yet)?(?=[.,;:]|$| and\b)(?!,? but\b)"
_BOUND = r"(?:(?:(?:just |a little )?(?:over|under)|about|around|almost|nearly|only|just) )?"
_FULL = "(?:full|whole|entire)"
_LEAD = "(?:lead|advantage|cushion|margin|buffer)"
_NO_GAP = r"\b(?:degrees?|air|wind|stops?|lane|pits?|laps? (?:is|was)|best|average\w*|averaging)\b"
_SIDE = r"(?:behind|back|adrift|ahead|in front|up the road)"
_FAR = rf"(?:(?!not\b|has\b|is\b)[\w.]+ ){{1,5}}{_SIDE}"
_CUT = "brought|got|cut|trimmed|reduced|narrowed|whittled|pared|pegged|chopped|sliced|eaten"
_FELL, _ROSE = "slipped|dropped|fallen|drifted|slid", "closed|come|climbed|moved up|improved|advanced"
_FRONT, _BACK = "ahead|clear|in front|up the road", "behind|back|adrift"
_THEN = rf"(?:(?:back )?on lap \d+|{NUMBER} laps? (?:ago|earlier|before|back))"
_X = r"(?P<then>\d[\d.]*)(?: ?s| seconds)?"
_STABLE = "steady|stable|constant|unchanged|static|holding steady|holding|staying put"
_HARDLY = "hardly|barely|scarcely"
_MOVING = "changing|moving|shifting|changed|moved|shifted"
_UP_BY = (
    rf"(?P<way>up|down) (?:by )?(?P<far>(?:just |nearly |over |about )?(?:{ANY_SECONDS}|\d+\.\d+))(?: ?s\b)? "
    rf"(?:over|in|within|across) (?:the )?(?:last |past |previous )?(?P<laps>{ANY_NUMBER})(?: laps)?{END}"
)


def _changed(match: re.Match[str]) -> str:
    """`3.0 s now, up 1.3 over five laps` as what the gap has grown by, its unit being that of the gap."""
    before = match["before"]
    if re.search(_NO_GAP, match.string[: match.start("way")], re.IGNORECASE):
        return match[0]
    of_two = re.search(rf"\bgap (?:from|between) ({NAME}) (?:to|and) ({NAME})\b", match.string, re.IGNORECASE)
    gap = f"the gap between {of_two[1]} and {of_two[2]}" if of_two else "the gap"
    whose = "" if match[0].removeprefix(before).startswith(" is") else f", and {gap}"
    unit = "" if match["far"][-1].isalpha() else " s"
    grown = "grown" if match["way"].lower() == "up" else "come down"
    return f"{before}{whose} has {grown} by {match['far']}{unit} in the last {match['laps']} laps"


def _ago(match: re.Match[str]) -> str:
    """`than five laps earlier` as `than five laps ago`, where no other moment is named."""
    return match[0] if re.search(r"\blap \d", match.string) else f"{match[1]} {match[2]} laps ago"


def _no_further_stop(match: re.Match[str]) -> str:
    """`has not made a third stop` as `has made two stops`."""
    made = NTH.index(match["nth"].lower())
    return f"has made {made} {'stop' if made == 1 else 'stops'}"


_FURTHER = rf"(?P<nth>{'|'.join(NTH[1:6])})"


def _from_one_side(match: re.Match[str]) -> str:
    """`has gone from 1.2 s ahead of Ricciardo to 1.3 s behind in five laps`: how it is, and how it was then."""
    who, other, then, now = match["who"], match["other"], float(match["then"]), float(match["now"])
    was = "ahead of" if re.fullmatch(_FRONT, match["was"], re.IGNORECASE) else "behind"
    side = was
    if match["is"]:
        side = "ahead of" if re.fullmatch(_FRONT, match["is"], re.IGNORECASE) else "behind"
    better = (now if side == "ahead of" else -now) - (then if was == "ahead of" else -then)
    verb = match["verb"].lower()
    if not better or (verb in _FELL.split("|") and better > 0) or (verb in _ROSE.split("|") and better < 0):
        return match[0]
    is_now = f"{who} is {match['now']} s {side} {other}"
    if side == was and not match["laps"]:
        return f"{is_now}, and the gap between {who} and {other} has gone from {match['then']} s to {match['now']} s"
    return f"{is_now}, and {who} was {match['then']} s {was} {other} {match['laps'] or 'five'} laps ago"


def _from_what(match: re.Match[str]) -> str:
    """`1.453 s, from 2.603 on lap 20` as `1.453 s, down from 2.603 s on lap 20`."""
    now = re.findall(r"\d+\.\d+", match["before"])
    if len(now) != 1 or float(now[0]) == float(match["then"]):
        return match[0]
    way = "down" if float(now[0]) < float(match["then"]) else "up"
    return f"{match['before']}, {way} from {match['then']} s {match['moment']}"


def _cut_from(match: re.Match[str]) -> str:
    """`has cut Norris's lead to 1.453 s, from 2.603 on lap 20`: what the gap of the two was then too."""
    names = list(dict.fromkeys(re.findall(NAME, match["before"])))
    grows = bool(re.search(r"\bhas (?:stretched|extended|increased|pulled|built)\b", match["before"], re.IGNORECASE))
    if len(names) != 2 or match["way"] not in (None, "up " if grows else "down "):
        return match[0]
    return f"{match['before']}, and the gap between {names[0]} and {names[1]} was {match['then']} s {match['moment']}"


_SIDES = {"deficit": "behind", "lead": "ahead of", "advantage": "ahead of"}
_OF_BEFORE: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b({NAME}) is (?:edging|inching|easing|creeping|stretching|drawing|pulling) (?:clear|away|ahead) "
        rf"(?:of|from) ({NAME}): ({FAR})(?=,|\.?$)",
        r"\1 is pulling away from \2 and is \3 ahead of \2",
    ),
    (
        r"\bis (?:edging|inching|easing|creeping|stretching|drawing) (?:clear|away|ahead) (?:of|from) (?=(?-i:[A-Z]))",
        "is pulling away from ",
    ),
    (
        r"\bhas (?:crept|inched|edged|drifted) (up|out|down) (?=(?:from|to|by) )",
        lambda match: f"has {'come down' if match[1].lower() == 'down' else 'gone up'} ",
    ),
    (
        rf"{HEAD}({WHO}) has turned an? ({FAR}) (deficit|lead|advantage) (?:to|over|on) ({WHO}) into an? ({FAR}) "
        rf"(?!\3)(deficit|lead|advantage){END}",
        lambda match: (
            f"{match[1]} is {match[5]} {_SIDES[match[6].lower()]} {match[4]}, and "
            f"{match[1]} was {match[2]} {_SIDES[match[3].lower()]} {match[4]} five laps ago"
        ),
    ),
    (r"\blosing (?:touch|contact) with (?=(?-i:[A-Z]))", "losing ground to "),
    (
        rf"{HEAD}(?P<who>{WHO}) has (?P<verb>gone|swung|switched|{_FELL}|{_ROSE})(?: back| down| up)? from {_X} "
        rf"(?P<was>{_FRONT}|{_BACK})(?: of| from)? (?P<other>{WHO})(?: back)? to (?P<now>\d[\d.]*)(?: ?s| seconds)?\b"
        rf"(?: (?P<is>{_FRONT}|{_BACK})(?: of)?(?: him| her)?)?"
        rf"(?:,? (?:in|over|within) (?:the (?:last|past|space of) )?(?P<laps>{NUMBER}) laps)?{END}",
        _from_one_side,
    ),
    (rf"\b(has|have) (?:{_FELL})(?: back)? to (?=(?:{FAR}) (?:{_BACK}){END})", r"\1 fallen to "),
    (
        rf"(\b(?:{_BACK})(?: of| from)?(?: {WHO})?),? (?:having been|(?:he|she) was|after being) ({FAR}) away "
        rf"(?={_THEN}{END})",
        r"\1, having been \2 behind ",
    ),
    (
        rf"{HEAD}(?P<before>{WHO} has (?:{_CUT}|stretched|extended|increased|pulled out|built) (?:[^.;,]|\.(?=\d))*?"
        rf"(?:to|of) {FAR}(?: over {WHO})?),? (?P<way>down |up )?from {_X} (?P<moment>{_THEN}){END}",
        _cut_from,
    ),
    (
        rf"{HEAD}(?P<before>(?:(?!\b(?:has|was|were|had|not)\b)[^.;,]|\.(?=\d))*\b(?:gap|leads?|{_LEAD}|{_BACK}|"
        rf"{_FRONT})\b(?:(?!\b(?:has|was|were|had|not)\b)[^.;,]|\.(?=\d))*), from {_X} (?P<moment>{_THEN}){END}",
        _from_what,
    ),
    (
        rf"{HEAD}({WHO}) has (?:{_CUT}) (?:the|his|her) (?:gap|deficit) (?=from {FAR} to {FAR}{END})",
        r"\1 is behind, and the gap is down ",
    ),
    (
        rf"{HEAD}({WHO}) has (?:{_CUT}) ({WHO})'s (?:{_LEAD}) (?=from {FAR} to {FAR}{END})",
        r"\1 has cut the gap to \2 ",
    ),
    (
        rf"{HEAD}({WHO})'s (?:{_LEAD}) is (down|up) (?=from {FAR} to {FAR}{END})",
        lambda match: f"{match[1]} is ahead. The gap has {'come down' if match[2] == 'down' else 'gone up'} ",
    ),
    (
        rf"{HEAD}({WHO})'s (?:{_LEAD}) is(?: now)? ({FAR}),? (?:and|but)(?: still)? (?=(?:shrinking|growing|"
        rf"coming down|going up|increasing|falling){END})",
        r"\1 is \2 ahead and his lead is ",
    ),
)
_OF_STEADY: tuple[tuple[str, Turn], ...] = (
    (
        rf"(\b(?:gap|{_LEAD}|deficit)\b(?:[^.;,]|\.(?=\d))*?)(?:,? (?:and|but|is|has|it is|it has))+ (?:{_HARDLY}) "
        rf"(?:{_MOVING}){END}",
        lambda match: f"{match[1]}{' and steady' if re.search(rf'{FAR}$', match[1]) else ' is steady'}",
    ),
    (
        rf"(\b(?:{_BACK}|{_FRONT})\b(?:[^.;,]|\.(?=\d))*?),? (?:and|but) (?:it|that) (?:is|has) (?:(?:{_HARDLY}) "
        rf"(?:{_MOVING})|{_STABLE}){END}",
        r"\1 and the gap is steady",
    ),
    (
        rf"{HEAD}({WHO})'s (?:{_LEAD})(?: over ({WHO}))? (?:is|stands at) ({FAR}),? and (?:{_STABLE}){END}",
        lambda match: f"{match[1]} is {match[3]} ahead{f' of {match[2]}' if match[2] else ''} and the gap is steady",
    ),
    (
        rf"{HEAD}({WHO})'s (?:{_LEAD})(?: over ({WHO}))? is (?:{_STABLE}),? at ({FAR}){END}",
        lambda match: f"{match[1]} is {match[3]} ahead{f' of {match[2]}' if match[2] else ''} and the gap is steady",
    ),
    (
        rf"{HEAD}({WHO})'s (?:{_LEAD})(?: over ({WHO}))? is (?:{_STABLE}){END}",
        lambda match: f"{match[1]} is ahead{f' of {match[2]}' if match[2] else ''} and the gap is steady",
    ),
    (
        rf"{HEAD}({WHO})'s (?:gap|deficit) to ({WHO}) is ({FAR}),? and (?:{_STABLE}){END}",
        r"\1 is \3 behind \2 and the gap is steady",
    ),
    (
        rf"{HEAD}(the gap(?: (?:between|from) {WHO} (?:and|to) {WHO})? is) ({FAR}),? and (?:{_STABLE}){END}",
        r"\1 \2 and the gap is steady",
    ),
    (
        rf"{HEAD}(the gap(?: (?:between|from) {WHO} (?:and|to) {WHO})? is) (?:{_STABLE}),? at ({FAR}){END}",
        r"\1 \2 and the gap is steady",
    ),
)
"""A gap that is what it was."""
_OF_WHAT_IS_NOT: tuple[tuple[str, Turn], ...] = (
    (
        rf"(\bnot (?:yet |even )?(?:(?:have|got|lead|trail|head)(?: yet)?(?: {NAME})?(?: by)? )?an?) {_FULL} "
        r"(?=(?:second|tenth|lap|degree)\b)",
        r"\1 ",
    ),
    (rf"(\bnot [^.;,]*?{ANY_NUMBER}) {_FULL} (?=(?:seconds|tenths|laps|degrees)\b)", r"\1 "),
    (
        rf"(\b(?:and|but) )not (?:yet )?({_SECONDS}) (?=(?:behind|ahead of|clear of|adrift of|in front of|off|"
        rf"down on|up on) {NAME})",
        r"\1less than \2 ",
    ),
    (
        rf"\b(?P<verb>is|are|was|were|sits|runs) not (?:yet )?{_AS_MUCH}(?P<where> {_WHERE}\b{_REST}){_ENDS}",
        r"\g<verb> less than \g<far>\g<where>",
    ),
    (
        rf"\b(?P<verb>is|are) not (?:yet )?(?:at |up to )?(?P<far>{_SHARE})(?: yet)?{END}",
        r"\g<verb> less than \g<far>",
    ),
    (
        rf"\b(?:does not (?:yet )?have|has not (?:yet )?(?:got)|has not) (?:yet )?{_AS_MUCH} "
        rf"(?P<over>(?:on|over|in hand)\b{_REST}){_ENDS}",
        r"has less than \g<far> \g<over>",
    ),
    (
        rf"\bdoes not (?P<verb>lead|trail|head) (?P<whom>(?:{NAME} )?)by {_AS_MUCH}(?: yet)?{END}",
        r"\g<verb>s \g<whom>by less than \g<far>",
    ),
    (
        r"\b(?:has|have) (?:not (?:yet )?(?:made|had)|(?:yet|still) to make) (?:a|his|her|the) "
        rf"{_FURTHER} (?:pit )?stop(?: yet)?{END}",
        _no_further_stop,
    ),
    (
        r"\b(?:has|have) (?:not (?:yet )?(?:stopped|pitted|come in)|(?:yet|still) to (?:stop|pit|come in)) (?:for )?a "
        rf"{_FURTHER} time(?: yet)?{END}",
        _no_further_stop,
    ),
)
_OF_GAPS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b((?:closer|nearer|less|more|further (?:back|behind|adrift|away|ahead)|up|down)(?: to {NAME})? than) "
        rf"({ANY_NUMBER}) laps (?:back|earlier|before|previously){END}",
        _ago,
    ),
    (
        rf"(\b(?:up|down) from (?:just |about |nearly |over )?\S+?(?: s| seconds)?) ({ANY_NUMBER}) laps "
        rf"(?:back|earlier|before){END}",
        _ago,
    ),
    (
        r"(?P<before>\b(?:gap|lead|advantage|margin|deficit)\b[^.;,]*?\d|(?:\d ?s|seconds?|tenths?)(?: now)?|"
        rf"(?:behind|ahead of|clear of|over|from|on|adrift of|off) {NAME}), {_UP_BY}",
        _changed,
    ),
    (rf"(?P<before>\b(?:gap|lead|advantage|margin|deficit)) is(?: now)? {_UP_BY}", _changed),
    (
        rf"{HEAD}({NAME})(?:'s (?:lead|advantage|cushion) (?:is|stands at)| has (?:a|the) lead of)(?: now)? "
        rf"({_BOUND}{ANY_SECONDS})(?!, (?:up|down) from){END}",
        r"\1 leads by \2",
    ),
    (rf"{HEAD}the lead is(?: now)? ({_BOUND}{ANY_SECONDS}){END}", r"the leader leads by \1"),
    (rf"({ANY_SECONDS}) to the good\b", r"\1 ahead"),
    (
        r"\b(?:cut|trimmed|reduced|narrowed|chopped|pared|slashed|whittled|shaved)(?: down)? "
        rf"({NAME})'s {_LEAD}(?: over (?:him|her))?"
        rf"(?= (?:by|to|over the|in (?:the |just |only )?(?:last |past )?{ANY_NUMBER} laps)\b)",
        r"cut the gap to \1",
    ),
    (rf"\bbeat ({NAME}) (?:to|at|over|across) the (?:finish(?:ing)? |chequered )?(?:line|flag)\b", r"beat \1"),
    (rf"(\b({NAME}) has {NAME} {_FAR}(?: him| her| of him)?),? (?:and|with) (?={NAME} {_FAR})", r"\1, and \2 has "),
)
TURNS_OF_AMOUNTS: tuple[tuple[str, Turn], ...] = (*_OF_BEFORE, *_OF_STEADY, *_OF_WHAT_IS_NOT, *_OF_GAPS)
"""`is not a second behind`, `up 1.3 over five laps`, `Verstappen's lead is 16 s`."""
