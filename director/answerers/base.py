"""The answerer port: a question and clean data in, clauses or a sentence out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from toolgate.contract import Context, JsonObject

Written = JsonObject | str
"""Clauses, `{"language", "clauses"}`, whose values code fills in; or a text, of which every word must be proved."""


Refused = tuple[Written, Sequence[str]]
"""An answer that cannot be used, and why."""


class Answerer(Protocol):
    """Writes an answer, which is then checked against the data."""

    @property
    def name(self) -> str:
        """The backend's name in the registry."""

    async def write(
        self,
        question: str,
        data: Sequence[JsonObject],
        context: Context,
        max_chars: int,
        refused: Refused | None = None,
    ) -> Written:
        """The answer; no clauses or an empty text where the data holds none. ModelError where the model gives none.

        `data` is what `sanitise.answer_data` gives; `refused` is the last answer and why it cannot be used.
        """
