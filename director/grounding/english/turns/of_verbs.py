"""Verbs in plainer words, and second facts with what they leave out: `chopped 3 s off`, `Hamilton eight laps sooner`.

These come before those of `english_turns`.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import BOUND as _BOUND
from director.grounding.english.turns.patterns import END, NAME, NUMBERS, SECTOR, WHO, Turn
from director.grounding.english.turns.patterns import FAR as _FAR
from director.grounding.english.turns.patterns import NUMBER as _NUMBER

_BY = r"(?: by| with)"
_STOPPED = "pitted|stopped|boxed|came in|come in|dived in|ducked in|retired|went out|gone out|pulled out|parked"
_ORDINAL = r"(?:\d+(?:st|nd|rd|th)|[a-z]+(?:th)|first|second|third|P\d+)"
_ROSE = (
    "climbed|risen|moved up|come up|jumped|surged|charged|charged up|"
    "(?:fought|worked|made|carved|picked) his way(?: up)?"
)
_FELL = "dropped|fallen|slipped|slid|sunk|slumped|tumbled|dropped back|fallen back|slipped back"
_FROM_GRID = (
    rf"(?=(?:(?:who )?(?:started|starting)|[^,]*\bon the grid,))(?:(?:who )?(?:started |starting |was )|only )?"
    rf"(?P<grid>{_ORDINAL})(?: on the grid)?"
)
_HOLDS = "holds|owns|has|tops|took|heads|owned|held"
_NUMBERED = {"first": 1, "second": 2, "middle": 2, "third": 3, "last": 3, "final": 3}


def _of_that_lap(match: re.Match[str]) -> str:
    """`on lap 30; Hamilton boxed eight laps sooner` as `on lap 30; Hamilton boxed on lap 22`."""
    said = match["laps"].lower()
    laps = int(said) if said.isdecimal() else NUMBERS.index(said) + 1
    lap = int(match["lap"]) + (laps if match["way"].lower() in ("later", "after", "afterwards") else -laps)
    return f"{match['before']}on lap {lap}" if lap > 0 else match[0]


def _each_sector(match: re.Match[str]) -> str:
    """`A owns only the first; B holds the second, C the last`: each by name; `only` is so where the others are told."""
    sectors = [match[f"sector{number}"].lower() for number in (1, 2, 3)]
    names = [match[f"who{number}"] for number in (1, 2, 3)]
    is_whole = sorted(map(_NUMBERED.__getitem__, sectors)) == [1, 2, 3]
    if not is_whole or (match["only"] and names[0] in names[1:]):
        return match[0]
    return "; ".join(f"{who} is fastest in the {sector} sector" for who, sector in zip(names, sectors, strict=True))


_OF_GAPS: tuple[tuple[str, Turn], ...] = (
    (
        r"\b(?:has|have) (?:slipped|inched|moved|edged|eased|crept|stretched|drawn|scampered|broken|skipped|got) "
        rf"({_FAR}) (?:clear|ahead) of\b(?![^.;]*\b(?:in|over|since) )",
        r"is \1 clear of",
    ),
    (
        r"\b(has|have) (?:chopped|shaved|carved|cut|trimmed|knocked|sliced|lopped|clawed|clawed back|hacked|pared|"
        rf"whittled|scythed) ({_FAR}) (?:off|out of|from) ({NAME})(?=[,.;]|$| (?:in|over|and|but|since)\b)",
        r"\1 closed \2 on \3",
    ),
    (
        r"\b(?:lurks?|hovers?|looms?|prowls?|is (?:lurking|hovering|looming|prowling)) "
        rf"(?=(?:{_FAR}) (?:behind|back|adrift)\b)",
        "is ",
    ),
    (
        rf"\b(?:holds|is holding|keeps|is keeping) ({NAME}) (?:off|at bay){_BY} (?={_FAR})",
        r"leads \1 by ",
    ),
    (rf"\b(?:holds off|is holding off|fends off|is fending off) ({NAME}){_BY} (?={_FAR})", r"leads \1 by "),
    (
        rf"\b(?:gives|is giving|giving) (?:away|up) ({_FAR}) (?:a|per|each|every) lap to (?={NAME})",
        r"is \1 a lap slower than ",
    ),
    (rf"\b(?:gives|is giving) (?:away|up) ({_FAR}) (?:a|per|each|every) lap{END}", r"is \1 a lap slower"),
    (
        rf"(\b(?:second|second quickest|second fastest) (?:on|by|for) pace)[,;:] (?:and |but )?(?:only ({NAME})|"
        rf"({NAME}) alone) (?:is|goes|runs|laps|has been) (?:quicker|faster),? by ({_FAR}){END}",
        lambda match: f"{match[1]}, {match[4]} a lap off {match[2] or match[3]}",
    ),
    (
        r"^(?!.*\b(?:lap \d|(?:last|latest|this) lap|laps? times?))(.*?)\b(has|had|holds|owns|set|boasts) the "
        r"(?:better|faster|quicker) lap(?= by\b)",
        r"\1\2 the better best lap",
    ),
    (
        r"\b((?:gap|lead|deficit)\b(?:[^.;,]|\.(?=\d))*? has) (?:gone|moved|crept|drifted) (?:out|up) to ",
        r"\1 grown to ",
    ),
    (
        r"\b(?:slashed|pared|whittled|sliced|chopped|hacked)(?: down| back)? (?=(?:the|his|her) (?:gap|deficit) to\b)",
        "cut ",
    ),
    (rf"\btopped the (?:session|practice session) by ({_FAR}){END}", r"leads by \1"),
)
_OF_PLACES: tuple[tuple[str, Turn], ...] = (
    (
        rf"^({WHO}), {_FROM_GRID}, "
        rf"has (?:{_ROSE}) (?:to|into) (?={_ORDINAL}\b)",
        r"\1 has climbed from \g<grid> to ",
    ),
    (
        rf"^({WHO}), {_FROM_GRID}, "
        rf"has (?:{_FELL}) (?:to|into) (?={_ORDINAL}\b)",
        r"\1 has dropped from \g<grid> to ",
    ),
    *(
        (
            rf"\b({WHO}) (?:started|lined up|began|set off) (?:in |from )?({_ORDINAL})(?: place| on the grid)?,?"
            rf"(?: (?:and|but|then|before))* (?:(?:has|is|had)(?: now| since| then)? )?(?:{way})(?: back)? "
            rf"(?:to|into|in) (?={_ORDINAL}\b)",
            rf"\1 has {how} from \2 to ",
        )
        for way, how in ((f"{_ROSE}|rose|up|rising|climbing", "climbed"), (f"{_FELL}|fell|down|falling", "dropped"))
    ),
    (r"\b(?:tops|topped|leads|led|heads|headed) the (?:list of )?(?:climbers|gainers|risers)\b",
     "is the biggest climber"),
    (
        rf"(\bis the biggest climber with {_NUMBER}(?: places| positions)?)(?:,|;)?(?: and| with| followed by)? "
        rf"({NAME}) (?:is )?(?:next|second) (?:with|on|at) ({_NUMBER})(?: places| positions)?{END}",
        r"\1 and \2 is the second biggest climber with \3 places",
    ),
    (
        rf"\b((?-i:[A-Z])[\w-]+)(?:,? (?:(?:running )?in )?({_ORDINAL})(?: place)?,?)? splits? the (?:two )?"
        r"(?=(?-i:[A-Z])[\w ]*?s(?=[,.;]|$| and\b))",
        lambda match: (f"{match[1]} is {match[2]}, and " if match[2] else "") + f"{match[1]} is between the two ",
    ),
    (
        rf"\b({NAME}) and ({NAME}) (?:quit|retired|went out|dropped out|stopped|parked) after ({_NUMBER}) "
        rf"(?:laps )?and ({_NUMBER})(?: laps(?: respectively)?)?{END}",
        r"\1 retired after \3 laps and \2 after \4",
    ),
    (r"\bnever (?:finished|completed|did|managed) (?:a|one)(?: single)? lap\b", "did not complete a lap"),
    (r"\b(rain|drizzle|shower) (?:has )?(?:quit|ceased) (?=on lap)", r"\1 stopped "),
    (
        r"\b(cooled|warmed|risen|fallen|dropped|rose|fell|climbed)(?: by)? a degree(?! and a)\b",
        r"\1 by one degree",
    ),
    (
        rf"((?-i:\b[a-z]{{2,}}) [^,;]*), (the [a-z]+(?: [a-z]+)?|{NAME}) having "
        r"(?=[a-z]+\b(?:[^.,;]|\.(?=\d))*(?:[.;]|$))",
        r"\1, and \2 has ",
    ),
)  # fmt: skip
_OF_PENALTIES: tuple[tuple[str, Turn], ...] = (
    (r"\bfor passing (?=(?:before|under|behind|off|outside)\b)", "for overtaking "),
    (
        rf"\b(?:drew|draws|incurred|attracted|shipped) "
        rf"(?=(?:an? )?(?:{_NUMBER})(?: |-)seconds?\b[^.;,]*? (?:for|over)\b)",
        "got ",
    ),
    (
        rf"(\b(?:got|copped|has|received|was given) (?:{_NUMBER}) seconds for [^,.;]+?)(?:,|;)?(?: and| while)? "
        rf"({NAME}) ({_NUMBER})(?: seconds)? (?=for\b)",
        r"\1 and \2 got \3 seconds ",
    ),
    (
        r"(\bseconds? for [^.;]+?),? but (?:escaped|got away|was let off|got off|went unpunished)"
        r"(?: over| for| with)? (?=(?:the|a|his|her) )",
        r"\1 but escaped a penalty for ",
    ),
    (r"(\bseconds? for [^.;]+?),? but (?:none|nothing|no penalty) (?=for )", r"\1 but escaped a penalty "),
)
_OF_SECTORS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b({NAME}) (?:{_HOLDS}) all three (?:(?:best|fastest) )?sectors(?: times)?{END}",
        r"\1 is fastest in the first sector, in the second sector and in the third sector",
    ),
    (
        rf"\b(?P<who1>{NAME}) (?:{_HOLDS}) (?P<only>only )?the (?:best |fastest )?(?P<sector1>{SECTOR}) sector"
        rf"[;,:] (?:and |but |while )?(?P<who2>{NAME}) (?:(?:{_HOLDS}) )?the (?P<sector2>{SECTOR})"
        rf"(?: sector| one)?(?:,|;|,? and) (?P<who3>{NAME}) "
        rf"(?:(?:{_HOLDS}) )?the (?P<sector3>{SECTOR})(?: sector| one)?{END}",
        _each_sector,
    ),
    (rf"\b(?:holds|owns) (?=the (?:{SECTOR}) sector{END})", "is fastest in "),
    (
        rf"(\bsectors?\b(?:[^.]|\.(?=\d))*?\b(?:loses|lost|gives|gave|drops) [^.;]*?in the (?:{SECTOR})) one{END}",
        r"\1 sector",
    ),
)  # fmt: skip
TURNS_OF_VERBS: tuple[tuple[str, Turn], ...] = (
    (
        rf"(?P<before>\bon lap (?P<lap>\d+)(?:[;,]| and| but| while)(?: and| but| while)? (?:{NAME})"
        rf"(?: (?:had )?(?:{_STOPPED}))? )(?P<laps>{_NUMBER}) laps? "
        r"(?P<way>sooner|earlier|before|later|after|afterwards)(?: him)?(?=[.,;]|$)",
        _of_that_lap,
    ),
    *_OF_GAPS,
    *_OF_PLACES,
    *_OF_PENALTIES,
    *_OF_SECTORS,
    (rf", ((?:{_BOUND} )?(?:{_NUMBER}) minutes?) long\b", r", lasting \1"),
    (rf"\b(?:is|was) ((?:{_BOUND} )?(?:{_NUMBER}) minutes?) long\b", r"lasted \1"),
    (r"\b(track|race|rain|session|circuit)'s (?=(?:clear|green|dry|over|under|now|still)\b)", r"\1 is "),
)
"""`Vettel boxed on lap 30; Hamilton had dived in eight laps sooner`."""
