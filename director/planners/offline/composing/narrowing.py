"""What narrows one question, as conditions and arguments of its query, and the steps that find what those need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from director.language.word_lists import words
from director.planners.offline.composing.conditions import OF_SEVERAL, clash, conditions, contrary, filled
from director.planners.offline.composing.form import Form
from director.planners.offline.composing.lexicon import Lexicon, Way
from director.planners.offline.composing.scan import Narrowed, QuestionParts
from director.planners.offline.composing.topics import NotComposed, way_of
from toolgate.contract import JsonObject, Step

_PAIR = 2
DENIED = ("is_not", "not_in")
MOMENTS = words("at_lap at_time")
"""Arguments that say when."""


class Narrowing:
    """The conditions of one question; `steps` are its plan's so far."""

    def __init__(self, reading: QuestionParts, lexicon: Lexicon, form: Form) -> None:
        self._reading = reading
        self._lexicon = lexicon
        self._form = form
        self.steps: list[Step] = []

    def add(self, arguments: JsonObject) -> Step:
        """One more step, the next of the plan."""
        self.steps.append(step := Step(f"s{len(self.steps) + 1}", self._lexicon.tool, arguments, self._lexicon.server))
        return step

    def narrowed(
        self, relation: str, narrows: Iterable[Narrowed], ops: Mapping[str, str] = MappingProxyType({})
    ) -> tuple[list[list[Any]], JsonObject]:
        """Conditions and arguments of what narrows the question, for one relation; `ops`: those that mean others."""
        where: list[list[Any]] = []
        arguments: JsonObject = {}
        ways = [(way_of(self._lexicon, relation, narrow, len(self._whose())), narrow) for narrow in narrows]
        for way, narrow in sorted(ways, key=lambda found: found[0] is not None and (found[0].then or found[0].same)):
            if way is None:
                raise NotComposed("")
            then = {name: value for name, value in arguments.items() if name in MOMENTS} if way.then else {}
            alike = [one for one in where if self._is_of_both(one)] if way.same else ()
            source = self._found(way, narrow, then, alike) if way.find is not None else None
            if narrow.at in self._reading.denied:
                where.append(contrary(way, narrow, where))
                continue
            if clash(where, way.where):
                raise NotComposed("")  # "on mediums and on hards" are two questions
            for field, op, *rest in [*way.where, *self._form.besides(way)]:
                if not rest:
                    where.append([field, op])
                    continue
                value, op = filled(rest[0], narrow.values, source), ops.get(f"{field} {op}", op)
                where.append([field, OF_SEVERAL.get(op, op) if isinstance(value, list) else op, value])
            # Of one who is named it is told what he has, be it more or less.
            told = way.same and self._reading.names_said()
            given = {name: each for name, each in way.arguments.items() if not (told and name == "having")}
            arguments |= {name: filled(each, narrow.values, source) for name, each in given.items()}
        return where, arguments

    def _is_of_both(self, condition: Sequence[Any]) -> bool:
        """Whether a condition is of both who are compared: whose the laps are and which tyre was not used is of one."""
        field, op, *_ = condition
        return field not in self._lexicon.of_cars and not (field == "compound" and op in DENIED)

    def _found(
        self, way: Way, narrow: Narrowed, then: JsonObject, alike: Iterable[Sequence[Any]] = ()
    ) -> tuple[str, str]:
        """The step that finds what the way needs to know, at that moment and of rows alike, and which of its rows is
        meant.
        """
        assert way.find is not None
        find = {**way.find, **then, "where": [list(one) for one in (*way.find.get("where", ()), *alike)]}
        for condition in (one for one in find["where"] if len(one) > len(("field", "op"))):
            his = condition[2] == "{driver}" and "driver" not in narrow.values
            condition[2] = condition[2] if his else filled(condition[2], narrow.values, None)
            if his:
                names = self._whose()
                if len(names) != 1 and not (len(names) == _PAIR and self._reading.than):
                    raise NotComposed("his")  # "was he faster than B since his stop" is of the first who is named
                condition[2] = names[0]
        limit = {"limit": filled(find["limit"], narrow.values, None)} if "limit" in find else {}
        find = {**find, "where": conditions(find["where"]), **limit}
        step = self.add(find)
        pick = str(narrow.values.get("nth", way.pick)) if way.pick == "nth" else way.pick
        return step.id, pick

    def _whose(self) -> list[str]:
        """Whose stop "his stop" is: of who is named, else of who stands in what narrows the question."""
        names = [name for names in self._reading.names.values() for name in names]
        return names or [str(one.values["driver"]) for one in self._reading.narrows if "driver" in one.values]
