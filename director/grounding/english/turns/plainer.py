"""Turns of phrase that say what plainer words say: each is told in those before a sentence is read.

A turn is put into words that claim no less: `has yet to serve` as `has not served`, `older tyres than anyone else` as
`the oldest tyres`. What no other reading knows stays as it is.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.of_amounts import TURNS_OF_AMOUNTS
from director.grounding.english.turns.of_amounts_first import TURNS_OF_AMOUNTS_FIRST
from director.grounding.english.turns.of_answers import TURNS_OF_ANSWERS
from director.grounding.english.turns.of_clauses import TURNS_OF_CLAUSES
from director.grounding.english.turns.of_comparisons import TURNS_OF_COMPARISONS
from director.grounding.english.turns.of_contrasts import TURNS_OF_CONTRASTS
from director.grounding.english.turns.of_edges import TURNS_OF_EDGES
from director.grounding.english.turns.of_ellipses import TURNS_OF_ELLIPSES
from director.grounding.english.turns.of_exceptions import TURNS_OF_EXCEPTIONS
from director.grounding.english.turns.of_gaps import TURNS_OF_GAPS
from director.grounding.english.turns.of_grids import TURNS_OF_GRIDS
from director.grounding.english.turns.of_laps import TURNS_OF_LAPS
from director.grounding.english.turns.of_leads import TURNS_OF_LEADS
from director.grounding.english.turns.of_outcomes import TURNS_OF_OUTCOMES
from director.grounding.english.turns.of_pairs import TURNS_OF_PAIRS
from director.grounding.english.turns.of_parts import TURNS_OF_PARTS
from director.grounding.english.turns.of_positions import TURNS_OF_POSITIONS
from director.grounding.english.turns.of_races import TURNS_OF_A_RACE
from director.grounding.english.turns.of_results import TURNS_OF_RESULTS
from director.grounding.english.turns.of_sayings import TURNS_OF_SAYINGS
from director.grounding.english.turns.of_several import TURNS_OF_SEVERAL
from director.grounding.english.turns.of_short_forms import TURNS_OF_SHORT_FORMS
from director.grounding.english.turns.of_small_words import TURNS_OF_SMALL_WORDS
from director.grounding.english.turns.of_stop_positions import TURNS_OF_STOP_POSITIONS
from director.grounding.english.turns.of_stops import TURNS_OF_STOPS
from director.grounding.english.turns.of_tools import TURNS_OF_TOOLS
from director.grounding.english.turns.of_verbs import TURNS_OF_VERBS
from director.grounding.english.turns.of_words import TURNS_OF_WORDS
from director.grounding.english.turns.patterns import NAME, NUMBERS, ORDINAL, SPELLED, Turn

_DONE = {
    "stop": "stopped", "pit": "pitted", "make": "made", "serve": "served", "complete": "completed", "set": "set",
    "lead": "led", "finish": "finished", "retire": "retired", "take": "taken", "lose": "lost", "gain": "gained",
    "pass": "passed", "overtake": "overtaken", "change": "changed", "win": "won", "score": "scored", "come": "come",
    "visit": "visited", "fit": "fitted", "post": "posted", "record": "recorded", "do": "done", "run": "run",
    "clear": "cleared", "start": "started",
}  # fmt: skip
"""What one has not done yet, as what has not been done."""
_MOST = {
    "more": "most", "fewer": "fewest", "older": "oldest", "fresher": "freshest", "newer": "freshest",
    "younger": "freshest", "faster": "fastest", "quicker": "fastest", "longer": "longest", "higher": "highest",
}  # fmt: skip
_ANYONE = (
    r"(?:anyone|anybody|everyone|everybody|any other (?:driver|car|man|runner)|all the others|the rest of the field)"
    r"(?: else)?(?: (?:in the field|on track|out there|in the race))?"
)
_UP = (
    "jumped|leapt|leaped|vaulted|surged|charged|rocketed|stormed|shot|fought his way|worked his way|made his way|"
    "battled|clawed his way|powered|fought|fought back"
)
_DOWN = "dipped|sagged|tumbled|slid|plummeted|sunk|sank|drifted|plunged|slumped"
_ABOUT = "more than|less than|over|under|nearly|almost|about|just over|just under|around"
_JUDGING = (
    "comfortable|healthy|handy|massive|mere|slender|whopping|huge|scant|slim|useful|solid|narrow|commanding|tidy|"
    "meagre|tiny"
)
_PLACES = rf"(?:an?|{SPELLED}|\d+) (?:places?|positions?|spots?)\b"
_COUNT = "two|three|four|five|six|seven|eight|nine|ten|\\d+"
_CHANGED = "grown|shrunk|come down|gone up|increased|fallen|risen|closed|opened up|gone out"
_START = "starting|beginning|having started|he started|they started|lining up"


def _not_done(match: re.Match[str]) -> str:
    have = "have" if match["verb"].lower() in ("have", "are") else "has"
    return f"{have} not {_DONE[match['what'].lower()]}"


def _the_most(match: re.Match[str]) -> str:
    on = match["on"] or ""
    return f"{on}the {_MOST[match['how'].lower()]} {match['noun']}"


def _stop_against(match: re.Match[str]) -> str:
    who, which, laps, how, other = match.groups()
    later = "later" if how.lower() in ("after", "later than") else "earlier"
    return f"{who}'s {which} stop was {laps} {later} than {other}'s"


def _the_others(match: re.Match[str]) -> str:
    """`all but three of the 57 laps` as `54 of the 57 laps`."""
    said = match[1].lower()
    left = int(said) if said.isdecimal() else NUMBERS.index(said) + 1
    return f"{int(match[2]) - left} of the {match[2]} laps"


_TURNS: tuple[tuple[str, Turn], ...] = (
    (r"\bteam (?=mates?\b)", "team-"),
    (r"\b(?:,? (?:which|that) leaves|, leaving) (?=(?:just |only )?[\w.-]+ (?:laps?|to go|cars?|left|finishers)\b)",
     " and there are "),
    (r",? in turn,?(?= )", ""),
    (r"\bthe very (?=first|last)", "the "),
    (r"\bthe podium (?:was|is|consisted of|was made up of) (?=[A-Z])", "the top three were "),
    (r"\b(?:just |narrowly )?missed (?:out on )?(?:the|a) podium,? (?:in|with|finishing) fourth\b", "finished fourth"),
    (r"\bheld off\b", "beat"),
    (r"\b(?:has|have) gone for (?=(?:the )?(?:soft|medium|hard|inter|wet|ultra|super|hyper))", "is on "),
    (rf", which (?:put|moved|lifted|took) (?:him|her) (?:up )?(?:to |into )?(?={ORDINAL}\b)", " for "),
    (r", (?:which makes|making|which makes it|making it) (?=[\w-]+ stops?\b)", ", and there have been "),
    (r"\bfrom where (?:he|she|they) (?:started|began)\b", "from the start"),
    (r"\bbreathing down (?:his|her) neck\b", "right behind him"),
    (r",? respectively\b", ""),
    (r"\b(won|leads?|finished) comfortably(?=[^.;]*?\b(?:[5-9]|\d{2,})(?:\.\d+)? ?s)", r"\1"),
    (r"\bhas neither gained nor lost (?:a |any )?(?:places?|positions?)\b", "has not gained or lost place"),
    (r"\b(?:took|takes|claimed|filled) the (?:last|final) (?:podium (?:spot|place|position)|step on the podium)",
     "finished third"),
    (r"\ba (second|third) (?=(?:set|stop|time|stint|safety|pit|car|driver|place|visit)\b)", r"\1 "),
    (r"\bit is (still |now )?(?:the|a) ((?:virtual |full )?safety car)(?=[.,;]| and\b| but\b|$)", r"the \2 is \1out"),
    (rf"\bjust (?=(?:\d[\d.]*|{SPELLED}) (?:hundredths|thousandths)\b)", ""),
    (rf"({NAME}) missed out on ({ORDINAL}) (?:place )?by ([^,.;]+?) to (?:his team-mate )?({NAME})",
     r"\1 is \3 behind \4, who is \2"),
    (rf"({NAME}) missed out on ({ORDINAL}) (?:place )?to (?:his team-mate )?({NAME}) by ([^,.;]+?)(?=[,.;]|$)",
     r"\1 is \4 behind \3, who is \2"),
    (rf"\b(?P<verb>has|have|is|are) (?:yet|still) to (?P<what>{'|'.join(_DONE)})\b", _not_done),
    (r"\bpenalty (?:still|yet|left) to (?:serve|be served)( for [^,.;]+)?", r"penalty\1, unserved"),
    (r"\b(than|before|after) (\w+) (?:did|has|was)(?=[.,]|$| and\b| but\b)", r"\1 \2"),
    (rf"\b(?:is|are|was|were) the ({_COUNT}) (?:cars|drivers) between ([^,.;]+? and \w+)",
     r"are between \2, and there are \1 cars between \2"),
    (r"(\bsectors?\b(?:[^.;]|\.(?=\d))*\bin the (?:first|second|third|middle|final|last))(?: one)?"
     r"(?=[.,;]|$| and\b| but\b)", r"\1 sector"),
    (r"\b(?:ran|did|drove|spent) (laps? [\w ]+?) (?:behind|under) the safety car\b",
     r"was behind the safety car on \1"),
    (rf"\b(has (?:{_CHANGED})(?: by [^,.;]+?)?) to (?=(?:about |just |nearly |over |under |almost )?"
     r"[\w.-]+ (?:s|seconds?|tenths?)\b)", r"\1 and is now "),
    (rf"(?P<on>\bon )?(?<!\d )\b(?P<how>more|fewer|older|fresher|newer|younger) (?P<noun>[a-z]+) than {_ANYONE}",
     _the_most),
    (rf"\b(is|was|has been) (?:quicker|faster) than {_ANYONE}", r"\1 fastest"),
    (r"\b((?:\d+(?:\.\d+)?|[a-z]+(?:-[a-z]+)?) (?:seconds?|tenths?|minutes?|laps)) or so\b", r"about \1"),
    (r"\b(an?|one) degree and a half\b", "1.5 degrees"),
    (r"\bhalf a degree\b", "0.5 degrees"),
    (r"\ba quarter of a degree\b", "0.25 degrees"),
    (r"\bby an? (?=metre per second|degree|point|percent)", "by one "),
    (r"\bevery (?:single )?one of\b", "each of"),
    (r"\b(?:all|each) of the top (?=\w)", "the top "),
    (rf"\b((?:a|one|two|three|four|\d+) laps? down) in ({ORDINAL})\b", r"\2, \1"),
    (rf"\b(?:right |way )?(?:up|down) in (?={ORDINAL}\b)", "in "),
    (rf"\b(?:{_UP})(?: (?:up|back))? (?=(?:to|from|into) |{_PLACES})", "climbed "),
    (rf"\b(?:{_DOWN})(?: (?:down|back))? (?=(?:to|from|out of) |{_PLACES})", "dropped "),
    (rf"\bafter (?:{_START}) ", "having started "),
    (r"\bhas gone (fastest|quickest)\b", r"was \1"),
    (r"\ba (?:mere|paltry|measly|scant|bare) (?=(?:tenth|hundredth|thousandth|second|lap|place|point)\b)", "a "),
    (r"\ba (?:mere|paltry|measly|scant|bare) (?=(?:half|quarter)\b)", ""),
    (rf"\ba (?:{_JUDGING}) (?=(?:\d|{SPELLED})[\w.-]*)", ""),
    (r"\b(?:every|each) (?:car|driver|one) (?:in|of|among) the top\b", "the top"),
    (rf"\bnobody(?: has| have)?(?: yet)? (gained|lost|made up|made|led|stopped) more (\w+) than ({NAME})(?=[.,;]|$)",
     r"\3 \1 the most \2"),
    (rf",? ((?:(?:{_ABOUT}) )?(?:[\w-]+ and )?(?:a |an )?[\w.-]+ (?:seconds?|tenths?|hundredths?|thousandths?|s)) "
     rf"(?:better|quicker|faster) than {_ANYONE}", r" by \1"),
    (rf"({NAME}) made (?:his|her) (first|second|third|fourth) stop ((?:\d+|[a-z]+) laps?) (after|later than|before|"
     rf"earlier than) ({NAME})(?=[.,;]|$)", _stop_against),
    (rf"\ball but (\d+|{SPELLED}) of the (\d+) laps\b", _the_others),
    (rf"\b(?:all|everyone|everybody|every (?:car|driver)) (?:but|except|bar) (?=(?:\d+|{SPELLED})\b)", "all save "),
    (r"\ball but\b", "everybody but"),
    (r"(^|(?<=[.!?,;:] )|(?<=and )|(?<=but ))"
     r"(?:no (?:drivers?|cars?|runners?)|not (?:a single|one) (?:driver|car|runner))"
     r"(?= (?:has|have|is|are|was|were)\b)", r"\1nobody"),
    (r"\bthere (has|have) not (?:yet )?been (?:an?|any) (?=[a-z])", r"there \1 been no "),
    (r"\band then by (?=[A-Z])", "and "),
    (r"\bthe last five(?= (?:he|she|they|and|but|while)\b|$|[,.])", "the last five laps"),
)  # fmt: skip
_COMPILED = tuple(
    (re.compile(pattern, re.IGNORECASE), turn)
    for pattern, turn in (
        *TURNS_OF_AMOUNTS_FIRST,
        *TURNS_OF_EDGES,
        *TURNS_OF_OUTCOMES,
        *TURNS_OF_ANSWERS,
        *TURNS_OF_EXCEPTIONS,
        *TURNS_OF_CONTRASTS,
        *TURNS_OF_SMALL_WORDS,
        *TURNS_OF_SHORT_FORMS,
        *TURNS_OF_STOP_POSITIONS,
        *TURNS_OF_WORDS,
        *TURNS_OF_SAYINGS,
        *TURNS_OF_STOPS,
        *TURNS_OF_AMOUNTS,
        *TURNS_OF_POSITIONS,
        *TURNS_OF_GAPS,
        *TURNS_OF_ELLIPSES,
        *TURNS_OF_CLAUSES,
        *TURNS_OF_LAPS,
        *TURNS_OF_COMPARISONS,
        *TURNS_OF_PAIRS,
        *TURNS_OF_GRIDS,
        *TURNS_OF_RESULTS,
        *TURNS_OF_SEVERAL,
        *TURNS_OF_PARTS,
        *TURNS_OF_LEADS,
        *TURNS_OF_VERBS,
        *TURNS_OF_TOOLS,
        *_TURNS,
        *TURNS_OF_A_RACE,
    )
)


def in_plainer_words(text: str) -> str:
    """The text with each turn of phrase as what it says."""
    for pattern, turn in _COMPILED:
        text = pattern.sub(turn, text)
    return text
