"""Small words for one thing, each as the other turns have it: `L12` is `lap 12`, `roughly` is `about`.

They come before all other turns, so that what those look for is found whichever of these words is chosen.
"""

from __future__ import annotations

import re

from director.grounding.english.bounds import BOUNDS
from director.grounding.english.turns.patterns import (
    ANY_NUMBER,
    END,
    HEAD,
    NAME,
    PLACE,
    PLACES,
    TEENS,
    TENS,
    TYRES,
    WHO,
    Turn,
    number_of,
)

_ONE_BOUND = {"about": "about", "just over": "just over", "just under": "just under"}
_BOUNDED = {
    **{said: bound for said, bound in BOUNDS.items() if bound in _ONE_BOUND and said not in ("nearly", "almost")},
    "barely": "just over",
}
_BOUND = "|".join(sorted(_BOUNDED, key=len, reverse=True))
_A_NUMBER = r"(?=\d|half a |an? (?:second|tenth|lap|minute|degree)\b|three quarters)"
_NOT_AGO = r"(?!\S+ (?:laps?|minutes?) (?:ago|earlier|before|back|previously)\b)"
_LARGE = rf"(?:(?:{'|'.join(TENS)})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|{'|'.join(TEENS)})"
_COUNTED = (
    r"(?:seconds?|tenths|hundredths|thousandths|laps?|minutes|degrees|percent|per cent|points|cars|drivers|stops|"
    r"places|positions|of the)\b"
)
_OPENING = (
    r"(?:well|yeah|yep|yup|sure|ok|okay|correct|indeed|right|actually|of course|certainly|true|absolutely|"
    r"according to (?:the )?(?:live )?(?:timing|timing data|timing screens?|data))"
)
_NOW = (
    r"(?:right now|at the moment|at this moment|currently|as it stands|as things stand|at present|presently|now|"
    r"just now|for now|at this stage|at this point)"
)
_IS_NOW = r"(?:is|are|leads|trails|sits|lies|runs|holds|heads|has|have)"
_COUNTED_OUT = r"\b(?:stops?|sectors?|stints?|sets?|laps?|times?|runs?|penalty|visits?)\b"
_IN_LAPS = r"(?:over|in|across|during|within)"
_PARTICIPLE = (
    "been|stopped|pitted|made|won|gained|dropped|fallen|risen|climbed|slipped|moved|gone|come|taken|retired|passed|"
    "overtaken|averaged|closed|pulled|trimmed|extended|completed|spent|switched|changed|had"
)


def _team_of_two(match: re.Match[str]) -> str:
    """`the Ferrari pair` as `the two Ferraris`, `both Mercedes drivers` as `both Mercedes`."""
    how, team, what = match[1], match[2], match[3].lower()
    if how.lower() == "the" and what in ("cars", "drivers"):
        return match[0]
    return f"{'both' if how.lower() == 'both' else f'{how[0]}he two'} {team}{'' if team.endswith('s') else 's'}"


def _is_at(match: re.Match[str]) -> str:
    """`Leclerc's third` as `Leclerc is third`, and not where a stop or a sector is what is third."""
    of_what = re.search(_COUNTED_OUT, match.string[: match.start()], re.IGNORECASE)
    return match[0] if of_what else f"{match[1]} is "


