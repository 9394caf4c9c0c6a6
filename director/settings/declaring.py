"""How a setting is declared: its default, what it is, its name in the environment, and what is allowed."""

from __future__ import annotations

from dataclasses import field
from typing import Any

PREFIX = "DIRECTOR_"


def setting(default: Any, description: str, *, name: str = "", **allowed: Any) -> Any:
    """One setting. `name` is its name in the environment where that is not the field's in capitals with DIRECTOR_;
    `allowed` are the limits of its value, as pydantic names them.
    """
    return field(default=default, metadata={"description": description, "name": name, "allowed": allowed})
