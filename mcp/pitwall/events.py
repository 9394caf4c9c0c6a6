"""What a feed says, as typed events with session time. Every source speaks these and nothing else.

One event is one message of the feed, so that "the moment after this message" means the same for every source.
A field that a message does not mention is UNSET; a field that the feed emptied is None.
Times `t` are seconds of session time, lap times and gaps are seconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET, Struct, UnsetType

from pitwall.sensed import CarStatus, PointSample, TelemetrySample


class Event(Struct, frozen=True, gc=False):
    """Anything the feed says. A plain Event only proves that the feed is alive."""

    t: float


class CarTiming(Struct, frozen=True, gc=False):
    """What one message says of one car's timing.

    `gap_laps` is how many laps it is behind the leader where the feed gives laps instead of seconds.
    """

    position: int | UnsetType | None = UNSET
    gap_s: float | UnsetType | None = UNSET
    gap_laps: int | UnsetType | None = UNSET
    interval_s: float | UnsetType | None = UNSET
    interval_laps: int | UnsetType | None = UNSET
    laps: int | UnsetType = UNSET
    last_lap_s: float | UnsetType | None = UNSET
    best_lap_s: float | UnsetType | None = UNSET
    best_lap: int | UnsetType | None = UNSET
    in_pit: bool | UnsetType = UNSET
    stopped: bool | UnsetType = UNSET
    retired: bool | UnsetType = UNSET
    pit_count: int | UnsetType = UNSET
    """The feed's own count of passages through the pit lane."""
    grid: int | UnsetType | None = UNSET


class Timing(Event, frozen=True, gc=False):
    """Timing of one or more cars, by car number."""

    cars: Mapping[str, CarTiming]


class SegmentTiming(Struct, frozen=True, gc=False):
    """What one message says of a car in the segments of a qualifying."""

    bests: tuple[tuple[int, float | None], ...] = ()
    """Segments, counted from 1, with the best lap in each; None: there is none, or it has been deleted."""
    knocked_out: bool | UnsetType = UNSET


class SegmentUpdate(Event, frozen=True, gc=False):
    """News of the segments of a qualifying: which one it is, how many cars take part in each, and single cars."""

    number: int | UnsetType = UNSET
    """Counted from 1; 0: none has been opened."""
    entries: tuple[int, ...] | UnsetType = UNSET
    cars: Mapping[str, SegmentTiming] = {}


class CarSplits(Struct, frozen=True, gc=False):
    """What one message says of a car's way round the lap: times of sectors, and speeds where they are measured."""

    sectors: tuple[tuple[int, float], ...] = ()
    """Sectors, counted from 1, with their times in seconds."""
    speeds: tuple[tuple[str, float], ...] = ()
    """Speed traps with speeds in km/h: `I1` and `I2` at the ends of sectors, `FL` at the line, `ST` on the straight."""


class Splits(Event, frozen=True, gc=False):
    """Sector times and speeds of one or more cars, by car number.

    Few questions are about them, so a source may decode them only when they are read.
    """

    cars: Mapping[str, CarSplits]


class Gaps(Event, frozen=True, gc=False):
    """How far one car is behind the leader and behind the car ahead, in seconds or else in laps; None: not known.

    Most messages of a feed say just this. One that says more, or only one of the two, is a Timing.
    """

    car: str
    gap_s: float | None = None
    gap_laps: int | None = None
    interval_s: float | None = None
    interval_laps: int | None = None


class Distances(Event, frozen=True, gc=False):
    """Metres that each car has covered since the start, all told at once, as simulators do up to 60 times a second.

    Only distances that are told at once can be compared. NaN: the car has no distance any more. Older ones are
    forgotten (state.ring).
    """

    metres: Mapping[str, float]


class CarSensors(Event, frozen=True, gc=False):
    """Telemetry of cars from one message: samples in order of time, the last of them at the event's own `t`.

    Few questions are about telemetry, so a source may decode the samples only when they are read.
    """

    samples: Sequence[TelemetrySample]


