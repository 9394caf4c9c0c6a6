"""The answerer that asks a language model."""

from __future__ import annotations

from collections.abc import Sequence

from director.answerers.answer_prompt import answer_request
from director.answerers.base import Refused, Written
from director.defaults import ANSWER_TIMEOUT_S
from director.models.base import Model, ModelError
from director.models.costs import ask_model
from toolgate.contract import Context, JsonObject


class LlmAnswerer:
    """Writes by asking a model; `timeout_s` is for one reply. `system_prompt` stands before the prompt's own rules."""

    def __init__(self, model: Model, *, timeout_s: float = ANSWER_TIMEOUT_S, system_prompt: str = "") -> None:
        self._model = model
        self._timeout_s = timeout_s
        self._system_prompt = system_prompt

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    async def write(
        self,
        question: str,
        data: Sequence[JsonObject],
        context: Context,
        max_chars: int,
        refused: Refused | None = None,
    ) -> Written:
        """The model's answer as it stands. ModelError where it gives none."""
        request = answer_request(
            question, data, context, max_chars=max_chars, refused=refused, system_prompt=self._system_prompt
        )
        reply = await ask_model(self._model, request, self._timeout_s)
        if isinstance(reply.data.get("clauses"), list):
            return reply.data
        answer = reply.data.get("answer")
        if not isinstance(answer, str):
            raise ModelError("unreadable", f"{self.name}: the reply holds no answer")
        return answer
