"""Turns of phrase of single tools, each told in plainer words: `sandwiched between A 1 s ahead and B 2 s behind`."""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import END, NAME, SPELLED, WHO, Turn
from director.grounding.english.turns.patterns import NUMBER as _NUMBER

_FAR = r"[^,;]*?(?:seconds?|tenths?|hundredths?|thousandths?|\d ?s)"
_AHEAD, _BACK = r"(?:ahead|up the road|in front|up front|clear)", r"(?:behind|back|adrift|down the road)"
_UNIT = r"(?:tenths?|hundredths?|seconds?(?: and a half)?)"
_FRACTION = rf"(?:(?:an?|one|two|three|four|five|half a|\d[\d.]*)(?: and a half)? {_UNIT}|\d[\d.]* ?s)\b"

_ORDINAL = r"P\d+|\d+(?:st|nd|rd|th)|first|second|third|[a-z]+th"
_PARTS = {"quarter": "0.25", "fifth": "0.20"}
_BOUNDED = (
    "(?:just|a little|a touch|a shade|a bit|slightly) (?:over|under|more than|less than)|over|under|more than|"
    "less than|nearly|almost|not quite|not even|at least|at most|about|around|roughly"
)
_ANYONE_ELSE = r"(?:anyone|anybody|everyone|everybody) else|any other (?:driver|car|man|runner)"
_MANAGED = (
    r"(?:'s(?: (?:best|fastest|quickest)(?: lap| time)?)?|(?: has)? managed| has done| has gone| could manage| has set|"
    r" has achieved)?"
)


def _part_of_a_second(match: re.Match[str]) -> str:
    """`just over a quarter of a second` keeps its bound, `a fifth of a second` is about as much."""
    bound, part = match[1], match[2].lower()
    if part == "quarter" and (bound is None or bound.lower() in ("about", "around", "roughly")):
        return "a quarter of a second"
    if bound is None or bound.lower() in ("about", "around", "roughly"):
        return f"about {_PARTS[part]} seconds"
    return match[0]


_OF_DISTANCE = (
    r"(?: of a second)? (?:behind|ahead|adrift|clear|down|up|off|back|in front|shy|short|away|faster|quicker|slower|"
    r"apart|between|separat)"
)
_OF_FULL_SECONDS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\bnot (?:yet )?(an?|one|half a|(?:a (?:full|whole) )?(?:\d+|{SPELLED})) ?(?:full |whole |entire |single )?"
        rf"(?=(?:s|seconds?|tenths?|hundredths?){_OF_DISTANCE})",
        lambda match: f"not even {re.sub(r'^a (?:full|whole) ', '', match[1])} ",
    ),
    (
        rf"\b((?:{_BOUNDED}|under|well over|well under) )(an?|one) (?:full|whole|entire) "
        r"(?=(?:second|tenth|hundredth)\b)",
        r"\1\2 ",
    ),
    (
        rf"(?<!even )\b(?:an?|one) (?:full|whole|entire) (?=(?:second|tenth|hundredth){_OF_DISTANCE})",
        "just over 1 ",
    ),
    (
        r"\b(one|1) min(?:ute)?,?(?: and)? (?=\d{1,2}(?:\.\d+)? ?(?:s|seconds)\b)",
        "1 min ",
    ),
    (
        rf"(?<!\bhis )(?<!\bher )(?<!\bbest )(?<!\bfastest )\b((?:{_ORDINAL})(?: place)?),? at "
        r"(\d+(?:\.\d+)? ?(?:s|seconds))(?=[,;]|\.?$| and\b| but\b)",
        r"\1 and \2 off the lead",
    ),
)
"""`not a full second down` as less than one, `1 minute and 45.1 seconds`, `third at 18.4 s`."""
_STILL_GOING = r"(?:who are |that are )?still (?:going|running|racing)"
_LEFT_OVER = r"(?:the (?:others|rest|other (?:cars|drivers))|(?:everyone|everybody) else)"
_WENT = "went|has gone|dropped|has dropped|fell|has fallen|slid|has slid"
_OF_WHAT_WAS_NAMED: tuple[tuple[str, Turn], ...] = (
    (
        r"\b((?:virtual safety car|VSC)s?\b(?:(?!flag|\bsafety car)[^.;])*? )(?:full|proper) one(s?)\b",
        r"\1safety car\2",
    ),
    (r"(\bsector\b[^.;]*\b(?:first|second|third|middle|final|last)) one\b" + END, r"\1 sector"),
    (r"\b(served|serves|has served) (his|her) own (?=(?:[\w-]+ )*penalty\b)", r"\1 \2 "),
    (r"\b(spell|period)(s?) of (?:the )?yellow flags?\b", r"yellow flag \1\2"),
    (
        r"\b(?:is|was) the odd one out (?=(?:on|with) [^.;,]+[;,:] (?:and |but |while )?(?:all )?"
        rf"{_LEFT_OVER}\b[^,;.]*? (?:on|have|has) (?:the )?\w+(?: tyres)?\.?$)",
        "is the only one ",
    ),
    (
        r"(^|[,;.] |\b(?:and|but|while) )(?:all )?the (?:other cars|other drivers|others) "
        rf"{_STILL_GOING} (?=(?:are|have|run)\b)",
        r"\1the others ",
    ),
    (
        r"\b(?:(?:every|each) (?:car|driver|man|runner)|everyone|everybody) (?:(?:that|who) (?:is|are) )?(?:still )?"
        r"(?:running|racing|going|on track|out there|left in the race|in it|in the race)(?= (?:is|has|runs|was)\b)",
        "everyone",
    ),
    (
        r"\ball (?:of )?(?:the )?(?:cars|drivers|runners) (?:(?:that|who) (?:is|are) )?(?:still )?"
        r"(?:running|racing|going|on track|out there|left in the race|in it|in the race) (are|have|were)\b",
        lambda match: f"everyone { {'are': 'is', 'have': 'has', 'were': 'was'}[match[1].lower()] }",
    ),
    (r"\b(?:every|each) (?:running|remaining|surviving) (?:car|driver|runner)(?= (?:is|has|was)\b)", "everyone"),
    (r"(\bleader's) now (?=[\w-]+ laps? old\b)", r"\1 "),
    (rf"\b(?:{_WENT}) (?:backwards|back) (?:the )?(?:furthest|farthest|most)\b", "lost the most places"),
)
"""`one virtual safety car and one full one`: what is said of what was named before, by its own name."""
_SAFETY_CAR = r"(?:(?:virtual|full) )?safety car|VSC"


