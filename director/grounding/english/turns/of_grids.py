"""Turns of phrase of the grid, of who is alone with something or the last of several, and of how long a thing was."""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import END, HEAD, MANY, SEVERAL, WHO, Turn

_ORDINAL = r"(?:P\d+|\d+(?:st|nd|rd|th)|[a-z]*(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
_ORDINAL += r"eleventh|twelfth|teenth|twentieth))"
_COMPOUND = r"(?:(?:ultra|super|hyper)?softs|mediums|hards|inters|intermediates|wets)"
_EVERYONE_ELSE = r"(?:everyone|everybody) else|the only (?:one|man|driver|car)"
_COLDER, _WARMER = "cooler|colder|lower|down|less|weaker", "higher|warmer|hotter|up|more|stronger"
_MEASURE = r"\b(air|track|humidity|wind)( temperature| speed)?"
_WHO_STOPS = "(?:the )?(?:session|race|field|running|practice|qualifying)|everyone|everybody|things"
_STOPPED = (
    rf"(?:held (?:{_WHO_STOPS}) up|held up (?:{_WHO_STOPS})|(?:stopped|halted|interrupted|delayed|suspended|paused) "
    rf"(?:{_WHO_STOPS})|delay lasted|stoppage lasted|cost(?: us| {_WHO_STOPS})?) (?:for )?"
)
_MINUTES = rf"(?=(?:[a-z]+ ){{0,4}}?(?:{MANY}|an?) minutes?\b)"
_LATEST = r"(?:latest|last|most recent)"
_ARE_OUT = r"\b(?:out|retired|gone|retirements)(?: of the race)?(?: so far)?"
_NAMES_OR = rf"{WHO}(?:, {WHO})*,? (?:or|and) {WHO}"
_OF_GRIDS: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}from ({_ORDINAL}|pole)(?: place| position)?(?: on the grid)?,? ({WHO}) has (climbed|risen|moved up|"
        rf"dropped|fallen|slipped) to (?={_ORDINAL}\b)",
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
        rf"\b(one|{SEVERAL}|\d+) (up|down) on (?=(?:his|her) (?:grid|starting) (?:slot|place|position|spot))",
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
        rf"\b(the (?:top|front|first|leading) (?:{SEVERAL})|everyone else|everybody else) (?:has|have) "
        rf"(?={_COMPOUND}{END})",
        r"\1 are on ",
    ),
    (
        rf"{HEAD}({WHO})'s (\d:\d\d\.\d+) (?:beats?|betters|shades|pips) ({WHO})'s (\d:\d\d\.\d+)(?=\.?$|[.;] )",
        r"\1's best lap is \2 and \3's best lap is \4 and \1's best lap is faster than \3's",
    ),
    (r"\b(tops|topped|heads) the (times|timesheets?) (?:on|at) (?:an? )?(?=\d:\d\d)", r"\1 the \2 with a "),
    (rf"\b({WHO}) has not (?:stopped|pitted|been in) since (?=lap \d)", r"\1's last stop was on "),
    (rf"\bhas (?:only |just )?been in (?=(?:just |only )?(?:once|twice|(?:{MANY}) times){END})", "has stopped "),
    (rf"{HEAD}all ({MANY}) (?=(?:are|have)\b)", r"all \1 cars "),
    (rf"\b({WHO}) and ({WHO}) shared? the front row\b", r"\1 and \2 are on the first row"),
    (r"\brain only (?=(?:started|began|came|arrived)\b[^.;]* on lap)", "rain "),
    (rf"{HEAD}(dry|wet)(?=(?:[,:]| and| with) )", r"it is \1"),
    (
        rf"{_MEASURE} is(?: now)? ((?:about |around |just |nearly |almost )?(?:an?|one|{MANY}|\d+\.\d+))"
        rf"( degrees?| (?:ten|hundred)ths? of a degree| points?| percent)? ({_COLDER}|{_WARMER}) "
        rf"(?:than|on|from|compared with) (?:it was )?((?:{MANY}|\d+) minutes) (?:ago|earlier|before)\b",
        lambda match: (
            f"{match[1]}{match[2] or ''} has {'fallen' if match[5].lower() in _COLDER.split('|') else 'risen'} by "
            f"{'one' if match[3].lower() in ('a', 'an') else match[3]}{match[4] or ''} over the last {match[6]}"
        ),
    ),
    (
        rf"{_MEASURE} is(?: now)? (down|up)(?: by)? ((?:an?|one|\w+|\d+\.\d+) "
        rf"(?:degrees?|points?|percent)) (?:on|from|compared with) ((?:{MANY}|\d+) minutes) (?:ago|earlier|before)\b",
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
        rf"{HEAD}(?:(?:(?:the )?(?:stewards|race control) (?:took|have taken|has taken) |there (?:was|is|has been) )?"
        r"no (?:further )?action(?: (?:was|has been|is|will be) taken)? (?:on|against|for)|"
        rf"nothing (?:has )?(?:came|come) of the (?:cases?|investigations?) (?:against|into|on|of)) "
        rf"({_NAMES_OR})(?=\.?$|[.;] |, and\b| but\b)",
        lambda match: re.sub(" or ", " and ", match[1]) + " got no further action",
    ),
    (
        rf"{HEAD}neither ({WHO}) nor ({WHO}) (?:faces?|faced|got|gets|received|will face|will get|needs) (?:any )?"
        rf"(?:further )?action{END}",
        r"\1 and \2 got no further action",
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
TURNS_OF_GRIDS: tuple[tuple[str, Turn], ...] = (*_OF_GRIDS, *_OF_THE_LAST)
