"""Lines that a timing screen cannot answer: an order to somebody, who the better driver is, what people say."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later

_NO_NAME = r"(?!(?:me|us|the|a|up|out|on|off|back|in|now|through|onto|past)\b)"
_WHOM = rf"(?:him|her|them|{_NO_NAME}[^\W\d_]+(?: {_NO_NAME}[^\W\d_]+)?)"
_NOW = r"(?: (?:now|please|asap|immediately|straight away|this lap|next lap|this time|right now|for [\w ]+))*"
_WHO, _SOON = (said.replace(" ", r"\s") for said in (_WHOM, _NOW))
_ORDER = compile_later(
    rf"""(?:(?:please|ok|okay|hey|come\son|just|quick|someone|somebody|(?:can|could|will|would)\s(?:you|we|someone|somebody))\s)*(?:
      (?:tell|ask|order|instruct|radio|get)\s{_WHO}\sto\s.+
    | (?:get|bring|call|pull)\s{_WHO}\sin(?:to\sthe\s(?:pits|pit\slane|box))?{_SOON}
    | (?:pit|box)\s(?:{_WHO}\s)?(?:now|this\slap|next\slap|immediately|asap|right\snow|straight\saway)(?:\s\w+)?
    | (?:box\s)*box(?:\s(?!times?\b|stops?\b)\w+)?
    | let\s{_WHO}\s(?:through|past|by|go|pass|overtake).*
    | (?:push|attack|defend|back\soff|slow\sdown|hold\sposition|stay\sout|speed\sup|hurry\sup)
      (?:\s(?:now|hard|harder|please)(?:\s\w+)?)*
    | (?:swap|switch)\s(?:them|positions|places|the\s(?:cars|drivers|two|order))(?:\s(?:around|over|back))?{_SOON}
    | (?:send|leave|keep)\s{_WHO}\sout{_SOON}
    | put\s{_WHO}\s(?:on|onto)\s(?:the\s)?(?:\w+\s)?\w+{_SOON}
    | \w+\s(?:box\s)*box(?:\snow)?
    )""",
    re.VERBOSE,
)
_BETTER = r"(?:better|best|greater|greatest|worse|worst|bigger talent|more talented|most talented|more skilled)"
_MAN = r"(?: (?:driver|racer|racing driver|f1 driver|one))?"
_OPINION = compile_later(
    r"(?:is|was|are|were) (?!(?:that|this|it) )(?:[^\W\d_]+ ){1,3}?"
    rf"(?:really |just |simply |still |actually )*(?:a |the )?{_BETTER}{_MAN}"
    r"(?: (?:than(?: [^\W\d_]+){1,2}|ever|of all time|of all|in the world|in history|in f1|on the grid|or not))*"
    rf"|(?:who|which driver|which of them)(?: is|s| was)? (?:really |actually )?(?:a |the )?{_BETTER}{_MAN}"
    r"(?: (?:ever|of all time|of all|in the world|in history|in f1|on the grid))?"
    r"(?: (?:[^\W\d_]+ ){1,2}or [^\W\d_]+)?"
    r"|.*\bdriver of the (?:day|race|weekend)\b.*"
    r"|.*\bwould\b.*\brather (?!than\b).*"
    r"|.*\b(?:goat|overrated|underrated|talented|deserve[sd]?)\b.*"
)
_NOBODY_SAID = (
    "race|control|steward|stewards|fia|marshal|marshals|official|officials|director|message|messages|rule|rules|rulebook"
    "|timing|data|feed|chat|they|it|you|did|does|has|have|had|is|are|was|were|do"
)
"""What these say a race tells, or it is nobody's name."""
_SAYS = "say|says|said|saying|think|thinks|thinking|reckon|reckons|feel|feels|feeling|blame|blames|blaming|complaining"
_SAID = compile_later(
    rf"(?:(?:and|so|but|ok) )?(?:what|who)(?:s| did| does| has| have| had| is| are| was)?"
    rf" (?:(?!(?:{_NOBODY_SAID})\b)[^\W\d_]+ ){{1,3}}?(?:been )?(?:{_SAYS})"
    r"(?: (?:about|of|to|on|over|for|after|at|now|then|there|by)\b.*)?"
    rf"|(?:(?:has|have|did) )?(?:(?!(?:{_NOBODY_SAID})\b)[^\W\d_]+ ){{1,3}}?"
    r"(?:said|say|saying) (?:anything|something|much|more)\b.*"
    r"|.*\b(?:got|gets|took|takes|get) the blame\b.*"
    r"|.*\bhome (?:race|gp|grand prix|crowd|hero|soil)\b.*"
)
"""What people say, think or feel, and where they come from."""
_SIGNS = compile_later(r"[^\w\s]+")


def told_to_act(line: str) -> str:
    """Why a line is not answered that gives a driver or a team an order; empty for any other line."""
    return "that is an order, and the director only tells how the race is" if _ORDER.fullmatch(_plain(line)) else ""


def opinion(line: str) -> str:
    """Why a line is not answered that asks who the better driver is; empty for any other line."""
    told = "who is better is an opinion: ask for pace, gaps, positions or points"
    return told if _OPINION.fullmatch(_plain(line)) else ""


def hearsay(line: str) -> str:
    """Why a line is not answered that asks what somebody says or thinks; empty for any other line, and of officials."""
    return "no feed tells what people say: ask what race control has said" if _SAID.fullmatch(_plain(line)) else ""


def _plain(line: str) -> str:
    """Small letters, without signs: "who's" is "whos"."""
    return " ".join(_SIGNS.sub("", line.lower().replace("’", "'").replace("-", " ")).split())
