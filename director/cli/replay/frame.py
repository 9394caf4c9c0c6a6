"""What the screen shows of one moment, as plain values: no colour, no layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from director.cli.replay.labels import FLAGS, behind, clock, state_text, tyre_text
from director.cli.terminal_text import clean
from pitwall.events import RaceControl
from pitwall.facts.names import row_name
from pitwall.facts.passages import count_stops
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.run_state import RunState
from pitwall.tools.timed_words import clock_words, session_word
from pitwall.tools.words import lap_time_text
from toolgate.contract import JsonObject

Mood = Literal["quiet", "clear", "caution", "danger", "over"]

_MOODS: dict[str, Mood] = {"green": "clear", "red": "danger"}
_NOTICES = 40


@dataclass(frozen=True, slots=True)
class Row:
    """One car of the leaderboard, worded. `fights` marks the pair of the closest battle."""

    position: str
    code: str
    name: str
    team: str
    gap: str
    interval: str
    tyre: str
    stops: str
    last_lap: str
    doing: str
    state: RunState
    fights: bool
    fastest: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """One message of race control."""

    lap: str
    text: str
    mood: Mood


@dataclass(frozen=True, slots=True)
class Frame:
    """The race at one moment. `battles` has a line a pair, the closest first."""

    title: str
    clock: str
    flag: str
    mood: Mood
    progress: str
    """`20/51 laps`; in practice and qualifying, where each car counts its own, `Q2: 8:27 left`."""
    lap: int
    laps: int
    rows: tuple[Row, ...]
    battles: tuple[str, ...]
    notices: tuple[Notice, ...]


def make_frame(view: RaceView, laps: int, battle: JsonObject) -> Frame:
    """The frame of a view. `laps` is the length of the race; `battle` the envelope of get_current_battle."""
    flag, mood = _flag(view)
    pairs = battle.get("pairs", [])
    fighters = {pairs[0][side]["car"] for side in ("ahead", "behind")} if pairs else set()
    best = min((state.best_lap_s for state in view.cars.values() if state.best_lap_s is not None), default=None)
    return Frame(
        title=_title(view),
        clock=clock(view.t),
        flag=flag,
        mood=mood,
        progress=_progress(view, laps),
        lap=view.lap,
        laps=laps,
        rows=tuple(_row(view, car, car in fighters, best) for car in dict.fromkeys((*view.order, *view.cars))),
        battles=() if view.timed else _battles(battle),
        notices=tuple(_notice(message) for message in reversed(view.race_control[-_NOTICES:])),
    )


def _progress(view: RaceView, laps: int) -> str:
    if not view.timed:
        return f"{view.lap}/{laps} laps"
    words = clock_words(view)
    return clean(f"{session_word(view)}: {words}" if words else session_word(view))


def _title(view: RaceView) -> str:
    session = view.session
    named = ", ".join(part for part in (session.meeting, session.name) if part) if session else ""
    return clean(named) or "A race"


def _flag(view: RaceView) -> tuple[str, Mood]:
    if view.finished:
        return "chequered flag", "over"
    if not view.started:
        return "not started", "quiet"
    status = view.track_status
    if status is None:
        return "no track status", "quiet"
    return FLAGS[status], _MOODS.get(status, "caution")


def _row(view: RaceView, car: str, fights: bool, best: float | None) -> Row:
    state, gaps, driver = view.car(car), view.gaps(car), view.drivers.get(car)
    doing = view.run_state(car)[0]
    gone = doing in OUT_STATES
    tyres = view.tyres(car)
    leads = car == view.leader
    return Row(
        position=str(state.position or ""),
        code=clean(driver.code if driver and driver.code else f"#{car}"),
        name=clean(row_name(view, car)),
        team=clean(driver.team) if driver else "",
        gap="leader" if leads else "" if gone else behind(gaps.gap_s, gaps.gap_laps),
        interval="" if gone or leads else behind(gaps.interval_s, gaps.interval_laps),
        tyre=tyre_text(tyres[-1] if tyres else None),
        stops=str(count_stops(view, car)),
        last_lap="" if gone or state.last_lap_s is None else lap_time_text(state.last_lap_s),
        doing=state_text(doing),
        state=doing,
        fights=fights,
        fastest=best is not None and state.last_lap_s == best,
    )


def _battles(battle: JsonObject) -> tuple[str, ...]:
    if "error" in battle:
        return (clean(battle["error"]["message"]),)
    return tuple(_pair(pair) for pair in battle["pairs"]) or (clean(battle["summary"]),)


def _pair(pair: JsonObject) -> str:
    ahead, back = (clean(pair[side]["code"] or f"#{pair[side]['car']}") for side in ("ahead", "behind"))
    apart = f"{pair['gap_s']:.3f} s" if pair["gap_s"] is not None else f"{pair['distance_m']:.0f} m"
    return f"P{pair['place']:<2} {back} {apart} behind {ahead}"


def _notice(message: RaceControl) -> Notice:
    return Notice(f"L{message.lap}" if message.lap else "", clean(message.message), _notice_mood(message))


def _notice_mood(message: RaceControl) -> Mood:
    flag = (message.flag or "").upper()
    if flag == "RED":
        return "danger"
    if "YELLOW" in flag or "SAFETY CAR" in message.message.upper():
        return "caution"
    if flag in ("GREEN", "CLEAR"):
        return "clear"
    return "over" if flag == "CHEQUERED" else "quiet"
