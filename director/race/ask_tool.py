"""`ask` as a tool: a client gets the whole pipeline, a short true answer with its evidence, and not only its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from director.answer import Answer
from director.pipeline import Inquiry, ask
from director.race.askable import limits
from director.race.assembly import catalogue
from director.race.backend import Backend, start_backend
from director.race.sessions import OpenSession, SessionNames, asked_of, told_of
from director.settings import Settings
from pitwall.context import race_context
from toolgate.contract import SUMMARY_MAX_CHARS, AgentContext, JsonObject, ToolSpec, qualified
from toolgate.runner import Runner

ASK_TOOL = "ask"

_MARGIN_MS = 1000
"""The pipeline keeps the question's time itself; the tool's own is a little longer."""
_QUESTION_CHARS = 500

_TEXT: JsonObject = {"type": "string", "maxLength": 4000}
_EVIDENCE: JsonObject = {
    "type": "object",
    "required": ["text", "step", "pointer", "value"],
    "properties": {"text": _TEXT, "step": _TEXT, "pointer": _TEXT, "value": {}},
}
_STEP: JsonObject = {
    "type": "object",
    "required": ["id", "name", "arguments", "status"],
    "properties": {"id": _TEXT, "name": _TEXT, "arguments": {"type": "object"}, "status": _TEXT},
}
_INPUT: JsonObject = {
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
_OUTPUT: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "required": ["summary", "answer", "status", "reason", "as_of", "evidence", "steps"],
    "properties": {
        "summary": {"type": "string", "maxLength": SUMMARY_MAX_CHARS},
        "answer": {**_TEXT, "description": "empty unless the status is answered"},
        "status": {"enum": ["answered", "silent", "failed"]},
        "reason": {**_TEXT, "description": "why there is no answer"},
        "as_of": {"type": ["object", "null"], "description": "the moment that the answer describes"},
        "evidence": {"type": "array", "items": _EVIDENCE, "maxItems": 200},
        "steps": {"type": "array", "items": _STEP, "maxItems": 50},
    },
}


class AskTool:
    """Answers as the agent that calls it: with the tools that its rules let it call, each call recorded as its own."""

    def __init__(self, sessions: Sequence[OpenSession], settings: Settings) -> None:
        """The first session is the one that is meant where a question names none."""
        self._caches = {session.name: session.cache for session in sessions}
        self._names = SessionNames(session.name for session in sessions if len(sessions) > 1)
        self._settings = settings
        self._backend: Backend | None = None
        self._runner: Runner | None = None

    def spec(self) -> ToolSpec:
        """The tool."""
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
        specs = [spec for spec in runner.listed(agent) if spec.name != ASK_TOOL]
        named = self._names.find(arguments["question"])
        session = named.session or next(iter(self._caches))
        answer = await ask(
            Inquiry(
                question=named.question,
                planner=backend.planner,
                answerer=backend.answerer,
                catalogue=catalogue(specs),
                context=race_context(self._caches[session].view()),
                call=asked_of(session)(runner.call) if named.session else runner.call,
                agent=agent,
                parallel=frozenset(qualified(spec.server, spec.name) for spec in specs if spec.can_parallel),
                limits=limits(self._settings),
            )
        )
        if named.session:
            answer = replace(answer, text=told_of(session, answer.text, self._settings.answer_max_chars))
        return _payload(answer)

    async def _made(self) -> Backend:
        if self._backend is None:
            self._backend = await start_backend(self._settings)
        return self._backend


def _payload(answer: Answer) -> JsonObject:
    whole = answer.to_json()
    steps = [{key: step[key] for key in ("id", "name", "arguments", "status")} for step in whole["steps"]]
    summary = answer.text or f"No answer: {answer.reason}"
    kept = {key: whole[key] for key in ("answer", "status", "reason", "as_of", "evidence")}
    return {"summary": summary[:SUMMARY_MAX_CHARS], **kept, "steps": steps}
