"""Planner backends, by name."""

from __future__ import annotations

PLANNERS: tuple[str, ...] = ("offline",)
