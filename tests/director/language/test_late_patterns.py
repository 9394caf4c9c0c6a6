"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import director.language
import director.planners.offline
from director.language.late_patterns import _LatePattern, compile_later


def test_a_pattern_is_compiled_when_it_is_used_and_then_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def counted(pattern: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(pattern)
        return compile_now(pattern, flags)

    compile_now = re.compile
    monkeypatch.setattr(re, "compile", counted)
    pattern = compile_later(r"lap (\d+)", re.IGNORECASE)
    assert compiled == []
    assert [pattern.sub("x", text) for text in ("LAP 3", "lap")] == ["x", "lap"]
    assert (found := pattern.fullmatch("Lap 12")) is not None
    assert found[1] == "12"
    assert pattern.pattern == r"lap (\d+)"
    assert set(compiled) == {r"lap (\d+)"}


def test_every_pattern_that_is_put_off_is_one() -> None:
    late: list[_LatePattern] = []
    for package in (director.language, director.planners.offline):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            for value in vars(importlib.import_module(module.name)).values():
                late += [value] if isinstance(value, _LatePattern) else []
    assert len(late) > 10
    assert all(isinstance(each.groups, int) for each in late), "each compiles"
