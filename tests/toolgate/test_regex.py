"""Patterns in linear time: what they find, what they refuse, and how long the worst of them take."""

from __future__ import annotations

import re
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rows import each_row
from toolgate import regex
from toolgate.policy import ModePolicy
from toolgate.policy.predicates import Predicate

EVIL = ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", r"^([a-z]+)*$", "(x+x+)+y"]
PATIENT_S = 2.0
"""A backtracking engine takes minutes for what a linear one does in microseconds."""


@each_row("pattern", EVIL)
@each_row("length", [28, 5_000])
def test_no_pattern_and_no_text_makes_it_run_away(pattern: str, length: int) -> None:
    started = time.process_time()
    for letter in "ax":
        assert regex.compile(pattern).search(letter * length + "!") is None
    assert time.process_time() - started < PATIENT_S


@pytest.mark.parametrize("pattern", EVIL)
def test_deny_allow_and_when_end_at_once(pattern: str) -> None:
    started = time.process_time()
    name = "a" * 28 + "!"
    assert ModePolicy("open", deny=[pattern]).decide(name, "READ_ONLY").allowed  # type: ignore[arg-type]
    assert not ModePolicy("guarded", allow=[pattern]).decide(name, "STATEFUL").allowed  # type: ignore[arg-type]
    assert not Predicate({"text": {"pattern": pattern}}, "$", "rule").met({"text": name})
    keys = {"patternProperties": {pattern: False}, "type": "object"}
    assert Predicate({"box": keys}, "$", "rule").met({"box": {name: 1}})
    assert time.process_time() - started < PATIENT_S


@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        ("(?=a)b", "look-aheads"),
        ("(?!a)b", "look-aheads"),
        ("(?<=a)b", "look-behinds"),
        ("(?<!a)b", "look-behinds"),
        (r"(a)\1", "backreferences"),
        ("a*+", "possessive"),
        ("a{1,5000}", "repetitions"),
        ("(", "missing"),
        ("[z-a]", "range"),
        ("a" * 2_001, "2000 characters"),
        pytest.param("\ud800", "surrogate", id="surrogate"),
    ],
)
def test_what_is_not_supported_is_named(pattern: str, named: str) -> None:
    with pytest.raises(regex.RegexError, match=named) as caught:
        regex.compile(pattern)
    assert "\n" not in str(caught.value)


def test_a_setting_that_the_engine_does_not_know_stops_the_start_by_name() -> None:
    with pytest.raises(ValueError, match=r"deny\[1\]: .*look-aheads are not supported"):
        ModePolicy("open", deny=["ok", "(?=x)"])


def test_hits_have_positions_and_can_be_replaced() -> None:
    pattern = regex.compile(r"(\w+)=(\w+)?")
    hits = list(pattern.finditer("äö a=b, c= d"))
    assert [(hit.start(), hit.end(), hit.group(1), hit.group(2)) for hit in hits] == [
        (3, 6, "a", "b"),
        (8, 10, "c", None),
    ]
    assert pattern.sub(lambda hit: f"{hit.group(1)}=***", "äö a=b, c= d") == "äö a=***, c=*** d"
    assert pattern.sub(r"\1=?", "a=b") == "a=?"
    assert regex.compile("a+").fullmatch("aab") is None
    assert regex.compile("a+").fullmatch("aa") is not None


def test_half_a_surrogate_pair_in_a_text_is_no_crash() -> None:
    hit = regex.compile("b+").search("a\ud800bb")
    assert hit is not None
    assert (hit.start(), hit.end()) == (2, 4)
    assert regex.compile("b").sub("-", "a\ud800b") == "a\ufffd-"


PIECES = st.lists(st.sampled_from(["a", "b", ".", "a*", "(a|b)", "[ab]", "^", "$", "b?", "(ab)+", "c"]), max_size=6)


@given(PIECES.map("".join), st.text("abc", max_size=12))
def test_it_finds_what_re_finds(pattern: str, text: str) -> None:
    ours, theirs = regex.compile(pattern).search(text), re.search(pattern, text)
    assert (ours is None) == (theirs is None)
    if ours is not None and theirs is not None:
        assert (ours.start(), ours.end()) == (theirs.start(), theirs.end())


def test_the_engine_is_loaded_only_with_the_first_pattern() -> None:
    code = "import sys, toolgate.policy; assert 're2' not in sys.modules; toolgate.policy.ModePolicy('open', deny='x')"
    subprocess.run([sys.executable, "-c", f"{code}; assert 're2' in sys.modules"], check=True)
