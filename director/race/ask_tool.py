"""`ask` as a tool: a client gets the whole pipeline, a short true answer with its evidence, and not only its parts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from director.answer import Answer
from director.pipeline import Inquiry, ask
from director.race.askable import foreign_timeouts, limits
from director.race.assembly import SERVER
from director.race.backend import Backend, learnt_folder, start_backend
from director.race.catalogues import Catalogues
from director.race.denied import Denials
from director.race.sessions import OpenSession, SessionNames, asked_of, told_of
from director.settings import Settings
from pitwall.context import race_context
from pitwall.tools import schemas as s
from pitwall.tools.tool import DIALECT
from toolgate.contract import SUMMARY_MAX_CHARS, AgentContext, JsonObject, ToolSpec, qualified
from toolgate.envelope import TRUNCATED
from toolgate.runner import Runner

ASK_TOOL = "ask"

_MARGIN_MS = 1000
"""The pipeline keeps the question's time itself; the tool's own is a little longer."""
_QUESTION_CHARS = 500

_CHARS = 4000
_MOST_EVIDENCE, _MOST_STEPS = 200, 50

_INPUT: JsonObject = {
    "$schema": DIALECT,
    "type": "object",
    "additionalProperties": False,
    "required": ["question"],
    "properties": {
        "question": {
            "type": "string",
            "minLength": 1,
            "maxLength": _QUESTION_CHARS,
            "description": "a question about the race, in plain words",
        }
    },
}
_ANSWERED: JsonObject = {
    **s.ENVELOPE,
    "answer": s.text("empty unless the status is answered", longest=_CHARS),
    "status": s.choice("answered", "silent", "failed", description="failed: where a policy denied what it takes, too"),
    "reason": s.text("why there is no answer", longest=_CHARS),
    "as_of": {**s.AS_OF, "type": ["object", "null"], "description": "the moment that the answer describes"},
    "evidence": s.rows(
        s.record(
            {
                "text": s.text("what the answer says", longest=_CHARS),
                "step": s.text("the step that said so", longest=_CHARS),
                "pointer": s.text("where in its output", longest=_CHARS),
                "value": {
                    "type": ["string", "number", "boolean", "null"],
                    "maxLength": _CHARS,
                    "minimum": -1e308,
                    "maximum": 1e308,
                    "description": "what stands there",
                },
            }
        ),
        "what of the answer stands where",
        most=_MOST_EVIDENCE,
    ),
    "steps": s.rows(
        s.record(
            {
                "id": s.text(longest=_CHARS),
                "name": s.text("the tool", longest=_CHARS),
                "arguments": {"type": "object", "description": "what it was called with"},
                "status": s.choice("ok", "failed", "skipped"),
            }
        ),
        "the calls that it took",
        most=_MOST_STEPS,
    ),
}
_OUTPUT: JsonObject = {
    "$schema": DIALECT,
    "type": "object",
    "additionalProperties": False,
    "required": list(_ANSWERED),
    "properties": {**_ANSWERED, "truncated": TRUNCATED},
}


class AskTool:
    """Answers as the agent that calls it: with the tools that its rules let it call, each call recorded as its own."""

    def __init__(self, sessions: Sequence[OpenSession], settings: Settings) -> None:
        """The first session is the one that is meant where a question names none."""
        self._caches = {session.name: session.cache for session in sessions}
        self._names = SessionNames(session.name for session in sessions if len(sessions) > 1)
        self._settings = settings
        self._backend: Backend | None = None
        self._starting = asyncio.Lock()
        self._catalogues = Catalogues()
        self._denials = Denials(learnt_folder(settings), but=ASK_TOOL)
        self._runner: Runner | None = None

    def spec(self) -> ToolSpec:
        """The specification of the tool `ask`."""
        return ToolSpec(
            ASK_TOOL,
            "Asks the race a question in plain words and gives a short answer that is true, with its evidence.",
            _INPUT,
            _OUTPUT,
            self._answer,
            timeout_ms=round(self._settings.deadline_s * 1000) + _MARGIN_MS,
        )

    def through(self, runner: Runner) -> None:
        """Sets the door to the race's tools."""
        self._runner = runner

    async def _answer(self, arguments: JsonObject, agent: AgentContext) -> JsonObject:
        assert self._runner is not None, "the tool is called through its runner"
        runner, backend = self._runner, await self._made()
        specs = [spec for spec in runner.listed(agent) if (spec.server, spec.name) != (SERVER, ASK_TOOL)]
        named = self._names.find(arguments["question"])
        session = named.session or next(iter(self._caches))
        answer = await ask(
            Inquiry(
                question=named.question,
                planner=backend.planner,
                answerer=backend.answerer,
                catalogue=self._catalogues.of(specs),
                context=race_context(self._caches[session].view()),
                call=asked_of(session)(runner.call) if named.session else runner.call,
                agent=agent,
                parallel=frozenset(qualified(spec.server, spec.name) for spec in specs if spec.can_parallel),
                timeouts_s=foreign_timeouts(specs),
                limits=limits(self._settings),
            )
        )
        if named.session:
            answer = replace(answer, text=told_of(session, answer.text, self._settings.answer_max_chars))
        return _payload(await self._denials.told(answer, runner, agent))

    async def _made(self) -> Backend:
        async with self._starting:
            if self._backend is None:
                self._backend = await start_backend(self._settings)
                await self._backend.prepare()
        return self._backend


def _payload(answer: Answer) -> JsonObject:
    whole = answer.to_json()
    steps = [{key: step[key] for key in ("id", "name", "arguments", "status")} for step in whole["steps"]]
    evidence = whole["evidence"][:_MOST_EVIDENCE]
    summary = answer.text or f"No answer: {answer.reason}"
    kept = {key: whole[key] for key in ("answer", "status", "reason", "as_of")}
    return {"summary": summary[:SUMMARY_MAX_CHARS], **kept, "evidence": evidence, "steps": steps[:_MOST_STEPS]}
