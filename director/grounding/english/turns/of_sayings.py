"""Sayings that leave to the hearer what they are of: `they` after a team, `the four since`, `where he started`.

Each is told with what is left out: `Norris has it again` as who leads now and has got the lead back.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import COUNT, END, FAR, HEAD, MANY, NAME, PLACE, WHO, Turn

_TEAM = r"(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?"
_GOING = r"(?:(?:that are |who are )?(?:still )?(?:running|racing|going|in the race|on track|circulating|left))"
_DEGREES = r"(?:(?!not\b|no\b)[\w.-]+ ){0,3}?(?:\d[\d.]*|[a-z-]+|an?)(?: and a half)? ?(?:degrees?|°C)"
_HOME = r"(?:place|position|spot|slot|grid slot)"
_PERIOD = r"(?:virtual )?safety car|red flag|yellow flag|stop|stint"


def _they(match: re.Match[str]) -> str:
    """`neither Ferrari has stopped; they are third and fourth`: who `they` are."""
    team = match["team"]
    return f"{match['all']}; the {team}{'' if team.endswith('s') else 's'} {match['verb']} "


def _warmer(match: re.Match[str]) -> str:
    """`the track is six degrees warmer than at the start` as what it has changed by."""
    has = "cooled" if match["how"].lower() in ("cooler", "colder") else "warmed"
    return f"{match['what']} has {has} by {match['by']} since the start"


def _there_are(match: re.Match[str]) -> str:
    """`there are two Ferraris in the top five` as `two Ferraris are in the top five`."""
    return f"{match['who']} {match['verb']} in {match['where']}"


TURNS_OF_SAYINGS: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}(?P<all>(?:neither|both|the two) (?P<team>{_TEAM}?)s? (?:has|have|is|are)\b(?:(?!\bthe\b)[^.;])*?)"
        r"(?:;|, and|, but| and| but)(?: both)? they (?P<verb>are|have)(?: both)? (?=\S)",
        _they,
    ),
    (rf"^((?:only |just )?{MANY} of the {MANY} (?:cars|drivers)) {_GOING} (?=(?:are|have)\b)", r"\1 "),
    (
        rf"({WHO}) has been ({PLACE})(?: (?:place|position))? since (lap \d+|the start),? "
        rf"(?:(?:in )?(?:exactly |also )?the (?:same )?{_HOME}(?: (?:that|where|in which|from which))? )?"
        rf"(?:where )?(?:he|she) (?:started|lined up|qualified|began)(?: (?:in|from|the race|the race in))?{END}",
        r"\1 has been \2 since \3, and \1 started \2",
    ),
    (
        rf",? (?:in )?(?:exactly )?the (?:very )?(?:same )?{_HOME}(?: (?:that|where|in which|from which))? "
        rf"(?:he|she) (?:started|began) (?:in|from){END}",
        ", where he started",
    ),
    (
        rf"{HEAD}(?:there is |just |only )*(?P<far>(?:about |nearly |almost |just over |just under )?{FAR} a lap) "
        rf"between (?:the (?:two|pair)(?: of them)?|them|(?P<one>{NAME}) and (?P<two>{NAME}))"
        rf"(?P<span> over (?:the last {COUNT} laps|laps \d+ to \d+))?,? in (?P<who>{NAME})'s favou?r{END}",
        lambda match: (
            f"{match['who']} is {match['far']} faster than "
            f"{next((one for one in (match['one'], match['two']) if one and one != match['who']), 'him')}"
            f"{match['span'] or ''}"
        ),
    ),
    (
        rf"\b(separates?|between) ({NAME}) and ({NAME}) (?:at the front|in the lead|at the head of the (?:field|race))"
        rf"{END}",
        r"\1 \2 and \3, and \2 and \3 are first and second",
    ),
    (
        rf"{HEAD}there (?P<verb>is|are) (?P<who>(?:an?|both|two|three|four) {_TEAM}(?: cars?)?) in "
        rf"(?P<where>the top {COUNT}){END}",
        _there_are,
    ),
    (
        rf"{HEAD}(?P<before>the lead has changed[^.;,]*|[^.;,]*lead changes[^.;,]*),? and ({NAME}) "
        rf"(?:has (?:it|the lead)|leads|is leading|is in (?:the lead|front)) (?:again|back|once more){END}",
        r"\g<before>, and \2 leads. \2 retook the lead",
    ),
    (
        rf"{HEAD}({NAME}) (?:leads|is leading|has the lead|is in the lead) (?:again|once more){END}",
        r"\1 leads. \1 retook the lead",
    ),
    (
        rf"(\b(?:first|second|third|fourth|fifth|last|latest) ({_PERIOD})\b[^.;]*?,? (?:and|but|while|with) the "
        r"(?:first|second|third|fourth|fifth)) (?=(?:was|is|had|has|lasted)\b)",
        r"\1 \2 ",
    ),
    (
        rf"(\bled [^.;,]*?),? (?:and |while |with |but )?({WHO}) (?:has led )?(?:for )?the ({COUNT})(?: laps)? since"
        rf"(?: then)?{END}",
        r"\1, and \2 has led the \3 since",
    ),
    (
        rf"{HEAD}it (is|was) an? ({NAME})[-/]({NAME}) one-two{END}",
        r"\2 and \3 are first and second",
    ),
    (
        rf"{HEAD}(?P<what>the track|the air|the tarmac)(?: temperature)? is (?:now )?(?P<by>{_DEGREES}) "
        r"(?P<how>warmer|hotter|cooler|colder)(?: now)? than (?:it was )?at the (?:start|beginning)"
        rf"(?: of the (?:race|session))?{END}",
        _warmer,
    ),
)
"""What is meant besides what is said."""
