"""Keys and what they mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.input import create_pipe_input

from director.cli.replay.controls import AskAbout, Command, Controls, GoTo, Prompt
from director.cli.replay.keys import HANG_UP, key_of
from tests.rows import each_row


def decoded(*parts: bytes) -> list[str]:
    """The keys of bytes that come in so many reads, and then no more."""
    keys = []
    with create_pipe_input() as terminal:
        for part in parts:
            terminal.send_bytes(part)
            keys += terminal.read_keys()
        keys += terminal.flush_keys()
    return [key for key in map(key_of, keys) if key is not None]


@each_row(
    ("data", "keys"),
    [
        (b" q+-=", [" ", "q", "+", "-", "="]),
        (b"\x1b[C\x1b[D\x1b[A\x1b[B", ["right", "left", "up", "down"]),
        (b"\x1bOC\x1bOD", ["right", "left"]),
        (b"\x1b[1;5C", ["right"]),
        (b"\x1b[15~x", ["x"]),
        (b"\x1b", ["escape"]),
        (b"\r\n\x7f\x08", ["enter", "enter", "backspace", "backspace"]),
        ("Pérez".encode(), list("Pérez")),
        (b"\x00\xff", []),
        (b"\x01\x05\x03\x04\x15", ["home", "end", "interrupt", "end of input", "cut before"]),
        (b"\x1b[H\x1b[F\x1b[3~", ["home", "end", "delete"]),
    ],
)
def test_bytes_are_keys(data: bytes, keys: list[str]) -> None:
    assert decoded(data) == keys


@given(
    st.text(st.characters(min_codepoint=32, exclude_characters="\x7f", exclude_categories=["C", "Z"]), max_size=30),
    st.data(),
)
def test_text_survives_any_cut(text: str, data: st.DataObject) -> None:
    encoded, parts = text.encode(), []
    while encoded:
        size = data.draw(st.integers(1, len(encoded)))
        parts.append(encoded[:size])
        encoded = encoded[size:]
    assert "".join(decoded(*parts)) == text


def test_a_sequence_that_is_cut_is_put_together() -> None:
    assert decoded(b"\x1b[", b"C") == ["right"]


@given(st.binary(max_size=200))
def test_no_bytes_break_it(data: bytes) -> None:
    assert all(len(key) == 1 or key.replace(" ", "").isalpha() for key in decoded(data))


def pressed(*keys: str) -> list[Command]:
    controls = Controls()
    return [command for key in keys if (command := controls.press(key)) is not None]


def test_each_key_has_its_command() -> None:
    assert pressed(" ", "+", "=", "-", "left", "right", "escape", "q") == [
        "pause", "faster", "faster", "slower", "back", "forward", "dismiss", "quit",
    ]  # fmt: skip
    assert pressed("x", "up", "enter", "backspace") == []


def test_digits_and_enter_jump_to_a_lap() -> None:
    assert pressed("2", "3", "enter") == [GoTo(23)]
    assert pressed("2", "3", "backspace", "1", "enter") == [GoTo(21)]
    assert pressed("2", "x", " ", "0", "enter") == [GoTo(20)]
    assert pressed("2", "escape", "q") == ["quit"]
    assert pressed("2", "backspace", "q") == ["quit"]
    assert pressed(*"123456", "enter") == [GoTo(1234)]


@pytest.mark.parametrize("key", ["a", "?"])
def test_a_question_takes_every_key_until_enter(key: str) -> None:
    assert pressed(key, *"who is q 1?", "enter", "q") == [AskAbout("who is q 1?"), "quit"]
    assert pressed(key, "enter", "q") == ["quit"]
    assert pressed(key, *"who", "escape", "q") == ["quit"]
    assert pressed(key, *"whx", "backspace", "o", "left", "enter") == [AskAbout("who")]


def test_the_prompt_shows_what_is_typed() -> None:
    controls = Controls()
    controls.press("a")
    controls.press("w")
    assert controls.prompt == Prompt("question", "w")


def test_a_terminal_that_goes_away_quits_even_out_of_a_prompt() -> None:
    assert pressed("a", "w", HANG_UP) == ["quit"]