class Locations(Event, frozen=True, gc=False):
    """Where cars are, from one message: samples in order of time, as in CarSensors."""

    samples: Sequence[PointSample]


class CarStatuses(Event, frozen=True, gc=False):
    """What has changed of cars' statuses, by car number."""

    cars: Mapping[str, CarStatus]


class IncidentPoints(Event, frozen=True, gc=False):
    """A simulator has given a car points for an incident: how many, and how many it has in all (None: not told)."""

    car: str | None
    points: int
    total: int | None = None


class Driver(Struct, frozen=True, gc=False):
    """The driver of a car."""

    car: str
    code: str = ""
    name: str = ""
    surname: str = ""
    """The surname as answers write it; empty: the name without its first word."""
    team: str = ""
    class_name: str = ""
    make: str = ""
    """Who built the car, where the feed tells it."""


class Roster(Event, frozen=True, gc=False):
    """Drivers to add or to replace, by car."""

    drivers: tuple[Driver, ...]


class Stint(Struct, frozen=True, gc=False):
    """What one message says of one set of tyres. `number` counts a car's sets from 0."""

    number: int
    compound: str | UnsetType | None = UNSET
    new: bool | UnsetType | None = UNSET
    laps: int | UnsetType = UNSET
    """Laps the set has done, those before this session included."""
    start_laps: int | UnsetType = UNSET
    tyres_kept: bool | UnsetType = UNSET
    """The feed says that this stint goes on with the tyres of the one before."""


class Tyres(Event, frozen=True, gc=False):
    """News of sets of tyres, by car."""

    cars: dict[str, tuple[Stint, ...]]


class Session(Event, frozen=True, gc=False):
    """Which session this is."""

    series: str = ""
    meeting: str = ""
    name: str = ""
    kind: str = ""
    circuit: str = ""
    start_local: str = ""
    lap_length_m: float | None = None
    positions_at_line: bool = False
    """Positions and gaps move only as a car crosses the line: between, who is where is told by `Distances`."""


class NewSession(Event, frozen=True, gc=False):
    """Another session begins, with a session time of its own: what the feed has told so far is of the one before it.

    `before` names that one; empty where the feed has not told its name.
    """

    before: str = ""


class LapCount(Event, frozen=True, gc=False):
    """The lap the leader is on, and how many laps the race has."""

    current: int | UnsetType = UNSET
    total: int | UnsetType = UNSET


class LapBegun(Event, frozen=True, gc=False):
    """The first car began this lap at `t`: a feed tells it later to a client that joins late."""

    lap: int


class Outage(Event, frozen=True, gc=False):
    """Nothing was received from the feed between session times `t` and `until`."""

    until: float


class TimeLeft(Event, frozen=True, gc=False):
    """How long a session by time still has, at `t`. The clock runs on from there, unless it stands."""

    seconds: float
    running: bool = True


class SessionStatus(Event, frozen=True, gc=False):
    """`inactive`, `started`, `aborted`, `finished`, `finalised` or `ended`."""

    status: str


class TrackStatus(Event, frozen=True, gc=False):
    """`green`, `yellow`, `safety_car`, `red`, `vsc` or `vsc_ending`."""

    status: str


class RaceControl(Event, frozen=True, gc=False):
    """One message of race control."""

    message: str
    category: str = ""
    flag: str | None = None
    status: str | None = None
    car: str | None = None
    lap: int | None = None
    utc: float | None = None


class Weather(Event, frozen=True, gc=False):
    """Weather at the track: Celsius, per cent, metres per second, hPa."""

    air_c: float | None = None
    track_c: float | None = None
    humidity_pct: float | None = None
    wind_ms: float | None = None
    wind_deg: float | None = None
    pressure_hpa: float | None = None
    rain: bool | None = None


class Clock(Event, frozen=True, gc=False):
    """The time of day at session time `t`: `utc`, in seconds since the epoch, or a little later.

    A message is sent after the moment that it names.
    """

    utc: float


class Fault(Event, frozen=True, gc=False):
    """Something the source could not read, or had to doubt: `count` things of `topic`, which `reason` names."""

    topic: str
    reason: str
    count: int = 1