def _of_the_latter(match: re.Match[str]) -> str:
    """`one safety car and one VSC, the latter on laps 2 to 3`: of which of the two the laps are."""
    kinds = (match["one"], match["two"])
    kind = kinds[match["which"].lower() in ("latter", "second")]
    laps = f"from lap {match['start']} to lap {match['end']}"
    return f"{match['count']}, and the {'VSC' if re.match('virtual|vsc', kind, re.I) else 'safety car'} was out {laps}"


_OF_THE_LATTER: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b((?:one|an?) (?:{_SAFETY_CAR})),? (?:on|from) laps (\d+) (?:to|until|through) (\d+),? (and|but|then) "
        rf"((?:one|an?) (?:{_SAFETY_CAR})),? (?:on|from) laps (\d+) (?:to|until|through) (\d+){END}",
        r"\1 from lap \2 to lap \3 \4 \5 from lap \6 to lap \7",
    ),
    (
        rf"(\btwo (?:{_SAFETY_CAR})s(?: so far)?),? (?:with )?the (latter|former)(?: one)?"
        r"(?= (?:was |came |being )?(?:out )?(?:on|from) laps? \d)",
        lambda match: f"{match[1]}, the {'second' if match[2].lower() == 'latter' else 'first'}",
    ),
    (
        rf"\b(one|an?|{_NUMBER}) (safety car)s?,? (and|but|plus) (one|an?|{_NUMBER}) virtual one(s?)\b",
        r"\1 \2 \3 \4 virtual safety car\5",
    ),
    (
        rf"(?P<count>\b(?:one|an?) (?P<one>{_SAFETY_CAR}) and (?:one|an?) (?P<two>{_SAFETY_CAR})(?: so far)?),? "
        r"(?:with )?the (?P<which>latter|former)(?: one)?(?: (?:was|came|being|ran))?(?: out)? "
        rf"(?:(?:on |from )?laps? (?P<start>\d+) (?:to|until|through) (?:lap )?(?P<end>\d+)){END}",
        _of_the_latter,
    ),
)
_OF_THE_TRAP: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b({WHO})'s (\d+ ?(?:km/h|kph))((?: (?:on|from) lap \d+)?) (?:tops|topped|heads|headed|leads) "
        r"(?:the )?(?:speed )?traps?\b",
        r"\1 tops the speed trap with \2\3",
    ),
    (rf"\b(than {WHO}) (?:managed|achieved|reached|could manage)" + END, r"\1"),
)
"""`Hulkenberg's 329 km/h on lap 8 tops the speed trap`."""
_OF_THE_FIRST: tuple[tuple[str, Turn], ...] = (
    (
        rf"((?:^|(?<=[.;:,] )|(?<=\band )|(?<=\bbut )|(?<=\bwhile ))(?:and |but |while )?)(?:just|solely) "
        rf"(?={WHO}(?:(?:, | and ){WHO})* (?:has|have|is|are|was|were)\b(?! just\b))",
        r"\1only ",
    ),
    (
        rf"\b({WHO})'s (\d:\d\d\.\d+)((?: (?:on|from) lap \d+)?) (?:is|was) ([^.,;]*?{_FRACTION}) "
        rf"(?:better|quicker|faster) than (?:{_ANYONE_ELSE}){_MANAGED}{END}",
        r"\1 has the fastest lap, \2\3, and \1's best lap is \4 better than the next best",
    ),
    (
        rf"\b({WHO})'s (?:best|fastest|quickest)(?: lap| time)? (?:is|was) ([^.,;]*?{_FRACTION}) "
        rf"(?:better|quicker|faster) than (?:{_ANYONE_ELSE}){_MANAGED}{END}",
        r"\1 has the fastest lap, and \1's best lap is \2 better than the next best",
    ),
    (
        rf"\b({WHO})'s (\d:\d\d\.\d+)((?: (?:on|from) lap \d+)?) (?:is|was) ((?:[^.,;]|\.(?=\d))*?(?:{_UNIT}|\d ?s)) "
        rf"(?:better|quicker|faster) than the next best(?:, ({NAME})(?:'s(?: lap| time)?)?)?(?=[.!;]?$|[.!;] )",
        lambda match: (
            f"{match[1]} has the fastest lap, {match[2]}{match[3]}, and {match[1]}'s best lap is {match[4]} better "
            "than the next best" + (f", and {match[5]} is second fastest" if match[5] else "")
        ),
    ),
    (
        rf"\b(?:was|is) (?:quickest|fastest) in qualifying by (?=[^.,;]*?{_FRACTION})",
        "took pole by ",
    ),
    (r"\b(for|over) passing (?=before|under|behind|off|outside)", r"\1 overtaking "),
    (rf"\bon (?:the (?:very )?same|one) lap, (?:the (\d+)(?:st|nd|rd|th)|lap (\d+))\b{END}", r"on lap \1\2"),
)
"""`just Norris and Stroll have stopped`, `Norris's 1:28.032 is two tenths better than anyone else has managed`."""

