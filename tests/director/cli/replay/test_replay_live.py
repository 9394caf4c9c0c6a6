"""A replay of a race that is happening: it follows to the next session, and goes back only where it is told to."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator

import pytest
from rich.console import Console
from rich.live import Live

from director.cli.replay.line_replay import follow
from director.cli.replay.replay_terminal import ReplayTerminal
from director.race import Race, open_race
from pitwall.events import Event, NewSession
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state.liveness import Liveness

FIRST: list[Event] = list(simulate(SimConfig(seed=3, cars=6, laps=4)))
SECOND: list[Event] = list(simulate(SimConfig(seed=8, cars=5, laps=3)))
BEGUN = 40
"""A few messages: session time is far before any lap of the first one."""


@pytest.fixture
def race() -> Iterator[tuple[Race, list[float]]]:
    """A race as a feed has it, up to half of its first session, and the clock."""
    clock = [0.0]
    with open_race("sim:seed=3,cars=6,laps=4", planner="offline") as opened:
        opened.cache.apply(NewSession(0.0))
        opened.cache.liveness = Liveness(lambda: "", lambda: clock[0])
        hear(opened, clock, FIRST[: len(FIRST) // 2])
        yield opened, clock


def hear(race: Race, clock: list[float], events: list[Event]) -> None:
    for event in events:
        clock[0] += 0.01
        race.cache.apply(event)


def screen() -> tuple[Live, io.StringIO]:
    out = io.StringIO()
    console = Console(file=out, width=100, height=30, force_terminal=True, legacy_windows=False)
    return Live(console=console, screen=True, auto_refresh=False), out


@pytest.mark.parametrize("rewound", [False, True])
def test_the_next_session_is_shown_even_to_who_has_gone_back(race: tuple[Race, list[float]], *, rewound: bool) -> None:
    opened, clock = race
    live, out = screen()

    async def run() -> None:
        terminal = ReplayTerminal(opened, opened.cache.view().t, 1.0)
        await terminal.open()
        await terminal._draw(live)
        if rewound:
            await terminal.press("1")
            await terminal.press("enter")
            await terminal.press(" ")
        hear(opened, clock, [NewSession(0.0, "the first"), *SECOND[:BEGUN]])
        before = len(out.getvalue())
        await terminal._draw(live)
        await terminal.press("left")
        await terminal._draw(live)
        codes = [driver.code for driver in opened.cache.view().drivers.values()]
        assert codes
        assert all(code in out.getvalue()[before:] for code in codes)

    with live:
        asyncio.run(run())


def test_lines_tell_the_next_session_from_its_first_lap(
    race: tuple[Race, list[float]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, clock = race
    told: list[list[Event]] = [[NewSession(0.0, "the first")], SECOND]
    steps = iter(told)

    async def pause(seconds: float) -> None:
        hear(opened, clock, next(steps))

    monkeypatch.setattr(asyncio, "sleep", pause)
    asyncio.run(follow(opened, 0.0, None))
    first, _, second = capsys.readouterr().out.partition("another session begins\n")
    assert "lap 2/4" in first
    assert "lap 3/3" in second


async def typed(terminal: ReplayTerminal, line: str) -> None:
    await terminal.press("a")
    for key in (*line, "enter"):
        await terminal.press(key)


def test_what_is_shown_is_as_late_as_the_broadcast(race: tuple[Race, list[float]]) -> None:
    opened, clock = race
    live, out = screen()

    async def run() -> None:
        terminal = ReplayTerminal(opened, opened.cache.view().t, 1.0)
        await terminal.open()
        now = opened.cache.view().t
        await typed(terminal, "sync: 40")
        await terminal._draw(live)
        assert "shown 40.0 s late" in out.getvalue()
        assert opened.cache.view().t == pytest.approx(now - 40.0, abs=0.1)
        clock[0] += 3.0
        await terminal._draw(live)
        assert opened.cache.view().t == pytest.approx(now - 37.0, abs=0.1)
        await typed(terminal, "sync: yesterday")
        assert terminal._note.startswith("say sync: lights out now")

    with live:
        asyncio.run(run())
