"""What a question is about, as far as another may lean on it."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later


def _said(words: str) -> re.Pattern[str]:
    return compile_later(rf"\b(?:{words})\b")


WON = _said(r"won|wins?|winner|winning|victory")
LEADS = _said(r"leads?|leading|leader|led|in front|in the lead|p1|first|at the front")
FASTEST = _said(
    r"(?:fastest|quickest|speediest|best)(?: \w+)? (?:laps?|times?)|fastest|quickest|speediest|pole"
    r"|top of the (?:times|sheets)"
)
PACE = _said(r"pace|faster|quicker|slower|lap times?|last lap|average")
APART = _said(r"gap|how close|how far|apart|ahead|behind|in front|gained on|margin|difference|distance|versus|vs|beat")
PLACE = _said(r"where|p\d+|position|place|running|finish(?:ed)?|second|third|fourth|last|how did")
TYRES = _said(r"tyres?|tires?|rubber|compound|softs?|mediums?|hards?|inters?|intermediates?|wets?|slicks?|\w*softs?")
STOPS = _said(r"stops?|stopped|pit|pits|pitted|pitting|box|boxes|boxed|boxing")
OUT = _said(r"retired?|out|dnf|crash(?:ed)?|stopped|wrong|happened|finish(?:ed)?|gone|start(?:ed)?")
_SESSION = r"(?:session|race|sprint|practice|qualifying)"
_INTERRUPTIONS = {
    "virtual safety car": _said(r"virtual safety cars?|vscs?|virtual"),
    "safety car": _said(r"safety cars?|sc|full course yellows?|fcys?|cautions?|neutralisations?"),
    "red flag": _said(
        rf"red flags?|red flagged|reds?(?! bulls?)|(?:is|was|has) the {_SESSION} (?:been )?(?:stopped|suspended)"
        rf"|{_SESSION} (?:is|was|has been) (?:stopped|suspended)"
    ),
    "yellow flag": _said(r"yellow flags?|yellows?"),
}
PENALTY = _said(r"penalty|penalties|penalised|punished|investigat\w+")
POINTS = _said(r"points?|scored?")
PASSED = _said(r"overt\w+|pass\w*|got (?:past|by)|moves?")
WEATHER = _said(r"weather|temperatures?|rain\w*|wind|humidity|wet|dry|hot|warm|cold")
MOST = _said(r"most|fewest|least|best|worst|biggest|gainers?|losers?|movers?")


def interruption(question: str) -> str | None:
    """What interrupts a session that a question is about: "safety car"."""
    return next((what for what, said in _INTERRUPTIONS.items() if said.search(question)), None)
