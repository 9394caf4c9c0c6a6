"""What a line's plain form is planned as, and the one form in which all that are planned alike are learnt."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import json, structs
from rewriter_lines import Line
from wordings_read import context_of

from director.language.rewriting.marks import AND_THEN, NO_PLAIN, is_mark
from director.planners.offline.plain.asks import split_asks
from director.planners.offline.plain.marking import spoken
from director.planners.offline.planner import OfflinePlanner
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools

SESSION_KINDS = {"quali": "Qualifying", "practice": "Practice"}
"""The session in which the lines of a kind are planned, where it is no race."""
ASKED_BY_EXAMPLE = "example:"
ASKED, LISTED = 3.0, 0.2
"""How much a form counts in the choice that people gave to their own question, and one that was listed."""
SUMMARY = "get_live_snapshot"
"""Whoever asks for no more than this may ask for anything: each keeps its own form."""
VALUES = {
    **{f"D{at}": name for at, name in enumerate(["Hamilton", "Leclerc", "Norris", "Piastri", "Alonso", "Stroll"], 1)},
    "T1": "Ferrari", "T2": "McLaren", "T3": "Mercedes", "L1": "GTP", "L2": "LMP2", "K1": "softs", "K2": "mediums",
    "K3": "hards", "M1": "1:30", "M2": "1:45",
    **{f"N{at}": number for at, number in enumerate(["3", "7", "12", "15", "18", "4", "9", "11"], 1)},
}  # fmt: skip
"""The values with which plain forms are planned."""
Form = tuple[str, tuple[str, ...]]
"""The kind of a session and the tokens of a plain form."""


class PlainPlans:
    """Plans plain forms by examples and grammar alone, each once."""

    def __init__(self) -> None:
        self._catalogue = catalogue(build_tools(StateCache()))
        self._planners: dict[str, OfflinePlanner] = {}
        self._known: dict[Form, str] = {}

    async def calls(self, form: Form) -> str:
        """The calls that a form is planned as, as text; empty where a part of it has none."""
        if form not in self._known:
            self._known[form] = await self._planned(*form)
        return self._known[form]

    async def _planned(self, kind: str, tokens: Sequence[str]) -> str:
        if NO_PLAIN in tokens:
            return NO_PLAIN
        asks = split_asks(tokens)
        if len(asks) > 1:
            calls = [await self.calls((kind, tuple(ask))) for ask in asks]
            return "\n".join(sorted("\n".join(calls).split("\n"))) if all(calls) else ""
        planner = self._planners.setdefault(kind, OfflinePlanner(plainly=False))
        plan = await planner.plan(spoken(tokens, VALUES), self._catalogue, context_of(kind))
        steps = [json.encode([step.name, step.arguments], order="sorted") for step in plan.steps]
        return b"\n".join(sorted(steps)).decode()


def form_of(line: Line) -> Form:
    """The plain form of a line, in its kind of session."""
    return SESSION_KINDS.get(line.kind, "Race"), line.tokens


async def in_one_form(told: Iterable[Line], plans: PlainPlans) -> list[Line]:
    """The lines, their plain questions that are planned alike each in the form that people gave most often."""
    told = list(told)
    often = Counter[Form]()
    for line in told:
        for ask in _asks_of(line):
            often[form_of(line)[0], ask] += ASKED if line.asked_freely else LISTED
    alike: dict[tuple[str, str, tuple[str, ...]], list[Form]] = defaultdict(list)
    for form in often:
        calls = await plans.calls(form)
        if calls not in ("", NO_PLAIN) and SUMMARY not in calls:
            alike[form[0], calls, tuple(sorted(set(filter(is_mark, form[1]))))].append(form)
    one_form: dict[Form, Form] = {}
    for forms in alike.values():
        first = max(forms, key=lambda form: (often[form], -len(form[1])))
        one_form.update(dict.fromkeys(forms, first))
    return [await _in_its_form(line, one_form, plans) for line in told]


async def _in_its_form(line: Line, one_form: Mapping[Form, Form], plans: PlainPlans) -> Line:
    """The line with the form in which it is learnt. An example keeps its own where another tool is planned for it."""
    form, tool = form_of(line), line.kind.removeprefix(ASKED_BY_EXAMPLE)
    if tool != line.kind and f'"{tool}"' not in await plans.calls(form):
        return line
    asks = [one_form.get((form[0], ask), (form[0], ask))[1] for ask in _asks_of(line)]
    tokens = [token for ask in asks for token in (AND_THEN, *ask)][1:]
    return structs.replace(line, tokens=tuple(tokens))


def _asks_of(line: Line) -> list[tuple[str, ...]]:
    """The tokens of each plain question of a line."""
    return [tuple(ask) for ask in split_asks(line.tokens)]
