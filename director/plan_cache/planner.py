"""The planner that asks a language model only for what it has not planned before."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import partial

import orjson

from director.defaults import MAX_STEPS
from director.plan_cache.question_form import QuestionForm, QuestionReader
from director.plan_cache.store import Entry, PlanStore, Scope
from director.plan_cache.template import NotReusable, make_template
from director.planners.base import ChoosingPlan, Planner, StepFault, Turn, WatchedPlan, replanned
from director.planners.offline.commands import is_command
from director.planners.per_catalogue import PerCatalogue
from director.validator import validate_plan
from toolgate.contract import Context, JsonObject, Plan, Verdict


class CachingPlanner:
    """Caches another planner's plans that gave an answer, and reuses them for questions of the same form.

    A plan is cached if each of its values comes from the question, a tool's schema or a default; a plan with an effect
    never is. Questions that refer to earlier ones bypass the cache. `most` is the number of plans cached.
    """

    def __init__(self, planner: Planner, most: int, *, max_steps: int = MAX_STEPS) -> None:
        self._planner = planner
        self._max_steps = max_steps
        self._reader = QuestionReader()
        self._digests = PerCatalogue(_digest)
        self._store = PlanStore(most)

    @property
    def name(self) -> str:
        """The name of the other planner."""
        return self._planner.name

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        """A cached plan with the values of this question; the other planner's plan where none fits."""
        reading = self._reader.read(question, catalogue, context)
        if reading is None or (memory and not reading.stands_alone(context.vocabularies)):
            return await self._planner.plan(question, catalogue, context, memory)
        scope: Scope = self._digests.of(catalogue), context.session_kind
        if (kept := self._kept(scope, reading, catalogue, context)) is not None:
            return kept
        plan = await self._planner.plan(question, catalogue, context, memory)
        if isinstance(plan, ChoosingPlan):
            return plan  # its second half is chosen by values: the first one alone answers nothing
        remembered = frozenset(step.name for turn in memory for step in turn.plan.steps)
        learn = partial(self._learn, scope, reading, catalogue, context, remembered)
        return WatchedPlan(plan.steps, plan.rationale, learn)

    async def replan(
        self,
        question: str,
        catalogue: Sequence[JsonObject],
        context: Context,
        memory: Sequence[Turn],
        tried: Plan,
        faults: Sequence[StepFault],
        values: Sequence[JsonObject] = (),
    ) -> Plan:
        """The other planner's second plan. It depends on the faults of the first, so it is not cached."""
        return await replanned(self._planner, question, catalogue, context, memory, tried, faults, values)

    def _kept(
        self, scope: Scope, reading: QuestionForm, catalogue: Sequence[JsonObject], context: Context
    ) -> WatchedPlan | None:
        entry = self._store.find(scope, reading)
        if entry is None:
            return None
        plan = entry.template.fill(reading)
        if plan is None or self._checked(plan, catalogue, context).steps != plan.steps:
            self._store.drop(entry)
            return None
        return WatchedPlan(plan.steps, plan.rationale, partial(self._reconsider, entry), cached=True)

    def _checked(self, plan: Plan, catalogue: Sequence[JsonObject], context: Context) -> Plan:
        return validate_plan(
            plan.to_json(), list(catalogue), self._max_steps, vocabularies=context.vocabularies
        ).accepted

    def _learn(
        self,
        scope: Scope,
        reading: QuestionForm,
        catalogue: Sequence[JsonObject],
        context: Context,
        remembered: frozenset[str],
        verdict: Verdict,
        went_well: bool,
    ) -> None:
        """Caches a plan that gave an answer, as the validator repaired it.

        Within a conversation, only a plan with none of the earlier turns' tools, which may have led to that choice.
        """
        steps = verdict.accepted.steps
        names = {step.name for step in steps}
        acting = {entry["name"] for entry in catalogue if is_command(entry)}
        if not (went_well and steps) or verdict.rejected or names & (acting | remembered):
            return
        try:
            template = make_template(verdict.accepted, reading, catalogue, context)
        except NotReusable:
            return
        self._store.add(Entry(scope, reading, template, context.session or "?" if template.assumed else ""))

    def _reconsider(self, entry: Entry, verdict: Verdict, went_well: bool) -> None:
        """Drops a cached plan that gave no answer this time."""
        if not went_well:
            self._store.drop(entry)


def _digest(catalogue: Sequence[JsonObject]) -> str:
    """A hash of what the catalogue says. In which order an object has its members makes no difference."""
    return hashlib.sha256(orjson.dumps(list(catalogue), option=orjson.OPT_SORT_KEYS)).hexdigest()
