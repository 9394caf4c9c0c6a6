"""Later turns that the rewriter learns from, made of questions that were asked in full."""

from __future__ import annotations

import random
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

_SPEC = spec_from_file_location("leaning_lines", Path(__file__).resolve().parents[1] / "tools" / "leaning_lines.py")
assert _SPEC is not None and _SPEC.loader is not None  # noqa: PT018 - both are there, or the next line says so
leaning: Any = module_from_spec(_SPEC)
_SPEC.loader.exec_module(leaning)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("how old are {driver}'s tyres", "how old are his tyres"),
        ("has {driver} stopped", "has he stopped"),
        ("gap to {driver}", "gap to him"),
        ("{driver} is slow?", "he is slow?"),
        ("{driver} tyres", None),
        ("{driver} or {driver}", None),
    ],
)
def test_whoever_was_named_becomes_he_where_it_is_plain_how(question: str, said: str | None) -> None:
    assert leaning.about_him(question) == said


def test_a_later_turn_means_what_the_whole_question_meant_of_whom_it_names_now() -> None:
    asked = [
        leaning.Asked("race", "has {driver} been in yet", "has {driver} pitted", "1"),
        leaning.Asked("race", "who is up front in the race now", "who leads", "2"),
        leaning.Asked("race", "order on lap {l} please", "what was the order on lap {l}", "3"),
    ]
    made = [turn for seed in range(20) for turn in leaning.later_turns(asked, random.Random(seed))]
    of_him = {(turn.question, turn.plain, turn.named) for turn in made if " he " in turn.question}
    assert of_him == {("has he been in yet", "has {driver} pitted", "{driver}")}
    again = {(turn.before, turn.plain) for turn in made if "{other}" in turn.question}
    assert again == {("has {driver} pitted", "has {other} pitted")}
    laps = {(turn.before, turn.plain, turn.named) for turn in made if "{m}" in turn.question}
    assert laps == {("what was the order on lap {l}", "what was the order on lap {m}", "")}
    whole = {(turn.before, turn.named) for turn in made if turn.plain == "who leads"}
    assert whole == {("has {someone} pitted", "{someone}")}
