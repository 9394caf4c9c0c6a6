"""Turns of a second part that leaves out what the first one named: `and Perez five`, `but Hamilton's is 0.3 s better`.

Each is told in full, with the words of the first part, so that what it says is proved by itself. These come before all
others.
"""

from __future__ import annotations

import re
from itertools import pairwise

from director.grounding.english.turns.patterns import ALONE, COUNT, END, HEAD, NAME, NUMBERS, SECTOR, SPELLED, Turn

_NAMES = rf"{NAME}(?:, {NAME})*,? and {NAME}"
_LINK = r"(?:[;,]|[;,]? (?:and|but|while|whereas))"
_LAST = r"(?=[.!;]?$|[.!;] )"
_ORDINAL = r"(?:P\d+|\d+(?:st|nd|rd|th)|first|second|third|[a-z]+th)"
_FAR = (
    r"(?:(?:just |only |about |almost |nearly |over |under )*(?:\d+(?:\.\d+)? ?s|(?:an?|\d[\d.]*|"
    rf"{SPELLED}) (?:seconds?|tenths?|hundredths?|thousandths?)|{COUNT} laps?)\b)"
)
_OF_SOMEBODY = (
    rf"(?:best|fastest|quickest) (?:(?:{SECTOR}) sector|lap)(?: time)?|(?:last|latest) lap(?: time)?|average"
    "(?: lap)?(?: time)?|(?:softs|mediums|hards|inters|intermediates|wets|tyres)"
)
_OF_SOME = r"[^.;]*\b(?:over|across|clean|stint|since|until|last)\b"
"""Of what laps a value is, which the second part leaves out."""
_HOW = "better|faster|quicker|slower|worse|older|newer|fresher|younger"
_DID = "has|have|had|got|received|led|made|gained|lost|completed|scored"
_NO_LIST = r"(?:not|no|never|only|more|fewer|less|than|each|between|apiece|out|of)"
_HOLDS = "has|owns|holds|set|took|tops"


def _as_many(match: re.Match[str]) -> str:
    """`Ericsson has ten seconds to serve and Perez five`: so many of the same."""
    unit, rest = match["unit"], match["rest"]
    if match["count"].lower() in ("one", "1"):
        unit += "es" if unit.endswith("ss") else "s"
    if match["many"].lower() in ("one", "1"):
        unit = unit.removesuffix("es" if unit.endswith("sses") else "s")
    return f"{match['first']} and {match['other']} {match['did']} {match['many']} {unit}{rest}"


def _lap_beside(match: re.Match[str]) -> str:
    """`A on lap 6, B the lap after` as `A on lap 6, B on lap 7`."""
    lap = int(match["lap"]) + (-1 if re.search("before|previous", match["when"]) else 1)
    return f"{match['first']} on lap {lap}" if lap else match[0]


def _on_one_lap(match: re.Match[str]) -> str:
    """`plunged from second to fifteenth on lap 44`: where he was after the lap before, and after that one."""
    lap = int(match["lap"])
    whole = f"{match['way']} from {match['start']} on lap {lap - 1} to {match['end']} on lap {lap}"
    return whole if lap > 1 else match[0]


def _lead_by_lead(match: re.Match[str]) -> str:
    """`the lead has changed twice: A to B, then B to C`: each change, where one begins with whom the last ended.

    Where nobody has led twice, no other order of them is possible.
    """
    changes = re.findall(rf"({NAME}) to ({NAME})", match["changes"])
    often = match["often"].lower()
    said = {"once": 1, "twice": 2}.get(often) or _number(often.removesuffix(" times"))
    follow = all(one[1] == after[0] for one, after in pairwise(changes))
    if len(changes) != said or not follow or len({who for change in changes for who in change}) != said + 1:
        return match[0]
    return f"{match['first']}, " + " and ".join(f"from {one} to {other}" for one, other in changes)


def _number(said: str) -> int:
    return int(said) if said.isdecimal() else NUMBERS.index(said) + 1 if said in NUMBERS else 0


