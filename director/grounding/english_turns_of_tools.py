"""Turns of phrase of single tools, each told in plainer words: `sandwiched between A 1 s ahead and B 2 s behind`."""

from __future__ import annotations

import re
from collections.abc import Callable

_NAME = r"(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?"
_FAR = r"[^,;]*?(?:seconds?|tenths?|hundredths?|thousandths?|\d ?s)"
_AHEAD, _BACK = r"(?:ahead|up the road|in front|up front|clear)", r"(?:behind|back|adrift|down the road)"
_FRACTION = r"(?:(?:an?|one|two|three|four|five|half a|\d[\d.]*) (?:tenths?|hundredths?|seconds?)|\d[\d.]* ?s)\b"

_PARTS = {"third": "0.33", "quarter": "0.25", "fifth": "0.2"}
Turn = str | Callable[[re.Match[str]], str]

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
        r"((?:^|(?<=[.!?;] ))(?:(?!\b(?:who|whose|which|that|and|but|while|with)\b)(?:[^.;,]|\.(?=\d)))*), having been "
        rf"(?=(?:just |only |about |nearly |over )?{_FRACTION} (?:ahead|behind|clear|adrift|in front)\b)",
        r"\1, but he was ",
    ),
    (rf"\b(?:another|a further) ({_FRACTION}) down the road\b", r"another \1 back"),
    (
        rf"(?:, )?(?:(?:sandwiched|wedged|squeezed|caught|placed|slotted in|sitting|running) )?between ({_NAME}),? "
        rf"({_FAR}) {_AHEAD},? and ({_NAME}),? ({_FAR}) {_BACK}",
        r", \2 behind \1 and \4 ahead of \3",
    ),
    (rf"\b(one-two), with ({_NAME}) ({_FAR}) (?:to the good|{_AHEAD})(?=[.,;]|$)", r"\1, with \2 leading by \3"),
    (r"\b(leads|heads) (?:an?|the) ([\w ]+?) one-two( by [^,;]+?)?(?=[,;]|\.?$)", r"\1\3, and it is a \2 one-two"),
    (
        rf"\b(?:the )?(front|first|second|third|fourth|fifth) row (?:is|was|will be|consists of) "
        rf"({_NAME}) and ({_NAME})",
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
    (r"\ba (third|quarter|fifth) of a second\b", lambda match: f"about {_PARTS[match[1].lower()]} seconds"),
    (r"\btwo thirds of a second\b", "about 0.67 seconds"),
)
