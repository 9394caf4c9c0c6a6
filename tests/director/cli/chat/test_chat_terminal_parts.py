"""The parts of the terminal chat: what is typed, what it asks for, and when now is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from director.chat.commands import Ask, Do, Unknown, read_line
from director.cli.chat.conversation import Conversation
from director.cli.chat.editor import LineEditor
from director.cli.chat.moment import Now
from pitwall.sources import open_source
from pitwall.state import BadMoment, StateCache
from pitwall.state.liveness import Liveness
from tests.rows import each_row


def typed(editor: LineEditor, *keys: str) -> list[str]:
    return [line for key in keys if (line := editor.press(key)) is not None]


def test_a_line_is_typed_corrected_and_entered() -> None:
    editor = LineEditor()
    assert typed(editor, *"whx", "backspace", *"o leads", "home", *"hey ", "end", "?", "enter") == ["hey who leads?"]
    assert (editor.text, editor.cursor) == ("", 0)
    assert typed(editor, *"who is leading", "cut word", *"last", "enter") == ["who is last"]
    assert typed(editor, *"abc", "left", "left", "delete", "cut after", "enter") == ["a"]
    assert typed(editor, *"abc", "left", "cut before", "enter") == ["c"]
    assert typed(editor, "backspace", "delete", "left", "right", "down", "cut word", "enter") == [""]


def test_earlier_lines_come_back_and_what_was_being_typed_too() -> None:
    editor = LineEditor(["one", "two"])
    typed(editor, *"thr", "up")
    assert editor.text == "two"
    typed(editor, "up", "up")
    assert editor.text == "one"
    typed(editor, "down", "down", "down")
    assert editor.text == "thr"
    assert typed(editor, *"ee", "enter", "up", "enter", "up", "up", "enter") == ["three", "three", "two"]


KEYS = st.lists(
    st.sampled_from(["left", "right", "home", "end", "up", "down", "backspace", "delete", "cut word", "cut before",
                     "cut after", "enter", "escape"]) | st.characters(exclude_categories=["C", "Z"])
)  # fmt: skip


@given(KEYS, st.integers(2, 20))
def test_whatever_is_pressed_the_line_fits_and_the_cursor_is_in_it(keys: list[str], width: int) -> None:
    editor = LineEditor(["earlier", "漢字 question"])
    for key in keys:
        editor.press(key)
        assert 0 <= editor.cursor <= len(editor.text)
        shown, column = editor.shown(width)
        assert cell_len(shown) <= width
        assert shown in editor.text
        assert 0 <= column < width


@each_row(
    ("line", "read"),
    [
        ("", None),
        ("  \x00 ", None),
        (" who leads? ", Ask("who leads?")),
        ("/at lap:5", Do("at", "lap:5")),
        ("/AT  00:10:00 ", Do("at", "00:10:00")),
        ("/at", Do("at")),
        ("/q", Do("quit")),
        ("/e", Do("explain")),
        ("/", Unknown("/")),
        ("/ leads", Unknown("/")),
        ("/dance now", Unknown("/dance")),
    ],
)
def test_a_line_is_a_question_or_a_command(line: str, read: Any) -> None:
    assert read_line(line) == read


class Clock:
    t = 100.0

    def __call__(self) -> float:
        return self.t


@pytest.fixture(scope="module")
def cache() -> StateCache:
    return StateCache().load(open_source("sim:seed=3,cars=6,laps=8"))


def test_without_a_speed_now_stands_where_it_was_put(cache: StateCache) -> None:
    cache.pin("lap:3")
    now = Now(cache, None, "lap:3")
    now.pin()
    assert cache.view().lap == 3
    now.go_to("lap:6")
    now.pin()
    assert cache.view().lap == 6
    with pytest.raises(BadMoment, match="choose a lap from 0 to 8"):
        now.go_to("lap:60")
    assert cache.view().lap == 6


def test_with_a_speed_now_moves_from_the_start_or_from_where_it_was_put(cache: StateCache) -> None:
    clock = Clock()
    cache.pin("end")
    now = Now(cache, 10.0, None, clock)
    start = cache.view().t
    assert cache.view().lap == 0
    clock.t += 5
    now.pin()
    assert cache.view().t <= start + 50
    assert cache.view().t > start + 40
    now.go_to("lap:4")
    at = cache.view().t
    clock.t += 2
    now.pin()
    assert at + 15 < cache.view().t <= at + 20
    clock.t += 1e6
    now.pin()
    assert cache.view().finished

    cache.pin("end")
    cache.pin("lap:2")
    Now(cache, 10.0, "lap:2", clock)
    assert cache.view().lap == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [("sync: lights out now", "lights out now"), ("SYNC: 40", "40"), ("/sync off", "off"), ("/sy", "")],
)
def test_a_broadcast_is_spoken_of_in_a_line_of_its_own(line: str, said: str) -> None:
    assert read_line(line) == Do("sync", said)


def test_the_chat_tells_how_late_it_is_or_why_it_cannot_be() -> None:
    cache = StateCache().load(open_source("sim:cars=2,laps=1"))
    asker: Any = SimpleNamespace(race=SimpleNamespace(cache=cache), now=Now(cache, None, None))
    conversation = Conversation(asker, lambda entry: None)
    assert conversation.do(Do("sync", "40")) == "/sync: only a live race can be synchronised with its broadcast"
    cache.liveness = Liveness(lambda: "", lambda: 0.0)
    cache.liveness.hear(cache.times[-1])
    assert conversation.do(Do("sync", "40")).startswith("Told 40.0 s late. ")
    assert cache.view().t == pytest.approx(cache.times[-1] - 40.0)
