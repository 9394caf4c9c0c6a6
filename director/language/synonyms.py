"""Words that mean the same in any trade, irregular forms, and spellings."""

from __future__ import annotations

SYNONYMS: dict[str, str] = {
    word: group.split()[0]
    for group in (
        "quick fast rapid speedy swift",
        "quickest fastest",
        "near close nearby",
        "closer nearer",
        "each every",
        "grow grew grown",
        "nearest closest tightest",
        "big large huge",
        "biggest largest",
        "start begin commence began begun started",
        "end finish",
        "show reveal",
        "number count amount",
        "everyone everybody",
        "someone anyone anybody somebody",
        "currently presently",
        "total overall",
        "who whom",
        "whole entire full complete",
        "summary overview recap rundown",
        "happening happen",
        "win won winning",
        "lose lost losing",
        "lead led leading",
        "run ran running",
        "drive drove driven",
        "make made",
        "hold held",
        "fall fell fallen",
        "rise rose risen",
        "catch caught",
        "keep kept",
        "slide slid",
        "overtake overtook overtaken",
        "sink sank sunk",
        "bring brought",
        "take took taken",
        "gain gained",
        "fall fell fallen",
        "catch caught",
        "come came",
        "keep kept",
        "person people",
        "lapped lapping",
        "tyre tire",
        "tyres tires",
        "seconds sec secs",
        "minutes min mins",
        "metre meter",
        "centre center",
    )
    for word in group.split()
}
"""Words that mean the same in any trade, and irregular forms of verbs."""

UNITS = {"s": "seconds", "sec": "seconds", "secs": "seconds", "min": "minutes", "mins": "minutes", "m": "metres"}
"""Short forms of units, after a number."""
SPELLINGS = {
    "tire": "tyre",
    "tires": "tyres",
    "color": "colour",
    "meter": "metre",
    "meters": "metres",
    "center": "centre",
}
"""American spellings."""
