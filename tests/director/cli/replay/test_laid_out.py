"""A frame of the replay lays out what has changed since the one before, and nothing else."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from director.cli.replay import board as board_module
from director.cli.replay.board import board, columns
from director.cli.replay.frame import Frame, Row, make_frame
from director.cli.replay.laid_out import LaidOut
from director.cli.replay.screen import Status, screen
from pitwall.sources import open_source
from pitwall.state import StateCache

SIM = StateCache().load(open_source("sim:seed=3,cars=6,laps=4"))


def console() -> Console:
    return Console(file=io.StringIO(), width=100, height=24, force_terminal=True, legacy_windows=False)


def text(on: Console) -> str:
    assert isinstance(on.file, io.StringIO)
    return on.file.getvalue()


def frame() -> Frame:
    return make_frame(SIM.view("lap:3"), 4, {"pairs": [], "summary": "no battle"})


def test_the_same_values_in_the_same_room_are_laid_out_once() -> None:
    made, on = list[str](), console()

    def make(said: str) -> Text:
        made.append(said)
        return Text(said)

    for said in ("one", "two", "one", "one"):
        on.print(LaidOut(make, said))
    on.print(LaidOut(make, "one"), width=30)
    assert made == ["one", "two", "one"]
    assert [line.strip() for line in text(on).split("\n") if line.strip()] == ["one", "two", "one", "one", "one"]


def test_of_the_board_only_rows_that_have_changed_are_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    on, told = console(), list[str]()
    line = board_module._line

    def counted(row: Row, chosen: object) -> Text:
        told.append(row.code)
        return line(row, chosen)  # type: ignore[arg-type]

    monkeypatch.setattr(board_module, "_line", counted)
    rows = frame().rows
    on.print(board(rows, columns(90), 20))
    changed = (rows[0], replace(rows[1], gap="+99.9"), *rows[2:])
    on.print(board(changed, columns(90), 20))
    assert told == [*(row.code for row in rows), rows[1].code]
    assert "+99.9" in text(on)


def test_a_frame_that_has_changed_is_shown_as_it_is() -> None:
    """Nothing of the frame before is left on the screen, whatever it was that changed."""
    on, first = console(), frame()
    told = [
        (first, Status(1.0), "lap"),
        (replace(first, title="Another race"), Status(1.0), "Another race"),
        (replace(first, flag="red flag", mood="danger"), Status(1.0), "RED FLAG"),
        (replace(first, clock="09:08:07"), Status(1.0), "09:08:07"),
        (replace(first, progress="3/77 laps", laps=77), Status(1.0), "3/77 laps"),
        (replace(first, battles=("P1 A 0.1 s behind B",)), Status(1.0), "0.1 s behind B"),
        (replace(first, notices=()), Status(1.0, paused=True), "PAUSED 1x"),
        (first, Status(1.0, note="no such lap"), "no such lap"),
    ]
    for shown, status, expected in told:
        before = len(text(on))
        on.print(screen(shown, status, 100, 24))
        assert expected in text(on)[before:]


def test_wide_letters_keep_the_columns_in_line() -> None:
    on = Console(file=io.StringIO(), width=140, height=24, legacy_windows=False)
    rows = [replace(row, name="周冠宇周冠宇周冠宇") for row in frame().rows]
    on.print(board(rows, columns(90), 20))
    lines = [line.rstrip() for line in text(on).split("\n") if "周" in line]
    assert len(lines) == len(rows)
    assert len({cell_len(line[: line.index(row.last_lap)]) for line, row in zip(lines, rows, strict=True)}) == 1
