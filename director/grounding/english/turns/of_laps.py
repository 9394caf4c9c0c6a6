"""Turns of phrase of one who is faster than another on each of some laps, or by so much a lap."""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import END, FAR, HEAD, NAME, SPELLED, Turn


def _on_each_lap(match: re.Match[str]) -> str:
    """`was quicker than Norris on each of laps 20 to 24`: on each lap by itself."""
    first, last = int(match["first"]), int(match["last"])
    if not 0 < last - first < 20:
        return match[0]
    how = match["how"] or "faster"
    return " and ".join(
        f"{match['who']} lapped {how} than {match['other']} on lap {lap}" for lap in range(first, last + 1)
    )


_MANY = rf"(?:\d+|{SPELLED})"
_OVER_LAPS = rf"(?=(?:between|over|from|on|across) laps? \d|over the last {_MANY} laps)"
TURNS_OF_LAPS: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}(?P<who>{NAME}) (?:(?:was|has been|went|lapped|is) (?P<how>faster|quicker|slower) than|beat|bettered|"
        rf"outpaced) (?P<other>{NAME})(?:'s (?:lap )?times?)? on (?:(?:each|all|every one) of (?:the )?laps|every "
        r"(?:single )?lap (?:from|between)(?: laps?)?) (?P<first>\d+) (?:to|and) (?:lap )?(?P<last>\d+)(?=\.?$)",
        _on_each_lap,
    ),
    (
        rf"\b({NAME}) (?:was|went) (faster|quicker|slower) than ({NAME}) (?=on lap \d+(?=\.?$))",
        r"\1 lapped \2 than \3 ",
    ),
    (rf"(\b(?:faster|quicker|slower) than {NAME} )on all ({_MANY}) laps(?=\.?$)", r"\1on each of the last \2 laps"),
    (
        rf"{HEAD}({NAME}) (?:lost|shed|dropped|gave away|leaked|was losing|has been losing) ({FAR}) "
        rf"(?:a|per|each|every) lap to ({NAME}) {_OVER_LAPS}",
        r"\3 was \2 a lap faster than \1 ",
    ),
    (
        rf"{HEAD}({NAME}) (?:gained|found|took|was gaining|has been gaining) ({FAR}) (?:a|per|each|every) lap "
        rf"(?:on|out of|over) ({NAME}) {_OVER_LAPS}",
        r"\1 was \2 a lap faster than \3 ",
    ),
    (rf"\b(?:shed|leaked) (?={FAR} (?:a|per|each|every) lap to {NAME}{END})", "lost "),
)
"""One faster than another on each of some laps, or by so much a lap."""
