"""Turns of phrase about single results, each in plainer words: `on successive laps`, `faster only in the last sector`.

What a turn leaves out is told by what it puts instead: laps that follow each other, the sectors in which one is slower.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import END, HEAD, NAME, WHO, Turn

_NUMBERS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
_COUNT = rf"(?:{_NUMBERS}|[\w-]*teen|twenty(?:-\w+)?|\d+)"
_SECONDS = r"(?:seconds?|tenths?|hundredths?|thousandths?|s)\b"
_AMOUNT = rf"(?:about |around |just |nearly |almost )?(?:an? |\d[\d.]* ?|\w+ ){_SECONDS}"
_SECTORS = {
    "first": "first", "opening": "first", "second": "second", "middle": "second", "third": "third", "final": "third",
    "last": "third",
}  # fmt: skip
_ORDINAL = r"(?:P\d+|\d+(?:st|nd|rd|th)|[a-z]*(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
_ORDINAL += r"eleventh|twelfth|teenth|twentieth))"
_STILL_GOING = (
    r"(?:(?:those|the (?:cars|drivers|runners))(?: that are| who are)? still (?:racing|running|going|in the race|"
    r"on track|out there)|the (?:remaining|surviving) (?:cars|drivers|runners))"
)
_NO_STOP = r"(?:not (?:yet )?(?:stopped|pitted|made an? (?:pit )?stop)|yet to (?:stop|pit|make an? (?:pit )?stop))"


def _only_sector(match: re.Match[str]) -> str:
    """Where one is faster, and that he is slower in each of the others."""
    who, other, by = match["who"], match["other"], match["by"] or match["there"] or ""
    sector = _SECTORS[match["sector"].lower()]
    slower = (f"{who} is slower than {other} in the {one} sector" for one in ("first", "second", "third"))
    rest = " and ".join(one for one in slower if f" {sector} " not in one)
    return f"{who} is {by}{' ' if by else ''}faster than {other} in the {sector} sector and {rest}"


def _lap_by_lap(match: re.Match[str]) -> str:
    """`passed A and B on laps 3 and 4` as each pass with its lap; laps that do not follow each other are no such."""
    first, second = int(match["lap"]), int(match["next"])
    if match["successive"] and second != first + 1:
        return match[0]
    verb = match["verb"]
    return f"{verb} {match['one']} on lap {first} and {verb} {match['two']} on lap {second}"


_OF_SECTORS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b(?P<who>{NAME}) (?:(?:only|just) (?:beat|beats|outpaced|pipped)|(?:is|was) only (?:faster|quicker) than|"
        rf"(?:has|had) only (?:beaten|outpaced)) (?P<other>{NAME}) in the (?P<sector>{'|'.join(_SECTORS)}) sector"
        rf"(?: by (?P<by>{_AMOUNT})|, (?:but|and) (?:there|then) by (?P<there>{_AMOUNT}))?{END}",
        _only_sector,
    ),
    (
        rf"\b(?P<who>{NAME}) (?:beat|beats|outpaced|(?:is|was) (?:faster|quicker) than) (?P<other>{NAME}) only in "
        rf"the (?P<sector>{'|'.join(_SECTORS)}) sector"
        rf"(?:,? by (?P<by>{_AMOUNT})|, (?:but|and) (?:there|then) by (?P<there>{_AMOUNT}))?{END}",
        _only_sector,
    ),
)
_OF_LAPS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b(?P<verb>passed|overtook) (?P<one>{NAME}) and (?:then )?(?P<two>{NAME}) on "
        r"(?P<successive>(?:successive|consecutive|back-to-back) laps, (?:laps )?)?(?(successive)|laps )"
        r"(?P<lap>\d+) and (?P<next>\d+)\b",
        _lap_by_lap,
    ),
    (
        rf"\b(over|in|for|across) the last ({_COUNT})(?: laps)?,(?: and| but)? (?:has )?never "
        r"(?:(?:going|lapping|being|running|dropping) )?(?:slower than|above) (?=\d)((?:[^,;.]|\.(?=\d))+)",
        r"\1 the last \2 laps and was never slower than \3 over the last \2 laps",
    ),
    (
        rf"\b({NAME}) has (?:fallen|dropped|slipped|drifted)(?: back| away)? from ((?:[^,;.]|\.(?=\d))+?) to "
        rf"((?:[^,;.]|\.(?=\d))+? {_SECONDS}) (?:behind|adrift of|off|back from) ({NAME})",
        r"the gap from \1 to \4 has grown from \2 to \3",
    ),
)
_OF_PENALTIES: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b(?:still )?(?:has|carries|is carrying) an? (?:still |as yet )?unserved ({_COUNT}[- ]seconds? "
        r"(?:time )?penalty)",
        r"has not served his \1",
    ),
    (
        r"\bit (?:is|remains) (?:still )?(?:not (?:yet )?served|unserved|(?:yet|still) to be served|to be served)"
        r"(?: yet| so far)?" + END,
        "it has not been served",
    ),
)
_OF_PASSES: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b(?:took|takes|claimed|gained|grabbed|seized) (the lead|{_ORDINAL})(?: place| position)? "
        rf"by (?:passing|overtaking) ({NAME})\b(?! and (?-i:[A-Z])|, (?-i:[A-Z]))",
        r"passed \2 for \1",
    ),
)
_COMPOUND = r"(?:(?:ultra|super|hyper)?softs|mediums|hards|inters|intermediates|wets)"
_EVERYONE_ELSE = r"(?:everyone|everybody) else|the only (?:one|man|driver|car)"
_COLDER, _WARMER = "cooler|colder|lower|down|less|weaker", "higher|warmer|hotter|up|more|stronger"
_MEASURE = r"\b(air|track|humidity|wind)( temperature| speed)?"
_WHO_STOPS = "(?:the )?(?:session|race|field|running|practice|qualifying)|everyone|everybody|things"
_STOPPED = (
    rf"(?:held (?:{_WHO_STOPS}) up|held up (?:{_WHO_STOPS})|(?:stopped|halted|interrupted|delayed|suspended|paused) "
    rf"(?:{_WHO_STOPS})|delay lasted|stoppage lasted|cost(?: us| {_WHO_STOPS})?) (?:for )?"
)
_MINUTES = rf"(?=(?:[a-z]+ ){{0,4}}?(?:{_COUNT}|an?) minutes?\b)"
_LATEST = r"(?:latest|last|most recent)"
_ARE_OUT = r"\b(?:out|retired|gone|retirements)(?: of the race)?(?: so far)?"
_OF_GRIDS: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}from ({_ORDINAL})(?: place)? on the grid,? ({WHO}) has (climbed|risen|moved up|dropped|fallen|"
        rf"slipped) to (?={_ORDINAL}\b)",
        r"\2 has \3 from \1 to ",
    ),
    (
        rf"\b({WHO}) and ({WHO}) (?:are|run|are running|sit|lie) (?:in )?(?:a )?one-two for ((?-i:[A-Z])[\w ]*?){END}",
        r"it is a \3 one-two, with \1 first and \2 second",
    ),
    (
        rf"{HEAD}({WHO}) (?:had|was on|started (?:from|on)|lined up on) pole(?: position)?,? (?:with|from) ({WHO}) "
        rf"(second|third)(?:(?:,|,? and) ({WHO}) (third|fourth))?{END}",
        lambda match: (
            f"{match[1]} started from pole, and {match[2]} started {match[3]}"
            + (f", and {match[4]} started {match[5]}" if match[4] else "")
        ),
    ),
    (
        rf"\b({_ORDINAL})(?: place)?, (?:where|the place) (he|she) has (?:been|sat|stayed|run|remained|held)(?: ever)? "
        r"(?=since lap \d)",
        r"\1, and \2 has been \1 ",
    ),
    (
        rf"\b(one|{_NUMBERS}|\d+) (up|down) on (?=(?:his|her) (?:grid|starting) (?:slot|place|position|spot))",
        lambda match: f"{match[1]} place{'' if match[1].lower() in ('one', '1') else 's'} {match[2]} on ",
    ),
    (r"\b(on|in|from) (?:his|her) (" + _ORDINAL + rf") lap{END}", r"\1 the \2 lap"),
)
_OF_THE_LAST: tuple[tuple[str, Turn], ...] = (
    (
        rf"({_ARE_OUT}), (?:with )?(?:the )?{_LATEST}(?: one| retirement)?(?: of them)?"
        rf"(?: (?:being|to go|to stop|was|is))? (?={WHO})",
        r"\1, the last of them ",
    ),
    (
        rf"({_ARE_OUT}), (?:with )?({WHO}) (?:being )?(?:the )?{_LATEST}"
        rf"(?: of them| to go| to stop| to retire| one)?{END}",
        r"\1, the last of them \2",
    ),
    (rf"\b(is|are|was) alone (?=(?:on|in) (?:the )?{_COMPOUND})", r"\1 the only one "),
    (
        rf"\b({_EVERYONE_ELSE})(?: who is| that is)? (?:still (?:going|running|racing|in the race|in it|out there)|"
        r"left in the race)\b",
        r"\1",
    ),
    (
        rf"\b(the (?:top|front|first|leading) (?:{_NUMBERS})|everyone else|everybody else) (?:has|have) "
        rf"(?={_COMPOUND}{END})",
        r"\1 are on ",
    ),
    (
        rf"{HEAD}({WHO})'s (\d:\d\d\.\d+) (?:beats?|betters|shades|pips) ({WHO})'s (\d:\d\d\.\d+)(?=\.?$|[.;] )",
        r"\1's best lap is \2 and \3's best lap is \4 and \1's best lap is faster than \3's",
    ),
    (r"\b(tops|topped|heads) the (times|timesheets?) (?:on|at) (?:an? )?(?=\d:\d\d)", r"\1 the \2 with a "),
    (rf"\b({WHO}) has not (?:stopped|pitted|been in) since (?=lap \d)", r"\1's last stop was on "),
    (rf"\bhas (?:only |just )?been in (?=(?:just |only )?(?:once|twice|(?:{_COUNT}) times){END})", "has stopped "),
    (rf"{HEAD}all ({_COUNT}) (?=(?:are|have)\b)", r"all \1 cars "),
    (rf"\b({WHO}) and ({WHO}) shared? the front row\b", r"\1 and \2 are on the first row"),
    (r"\brain only (?=(?:started|began|came|arrived)\b[^.;]* on lap)", "rain "),
    (rf"{HEAD}(dry|wet)(?=(?:[,:]| and| with) )", r"it is \1"),
    (
        rf"{_MEASURE} is(?: now)? ((?:about |around |just |nearly |almost )?(?:an?|one|{_COUNT}|\d+\.\d+))"
        rf"( degrees?| (?:ten|hundred)ths? of a degree| points?| percent)? ({_COLDER}|{_WARMER}) "
        rf"(?:than|on|from|compared with) (?:it was )?((?:{_COUNT}|\d+) minutes) (?:ago|earlier|before)\b",
        lambda match: (
            f"{match[1]}{match[2] or ''} has {'fallen' if match[5].lower() in _COLDER.split('|') else 'risen'} by "
            f"{'one' if match[3].lower() in ('a', 'an') else match[3]}{match[4] or ''} over the last {match[6]}"
        ),
    ),
    (
        rf"{_MEASURE} is(?: now)? (down|up)(?: by)? ((?:an?|one|\w+|\d+\.\d+) "
        rf"(?:degrees?|points?|percent)) (?:on|from|compared with) ((?:{_COUNT}|\d+) minutes) (?:ago|earlier|before)\b",
        r"\1\2 is \3 by \4 over the last \5",
    ),
    (rf"\bred flag {_STOPPED}{_MINUTES}", "red flag lasted "),
    (
        rf"{HEAD}the (?:session|race|practice|running) was (?:red-flagged|stopped|halted|suspended|interrupted|held "
        rf"up) for {_MINUTES}",
        "there was one red flag, and the red flag lasted ",
    ),
    (
        r"\bpenalty, (?:which |that )?(?:(?:was|is|came|he got|had been) )?(?:(?:given|handed out|imposed|awarded) )?"
        r"(?=for an? [a-z])",
        "penalty ",
    ),
    (
        rf"{HEAD}({WHO} and {WHO}) (?:will )?(?:faces?|faced|got|get|escaped with) no (?:further )?action "
        r"(?:over|for|about|after|following) the (turn \d+ )?(collision|incident|crash|contact)"
        rf"(?: (?:at|in) (turn \d+))?{END}",
        lambda match: (
            "no further action was taken over the "
            f"{match[2] or (match[4] + ' ' if match[4] else '')}{match[3]} between {match[1]}"
        ),
    ),
)
TURNS_OF_RESULTS: tuple[tuple[str, Turn], ...] = (
    *_OF_GRIDS,
    *_OF_THE_LAST,
    (
        rf"^of {_STILL_GOING},? (?:only|just) (?=(?:{NAME}(?:,? and |, | ))+(?:has|have|is|are) {_NO_STOP}\b)",
        "of those still going only ",
    ),
    (r"(?: has|(?<=[a-z])'s) got (?=(?:the|an?|his|her) (?!better of\b))", " has "),
    (r"\bhave got (?=(?:the|an?|their) (?!better of\b))", "have "),
    (
        rf"\bback in (?:the )?({_ORDINAL}) (?:(?:place|position|spot|slot) )?(?:that |which )?(?:he|she) "
        r"(?:began|started|lined up|set off)(?: in| from)?" + END,
        r"back where he started, in \1",
    ),
    (
        rf"\bback in (?:the )?({_ORDINAL})(?: place| position)?, (?:from |which is )?where (?:he|she) "
        r"(?:began|started|lined up|set off)" + END,
        r"back where he started, in \1",
    ),
    (
        rf",? (?:despite|in spite of) (?:having been|being|having run|running) (?=(?:in |as low as )?{_ORDINAL}\b)",
        ", having been ",
    ),
    (rf"\bevery (?:single )?one of the (?={_COUNT} (?:cars|drivers)\b)", "all "),
    (r"\b(?:every (?:single )?|each )one of the cars\b", "every car"),
    (
        rf"\b({NAME})'s ([a-z][a-z -]*?)(?: case)? (?:(?:goes|went|has gone) no further|(?:needs|needed|required|"
        r"warranted|brought|drew|led to|resulted in) no further action|(?:ended|ends) without further action|"
        r"(?:was|has been) closed without further action)" + END,
        r"no further action was taken over \1's \2",
    ),
    (
        rf"\b({NAME})((?:'s {_COUNT} (?:pit )?stops| has (?:now )?(?:made {_COUNT} (?:pit )?stops|stopped (?:twice|"
        rf"{_COUNT} times)))\b(?-i:[^A-Z.;,]|\.(?=\d))*), (?:the )?(?:latest|last|most recent|most recently)"
        r"(?: of them| one)?(?: coming| made)? (?:on|back on) lap (\d+)" + END,
        r"\1\2, and \1's last stop was on lap \3",
    ),
    *_OF_SECTORS,
    (r"\b(only|just) (?:that|the|this) one set\b", r"\1 one set"),
    *_OF_LAPS,
    *_OF_PENALTIES,
    *_OF_PASSES,
)