TURNS_OF_WORDS: tuple[tuple[str, Turn], ...] = (
    (rf"{HEAD}{_OPENING}(?:,|:| -) (?=\S)", ""),
    (r"\bsir (?=lewis\b)", ""),
    (
        rf"{HEAD}{_NOW},? (?=(?:(?!\b(?:was|were|had|did|on lap|after)\b)[^.;])*$)"
        rf"(?=[^.;,]*? {_IS_NOW} )",
        "",
    ),
    (rf"\bfor now{END}", "at the moment"),
    (r"\b(on|at|since|by|after|before|from|until|to|in|of|over) L(\d+)\b", r"\1 lap \2"),
    (rf"\blap ({_LARGE}|ten|eleven|twelve)\b", lambda match: f"lap {number_of(match[1].replace(' ', '-'))}"),
    (
        rf"\b({_LARGE}) (?={_COUNTED})",
        lambda match: f"{number_of(match[1].replace(' ', '-'))} " if match.start() else match[0],
    ),
    (rf"\b({_LARGE})-(?=laps?-old\b)", lambda match: f"{number_of(match[1].replace(' ', '-'))}-"),
    (
        rf"\b(on|since|by|after|until|from|before) the (?:(\d+)(?:st|nd|rd|th)|({'|'.join(PLACES)})) lap{END}",
        lambda match: f"{match[1]} lap {match[2] or PLACES.index(match[3].lower()) + 1}",
    ),
    (r"(?<=\d) ?secs?\b", " s"),
    (
        r"\b(\d+) ?(?:min|minutes?|m)(?: and)? (\d\d?\.\d+) ?(?:s|secs?|seconds)\b",
        lambda match: f"{match[1]}:{match[2] if match[2][1:2].isdecimal() else f'0{match[2]}'}",
    ),
    (rf"\b({_BOUND}) {_NOT_AGO}{_A_NUMBER}", lambda match: f"{_BOUNDED[match[1].lower()]} "),
    (rf"\b({_BOUND}) {_NOT_AGO}(?={ANY_NUMBER}\b)", lambda match: f"{_BOUNDED[match[1].lower()]} "),
    (rf"\b(to|into|from) ({PLACE}) (?:place|position|spot){END}", r"\1 \2"),
    (rf"\b{_IN_LAPS} the (?:last|past|previous) ({ANY_NUMBER}) laps\b", r"over the last \1 laps"),
    (r",? (?:whereas|whilst|and meanwhile),? ", ", while "),
    (r"\b(both|two|all) of the (?=(?-i:[A-Z]))", r"\1 "),
    (r"\bthe pair of (?=(?-i:[A-Z])[\w ]+s\b)", "the two "),
    (
        rf"\b(both|the two|the) ({NAME}(?: (?!Ferrari)(?-i:[A-Z])\w+)?) (cars|drivers|pair|duo)\b",
        _team_of_two,
    ),
    (r"\b(is|are) (?:running|using) (?=(?:the |new |used |fresh |old |\d+-lap-old )*(?:" + TYRES + r")\b)", r"\1 on "),
    (
        rf"\b(has|have) ((?:a set of |a \w+ set of |the |new |used |fresh |old |\d+-lap-old )*(?:{TYRES})) "
        rf"(?:on|fitted){END}",
        lambda match: f"{'is' if match[1].lower() == 'has' else 'are'} on {match[2]}",
    ),
    (rf"\b((?:{TYRES})(?: tyres)?),? aged (\d+) laps\b", r"\1 that are \2 laps old"),
    (r"\bis leading (?=(?-i:[A-Z])|by |from |the (?:race|field|way|grand prix)\b)", "leads "),
    (
        rf"\b({WHO}) (?:has )?(?:set|posted|recorded) a (?:personal )?best (?:lap |time |lap time )?of (?:a )?(?=\d:)",
        r"\1's best lap is ",
    ),
    (
        rf"{HEAD}it (is|was) ({WHO}) (?:who|that) (?=(?:leads|is leading|is in the lead|holds|won|took|"
        rf"set the|has the|had the|made the|is (?:in )?{PLACE})\b)",
        r"\2 ",
    ),
    (rf"\b({NAME})'s (?=(?:not|running|leading (?:by|from|the)|still|now|currently|just|about) )", r"\1 is "),
    (rf"(?<!than )(?<!of )\b({NAME})'s (?=(?:in |up in |back in )?{PLACE}{END})", _is_at),
    (rf"\b({NAME})'s (?=(?:on|in) (?:the |new |used |fresh |\d+-lap-old )*(?:{TYRES})\b)", r"\1 is "),
    (rf"\b({NAME})'s (?=(?:just |only |about )?\d[\d.]* ?(?:s|seconds) (?:behind|ahead|clear|adrift|off|back|down))",
     r"\1 is "),
    (rf"\b({NAME})'s (?=(?:only |already |just |not )*(?:{_PARTICIPLE})\b(?! (?:is|was|of|by|laps?)\b))", r"\1 has "),
    (r"\b(has|have) had (a|one|two|three|four) (?=(?:pit )?stops?\b)", r"\1 made \2 "),
    (r"\b(?:had|took) a (?:pit )?stop (?=on lap\b)", "stopped "),
    (r"\bwas in (?=(?:once|twice|on laps? \d)|for (?:tyres|a stop) on lap)", "stopped "),
    (r"\bis not quite (?=as |so )", "is not "),
)  # fmt: skip
"""The words that say the same, as what they are one of."""
