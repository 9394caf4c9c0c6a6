"""Words that the question lends to its answer: `just one so far` of safety cars, `the Williams` of the one asked about.

What is said of `his Aston Martin` is told of its driver where the calls ask about him alone and the team is his; a
session by its name is told as the session where it is that one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from director.grounding.asked_people import asked_of
from director.grounding.english.full_names import short_names
from director.grounding.english.tokens import NamesInText
from director.grounding.english.turns.patterns import HEAD, MANY
from director.grounding.values import Drivers
from toolgate.contract import StepResult

_Turn = tuple[re.Pattern[str], str]
_KINDS = {"safety_car": "safety car", "vsc": "virtual safety car", "red": "red flag", "yellow": "yellow flag"}
_COUNTED = {"get_lead_changes": "lead change", "get_overtakes": "overtake"}
"""What a call counts of a race, whatever its arguments."""
_VERB = r"(?=(?:is|has|was|had|sits|runs|lies|started|lost|gained|stopped|pitted)\b)"
_STOPPED = r"(?=(?:was|has been|had to be|is) (?:red-flagged|stopped|halted|interrupted|suspended|under|over|green)\b)"
_CARS = re.compile(
    r"(?<!the )\b(?:cars?|numbers|nos\.) (\d+(?:(?:, and|,| and) \d+)*)\b"
    r"(?! (?:laps?|to|s|seconds?|\w+ths?|cars?|places?|stops?)\b)(?!s\b)(?![.:]\d)",
    re.IGNORECASE,
)
_FEW = (3, 6)
"""How many laps are a few."""


def as_asked(steps: Sequence[StepResult], drivers: Drivers, names: NamesInText, session: str) -> Callable[[str], str]:
    """What puts a text into family names, and into what its words stand for beside these calls."""
    shortened = short_names(drivers, names)
    turns = [
        *_of_one(steps, drivers, names),
        *_of_counted(steps),
        *_of_few_laps(steps),
        *_of_session(session),
    ]

    def told(text: str) -> str:
        text = _CARS.sub(lambda match: _by_number(match, drivers), shortened(text))
        for pattern, plain in turns:
            text = pattern.sub(plain, text)
        return text

    return told


def _by_number(match: re.Match[str], drivers: Drivers) -> str:
    """`cars 5 and 30` by the names of their drivers, where all of them take part."""
    entries = [drivers.get(number) for number in re.findall(r"\d+", match[1])]
    named = [str(entry.get("name") or "").rpartition(" ")[2] for entry in entries if entry and entry.get("name")]
    if not all(named) or len(named) != len(entries):
        return match[0]
    numbers = iter(named)
    return re.sub(r"\d+", lambda _: next(numbers), match[1])


def _of_one(steps: Sequence[StepResult], drivers: Drivers, names: NamesInText) -> Iterator[_Turn]:
    """`the Williams is seventh, a place down on its grid slot`: of the driver asked about, where nobody else is."""
    cars = {token.text for token in asked_of(steps, drivers)}
    entry = drivers.get(next(iter(cars))) if len(cars) == 1 else None
    if entry is None or any(not step.arguments.get("driver") for step in steps):
        return
    family = str(entry.get("name") or "").rpartition(" ")[2] or str(entry["car"])
    teams = [one for one, of in names.teams.items() if of == entry.get("team")]
    if teams:
        called = "|".join(map(re.escape, sorted(teams, key=len, reverse=True)))
        its = re.compile(rf"({HEAD}(?:the|his|her) (?:{called})\b[^.;]*?) its\b", re.IGNORECASE)
        yield its, r"\1 his"
        yield re.compile(rf"{HEAD}(?:the|his|her) (?:{called}) {_VERB}", re.IGNORECASE), f"{family} "
    yield re.compile(r"^his (?=(?:\w+ )?(?:pit )?stop(?: on lap \d+)? cost\b)", re.IGNORECASE), f"{family}'s "


def _of_counted(steps: Sequence[StepResult]) -> Iterator[_Turn]:
    """`just one so far, on laps 1 to 5`: of what the only call counts."""
    if len(steps) != 1:
        return
    step = steps[0]
    noun = _COUNTED.get(step.name, "")
    if step.name == "get_track_status":
        noun = _KINDS.get(str(step.arguments.get("kind") or ""), "")
    elif step.name == "get_pit_stops" and step.arguments.get("driver"):
        noun = "stop"
    if not noun:
        return
    begins = r"(?:(?:just|only|there (?:has|have) been(?: just| only)?) )?"
    ends = r"(?= so far\b| up to now\b| yet\b|, on laps? \d)"
    yield re.compile(rf"{HEAD}({begins})(one|1|a single one){ends}", re.IGNORECASE), rf"\1one {noun}"
    yield re.compile(rf"{HEAD}({begins})({MANY}){ends}", re.IGNORECASE), rf"\1\2 {noun}s"


def _of_few_laps(steps: Sequence[StepResult]) -> Iterator[_Turn]:
    """`over the last few laps`: over those that the only call is of, where they are few."""
    spans = {laps for step in steps if (laps := _laps_of(step))}
    if len(spans) != 1 or not _FEW[0] <= (laps := spans.pop()) <= _FEW[1]:
        return
    yield re.compile(r"\bthe (?:last|past) (?:few|several|handful of) laps\b", re.IGNORECASE), f"the last {laps} laps"


def _laps_of(step: StepResult) -> int:
    """Over how many laps a result compares: as many as were asked for, or those of its trend."""
    output = step.envelope
    if step.name == "get_lap_times":
        return int(step.arguments.get("last_n") or 0)
    trend = output.get("trend")
    first = trend[0].get("lap") if isinstance(trend, list) and trend and isinstance(trend[0], dict) else None
    now = (output.get("as_of") or {}).get("lap")
    return now - first if isinstance(first, int) and isinstance(now, int) else 0


def _of_session(session: str) -> Iterator[_Turn]:
    """`practice was red-flagged once`: the session was, where it is a practice."""
    kind = session.lower()
    called = [name for name in ("practice", "qualifying", "sprint") if re.search(rf"{name}\b", kind)]
    for number, word in enumerate(("first", "second", "third"), start=1):
        called += [f"fp{number}", f"practice {number}", f"{word} practice"] if f"practice {number}" in kind else []
    if called:
        named = "|".join(sorted(called, key=len, reverse=True))
        yield re.compile(rf"{HEAD}(?:the )?(?:{named})(?: session)? {_STOPPED}", re.IGNORECASE), "the session "