def _shared_sectors(match: re.Match[str]) -> str:
    """`three drivers share the best sectors: A the first, B the second, C the third`: each by its name."""
    each = re.findall(rf"({NAME}) (?:has |with )?the ({SECTOR})", match["each"])
    if len({who for who, _ in each}) != _number(match["count"].lower()):
        return match[0]
    parts = (f"{who} has the fastest {sector} sector" for who, sector in each)
    return f"{match['count']} drivers share the fastest sectors, and " + ", and ".join(parts)


_ONE_SECTOR = rf"{NAME} (?:has |with )?the (?:{SECTOR})(?: one| sector)?"
_OF_WHOM: tuple[tuple[str, Turn], ...] = (
    (
        r"\bdid not (?:make(?: it to)?|get to|reach|see) the (?:(?:chequered )?flag|finish|end)(?: of the race)?"
        rf"{END}",
        "did not finish",
    ),
    (
        rf"{HEAD}({NAME}(?: {NAME})?)(?= )(?! and| or)({ALONE}{_LINK}) (?:both )?(?:he|she) and ({NAME}) "
        r"(?=(?:are|were|have|had|both|share)\b)",
        r"\1\2 \1 and \3 ",
    ),
    (
        rf"{HEAD}({NAME})'s ({_OF_SOMEBODY})\b(?!{_OF_SOME})({ALONE}){_LINK} ({NAME})'s (is|was|are|were) "
        rf"(?:still )?({_FAR}) ({_HOW}){_LAST}",
        r"\1's \2\3, and \4's \2 \5 \6 \7 than \1's",
    ),
    (
        rf"{HEAD}({NAME}) (?:is|was) the (?:only|sole) (?:one|driver|man|car) (?:to be |to have been )?penali[sz]ed"
        rf"(?: so far)?[:,] (?:with )?({COUNT} seconds),? (for [a-z][^.;:,]*){_LAST}",
        r"\1 is the only one to be penalised, and \1 got \2 \3",
    ),
    (
        rf"(\b(?:got|picked up|received|was given|has) {COUNT} seconds for [^.;:,]*),? and {COUNT} other "
        rf"(?:cases|investigations|incidents) (?:are|remain) (?:still )?open{_LAST}",
        lambda match: match[0].replace(" other ", " "),
    ),
    (
        rf"{HEAD}({_NAMES}) did not finish{_LINK} (?:all )?the (?:other|remaining) ({COUNT})(?: cars| drivers)? "
        rf"(?:did|finished){_LAST}",
        r"only \1 did not finish, and \2 cars finished",
    ),
)
_OF_VALUES: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}(?P<first>{NAME} (?P<did>{_DID}) (?P<count>{COUNT}) (?P<unit>(?!{_NO_LIST}\b)[a-z]+)"
        rf"(?P<rest>(?: (?!{_NO_LIST}\b)[a-z]+)*?))(?:,? (?:and|while) |, )(?P<other>{NAME}) (?P<many>{COUNT}){_LAST}",
        _as_many,
    ),
    (
        rf"(?P<first>\bon lap (?P<lap>\d+){_LINK} (?:then )?{NAME}) (?P<when>the lap (?:after|before)|(?:on )?the "
        rf"(?:next|following|previous) lap){END}",
        _lap_beside,
    ),
    (
        rf"\b(?P<way>went|moved|dropped|fell|slipped|slid|tumbled|plunged|climbed|rose|jumped) from "
        rf"(?P<start>{_ORDINAL}) to (?P<end>{_ORDINAL}) (?:on|in) lap (?P<lap>\d+){_LAST}",
        _on_one_lap,
    ),
    (
        r"\b(was|ran|lay|sat|stood) ((?:(?:right |way )?(?:up|down|back) )?(?:in )?"
        rf"{_ORDINAL})(?: place)? (?:after|following|at the end of) lap (\d+|one)\b(?!')",
        r"was \2 on lap \3",
    ),
    (
        rf"\b(?:went|got|made it) no further than (?:the (?:opening|first) lap|lap (\d+|one)\b)"
        rf"(?:({_LINK} (?:and |but |while )?{NAME} (?:only |just )?(?:managed|completed|did) {COUNT}){_LAST})?",
        lambda match: f"retired on lap {match[1] or 1}" + (f"{match[2]} laps" if match[2] else ""),
    ),
    (
        rf"\b({COUNT}) (?:places )?(better|worse) (?:than|on) ((?:his|her|their) (?:grid|starting) )(?=slot|place)",
        r"\1 places \2 than \3",
    ),
    (
        rf", (?:at|lasting) ((?:(?:about|just|over|under|nearly|almost) )*{COUNT} minutes), ((?:is|was) the (?:longer|"
        rf"shorter|longest|shortest))(?: one)?(?: of the two)?{_LAST}",
        r" \2, at \1",
    ),
    (
        rf"\b(led|has led|gained|has gained|lost|has lost|made|has made) ({COUNT}) (laps|places|stops|pit stops|"
        r"passes|overtakes), more than (?:anyone|anybody|everyone|everybody)(?: else)?(?=[.,;]|$| and\b| but\b)",
        r"\1 the most \3, \2",
    ),
    (
        r", (?:though|although|albeit|but|if|and)(?: only| just)? by (?:only |just )?"
        r"(?=(?:[^.,;]|\.(?=\d))*\bfrom (?-i:[A-Z]))",
        " by ",
    ),
    (rf"{HEAD}(no [a-z][^.;:]*), (?:just|only) ({COUNT}) (?=spells?\b|periods?\b)", r"\1, and there have been \2 "),
)
_OF_LISTS: tuple[tuple[str, Turn], ...] = (
    (rf"\b({COUNT}) different (?=drivers|men|cars|teams|leaders|winners)", r"\1 "),
    (
        rf"{HEAD}(?P<first>the lead (?:has )?changed(?: hands)? (?P<often>once|twice|{COUNT} times)): "
        rf"(?P<changes>{NAME} to {NAME}(?:,? (?:(?:and )?then|and) {NAME} to {NAME}|, {NAME} to {NAME})*){_LAST}",
        _lead_by_lead,
    ),
    (
        rf"{HEAD}(?P<count>{COUNT}) drivers (?:share|shared|hold|have|split) the (?:best|fastest) sectors(?: times)?"
        rf"[:,] (?P<each>{_ONE_SECTOR}(?:,|,? and) {_ONE_SECTOR}(?:,|,? and) {_ONE_SECTOR}){_LAST}",
        _shared_sectors,
    ),
    (
        rf"{HEAD}({NAME}) (?:{_HOLDS}) the (?:best|fastest) (?:times?|split) in all three sectors,? (?:(?:each|all)"
        rf"(?: three)?(?: of them)? )?(?:set )?(?:from|on) (lap \d+){_LAST}",
        r"\1 set all three of the fastest sectors, and \1 set them on \2",
    ),
    (rf"\b({NAME} (?:{_HOLDS})) the (?:best|fastest) times? in all three sectors{END}", r"\1 all three sectors"),
    (
        rf"{HEAD}({COUNT}) (passes|overtakes|stops|pit stops)( on track)? for ({NAME}): ",
        r"\4 has made \1 \2\3: ",
    ),
    (
        rf"{HEAD}(?:there are )?two ((?-i:[A-Z])[\w ]*?) (?:are )?in the top ({COUNT})[:,] ({NAME}) (?:in )?"
        rf"({_ORDINAL})(?:,|,? and) ({NAME}) (?:in )?({_ORDINAL}){_LAST}",
        r"the two \1, \3 and \5, are in the top \2, and \3 is \4 and \5 is \6",
    ),
    (rf"(\b(?:in|to|into|reached) (Q\d)\b(?:(?!Q\d)[^.;])*) there{_LAST}", r"\1 in \2"),
    (
        r"\b(virtual safety car|vsc) (?:from|on) lap (\d+),?(?: which| that)? (?:was |being )?(?:turned into|became|"
        r"upgraded to|replaced by) a (?:full )?(?:safety car|one) on lap (\d+)(?:,? (?:that|which) (?:ran|lasted|"
        rf"stayed out) (?:to|until) lap (\d+))?{_LAST}",
        lambda match: (
            f"{match[1]} from lap {match[2]} to lap {match[3]} and a safety car from lap {match[3]}"
            + (f" to lap {match[4]}" if match[4] else "")
        ),
    ),
)
TURNS_OF_ELLIPSES: tuple[tuple[str, Turn], ...] = (*_OF_WHOM, *_OF_VALUES, *_OF_LISTS)
