"""How a phrase that narrows a question is written down: what is said, and the ways in which it can be meant."""

from __future__ import annotations

from typing import Any

from pitwall.query.events import Narrow

SECONDS = "(second|seconds)"


def where(*conditions: list[Any], only: list[str] | None = None) -> dict[str, Any]:
    """A way by conditions on rows, of these relations alone where some are named."""
    return {"where": list(conditions), **({"only": only} if only else {})}


def narrow(said: str, *ways: dict[str, Any]) -> Narrow:
    """What is said, and the ways in which it can be meant, the first that fits first."""
    return {"said": said, "ways": list(ways)}
