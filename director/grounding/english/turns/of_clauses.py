"""Turns of a sentence into two plain clauses, each proved by itself: `two laps after Leclerc had done the same`.

These come before all others.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import END, NUMBERS, SECTOR, SPELLED, WHO, Turn

_NUMBER = rf"(?:\d+|{SPELLED})"
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
)  # fmt: skip
_PLACE = rf"(?:P\d+|\d+(?:st|nd|rd|th)|{'|'.join(_ORDINALS)})\b"
_SECONDS = r"(?:\d[\d.]* ?s\b|(?:(?:about|around|nearly|almost|over|under) )?[\w.-]+(?: and a half)? seconds?\b)"
_CLOSES = "closing (?:in |up )?on|catching|reeling in|hauling in|gaining on|eating into|chipping away at|cutting into"
_TYRES = r"(?:new |fresh )?(?:tyres|rubber)"
_SO_FAR = r"(?: so far| yet| to date| in the race| all race| all day| today)*"
_OUT = r"safety cars?|virtual safety cars?|vscs?|red flags?|yellow flags?"
_DOWN, _UP = "dropped|fell|slipped|slid|tumbled|sank|plunged", "climbed|rose|jumped|recovered|moved up|leapt"
_BEST = "(?:best|fastest|quickest)"
_COMPOUNDS = "hypersofts|ultrasofts|supersofts|softs|mediums|hards|intermediates|inters|wets|full wets"
_VSC, _SC = "virtual safety car|vsc", "(?:full |real |proper )?safety car|(?:full|proper|real) (?:one|thing)"
_OFTEN = {"once": "one yellow flag period", "twice": "two yellow flag periods"}
_OWN = r"(?:not|never|no|him|her|team-mate|teammate|only|laps?)\b"
_DID = rf"(?!{_OWN})[a-z](?:(?! {_OWN})[^,;.])*?"
"""What another may have done too: neither denied nor of somebody's own."""


def _number(said: str) -> int:
    return int(said) if said.isdecimal() else NUMBERS.index(said.lower()) + 1


def _place(said: str) -> int:
    digits = re.sub(r"\D", "", said)
    return int(digits) if digits else _ORDINALS.index(said.lower()) + 1


def _as_he_did(match: re.Match[str]) -> str:
    """`passed A on lap 28, two laps after B had done the same` as `passed A on lap 28, and B passed A on lap 26`."""
    laps = 1 if match["laps"].lower() in ("a", "the") else _number(match["laps"])
    lap = int(match["lap"]) + (-laps if match["way"].lower() in ("after", "later than") else laps)
    did = match["did"]
    if lap < 1:
        return match[0]
    return f"{match['who']} {did} on lap {match['lap']}, and {match['other']} {did} on lap {lap}"


def _from_lap_to_lap(match: re.Match[str]) -> str:
    """`dropped from second on lap 14 to seventh on lap 15` as both places, where that is the way he went."""
    way, first, last = match["way"].lower(), _place(match["first"]), _place(match["last"])
    is_down, is_up = re.fullmatch(_DOWN, way), re.fullmatch(_UP, way)
    if int(match["start"]) >= int(match["end"]) or first == last:
        return match[0]
    if (is_down and last < first) or (is_up and last > first):
        return match[0]
    return f"was {match['first']} on lap {match['start']} and was {match['last']} on lap {match['end']}"


def _exactly(match: re.Match[str]) -> str:
    return f"{match[1]} {'0.25' if 'quarter' in match[0] else '0.50'} seconds"


def _longer(match: re.Match[str]) -> str:
    """`two safety cars, the second the longer at 17 minutes`: which of what it was, and how long that one lasted."""
    kind, plural, which, how, lasted = match.groups()
    lasts = f", and the {which} {kind} lasted {lasted}" if lasted else ""
    return f"two {kind}{plural}, and the {which} {kind} was the {how}{lasts}"


def _yellows(match: re.Match[str]) -> str:
    often = match["often"].lower()
    periods = _OFTEN.get(often) or f"{often.removesuffix(' times')} yellow flag periods"
    return f"there have been {periods}"


