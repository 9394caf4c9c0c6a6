"""What race control says, and the track status: in the words of a real feed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

from pitwall.events import Event, RaceControl, TrackStatus
from pitwall.sources.sim.history import START_MS, History, Neutralised, TrueStoppage

NOTED_MS = 4_000  # after an incident
SAID_MS = 8_000
RESUMPTION_NOTICE_MS = 300_000
SLIPPERY_MS = (20_000, 70_000)  # after the first drops


class Messages:
    """What race control says of a race: one method for each matter; messages are not in order of time."""

    def __init__(self, history: History) -> None:
        self._history = history

    def all(self) -> Iterator[Event]:
        """Every message, matter by matter."""
        for part in (self._session, self._rain, self._flags, self._incidents, self._blue_flags, self._penalties):
            yield from part()

    def _session(self) -> Iterator[Event]:
        yield self._say(START_MS, "GREEN LIGHT - PIT EXIT OPEN", category="Flag", flag="GREEN")
        yield self._say(self._history.flag_ms, "CHEQUERED FLAG", category="Flag", flag="CHEQUERED")

    def _rain(self) -> Iterator[Event]:
        rng = Random(self._history.config.seed)  # noqa: S311 - chance in a game
        showers = self._history.sky.showers
        if showers:
            yield self._say(0, f"RISK OF RAIN FOR THE RACE IS {rng.randrange(40, 100, 10)}%", category="Other")
        for shower in showers:
            if START_MS <= shower.start_ms < self._history.flag_ms:
                slippery = f"TRACK SURFACE SLIPPERY IN TRACK SECTOR {rng.randrange(1, 4)}"
                yield self._say(shower.start_ms + rng.randrange(*SLIPPERY_MS), slippery, category="Other")

    def _flags(self) -> Iterator[Event]:
        """The status of the track, and how a safety car comes and goes."""
        for ms, status in self._history.statuses:
            yield TrackStatus(ms / 1000, status)
            if status == "red":
                yield self._say(ms, "RED FLAG", category="Flag", flag="RED")
            if status == "green" and ms:
                yield self._say(ms, "TRACK CLEAR", category="Flag", flag="CLEAR")
        for stoppage in self._history.stoppages:
            yield from self._resumed(stoppage)
        for span in self._history.neutralised:
            yield from self._virtual(span) if span.virtual else self._safety_car(span)

    def _resumed(self, stoppage: TrueStoppage) -> Iterator[Event]:
        clock = datetime.fromtimestamp(self._utc(stoppage.resumed_ms), UTC).strftime("%H:%M:%S")
        yield self._say(stoppage.resumed_ms - RESUMPTION_NOTICE_MS, f"RACE WILL RESUME AT {clock}", category="Other")
        yield self._say(stoppage.resumed_ms, "GREEN LIGHT - PIT EXIT OPEN", category="Flag", flag="GREEN")

    def _virtual(self, span: Neutralised) -> Iterator[Event]:
        yield self._say(span.out_ms, "VSC DEPLOYED", category="SafetyCar", status="DEPLOYED")
        yield self._say(span.ending_ms, "VSC ENDING", category="SafetyCar", status="ENDING")

    def _safety_car(self, span: Neutralised) -> Iterator[Event]:
        yield self._say(span.out_ms, "SAFETY CAR DEPLOYED", category="SafetyCar", status="DEPLOYED")
        yield self._say(span.ending_ms, "SAFETY CAR IN THIS LAP", category="SafetyCar", status="IN THIS LAP")

    def _incidents(self) -> Iterator[Event]:
        for incident in self._history.incidents:
            sector = 1 + 3 * incident.segment // self._history.circuit.segments
            yellow = f"YELLOW IN TRACK SECTOR {sector}"
            yield self._say(incident.ms + NOTED_MS, yellow, category="Flag", flag="YELLOW")
            if incident.car is None:
                yield self._say(incident.ms + SAID_MS, f"DEBRIS ON TRACK IN SECTOR {sector}", category="Other")
            else:
                stopped = f"{self._named(incident.car)} STOPPED IN SECTOR {sector}"
                yield self._say(incident.ms + SAID_MS, stopped, category="CarEvent", car=incident.car)

    def _blue_flags(self) -> Iterator[Event]:
        for shown in self._history.blue_flags:
            clock = datetime.fromtimestamp(self._utc(shown.ms), UTC).strftime("%H:%M:%S")
            text = f"WAVED BLUE FLAG FOR {self._named(shown.car)} TIMED AT {clock}"
            yield self._say(shown.ms, text, category="Flag", flag="BLUE", car=shown.car)

    def _penalties(self) -> Iterator[Event]:
        for penalty in self._history.penalties:
            car, reason = self._named(penalty.car), penalty.reason
            noted = f"INCIDENT INVOLVING {car} NOTED - {reason}"
            later = f"FIA STEWARDS: INCIDENT INVOLVING {car} WILL BE INVESTIGATED AFTER THE RACE - {reason}"
            given = f"FIA STEWARDS: {penalty.seconds} SECOND TIME PENALTY FOR {car} - {reason}"
            half_way_ms = (penalty.noted_ms + self._history.flag_ms) // 2
            for ms, text in ((penalty.noted_ms, noted), (half_way_ms, later), (penalty.ms, given)):
                yield self._say(ms, text, category="Other", car=penalty.car)

    def _named(self, car: int) -> str:
        entry = self._history.entries[car]
        return f"CAR {entry.car} ({entry.code})"

    def _utc(self, ms: int) -> float:
        return self._history.epoch + ms / 1000

    def _say(
        self,
        ms: int,
        text: str,
        *,
        category: str,
        flag: str | None = None,
        status: str | None = None,
        car: int | None = None,
    ) -> RaceControl:
        return RaceControl(
            ms / 1000,
            text,
            category=category,
            flag=flag,
            status=status,
            car=None if car is None else self._history.entries[car].car,
            lap=self._history.leader_lap(ms),
            utc=float(int(self._utc(ms))),
        )
