"""What the screen shows of a moment, and that it fits the terminal."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from rich.console import Console

from director.cli.replay.board import NARROW, board_width, columns
from director.cli.replay.controls import Prompt
from director.cli.replay.frame import Frame, make_frame
from director.cli.replay.screen import ShownAnswer, Status, screen
from pitwall.events import CarTiming, Driver, RaceControl, Roster, Session, SessionStatus, TimeLeft, Timing
from pitwall.sources import open_source
from pitwall.state import RaceView, StateCache
from pitwall.tools.get_current_battle import build_get_current_battle_tool
from tests.rows import each_row
from toolgate.contract import ANONYMOUS, JsonObject

SIM = StateCache().load(open_source("sim:seed=3,cars=20,laps=12"))


def battle(cache: StateCache, lap: int | None = None) -> JsonObject:
    tool = build_get_current_battle_tool(cache)
    result = tool.handler({} if lap is None else {"at_lap": lap}, ANONYMOUS)
    assert isinstance(result, dict)
    return result


def frame_at(lap: int) -> Frame:
    return make_frame(SIM.view(f"lap:{lap}"), 12, battle(SIM, lap))


def drawn(frame: Frame, status: Status, width: int, height: int, *, colour: bool = False) -> list[str]:
    out = io.StringIO()
    console = Console(
        file=out, width=width, height=height, force_terminal=colour, color_system="256" if colour else None,
        legacy_windows=False,
    )  # fmt: skip
    console.print(screen(frame, status, width, height), end="")
    return out.getvalue().rstrip("\n").split("\n")


@pytest.mark.parametrize(("width", "height"), [(80, 24), (200, 50), (120, 30), (60, 20), (34, 8), (20, 5), (500, 100)])
@pytest.mark.parametrize("asked", [None, ShownAnswer("who " * 30, "Long answer. " * 15, "00:10:00")])
def test_it_fills_the_terminal_and_nothing_more(width: int, height: int, asked: ShownAnswer | None) -> None:
    lines = drawn(frame_at(5), Status(10, asked=asked), width, height)
    assert len(lines) == height
    assert all(cell_len(line) <= width for line in lines)


def test_a_small_terminal_holds_the_whole_field_of_twenty() -> None:
    frame = frame_at(5)
    text = "\n".join(drawn(frame, Status(10), 80, 24))
    assert all(row.code in text for row in frame.rows)
    assert f"{frame.lap}/12 laps" in text
    assert "race control" in text
    assert frame.battles[0] in text


def test_every_row_is_what_the_view_says() -> None:
    view, frame = SIM.view("lap:5"), frame_at(5)
    assert [row.code for row in frame.rows] == [view.drivers[car].code for car in view.order]
    for row, car in zip(frame.rows[1:], view.order[1:], strict=True):
        gap_s, tyre = view.gaps(car).gap_s, view.tyres(car)[-1]
        assert tyre.compound is not None
        assert row.tyre == f"{tyre.compound[0]} {tyre.laps}"
        if gap_s is not None and row.state == "running":
            assert float(row.gap) == pytest.approx(gap_s, abs=0.06)
    assert sum(row.fights for row in frame.rows) == 2
    assert [row.gap for row in frame.rows].count("leader") == 1


def test_what_is_more_than_fits_is_counted() -> None:
    frame = frame_at(5)
    lines = drawn(frame, Status(10), 80, 12)
    shown = sum(any(line.split()[:2] == [row.position, row.code] for line in lines) for row in frame.rows)
    assert f"+{len(frame.rows) - shown}" in "\n".join(lines)
    assert 0 < shown < len(frame.rows)


@each_row("width", range(1, 140))
def test_the_board_never_outgrows_its_room(width: int) -> None:
    assert board_width(columns(width)) <= max(width, NARROW)


def test_the_state_of_the_watching_is_shown() -> None:
    frame = frame_at(5)

    def text(status: Status) -> str:
        return "\n".join(drawn(frame, status, 100, 30))

    assert "20x" in text(Status(20))
    assert "PAUSED" in text(Status(20, paused=True))
    assert "END" in text(Status(20, at_end=True))
    assert "to lap: 12" in text(Status(20, prompt=Prompt("lap", "12")))
    assert "ask: who leads" in text(Status(20, prompt=Prompt("question", "who leads")))
    assert "choose one from" in text(Status(20, note="the race has 12 laps: choose one from 0 to 12"))
    asked = text(Status(20, asked=ShownAnswer("who leads", "Peña leads.", "00:10:00")))
    assert "Peña leads." in asked
    assert "asked at 00:10:00" in asked


def test_flags_are_words_as_well_as_colours() -> None:
    assert make_frame(SIM.view("00:00:10"), 12, {"pairs": [], "summary": ""}).flag == "not started"
    assert make_frame(SIM.view(), 12, battle(SIM)).flag == "chequered flag"
    plain, coloured = (drawn(frame_at(5), Status(10), 80, 24, colour=colour) for colour in (False, True))
    assert "\x1b[" not in "".join(plain)
    assert "\x1b[" in "".join(coloured)


def hostile() -> RaceView:
    cache = StateCache()
    for event in (
        Roster(0.0, (Driver("1", code="\x1b[2J", name="[bold]Evil\x07 \x1b]0;x\x07", team="\x9b31m"),)),
        Timing(1.0, {"1": CarTiming(position=1), "2": CarTiming(laps=0)}),
        SessionStatus(2.0, "started"),
        RaceControl(3.0, "[red]\x1b[31mBOX\r\nBOX[/red]"),
    ):
        cache.apply(event)
    return cache.view()


def test_text_of_the_feed_cannot_drive_the_terminal() -> None:
    frame = make_frame(hostile(), 0, {"pairs": [], "summary": "\x1b[2J"})
    text = "\n".join(drawn(frame, Status(1), 100, 24))
    assert not {character for character in text if not character.isprintable()} - {"\n"}
    assert "[red]" in text
    assert [row.position for row in frame.rows] == ["1", ""]


def test_a_session_of_best_laps_shows_its_clock_and_no_battle() -> None:
    session = Session(0.0, name="Practice 1", kind="Practice")
    cars = Timing(2.0, {"33": CarTiming(position=1, best_lap_s=91.2)})
    cache = StateCache().load([session, SessionStatus(1.0, "started"), TimeLeft(1.0, 3600.0, True), cars])
    frame = make_frame(cache.view(), 0, {"error": {"message": "this is a practice session"}})
    assert (frame.progress, frame.battles) == ("Practice 1: 59:59 left", ())
    shown = "\n".join(drawn(frame, Status(1.0), 120, 30))
    assert "59:59 left" in shown
    assert "battle" not in shown
    assert "0/0" not in shown


def test_a_refused_battle_says_why() -> None:
    refused = {"error": {"type": "policy_denied", "message": "not allowed here", "details": {}}}
    assert make_frame(SIM.view("lap:5"), 12, refused).battles == ("not allowed here",)


def test_no_battle_is_said_in_the_words_of_the_tool() -> None:
    before = battle(SIM, 0) | {"pairs": []}
    assert make_frame(SIM.view("00:00:10"), 12, before).battles == (before["summary"],)


@pytest.mark.parametrize("name", ["simulated_race", "2018_azerbaijan_race", "2025_miami_sprint"])
def test_every_lap_of_a_recorded_race_can_be_shown(recorded: Callable[[str], StateCache], name: str) -> None:
    cache = recorded(name)
    for lap in range(cache.view().lap + 1):
        view = cache.view(f"lap:{lap}")
        frame = make_frame(view, view.total_laps or 0, battle(cache, lap))
        assert len(frame.rows) == len(view.cars)
        assert len(drawn(frame, Status(1), 80, 24)) == 24
