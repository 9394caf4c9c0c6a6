"""Text from outside becomes one harmless line and stays what it was otherwise."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from pitwall.effects.one_line import plain_line
from tests.rows import each_row


@each_row(
    ("text", "line"),
    [
        ("Räikkönen: 漢字 🏁 — 5 s", "Räikkönen: 漢字 🏁 — 5 s"),
        ("two\nlines\r\nand a\ttab", "two lines and a tab"),
        ("\x1b[31mred\x1b[0m", "[31mred [0m"),
        ("nul\x00 and bell\x07", "nul and bell"),
        ("a\u2028b\u2029c\x85d", "a b c d"),
        ("half \ud800 pair", "half pair"),
        ("safe\u202eelif\u202c", "safe elif"),
        ("👩\u200d🚒", "👩\u200d🚒"),
        ("  kept  inside  ", "kept  inside"),
        ("\n\t\x00", ""),
        ("", ""),
    ],
)
def test_by_hand(text: str, line: str) -> None:
    assert plain_line(text) == line


@given(st.text(alphabet=st.characters(categories=None), max_size=60))
def test_of_any_text(text: str) -> None:
    line = plain_line(text)
    assert len(line) <= len(text)
    assert line.encode("utf-8").decode("utf-8").splitlines() in ([], [line])
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in line)
    assert plain_line(line) == line
    if all(char.isprintable() for char in text):
        assert line == text.strip()
