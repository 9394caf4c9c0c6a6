"""Turns of whose best lap is better: `has the edge on Oscar, 1:28.032 v 1:28.188`, `quicker on their best laps`."""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import FAR, HEAD, NAME, WHO, Turn

_LAST = r"(?=[.!]?$|[.!;] )"
_TIME = r"(?:\d:\d\d\.\d+)"
_BEST = r"(?:best|fastest|quickest)"
_AGAINST = r"(?:v\.?|vs\.?|versus|against|to|compared (?:with|to)|as against)"
_EDGE = r"(?:has|had|holds|keeps) (?:just )?(?:the|a (?:slight|slim|small|narrow)) edge (?:on|over)"
_ON_BEST = rf"(?:on|comparing|over|going by|by|based on) their (?:respective )?{_BEST} (?:laps|lap times|times)"
_FASTER, _SLOWER = "quicker|faster", "slower"
_SAME = r",? both (?:set |from |coming |done )?(?:on|from|in) (lap \d+)"


def _seconds(said: str) -> float:
    minutes, _, seconds = said.partition(":")
    return 60 * float(minutes) + float(seconds)


def _edge(match: re.Match[str]) -> str:
    """`A has the edge on B, 1:28.032 v 1:28.188` as whose best lap is faster, and both; the first time is A's."""
    one, two, own, theirs = match["one"], match["two"], match["own"], match["theirs"]
    if _seconds(own) >= _seconds(theirs):
        return match[0]
    return f"{one}'s best lap is faster than {two}'s, and {one}'s best is a {own}, {two}'s a {theirs}"


def _on_best(match: re.Match[str]) -> str:
    """`Russell was 0.120 s quicker than Hamilton on their best laps` of both laps by name."""
    return f"{match['one']}'s best lap is {match['far']} {match['how']} than {match['two']}'s"


def _both_on(match: re.Match[str]) -> str:
    """`..., both set on lap 35`, behind what compares the best laps of two."""
    names = list(dict.fromkeys(re.findall(rf"({WHO})'s", match["said"])))
    if len(names) != 2:
        return match[0]
    return f"{match['said']}. {names[0]} and {names[1]} both set their best on {match['lap']}"


TURNS_OF_EDGES: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}(?P<said>{WHO}'s (?:{_BEST}(?: lap)?(?: time)?|{_TIME})\b(?:[^.;]|\.(?=\d))*?\b{WHO}'s"
        rf"(?:[^.;,]|\.(?=\d))*?){_SAME.replace('(lap', '(?P<lap>lap')}{_LAST}",
        _both_on,
    ),
    (
        rf"{HEAD}({NAME})'s ({_TIME}) (?:beats|beat|is (?:better|quicker|faster) than) ({NAME})'s {_BEST}"
        rf"(?: lap| time)?(?: of ({_TIME}))?(?: by ({FAR}))?{_LAST}",
        lambda match: (
            f"{match[1]}'s best is a {match[2]}. {match[1]}'s best lap beats {match[3]}'s best"
            f"{' by ' + match[5] if match[5] else ''}{f'. The best of {match[3]} is a {match[4]}' if match[4] else ''}"
        ),
    ),
    (
        rf"{HEAD}(?P<one>{WHO}) (?:{_EDGE}|(?:just )?(?:edges|shades|pips)) (?P<two>{WHO})[,:;] (?:by |with )?"
        rf"(?:an? )?(?P<own>{_TIME}) {_AGAINST} (?:(?:his|her) )?(?:an? )?(?P<theirs>{_TIME}){_LAST}",
        _edge,
    ),
    (
        rf"{HEAD}(?P<one>{WHO}) (?:(?:has|had|holds) (?:just )?the edge|(?:just )?(?:edges|shades|has) it)[,:;] "
        rf"(?:with )?(?:an? )?(?P<own>{_TIME}) {_AGAINST} (?P<two>{WHO})'s (?P<theirs>{_TIME}){_LAST}",
        _edge,
    ),
    (
        rf"{HEAD}(?P<one>{WHO}) (?:is|was) (?P<far>{FAR}) (?P<how>{_FASTER}|{_SLOWER}) than (?P<two>{WHO}),? "
        rf"{_ON_BEST}{_LAST}",
        _on_best,
    ),
    (
        rf"{HEAD}(?:{_ON_BEST}|{_BEST} lap (?:to|against|for) {_BEST} lap),? (?P<one>{WHO}) (?:is|was) (?P<far>{FAR}) "
        rf"(?P<how>{_FASTER}|{_SLOWER}) than (?P<two>{WHO}){_LAST}",
        _on_best,
    ),
    (rf"\bset their (?:{_BEST} (?:laps|times|lap times)|bests) on (?=lap \d)", "set their best on "),
    (rf"\b({NAME}) went (?:fastest|quickest) on (?=(?:an? )?{_TIME})", r"\1 was fastest with "),
    (
        rf"(?<!third )(?<!second )\b({NAME}) went (?:fastest|quickest)(?=[.,;]|$| with | in | by | of )",
        r"\1 was fastest",
    ),
    (
        rf"{HEAD}(?P<said>(?P<who>{NAME}'s|his) (?:best|fastest|quickest)(?: lap)?(?: is|,)? (?:an? )?{_TIME}"
        rf"(?: (?:from|on|set on) lap \d+)?),(?: is)? (?P<far>{FAR}) (?:quicker|faster|better) than (?:his|her) "
        rf"(?:own )?(?:last|latest|most recent)(?: lap| one)?{_LAST}",
        lambda match: (
            f"{re.sub(r',? (?:is )?(?=(?:an? )?[0-9]:)', ' is ', match['said'], count=1)}. "
            f"{match['who']} last lap is {match['far']} slower than his best"
        ),
    ),
)
"""Whose best lap is better, and by how much."""
