"""From a follow-up to the question in full that it stands for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from msgspec import structs

from director.language.back_references import says_all, spelt_out
from director.language.grammar import PERSONS, QUESTION_WORDS
from director.language.late_patterns import compile_later
from director.language.tags import without_tag
from director.planners.base import Turn
from director.planners.offline.conversation.asked_as import AS_BEFORE, stood_for
from director.planners.offline.conversation.completion import Completion, FollowUp
from director.planners.offline.conversation.focus import Focus, focus_of, subjects
from director.planners.offline.conversation.groups import says_of_them
from director.planners.offline.conversation.in_few_words import beside_him
from director.planners.offline.conversation.moments import at_a_lap, at_the_end
from director.planners.offline.conversation.others import JOINING, of_another, other_one
from director.planners.offline.conversation.spoken_of import the_car_beside
from director.planners.offline.conversation.ways import WAYS
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.neighbours import is_of_a_neighbour
from toolgate.contract import Plan

_JOINED = compile_later(
    r"(?:(?:and|but|so|ok|okay|well|then|also|hm+|right|cool|nice|alright|ah|oh|yeah|yes|no)\s+)+(?=\S)"
)
_COMPARED = compile_later(r"(?<=\w) compared (?:to|with) (?:that|it|him|her|his|hers|them|those)$")
"""What was told before is there to compare with."""
_HIS = compile_later(r"\b(?:his|her|its)\b")
_HE = compile_later(r"\b(?:he|she|him)\b")
_OF_HIM = compile_later(
    r"(?:and |so |but )?(?:how|why|when|where|what lap|on what lap)?\s*(?:did|has|is|was|does|will|can) (?:he|she)\b"
)
"""A question of what he did is still about him, whomever it names beside."""
_ASKS_WHO = compile_later(r"\b(?:who|whom|whose|which|fastest|slowest|most)\b")
_OF_THE_RACE = compile_later(
    r"\b(?:rain\w*|wet|dry|hot|cold|windy|over|started|safety car|vsc|flags?|race|sprint|session|quali\w*)\b",
    re.IGNORECASE,
)
"""Of these "it" is said without anybody in mind."""
_LAPS = compile_later(r"\blap (\d+)(?: of (\d+))? completed")
_LATEST = 3
"""In so many answers the other one of two is looked for."""
_FEW_WORDS = 12
"""A longer question says itself what it asks."""


class EarlierTurns:
    """The turns before a question, and what is needed to lean on them."""

    def __init__(self, memory: Sequence[Turn], knowledge: Knowledge) -> None:
        own = {tool.name for tool in knowledge.queries.tools}
        self._memory = [turn if all(step.name in own for step in turn.plan.steps) else _silent(turn) for turn in memory]
        self.people = knowledge.people
        self._read = cache(knowledge.reader.read)
        self._in_full = cache(self._say_in_full)
        self._focus = cache(self._say_focus)
        laps = _LAPS.search(knowledge.session)
        self._laps = (int(laps[1]), int(laps[2]) if laps[2] else None) if laps else None
        self._kind = knowledge.lexicon.session_kind

    def completed(self, question: str) -> Completion | None:
        """What the question stands for; None where it leaves nothing out that is known here."""
        if self._leans_on_a_stranger(question) or self._is_of_what_was_not_understood(question):
            return Completion()
        return self._completed(question, len(self._memory))

    def _leans_on_a_stranger(self, question: str) -> bool:
        """Whether "he" or "it" may be whom a question before was about that was not understood."""
        if PERSONS.isdisjoint(spelt_out(question)) or _OF_THE_RACE.search(question) or self._names(question):
            return False
        for turn in reversed(self._memory):
            if turn.plan.steps or self._names(turn.question):
                return False
            if says_all(turn.question) or turn is self._memory[0]:
                strange = any(not (item.known or item.firm) for item in self._read(turn.question))
                return strange or _ASKS_WHO.search(turn.question.lower()) is not None
        return False

    def _is_of_what_was_not_understood(self, question: str) -> bool:
        """Whether it is a name joined to a question that was met with silence: "and Vettel?"."""
        spelt = " ".join(spelt_out(question))
        before = self._memory[-1] if self._memory and _JOINED.match(spelt) else None
        if before is None or before.plan.steps or QUESTION_WORDS.isdisjoint(spelt_out(before.question)):
            return False
        items = self._read(question)
        return any(item.firm for item in items) and all(item.firm or item.said in JOINING for item in items)

    def _names(self, question: str) -> bool:
        return bool(self.people.named(self._read(question)) or self.people.numbered(question.lower()))

    def asked(self, at: int) -> str:
        """The question of a turn, in full where it left something out."""
        turn = self._memory[at]
        if in_full := stood_for(turn.plan):
            return in_full
        found = self._completed(turn.question, at) if not says_all(turn.question) else None
        return found.texts[0] if found is not None and found.texts else turn.question

    @property
    def focus(self) -> Focus | None:
        """What the turns before leave to be asked of."""
        return self._focus(len(self._memory))

    @property
    def spoken_of_before(self) -> str | None:
        """Whom an earlier turn was about, where none of the answers since names anybody: "time left?"."""
        for turns in range(len(self._memory) - 1, 0, -1):
            if self.people.named(self._read(self._memory[turns].answer)):
                return None
            if (focus := self._focus(turns)) is not None and focus.subject:
                return focus.subject
        return None

    def focus_after(self, turns: int) -> Focus | None:
        """What the first so many turns leave to be asked of."""
        return self._focus(turns)

    def _completed(self, question: str, turns: int) -> Completion | None:
        asked = self._asked(question, turns)
        if asked is None and turns and says_of_them(question):
            return Completion()
        if asked is None:
            return None
        of_two = (asked.focus.both and asked.focus.subject is None) or self._asks_again_of_another(question, turns)
        if is_of_a_neighbour(question) and not of_two:
            return the_car_beside(asked) if asked.joined else beside_him(asked)
        if (instead := other_one(asked, self._read)) is not None:
            if not instead:
                return Completion()
            asked = self._follow_up(instead, instead.lower(), joined=True, focus=asked.focus, turns=turns)
        if (found := _first_way(asked)) is not None:
            # Who was asked for by the question before, and found, is whom the next one is about.
            certain = asked.focus.found and found.texts and found.of == frozenset({asked.focus.subject})
            return structs.replace(found, surely=True) if certain else found
        if (ended := at_the_end(asked)) is not None and (rest := _first_way(structs.replace(asked, said=ended[0]))):
            return structs.replace(rest, texts=tuple(f"{text} on lap {ended[1]}" for text in rest.texts))
        if instead or _COMPARED.search(" ".join(spelt_out(question))):
            return Completion((instead or asked.said,), frozenset(asked.named), surely=bool(instead))
        return None

    def _asks_again_of_another(self, question: str, turns: int) -> bool:
        """Whether the turn before asked of another what the one before it asked, and the question names neither."""
        if not says_all(question) or not PERSONS.isdisjoint(spelt_out(question)):
            return False
        latest = self._memory[max(turns - 2, 0) : turns]
        tools = [[step.name for step in turn.plan.steps] for turn in latest]
        return len(latest) == 2 and tools[0] == tools[1] != [] and not says_all(latest[1].question)

    def _asked(self, question: str, turns: int) -> FollowUp | None:
        """The question as a follow-up; None where it is too long for one, or follows nothing."""
        spelt = " ".join(spelt_out(question))
        if not spelt or len(spelt.split()) > _FEW_WORDS or (focus := self._focus(turns)) is None:
            return None
        said = _COMPARED.sub("", _JOINED.sub("", spelt) if _JOINED.match(spelt) else spelt)
        joined = said != spelt or spelt.startswith(("what about", "how about"))
        return self._follow_up(question, said, joined=joined, focus=focus, turns=turns)

    def _say_focus(self, turns: int) -> Focus | None:
        focus = focus_of(self._memory[:turns], self.people, self._read, self._in_full)
        if focus is None or focus.found or not focus.turn:
            return focus
        alone = focus.subject is None and not focus.pair
        if alone and _ASKS_WHO.search(focus.question):
            return focus
        question = self._memory[focus.turn].question
        if self._completed(question, focus.turn) is None or (before := self._focus(focus.turn)) is None:
            return focus
        if alone and not focus.listed:
            return structs.replace(focus, subject=before.subject, pair=before.pair, both=before.both)
        his = before.subject in focus.pair and (
            _OF_HIM.match(question.lower()) or not self.people.named(self._read(question))
        )
        stays = alone or his
        return structs.replace(focus, subject=before.subject) if stays else focus

    def _follow_up(self, question: str, said: str, *, joined: bool, focus: Focus, turns: int) -> FollowUp:
        items = tuple(self._read(question))
        base = tuple(self._read(focus.question))
        named_class = next((str(item.readings["class"]) for item in base if item.firm and "class" in item.readings), "")
        return FollowUp(
            said,
            joined,
            items,
            self.people.named(items) or self.people.numbered(said) or self.people.loosely(items, JOINING),
            focus,
            self.people,
            self._kind,
            self._laps,
            named_class,
            lambda: subjects(self._memory[:turns], self.people, self._read),
            base,
            lambda who: self._pair_of(who, turns),
        )

    def _pair_of(self, who: str, turns: int) -> tuple[str, ...]:
        """The two whom one of the last answers was about, where he is one of them."""
        latest = (self._focus(at) for at in range(turns, max(turns - _LATEST, 0), -1))
        return next((focus.pair for focus in latest if focus is not None and who in focus.pair), ())

    def _say_in_full(self, at: int) -> str:
        """The question of a turn in full, with names for pronouns."""
        question = without_tag(self._memory[at].question)
        if in_full := stood_for(self._memory[at].plan):
            return in_full.lower()
        if says_all(question):
            return " ".join(spelt_out(question))
        found = self._completed(question, at)
        if found is not None and found.texts:
            return found.texts[0].lower()
        asked = self._asked(question, at)
        ways = (at_a_lap, of_another)
        if asked is not None and (again := next((text for way in ways if (text := way(asked))), None)):
            return again
        if self._memory[at].plan.rationale.endswith(AS_BEFORE):
            steps = self._memory[at].plan.steps
            same = (before for before in range(at - 1, -1, -1) if self._memory[before].plan.steps == steps)
            return self._in_full(before) if (before := next(same, None)) is not None else ""
        said = " ".join(spelt_out(question))
        called = self.people.called(self._memory[at].plan)
        if len(called) == 1 and not self.people.named(self._read(question)):
            name = self.people.name(called[0]).lower()
            said = _HE.sub(name, _HIS.sub(f"{name}'s", said))
        return said


def _first_way(asked: FollowUp) -> Completion | None:
    return next((found for way in WAYS if (found := way(asked)) is not None), None)


def _silent(turn: Turn) -> Turn:
    """A turn whose call is no question that can be asked again."""
    return structs.replace(turn, plan=Plan(), answer="")
