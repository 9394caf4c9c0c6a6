"""The screen of the replay: header, laps, leaderboard beside battle, answer and race control, keys."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from types import MappingProxyType

from rich import box
from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.style import Style
from rich.table import Table
from rich.text import Text

from director.cli.replay.board import NARROW, board, board_width, columns
from director.cli.replay.controls import Prompt
from director.cli.replay.frame import Frame, Mood, Notice
from director.cli.replay.laid_out import LaidOut

_MOODS: MappingProxyType[Mood, Style] = MappingProxyType(
    {
        "quiet": Style(),
        "clear": Style(color="green"),
        "caution": Style(color="yellow", bold=True),
        "danger": Style(color="red", bold=True),
        "over": Style(bold=True),
    }
)
_SIDE = 36
_WIDEST_SIDE = 70
_AROUND_BODY = 3
_PAUSED = "PAUSED"
_KEYS = (
    ("space", "pause"),
    ("+ -", "speed"),
    ("← →", "lap"),
    ("12 enter", "to lap"),
    ("a", "ask"),
    ("q", "quit"),
)


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """A question, what came back, and the moment it is about. `answered` is False for a silence or a failure."""

    question: str
    answer: str
    moment: str
    answered: bool = True


@dataclass(frozen=True, slots=True)
class Status:
    """How the race is being watched."""

    speed: float
    paused: bool = False
    at_end: bool = False
    prompt: Prompt | None = None
    asked: ShownAnswer | None = None
    note: str = ""


def screen(frame: Frame, status: Status, width: int, height: int) -> Layout:
    """The whole screen of that size. A narrow one has the panels under the leaderboard."""
    layout = Layout()
    layout.split_column(
        Layout(LaidOut(_header, frame.title, frame.flag, frame.mood, frame.clock, _pace(status)), size=1),
        Layout(LaidOut(_laps, frame.progress, frame.lap, frame.laps, width), size=1),
        Layout(name="body"),
        Layout(LaidOut(_footer, status.prompt, status.note, width), size=1),
    )
    body, room = layout["body"], max(height - _AROUND_BODY, 2)
    if width >= NARROW + 1 + _SIDE:
        side = min(max(_SIDE, width // 3), _WIDEST_SIDE)
        chosen = columns(width - side - 1)
        body.split_row(
            Layout(board(frame.rows, chosen, room), size=board_width(chosen) + 1),
            _side(frame, status, width - board_width(chosen) - 1),
        )
    else:
        below = min(9, room // 2)
        body.split_column(
            Layout(board(frame.rows, columns(width), room - below), size=room - below),
            _side(frame, status, width),
        )
    return layout


def _header(title: str, flag: str, mood: Mood, clock: str, pace: str) -> Table:
    line = Table.grid(expand=True, padding=(0, 2, 0, 0))
    line.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    for _ in range(3):
        line.add_column(no_wrap=True)
    badge = Text(f" {flag.upper()} ", _MOODS[mood] + Style(reverse=True))
    line.add_row(Text(title, "bold"), badge, clock, Text(pace, Style(bold=True, reverse=pace.startswith(_PAUSED))))
    return line


def _pace(status: Status) -> str:
    if status.at_end:
        return "END"
    return f"{_PAUSED} {status.speed:g}x" if status.paused else f"{status.speed:g}x"


def _laps(done: str, lap: int, laps: int, width: int) -> Table:
    line = Table.grid(padding=(0, 1, 0, 0))
    wide = max(width - len(done) - 1, 4)
    bar = ProgressBar(max(laps, 1), lap, width=wide, complete_style="cyan", finished_style="cyan")
    line.add_row(Text(done), bar)
    return line


def _side(frame: Frame, status: Status, width: int) -> Layout:
    side, parts = Layout(), []
    if status.asked is not None:
        answer, lines = _answer(status.asked, width)
        parts.append(Layout(answer, size=lines))
    battles = tuple(part for line in frame.battles for part in wrap(line, max(width - 4, 10)))
    if battles:
        parts.append(Layout(LaidOut(_battles, battles), size=len(battles) + 2))
    parts.append(Layout(LaidOut(_ticker, frame.notices), ratio=1))
    side.split_column(*parts)
    return side


def _panel(title: str, body: RenderableType) -> Panel:
    return Panel(
        body, box=box.ROUNDED, title=Text(title, "dim"), title_align="left", border_style="dim", padding=(0, 1)
    )


def _answer(asked: ShownAnswer, width: int) -> tuple[Panel, int]:
    """The panel, and how many lines it takes."""
    room = max(width - 4, 10)
    question, answer = wrap(asked.question, room)[:3], wrap(asked.answer, room)[:7]
    body = Group(Text("\n".join(question), "dim"), Text("\n".join(answer), "bold" if asked.answered else "italic"))
    panel = Panel(
        body,
        box=box.ROUNDED,
        title=Text(f"asked at {asked.moment}"),
        title_align="left",
        border_style="cyan",
        padding=(0, 1),
    )
    return panel, len(question) + len(answer) + 2


def _battles(lines: tuple[str, ...]) -> Panel:
    return _panel("battle", Text("\n".join(lines)))


def _ticker(notices: tuple[Notice, ...]) -> Panel:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(style="dim", no_wrap=True, width=3)
    table.add_column()
    for notice in notices:
        table.add_row(notice.lap, Text(notice.text, _MOODS[notice.mood]))
    return _panel("race control", table)


def _footer(prompt: Prompt | None, note: str, width: int) -> Text:
    if prompt is not None:
        label = "to lap: " if prompt.kind == "lap" else "ask: "
        typed = prompt.text[-max(width - len(label) - 2, 1) :]
        return Text.assemble((label, "bold"), typed, ("_", "blink"))
    if note:
        return Text(note, "italic", no_wrap=True, overflow="ellipsis")
    pairs = [part for key, does in _KEYS for part in ((key, "bold"), f" {does}  ")]
    return Text.assemble(*pairs, style="dim", no_wrap=True, overflow="crop")
