"""Turns of phrase about single results, each in plainer words: `on successive laps`, `faster only in the last sector`.

What a turn leaves out is told by what it puts instead: laps that follow each other, the sectors in which one is slower.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import END, HEAD, MANY, NAME, Turn

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
    r"on track|out there)|the (?:remaining|surviving) (?:cars|drivers|runners)|"
    r"the (?:cars|drivers|runners) (?:left|still in it))"
)
_CASE = r"(?:collision|clash|contact|incident|crash|coming-together)"
_PERIOD = r"(?:virtual )?safety car|vsc|red flag|yellow flag"
_NO_STOP = r"(?:not (?:yet )?(?:stopped|pitted|made an? (?:pit )?stop)|yet to (?:stop|pit|make an? (?:pit )?stop))"
_HAS = rf"(?:{_NO_STOP}|on (?:the )?(?:(?:ultra|super|hyper)?softs|mediums|hards|inters|intermediates|wets))"


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
        rf"\b(over|in|for|across) the last ({MANY})(?: laps)?,(?: and| but)? (?:has )?never "
        r"(?:(?:going|lapping|being|running|dropping) )?(?:slower than|above) (?=\d)((?:[^,;.]|\.(?=\d))+)",
        r"\1 the last \2 laps and was never slower than \3 over the last \2 laps",
    ),
    (
        rf"\b({NAME}) has (?:fallen|dropped|slipped|drifted)(?: back| away)? from ((?:[^,;.]|\.(?=\d))+?) to "
        rf"((?:[^,;.]|\.(?=\d))+? {_SECONDS}) (?:behind|adrift of|off|back from) ({NAME})",
        r"\1's deficit to \4 has grown from \2 to \3",
    ),
)
_OF_PENALTIES: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b(?:still has|has still|has yet|is yet|still needs) to serve (?:his |her )?({MANY})[- ]seconds?"
        rf"(?: (?:time )?penalty)?{END}",
        r"has not served his \1-second penalty",
    ),
    (
        rf"\bhas an? ({MANY})[- ]second (?:time )?penalty (?:still )?hanging over (?:him|her){END}",
        r"has not served his \1-second penalty",
    ),
    (r"(\bseconds\b[^.;]*\bserved) them\b", r"\1 it"),
    (
        rf"\b(?:still )?has (?:an? )?({MANY})[- ]seconds?(?: (?:time )?penalty)? (?:still |left |yet )?to serve"
        r"(?= for an? [a-z])",
        r"has an unserved \1-second penalty",
    ),
    (
        rf"^no further action (?:on|for|against|with) ({NAME}(?:(?:, {NAME})*,? and {NAME})?)(?=\.?$)",
        r"no further action was taken against \1",
    ),
    (
        rf"\b(?:still )?(?:has|carries|is carrying) an? (?:still |as yet )?unserved ({MANY}[- ]seconds? "
        r"(?:time )?penalty)",
        r"has not served his \1",
    ),
    (
        r"\bit (?:is|remains) (?:still )?(?:not (?:yet )?served|unserved|(?:yet|still) to be served|to be served)"
        r"(?: yet| so far)?" + END,
        "it has not been served",
    ),
)
_OF_DENIALS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b({NAME})'s ((?:{MANY}[- ]seconds? )?(?:time )?penalty) (?:has been|was|is) served{END}",
        r"\1 has served his \2",
    ),
    (
        rf"\b(there (?:has been|was)|we have had) neither (?:an? )?({_PERIOD}) nor (?:an? )?({_PERIOD}){END}",
        r"\1 no \2 and there has been no \3",
    ),
)
_OF_PASSES: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b(?:took|takes|claimed|gained|grabbed|seized) (the lead|{_ORDINAL})(?: place| position)? "
        rf"by (?:passing|overtaking) ({NAME})\b(?! and (?-i:[A-Z])|, (?-i:[A-Z]))",
        r"passed \2 for \1",
    ),
)
_TENS = ("twen", "thir", "for", "fif", "six", "seven", "eigh", "nine")
_ONES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_TEN = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def _nth_lap(match: re.Match[str]) -> str:
    """`on the thirtieth lap` and `on the thirty-first lap` as the lap with its number."""
    if match["tens"]:
        return f"{match['on']} lap {10 * _TENS.index(match['tens'].lower()) + 20}"
    tens, ones = _TEN.index(match["ten"].lower()), _ONES.index(match["one"].lower())
    return f"{match['on']} lap {10 * tens + 20 + ones + 1}"


_STOP = r"(?=[,;:]|\.(?!\d)|$| and\b| but\b| while\b)"
_DEGREES = (
    r"(?:(?:just |a little |a shade |a touch |well |slightly )?(?:over|under|above|below)|about|around|nearly|almost|"
    r"roughly|close to)"
)
_SPELLED_DEGREES = rf"(?:{MANY}|(?:{'|'.join(_TEN)})(?:-\w+)?|ten|eleven|twelve|[a-z]+teen)"
_STOPPED = "stopped|halted|interrupted|suspended|held up|paused|red-flagged|brought to a halt"


_OF_WEATHER: tuple[tuple[str, Turn], ...] = (
    (r"\b(?:colder|chillier) than\b", "cooler than"),
    (r"\bhotter than\b", "warmer than"),
    (rf"\b((?:cooler|warmer|higher|lower|drier) than) it was (?={MANY} minutes ago)", r"\1 "),
    (r"^(?:all )?(dry|raining|wet) (?:again )?(?=since lap \d)", r"it has been \1 "),
    (r"\b(the (?:track|air)) (has |)(?:lost|shed|given up) (?=[^,;]*?(?:degrees?|tenths?)\b)", r"\1 \2cooled by "),
    (r"\b(the (?:track|air)) (has |)(?:gained|put on|picked up) (?=[^,;]*?(?:degrees?|tenths?)\b)", r"\1 \2warmed by "),
    (r"^(still |all |currently )?(dry|wet|raining)(?=[.,;]|$| with\b| and\b| but\b)", r"it is \1\2"),
    (
        rf"\b((?:the )?(?:air|track)(?: temperature)?(?: (?:is|stands|sits|remains))?(?: now| still)?(?: at)? "
        rf"(?:{_DEGREES} (?:\d+(?:\.\d+)?|{_SPELLED_DEGREES})|{_SPELLED_DEGREES})){_STOP}",
        r"\1 degrees",
    ),
    (r"\b(air|track) at (?=(?:just|a little|about|around|nearly|almost|over|under)\b)", r"\1 "),
    (
        rf"^the (track|air)((?: temperature)?) (has (?:[^.;,]|\.(?=\d))*? (?:in|over) (?:the (?:last|past) )?{MANY} "
        r"minutes),?(?: to| and (?:it |the \1 )?(?:is )?(?:now )?(?:is )?(?:at )?) ?"
        r"(\d+(?:\.\d+)?)(?: degrees)?(?=\.?$)",
        r"the \1\2 \3. The \1\2 is at \4 degrees",
    ),
)
_OF_FLAGS: tuple[tuple[str, Turn], ...] = (
    (rf"^there (?:has been|was) an? (?=(?:red flag|safety car|virtual safety car|vsc){_STOP})", "there has been one "),
    (
        r"^an? (red flag|(?=(?:\S+ ){1,3}?(?:interrupted|held up))(?:safety car|virtual safety car|vsc)) (?:has )?"
        rf"(?:{_STOPPED}) (?:the )?(?:session|race|sprint|practice|qualifying|running|proceedings|things) for "
        r"(?=[^,;]*?minutes?\b)",
        r"there has been one \1. The \1 lasted ",
    ),
    (
        r"^the (?:session|race|sprint|practice session) (?:was|has been) (?:stopped|halted|suspended|red-flagged|red "
        r"flagged)(?: once)? for (?=[^,;]*?minutes?\b)",
        r"there has been one red flag. The red flag lasted ",
    ),
)
_OF_RETIREMENTS: tuple[tuple[str, Turn], ...] = (
    (
        r"(\b(?:are|have gone|went) out|\bha(?:s|ve) retired|\bretirements)((?: so far)?),? (?:with )?(?:the )?"
        rf"(?:latest|last|most recent|most recently)(?: of them| one)?(?: being| is| was)? ({NAME})(?:'s)?"
        rf"(?=,? after|{END})",
        r"\1\2, and \3 was the latest to retire",
    ),
    (rf"\b((?:latest|last|first|most recent) retirement (?:is|was)) ({NAME})'s\b", r"\1 \2"),
    (r"\b(unsafe release) (?:in|into|from) (?:the )?(?:pit ?lane|pits)\b", r"\1"),
)


def _later_best(match: re.Match[str]) -> str:
    """`set his best two laps after Piastri set his`: whose best lap came so many laps after whose."""
    two = (match["who"], match["other"])
    late, early = two if match["way"].lower() in ("after", "later than") else two[::-1]
    return f"{late}'s best lap was {match['laps']} later than {early}'s"


_OF_PLAIN_WORDS: tuple[tuple[str, Turn], ...] = (
    (r"('s|\bhis|\bher) top (?=lap\b|time\b)", r"\1 best "),
    (r"\b(did|set|posted|clocked|recorded) their (?:quickest|fastest) (?=(?:laps?|times?) on lap)", r"\1 their best "),
    (
        rf"\b(?P<who>{NAME}) (?:set|did) (?:his|her) (?:best|fastest|quickest)(?: lap)? "
        rf"(?P<laps>(?:a|one|{MANY}) laps?) "
        rf"(?P<way>after|later than|before|earlier than) (?P<other>{NAME})"
        rf"(?:'s| (?:set|did) (?:his|hers)| did)?{_STOP}",
        _later_best,
    ),
    (
        rf"\b({NAME})'s (?:best|fastest|quickest)(?: lap)? (?:is|was) not the (?:best|fastest|quickest)"
        rf"(?: lap)?(?: of all| overall)?{_STOP}",
        r"\1 has not set the fastest lap",
    ),
    (
        rf"\b(?P<on>on|since|from|until|after|by) the (?:(?P<tens>{'|'.join(_TENS)})tieth|(?P<ten>{'|'.join(_TEN)})-"
        rf"(?P<one>{'|'.join(_ONES)})) lap\b",
        _nth_lap,
    ),
    (
        rf"\b({NAME}) (?:going|lapping|being) (?=(?:(?:just |only |about |nearly )*)(?:\d[\d.]*|an?|{MANY})"
        r"(?: s| seconds?| tenths?| hundredths?)?(?: of a second)? (?:quicker|faster|slower|better)\b)",
        r"\1 ",
    ),
)
TURNS_OF_RESULTS: tuple[tuple[str, Turn], ...] = (
    (
        rf"^(?:of|among) {_STILL_GOING},? (?:only|just) (?=(?:{NAME}(?:,? and |, | ))+(?:has|have|is|are) {_HAS}\b)",
        "of those still going only ",
    ),
    (rf"^((?:only |just )?{MANY}) of {_STILL_GOING} (?=are {_HAS}\b)", r"\1 cars "),
    (
        rf"^(?:only|just) ({NAME}(?:(?:, {NAME})*,? and {NAME})?) (?:of|among) {_STILL_GOING} "
        rf"(?=(?:has|have|is|are) {_HAS}\b)",
        r"of those still going only \1 ",
    ),
    (
        r"^(?:everyone|everybody|every (?:car|driver)) (?:(?:who|that) is )?still "
        r"(?:running|going|racing|in the race|out there|on track) (?=is on )",
        "everyone ",
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
    (rf"\bevery (?:single )?one of the (?={MANY} (?:cars|drivers)\b)", "all "),
    (r"\b(?:every (?:single )?|each )one of the cars\b", "every car"),
    (
        rf"\b({NAME})'s ([a-z][a-z -]*?)(?: case)? (?:(?:goes|went|has gone) no further|(?:needs|needed|required|"
        r"warranted|brought|drew|led to|resulted in) no further action|(?:ended|ends) without further action|"
        r"(?:was|has been) closed without further action)" + END,
        r"no further action was taken over \1's \2",
    ),
    (
        rf"\b({NAME})((?:'s {MANY} (?:pit )?stops| has (?:now )?(?:made {MANY} (?:pit )?stops|stopped (?:twice|"
        rf"{MANY} times)))\b(?-i:[^A-Z.;,]|\.(?=\d))*), (?:the )?(?:latest|last|most recent|most recently)"
        r"(?: of them| one)?(?: coming| made)? (?:on|back on) lap (\d+)" + END,
        r"\1\2, and \1's last stop was on lap \3",
    ),
    (
        rf"{HEAD}(?:there (?:was|is|has been|will be) )?no (?:further )?(?:action|investigation) (?:is |was )?"
        rf"(?:over|for|on|about|after|following) (?=(?:the (?:turn \d+ )?{_CASE} (?:of|between|involving) )?"
        rf"{NAME} and {NAME}(?:'s {_CASE})?(?: (?:at|in) turn \d+)?{END})",
        "no further action was taken over ",
    ),
    *_OF_SECTORS,
    (r"\b(only|just) (?:that|the|this) one set\b", r"\1 one set"),
    *_OF_LAPS,
    *_OF_PENALTIES,
    *_OF_DENIALS,
    *_OF_PASSES,
    *_OF_WEATHER,
    *_OF_FLAGS,
    *_OF_RETIREMENTS,
    *_OF_PLAIN_WORDS,
)
