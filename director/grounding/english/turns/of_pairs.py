"""Turns of phrase that set one value beside another, each told of whom it is: `compared with 19.6 s for Leclerc`.

Each value is claimed by itself, with its driver, and how they compare only where the two numbers say so.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import ALONE, COUNT, END, HEAD, NAME, NUMBERS, SECTOR, TYRES, Turn

_UNIT = r"(?:s|seconds?|tenths?|laps?|km/h|kph|places?|stops?|points?)\b"
_VALUE = rf"(?:(?:about|just|only|over|under|nearly|almost) )?(?:{COUNT}|\d+\.\d+) ?{_UNIT}"
_ORDINAL = r"(?:P\d+|\d+(?:st|nd|rd|th)|first|second|third|[a-z]+th)"
_FASTEST = r"(?:fastest|quickest|best)"
_OF_ALL = r"(?: of (?:anyone|anybody|all|everyone|the field|the session)| overall| so far| in the field| by anyone)?"
_KINDS = r"(?<!virtual )safety car|virtual safety car|vsc|red flag|yellow flag"
_ON_TRACK = r"(?: (?:out there|on track|in the (?:field|race)|of all|of anyone|of anybody|of everyone|on the grid))?"
_AT_AGE = rf"(?:,? (?:at|with|now at|now) (?P<age>{COUNT} laps?)(?: old| on them)?)?"
_OTHERS = "stops?\\b|pit|pass|case|penalt|rain|crash|collision|shower|incident|spell|retire"
_FROM = r"(?:than|on|from) (?:his|her|their)"
_SLOT = r"(?:start|starting (?:place|position|slot)|grid (?:slot|place|position|spot))"
_SETTLED = r"(?:was|has been|is) (?:closed|settled|decided|resolved|noted|investigated|ended)\b"


def _almost(match: re.Match[str]) -> str:
    """`21.469 s on lap 10, almost the same as Ocon's 21.484 s`: within a hundredth of it and a tenth of a second."""
    own = re.findall(r"(\d+\.\d+) ?(?=(?:s|seconds)\b)", match["said"])
    if len(own) != 1 or re.search(r"\b(?:not|no|never|only|than|over|under)\b", match["said"]):
        return match[0]
    one, other = float(own[0]), float(match["far"])
    if not 0 < abs(one - other) <= min(0.01 * max(one, other), 0.1):
        return match[0]
    return f"{match['who']}{match['said']}, and {match['other']} {match['far']} s{match['lap'] or ''}"


def _each_of_list(match: re.Match[str]) -> str:
    """`three drivers have led: A for 10 laps, B for 4 and C for 2`: each by itself, where so many are named."""
    count = match["count"].lower()
    said = int(count) if count.isdecimal() else NUMBERS.index(count) + 1 if count in NUMBERS else 0
    each = re.findall(rf"({NAME}) (for|on|after) ((?:lap )?)({COUNT})((?: laps?)?)", match["list"])
    if len(each) != said or len({who for who, *_ in each}) != said or len({how for _, how, *_ in each}) != 1:
        return match[0]
    before, unit = each[0][2], each[0][4]
    if (bool(before), bool(unit)) != (each[0][1] == "on", each[0][1] != "on"):
        return match[0]
    verb = match["verb"]
    parts = (
        f"{who} has {verb} {how} {before}{number}{'' if not unit else ' lap' if number in ('1', 'one') else ' laps'}"
        for who, how, _, number, _ in each
    )
    return f"{match['first']}, and {', and '.join(parts)}"


def _with_the_oldest(match: re.Match[str]) -> str:
    """`the oldest tyres are X's softs, at 19 laps`: that X has the oldest, on what he is, and how old they are."""
    who, what, age = match["who"], match["what"] or "tyres", match["age"]
    kind = "" if what.lower() == "tyres" else f", and {who} is on {what}"
    return f"{who} has the {match['how']} tyres{kind}" + (f", and {who}'s {what} are {age} old" if age else "")


_ONE_OF_LIST = rf"{NAME} (?:for|on|after) (?:laps? )?{COUNT}(?: laps?)?"
_NAMES = rf"{NAME}(?:, {NAME})*,? and {NAME}"
_PLACES = rf"{_ORDINAL}(?:, {_ORDINAL})*,? and {_ORDINAL}"


def _each_in_place(match: re.Match[str]) -> str:
    """`half a second covers A, B and C in third, fourth and fifth`: what covers them, and each with his place."""
    names = re.split(r",? and |, ", match["names"])
    places = re.split(r",? and |, ", match["places"])
    if len(names) != len(places):
        return match[0]
    each = " and ".join(f"{who} is {place}" for who, place in zip(names, places, strict=True))
    return f"{match['before']}{match['names']}{match['after']}, and {each}"


_OF_VALUES: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}({NAME})(?=[ '])({ALONE}),? (?:(?:as )?compared (?:with|to)|as against|against|versus) "
        rf"({_VALUE}) for ({NAME})((?: on lap \d+)?){END}",
        r"\1\2, and \4 \3\5",
    ),
    (
        rf"{HEAD}({NAME})(?=[ '])({ALONE}),? (?:(?:as )?compared (?:with|to)|as against|against|versus) "
        rf"({NAME})'s ({_VALUE})((?: on lap \d+)?){END}",
        r"\1\2, and \3 \4\5",
    ),
    (
        rf"{HEAD}(?P<who>{NAME})(?=[ '])(?P<said>{ALONE}),? (?:almost|nearly|virtually|practically) "
        rf"(?:exactly )?the same as (?P<other>{NAME})'s (?P<far>\d+\.\d+) ?(?:s|seconds)\b(?P<lap> on lap \d+)?{END}",
        _almost,
    ),
    (
        rf"{HEAD}({NAME}\b{ALONE} (?:is|are|that are|which are|now) ({COUNT} laps? old)), (?:exactly )?the same "
        rf"age as ({NAME})'s(?: ({TYRES}))?{END}",
        lambda match: f"{match[1]}, and {match[3]}'s {match[4] or 'tyres'} are {match[2]}",
    ),
    (
        rf"{HEAD}(?P<first>(?P<count>{COUNT}) (?:drivers|cars|men) (?:have |had )?"
        rf"(?P<verb>led|stopped|pitted|retired)(?: so far)?): "
        rf"(?P<list>{_ONE_OF_LIST}(?:, {_ONE_OF_LIST})*,? and {_ONE_OF_LIST})(?=\.?$)",
        _each_of_list,
    ),
    (
        rf"\b((?:a|{COUNT}) places?) (?:better|higher|further up|up|ahead) {_FROM} ({_ORDINAL})(?:-placed?)? {_SLOT}",
        r"\1 up from \2 on the grid",
    ),
    (
        rf"\b((?:a|{COUNT}) places?) (?:worse|lower|further down|further back|down) {_FROM} ({_ORDINAL})"
        rf"(?:-placed?)? {_SLOT}",
        r"\1 down from \2 on the grid",
    ),
)
_OF_STOPS: tuple[tuple[str, Turn], ...] = (
    (
        rf"(\bmade (?:just |only )?\w+ (?:pit )?stops?,? (?:and|but|while|whereas|with) {NAME}"
        rf"(?:,? (?:ahead of|behind|in front of) (?:him|her),?)?) has(?: yet)? made none{END}",
        r"\1 has made no stop",
    ),
    (
        rf"{HEAD}({NAME} {ALONE}),? (?:and|but|while|whereas) ({NAME}),? (ahead of|behind|in front of) "
        rf"(?:him|her),? (?=(?:has|is)\b)",
        lambda match: f"{match[1]}, and {match[2]} is {match[3]} {match[1].split()[0]}, and {match[2]} ",
    ),
    (r"\b(was|were|been) in the lane\b", r"\1 in the pit lane"),
    (
        r"\bhas (?:yet to make|not(?: yet)? made) (?:a|his|her) second (?:pit )?stop(?: yet| so far)?" + END,
        "has made one stop",
    ),
    (
        rf"\bhas (?:yet to (?:stop|pit|come in)|not(?: yet)? (?:stopped|pitted|come in|been in)) (?:for )?a second time"
        rf"(?: yet| so far)?{END}",
        "has stopped once",
    ),
    (rf"\bhas one stop behind (?:him|her),? (?:made |taken )?on (lap \w+){END}", r"stopped once, on \1"),
    (
        rf"\b({NAME})'s ({COUNT}) (?:pit )?stops (?:came|were|were made) on (?=laps \d)",
        r"\1 has made \2 stops, on ",
    ),
    (
        rf"\b({NAME}) (?:has )?spent ({_VALUE}) in the (?:pit ?)?lane (?:over|across|in|during|for) (?:his|her) "
        rf"({COUNT}) (?:pit )?stops{END}",
        r"\1 has spent \2 in the lane in all, and \1 has made \3 stops",
    ),
    (
        rf"\b({NAME}) (?:has )?spent ({_VALUE}) in the (?:pit ?)?lane (?:at|on|in|during|for) (?:his|her) "
        rf"({_ORDINAL}) (?:pit )?stop{END}",
        r"\1's \3 stop took \2 in the lane",
    ),
    (
        rf"\b({NAME})'s (?:one|only|sole|single)(?: pit)? stop, on (lap \w+), (?:took|lasted|cost) "
        rf"({_VALUE})(?: in the (?:pit ?)?lane)?{END}",
        r"\1 stopped once, on \2, and spent \3 in the lane",
    ),
    (
        rf"\b({NAME})'s (?:last|latest|most recent) lap, (an? \d+:\d+\.\d+),? on lap (\d+), (?:is|was) (?:also )?"
        rf"(?:his|her) (?:own )?{_FASTEST}(?: lap)?(?: (?:so far|yet|of the race|to date))?{END}",
        r"\1's last lap, \2, is his best, and \1's best lap was on lap \3, and \1 has done \3 laps",
    ),
    (
        rf"\b({NAME})'s {_FASTEST} ({SECTOR}) sector(?: time)?(?:(?: of|, an?|,| at) (\d+\.\d+ ?(?:s|seconds)),?)? "
        rf"(?:is|was) (?:also )?(?:the )?(?:fastest|quickest){_OF_ALL}{END}",
        lambda match: f"{match[1]} has the fastest {match[2]} sector" + (f", {match[3]}" if match[3] else ""),
    ),
)
_IN_PLACES = rf",? (?:who are |running |lying )?(?:in )?(?P<places>{_PLACES})(?: place| places)?"
_MOST = rf"(?P<most>(?:{COUNT}|\d+\.\d+|an?|half a) ?(?:s|seconds?|tenths?|minutes?)\b)"
_LEADER = r"(?:the )?(?:lead|leader|race leader|front)"
_OF_TYRES: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}(?:the )?(?P<how>oldest|freshest|newest|youngest) (?:tyres|set|rubber)(?: of tyres)?{_ON_TRACK} "
        rf"(?:are|is|belong to|belongs to) (?P<who>{NAME})'s(?: (?P<what>{TYRES}))?{_AT_AGE}{END}",
        _with_the_oldest,
    ),
    (
        rf"{HEAD}(?P<who>{NAME})'s (?:set|rubber|(?P<what>{TYRES})) (?:is|are) the (?P<how>oldest|freshest|newest|"
        rf"youngest)(?: tyres| set| rubber| ones)?{_ON_TRACK}{_AT_AGE}{END}",
        _with_the_oldest,
    ),
    (
        rf"\b({TYRES}) (?:that |which )(?:have|has) (?:done|run|covered|seen|had) ({COUNT} laps?) "
        r"(more|fewer|less) than\b",
        lambda match: f"{match[1]} {match[2]} {'older' if match[3].lower() == 'more' else 'fresher'} than",
    ),
    (
        rf"('s (?:{TYRES}|set)) (?:have|has) (?:done|run|covered|seen|had) (?:({COUNT} laps?) (more|fewer|less)|"
        rf"({COUNT}) (more|fewer) laps?) than\b",
        lambda match: (
            f"{match[1]} are {match[2] or match[4] + ' laps'} "
            f"{'older' if (match[3] or match[5]).lower() == 'more' else 'fresher'} than"
        ),
    ),
    (
        rf"('s (?:{TYRES}|set)) (?:have|has) ({COUNT}) (more|fewer) laps? on them than\b",
        lambda match: f"{match[1]} are {match[2]} laps {'older' if match[3].lower() == 'more' else 'fresher'} than",
    ),
    (
        rf"\b({TYRES}) (?:that|which) are (?=(?:just |only )?{COUNT} laps? (?:older|fresher|newer|younger) than\b)",
        r"\1 ",
    ),
    (
        rf"\b((?:older|fresher|newer|younger) than) ({NAME})'s and ({NAME})'s(?: {TYRES})?{END}",
        r"\1 those of \2 and \3",
    ),
)
"""`the oldest tyres are Ocon's softs, at 19 laps`, `softs that have done two laps more than Norris's`."""
_OF_GROUPS: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}(?P<before>(?:(?!\blaps? \d|\bago\b)[^.;]|\.(?=\d))*\b(?:covers?|separates?) )(?P<names>{_NAMES})"
        rf"{_IN_PLACES}(?P<after>)(?=\.?$|[.;] )",
        _each_in_place,
    ),
    (
        rf"{HEAD}(?P<before>)(?P<names>{_NAMES}){_IN_PLACES},?(?P<after> are (?:all )?(?:covered by|"
        rf"within|separated by|split by) (?:(?!\blaps? \d|\bago\b)[^.,;]|\.(?=\d))*)(?=\.?$|[.;] )",
        _each_in_place,
    ),
    (
        rf"\b(?:nobody|no one|none|no (?:driver|car|man)) (?:in|of|among|inside) the top (?P<top>{COUNT}) is "
        rf"(?:more than|over|further than) {_MOST} (?:off|behind|from|back from|adrift of|away from|down on) "
        rf"{_LEADER}{END}",
        r"the top \g<top> are covered by less than \g<most>",
    ),
    (
        rf"\b(?:all(?: of)? |everyone in |everybody in |the whole of )?the (?:top|first) (?P<top>{COUNT}) (?:is|are)"
        rf"(?: all)? (?:within|less than) {_MOST} (?:of|behind|off|from) (?:{_LEADER}|(?P<who>{NAME})){END}",
        lambda match: (
            f"the top {match['top']} are covered by less than {match['most']}"
            + (f", and {match['who']} is first" if match["who"] else "")
        ),
    ),
    (
        rf"\bthe (?:only|sole|one) (?:case|investigation)(?: so far| to date| yet)?, (?:(?:of|between|involving) )?"
        rf"({NAME} and {NAME})( (?:at|in) turn \d+)?, (?={_SETTLED})",
        r"there has been one case, and the incident between \1\2 ",
    ),
    (
        rf"\b(?:both|the two) ((?-i:[A-Z])\w*(?: (?-i:[A-Z])\w*)?s) lead(?: the (?:race|field|way))?,? "
        rf"(?:with |by )?({_VALUE}) (?:between them|apart)",
        r"the two \1 are first and second and \2 apart, and the leader is in the lead",
    ),
    (rf"\b(the top {COUNT} are)(?: all)? within (?=\d+\.\d\d[1-9] ?(?:s|seconds)\b)", r"\1 covered by "),
    (
        r"\bthe (virtual safety car|safety car|vsc) (?:that|which) (?:came out|was deployed|was called(?: out)?|began|"
        r"started|appeared) (?:on|in) (lap \d+) (?:is still (?:out|deployed|in force|going|on track)|remains out)\b",
        r"the \1 has been out since \2",
    ),
    (
        rf"\b((?P<kind>{_KINDS})\b(?:(?!safety car|vsc|flag|{_OTHERS})(?-i:[^A-Z.;]|\.(?=\d)))*"
        r"(?:;|,? (?:and|but|while))(?: and| but| while)? the (?:first|second|third|last|previous|earlier)) one"
        r"(?= (?:ended|began|started|came|went|lasted|was (?:on|from|over|out)|had (?:ended|lasted))\b)",
        r"\1 \g<kind>",
    ),
    (
        rf"\b(?:ended|ends|closed|completed|finished) the (?:session|practice|race|sprint) (?=(?:in )?{_ORDINAL}\b)",
        "finished ",
    ),
)
TURNS_OF_PAIRS: tuple[tuple[str, Turn], ...] = (*_OF_VALUES, *_OF_STOPS, *_OF_TYRES, *_OF_GROUPS)
