"""Holds an answer to what the tools returned: clauses by their claims and pointers, free wordings word for word."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from director.grounding.evidence import Evidence, find_evidence
from director.grounding.render import Rendered, render

if TYPE_CHECKING:
    from director.grounding.free_wording import check

__all__ = ["Evidence", "Rendered", "check", "find_evidence", "render"]


def __getattr__(name: str) -> Any:
    """`check`, imported when it is first asked for: an answer that is made of clauses needs none of the grammar."""
    if name != "check":
        raise AttributeError(f"module 'director.grounding' has no attribute {name!r}")
    return import_module("director.grounding.free_wording").check