TURNS_OF_TOOLS: tuple[tuple[str, Turn], ...] = (
    (r"(?<=[sxz])'(?=[\s,.;])", "'s"),
    (r"\b(safety car|virtual safety car|vsc|red flag)! it (?=(?:has|was|is|came)\b)", r"the \1 "),
    (r",? yet (?=(?:he|she|they|it|is|was|has|had|did|the|there|his|her|their|no|nobody)\b)", ", but "),
    (r", yet (?=(?-i:[A-Z]))", ", but "),
    (
        r"\b(race control (?:has )?(?:reported|reports|noted|announced|said|says)) that (?=[^.;,]*\bturn \d)",
        r"\1 ",
    ),
    (
        r"((?:^|(?<=[.!?;] ))(?:(?!\b(?:who|whose|which|that|and|but|while|with)\b)(?:[^.;,]|\.(?=\d)))*),? "
        r"(?:having been|after (?:having been|being)) "
        rf"(?=(?:just |only |about |nearly |over )?(?:{_FRACTION}|\d+\.\d+) (?:ahead|behind|clear|adrift|in front)\b)",
        r"\1, but he was ",
    ),
    (rf"\b(?:another|a further) ({_FRACTION}) down the road\b", r"another \1 back"),
    (
        rf"(?:, )?(?:(?:sandwiched|wedged|squeezed|caught|placed|slotted in|sitting|running) )?between ({WHO}),? "
        rf"({_FAR}) {_AHEAD},? and ({WHO}),? ({_FAR}) {_BACK}",
        r", \2 behind \1 and \4 ahead of \3",
    ),
    (rf"\b(one-two), with ({WHO}) ({_FAR}) (?:to the good|{_AHEAD})(?=[.,;]|$)", r"\1, with \2 leading by \3"),
    (r"\b(leads|heads) (?:an?|the) ([\w ]+?) one-two( by [^,;]+?)?(?=[,;]|\.?$)", r"\1\3, and it is a \2 one-two"),
    (
        rf"\b(?:the )?(front|first|second|third|fourth|fifth) row (?:is|was|will be|consists of) "
        rf"({WHO}) and ({WHO})",
        r"\2 and \3 are on the \1 row",
    ),
    (
        r"\b([A-Z][\w ]*?) (?:locks? out|locked out|fills?|filled|(?:has|have|had) both cars on) the "
        r"(front|first|second|third|fourth|fifth) row\b",
        r"both \1 cars are on the \2 row",
    ),
    (r"\bfront row\b", "first row"),
    (r"\bone-two (?:at the front|up front|at the moment|right now|as it stands)", "one-two"),
    (r"^you (?:can|should) expect a ", "expect a "),
    (rf"\bbetter than (?={_FRACTION})(?! (?:better|faster|quicker|than))", "more than "),
    (
        r"(\d:\d\d(?:\.\d+)?|\b(?:softs?|mediums?|hards?|inters?|intermediates?|wets?)) over (?=\w+ laps?\b)",
        r"\1 across ",
    ),
    (r"\b(?:run|runs|ran|lie|lies|sit|sits|hold|holds) (?:a |in a )?one-two\b", "are running one-two"),
    (r"\blaps (\d+ to \d+),? and (?=\d+ to \d+\b)", r"laps \1 and laps "),
    (rf"\b(?:({_BOUNDED}) )?a (quarter|fifth) of a second\b", _part_of_a_second),
    *_OF_FULL_SECONDS,
    *_OF_WHAT_WAS_NAMED,
    *_OF_THE_LATTER,
    *_OF_THE_TRAP,
    *_OF_THE_FIRST,
)
