"""Drivers whom a question describes by what was said before it: "the other Ferrari", "his teammate", "the Haas man"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct, structs

from director.language.late_patterns import compile_later
from director.planners.base import Turn
from director.planners.offline.conversation.completing import EarlierTurns
from director.planners.offline.knowledge import Knowledge

_SOMEBODY = r"(?:one|guy|man|lad|bloke|boy|driver|car)"
_MATE = compile_later(r"\b(?:his|her) team[ -]?mate\b")
_WHO_IS_HE = compile_later(r"(?:and |so )?who(?:'?s| is| was)? (?:his|her) team[ -]?mate\W*")
_TURNS = 3
"""So many turns before are looked at for somebody of a team."""


class SpokenOf:
    """Whom the turns before a question were about."""

    def __init__(self, memory: Sequence[Turn], knowledge: Knowledge) -> None:
        earlier = EarlierTurns(memory, knowledge)
        self._people, self._read = knowledge.people, knowledge.reader.read
        self._answers = [turn.answer for turn in memory[: -_TURNS - 1 : -1]]
        latest = (earlier.focus_after(turns) for turns in range(len(memory), max(len(memory) - _TURNS, 0), -1))
        self._subjects = [focus.subject if focus is not None else None for focus in latest]

    def mate(self, _: object) -> str | None:
        """The team mate of whom the last answer was about."""
        return self._people.teammate(self._subjects[0]) if self._subjects[0] else None

    def other_of(self, team: object) -> str | None:
        """The team mate of the one of the team who was spoken of last."""
        known = next((who for who in self._subjects if who and self._is_of(who, team)), None) or self.one_of(team)
        return self._people.teammate(known) if known else None

    def one_of(self, team: object) -> str | None:
        """The only one of the team whom the latest answer that names any of it names."""
        named = (self._people.named(self._read(answer)) for answer in self._answers)
        of_team = ([who for who in all_named if self._is_of(who, team)] for all_named in named)
        latest = next((found for found in of_team if found), [])
        return latest[0] if len(latest) == 1 else None

    def _is_of(self, who: str, team: object) -> bool:
        return self._people.entries[who].get("team") == team


WhoOf = Callable[[SpokenOf, object], str | None]
"""Gives the one of a team who is meant."""


class Description(Struct, frozen=True):
    """How somebody of a team is described: what stands before the team and after it, and who that is."""

    before: str
    after: str
    who: WhoOf


DESCRIPTIONS = (
    Description(r"\bthe other ", rf"(?: {_SOMEBODY}\b)?(?! (?:cars|drivers|two|three)\b)", SpokenOf.other_of),
    Description(rf"\bthe {_SOMEBODY} (?:in|from|at|of|for) the ", r"(?: car\b)?", SpokenOf.one_of),
    Description(
        r"\bthe ", rf" (?:{_SOMEBODY}\b(?! (?:is|are) \w+er\b)|(?:in front|ahead|behind)\b(?! of))", SpokenOf.one_of
    ),
)
_PATTERNS = tuple((compile_later(one.before), compile_later(one.after), one.who) for one in DESCRIPTIONS)


def in_names(question: str, memory: Sequence[Turn], knowledge: Knowledge) -> tuple[str, Sequence[Turn]]:
    """A question, and the turns before it, with names for those who are described."""
    turns: list[Turn] = []
    for turn in memory:
        turns.append(structs.replace(turn, question=_in_names(turn.question, turns, knowledge)))
    return _in_names(question, turns, knowledge), turns


def _in_names(question: str, memory: Sequence[Turn], knowledge: Knowledge) -> str:
    found = _described(question, knowledge) if memory else None
    if found is None or knowledge.people.named(knowledge.reader.read(question)):
        return question
    (begin, end), who_of, team = found
    who = who_of(SpokenOf(memory, knowledge), team)
    return f"{question[:begin]}{knowledge.people.name(who)}{question[end:]}" if who else question


def _described(question: str, knowledge: Knowledge) -> tuple[tuple[int, int], WhoOf, object] | None:
    """Where somebody is described, what tells who that is, and of which team; None where nobody is."""
    low = question.lower()
    if (mate := _MATE.search(low)) and not _WHO_IS_HE.fullmatch(low):
        return mate.span(), SpokenOf.mate, None
    for before, after, who_of in _PATTERNS:
        for found in before.finditer(low):
            team = next(iter(knowledge.reader.read(question[found.end() :])), None)
            if team is None or not team.firm or not low.startswith(team.text.lower(), found.end()):
                continue
            rest = after.match(low, found.end() + len(team.text)) if "team" in team.readings else None
            if rest is not None:
                return (found.start(), rest.end()), who_of, team.readings["team"]
    return None