_OF_CASES: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b({WHO})'s ([a-z][a-z -]*?(?: with {WHO})?(?: (?:at|in) turn \d+)?) "
        rf"(?:(?:has )?(?:earned|landed|brought|got|won|cost) (?:him|her) ((?:an? )?{_NUMBER}[ -]seconds? "
        rf"(?:time )?penalty)|(?:has )?(?:earned|landed|brought) (?:him|her) ({_NUMBER} seconds)){END}",
        lambda match: f"{match[1]} got {match[3] or match[4]} for a {match[2]}",
    ),
    (
        rf"\b({WHO})'s ({_NUMBER} seconds|{_NUMBER}[ -]seconds? (?:time )?penalty) (for [a-z][^.;,]*?) (?:is|was) "
        rf"the (?:only|sole|one) penalty (?:to (?:come|emerge) )?(?:out of|from|in|among|of) (?:the )?({_NUMBER}) cases"
        r"(?: so far)?(?=\.?$)",
        r"\1 got \2 \3, and there has been one penalty and there have been \4 cases",
    ),
    (
        rf"\b(has|have) ({_NUMBER}) seconds (?:coming|still to come|hanging over (?:him|her))(?: to (?:him|her))? "
        r"(for (?!\d)[a-z][^.;,]*?)(?=[.;,]|$)",
        r"\1 not served \2 seconds \3",
    ),
)


def _next_leader(match: re.Match[str]) -> str:
    """`led the last three laps, after Bottas had led 18`: how many he led, and that it was he who lost the lead."""
    who, other, laps = match["who"], match["other"], match["laps"]
    if who == other:
        return match[0]
    return f"{who} {match['led']}, and {other} led {laps} laps, and {who} took over the lead from {other}"


def _behind_on_pace(match: re.Match[str]) -> str:
    """`third on pace, behind Ricciardo and Hamilton`: his place, and that each of so many is faster."""
    who, names = match["who"], re.split(r",? and |, ", match["names"])
    if _place(match["place"]) != len(names) + 1 or len({*names, who}) != len(names) + 1:
        return match[0]
    faster = (f"{name} is faster than {who} on pace" for name in names)
    return f"{who} is {match['place']} on pace{match['over'] or ''}, and {' and '.join(faster)}"


def _longer_than(match: re.Match[str]) -> str:
    """`the second safety car lasted longer than the first`: the longest of all, where the other is one before it."""
    own, other = match["which"].lower(), match["other"].lower()
    if _place(own) <= _place(other):
        return match[0]
    return f"{match['first']}was the longest"


def _one_of_each(match: re.Match[str]) -> str:
    """`a virtual safety car came first, then a full one`: one of each, in this order, and no red flag."""
    one, other = ("safety car" if match[said] else "virtual safety car" for said in ("full", "then_full"))
    if one == other:
        return match[0]
    return (
        f"There has been one {one}. There has been one {other}. There has been no red flag. "
        f"The {one} was followed by a {other}" + (f". The {other} was out{match['laps']}" if match["laps"] else "")
    )


_OF_SECTORS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\bthe {_BEST} ({SECTOR}) and (?:the )?(?:{_BEST} )?({SECTOR}) sectors?\b",
        r"the best \1 sector and the best \2 sector",
    ),
    (
        rf"(\bsector\b(?:[^.;]|\.(?=\d))*?(?:,|,? (?:while|and|but)) {WHO} (?:has|holds|owns|had) the {_BEST} "
        rf"(?:{SECTOR}))(?: one)?(?= (?:with|at|in) \d|[.,;]|$| and\b| but\b| while\b)",
        r"\1 sector",
    ),
    (
        rf"\b((?:off|behind|down on|adrift of|ahead of|up on|(?:slower|quicker|faster) than) {WHO})'s {_BEST}"
        rf"(?: time)? in (?:the )?({SECTOR})(?: sector| one)?{END}",
        r"\1 in the \2 sector",
    ),
    (
        rf"\b({WHO}, {WHO},? and {WHO}) (?:each (?:have|hold|own) (?:one of the (?:three )?{_BEST} "
        rf"sectors|an? {_BEST} sector)|(?:have|hold|own) (?:an?|one) {_BEST} sector each){END}",
        r"\1 share the three fastest sectors",
    ),
)
"""`the best first and third sectors`, `0.4 s off Ricciardo's best in the third`."""
_OF_SECOND_FACTS: tuple[tuple[str, Turn], ...] = (
    (
        rf"^(?P<who>{WHO}) (?P<led>(?:has )?led (?:only |just )?the (?:last|final|closing) (?:{_NUMBER} )?laps?),? "
        rf"after (?P<other>{WHO}) (?:had )?led (?:for )?(?:the )?(?P<laps>{_NUMBER})(?: laps| of them)?{END}",
        _next_leader,
    ),
    (
        rf"\b(?P<who>{WHO}) (?:is|was|ranks|lies) (?P<place>{_PLACE})(?: (?:quickest|fastest))? on (?:average )?pace"
        rf"(?P<over> (?:over|in|across) the (?:last|past) {_NUMBER} laps)?,? behind "
        rf"(?P<names>{WHO}(?:, {WHO})*(?:,? and {WHO})?)(?=[.;]|$)",
        _behind_on_pace,
    ),
    (
        rf"(?P<first>\bthe (?P<which>{_PLACE}) safety car(?:, [^,;.]*,)? )(?:lasted|was|ran|stayed out|was out|went on)"
        rf"(?: for)? longer than the (?P<other>{_PLACE})(?: one| safety car)?{END}",
        _longer_than,
    ),
    (
        rf"^(?:(?:first,? )?(?:came|there was|we had) (?:first )?|first,? )?(?:an?|the) (?:{_VSC}|(?P<full>{_SC}))"
        rf"(?: (?:came|was)(?: out)?)?(?: first)?,?(?: and)? (?:then|before) (?:came )?(?:an?|the) "
        rf"(?:{_VSC}|virtual one|(?P<then_full>{_SC}))"
        rf"(?:,?(?P<laps> (?:from|between) lap \d+ (?:to|until|and) (?:lap )?\d+))?{END}",
        _one_of_each,
    ),
    (
        rf"\bon ((?:[\w-]+-lap-old |new |used )?)({_COMPOUNDS})((?: that are [\w-]+ laps old)?), (?:which are )?the "
        r"only (?:compound|tyres?) (?:still |now |currently )?(?:in use|on track|out there|anyone is (?:on|using))"
        rf"(?: (?:at the moment|right now|now|currently))?{END}",
        r"on \1\2\3, and everyone is on \2",
    ),
    (
        r"\b((?:newest|freshest|youngest|oldest) tyres) of (?:all|any of) (?:the )?cars (?:still )?"
        r"(?:running|on track)\b",
        r"\1 of all",
    ),
    (
        rf"^(({WHO}) has the (?:newest|freshest|youngest|oldest) tyres(?: of all)?), (?:a set of )?({_COMPOUNDS}) "
        rf"that are ({_NUMBER} laps? old){END}",
        r"\1, and \2 is on \3 that are \4",
    ),
    (
        rf"(\b{_NUMBER} (?:cars|drivers) (?:are|have gone|went) out),? (?:and|but) ({_NUMBER}) of (?:them|those) "
        rf"(?:did not|failed to|have not|has not) (?:complete|completed|finish|finished) (?:a|one)(?: single)? "
        rf"lap{END}",
        r"\1, and \2 cars did not complete a lap",
    ),
    (
        r"\bthe (track|air)( temperature)? (?:is|stands)(?: now)? (?:at )?(\d+(?:\.\d+)?)( degrees)?,? "
        r"(\d+(?:\.\d+)?|one|two|three)(?: degrees?)? (more|less|higher|lower|warmer|cooler|up|down) (?:than|on) "
        rf"(?=(?:{_NUMBER}|[a-z]+) minutes ago\b)",
        lambda match: (
            f"the {match[1]}{match[2] or ''} is at {match[3]} degrees, and the {match[1]} is {match[5]} degrees "
            f"{'cooler' if match[6].lower() in ('less', 'lower', 'cooler', 'down') else 'warmer'} than "
        ),
    ),
)
"""`third on pace, behind Ricciardo and Hamilton`: what is told beside the first fact is a clause of its own."""
TURNS_OF_CLAUSES: tuple[tuple[str, Turn], ...] = (
    (
        rf"^(?P<who>{WHO}) (?P<did>{_DID}) on lap (?P<lap>\d+),? (?P<laps>{_NUMBER}|a|the) laps? "
        rf"(?P<way>after|before|later than|earlier than) (?P<other>{WHO}) (?:had done|had|did) "
        rf"(?:the same(?: thing)?|so|likewise|it){END}",
        _as_he_did,
    ),
    (
        rf"\b(?P<way>went|moved|{_DOWN}|{_UP}) from (?P<first>{_PLACE}) on lap (?P<start>\d+) to (?P<last>{_PLACE}) "
        rf"on lap (?P<end>\d+)(?=[.,;]|$| and\b| but\b)",
        _from_lap_to_lap,
    ),
    (
        rf"\b(?:crossed the (?:finish )?line|was) ({_PLACE}) on (?:every|each)(?: single| one of the)? laps? from "
        r"(?:lap )?(\d+) to (?:lap )?(\d+)\b",
        r"was \1 from lap \2 to lap \3",
    ),
    (rf"\bcrossed the (?:finish )?line ({_PLACE}) on (?=lap \d)", r"was \1 on "),
    (r"\b(led|headed) ((?:[\w-]+ ){1,4}?laps?) (?:at|over|across) the (?:finish |start-finish )?line\b", r"\1 \2"),
    (
        rf"^(?:averaged |on average )?(over the (?:last|past) {_NUMBER} laps),? ({WHO}) (?:is|has been|was) "
        r"(?:the )?(?:fastest|quickest)(?: (?:man|driver|car|one))?(?: (?:out there|on track|of all))?"
        r"(?=[.,;]|$| by\b)",
        r"\2 is the quickest \1",
    ),
    (rf"\b(the|his|her) past (?={_NUMBER}\b(?: laps?\b|[.,;]|$))", r"\1 last "),
    (
        rf"\b({WHO})'s (?:latest|last|most recent) lap(?: was|,)? (an? )?(\d:\d\d\.\d+),(?: (?:was|is|and))? "
        rf"(?:the|his|her) (?:best|fastest|quickest) of (?:his|her|the) last ({_NUMBER})(?: laps)?(?=[.;,]|$)",
        r"\1's last lap was a \3, and \1's latest lap was the best of his last \4",
    ),
    (
        rf"\bis ({WHO})(?:'s|(?<=s)') (?:leading|lead|best-placed|highest-placed|foremost) "
        r"(?:man|driver|car|runner)\b",
        r"is the lead \1",
    ),
    (
        rf"\b({WHO}) (?:is|has been|was) ({_CLOSES}) ({WHO})('s (?:lead|advantage|cushion))?[:;,] (?:from )?"
        rf"({_SECONDS}) on lap (\d+),? (?:and |but |to )?({_SECONDS}) now(?=[.;,]|$)",
        r"\1 is \2 \3\4: the gap between \1 and \3 was \5 on lap \6 and the gap between \1 and \3 is \7 now",
    ),
    (
        rf"\b({WHO}'s (?:\d:\d\d\.\d+|(?:best|fastest|quickest)(?: lap| time)?)\b(?:[^.;,]|\.(?=\d))*? )"
        r"(?:clear of|up on|(?:better|quicker|faster) than) ((?:anyone|anybody|everyone|everybody) else)'s"
        rf"(?: best)?(?: lap| time)?{END}",
        r"\1better than \2",
    ),
    (
        rf"(^|(?<=[.!?,;] )|(?<=and )|(?<=but ))not (?:a single|one) ({_OUT})(?={_SO_FAR}(?:[.,;]|$))",
        r"\1there has been no \2",
    ),
    (r"\bnot (yet )?been a single (?=[a-z])", r"not \1been a "),
    (
        r"\b(?:the )?yellow(?:s| flags?) (?:have |has )?(?:come out|came out|been out|been shown|been waved|flown) "
        rf"(?:on )?(?P<often>once|twice|{_NUMBER} times)" + END,
        _yellows,
    ),
    (
        r"\btwo (virtual safety car|vsc|safety car|red flag|yellow flag)(s),? (?:and |with )?the (first|second) "
        r"(?:was |being )?the (longer|shorter)(?: one)?(?: of the (?:two|pair))?(?:,? (?:at|lasting|with) "
        r"((?:(?:about|around|nearly|over|under|almost|some|just \w+) )?[\w.-]+ minutes?))?(?=[.;]|$)",
        _longer,
    ),
    (rf"\b(neither(?: [^.;,]*)? ha(?:s|ve)(?: yet)?) been in for {_TYRES}", r"\1 stopped for tyres"),
    (
        rf"\b({WHO}) and ({WHO}) (?:both|each) (?:did|set|posted|clocked) their best(?: laps?| times?)? "
        r"(on lap \d+), ([^.;,]*?) apart(?=[.;,]|$)",
        r"\1 and \2 both set their best laps \3, and the best laps of \1 and \2 are \4 apart",
    ),
    (r"\b(exactly|precisely) (?:a quarter|half a|half of a)(?: of a)? second\b", _exactly),
    (r"\banother (quarter|third|fifth) of a second\b", r"another a \1 of a second"),
    *_OF_CASES,
    *_OF_SECTORS,
    *_OF_SECOND_FACTS,
)
