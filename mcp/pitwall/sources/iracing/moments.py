"""One moment of iRacing's telemetry, however it was kept: as a memory image, or as two files of JSON."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from pitwall.sources.base import LARGEST_BYTES, SourceError

_HEADER = struct.Struct("<6i")
"""Version, status, rate, count of updates, and the session's text: how long it is, and where."""
_VERSIONS = (1, 2)
TELEMETRY, SESSION = "telemetry.json", "session.json"
VARIABLES = (
    "SessionTime", "SessionNum", "SessionState", "SessionFlags", "SessionTimeRemain", "SessionLapsTotal",
    "CarIdxLap", "CarIdxLapCompleted", "CarIdxLapDistPct", "CarIdxOnPitRoad", "CarIdxPosition", "CarIdxF2Time",
    "CarIdxLastLapTime", "CarIdxBestLapTime", "CarIdxBestLapNum", "AirTemp", "TrackTemp", "AirPressure", "WindVel",
    "WindDir", "RelativeHumidity", "Precipitation", "CarIdxTrackSurface", "CarIdxSessionFlags",
    "CarIdxFastRepairsUsed", "CarIdxGear", "CarIdxRPM", "IsOnTrack", "Speed", "Throttle", "Brake", "FuelLevel",
    "FuelLevelPct", "PlayerCarMyIncidentCount", "PlayerCarTeamIncidentCount",
    "LFwearL", "LFwearM", "LFwearR", "RFwearL", "RFwearM", "RFwearR",
    "LRwearL", "LRwearM", "LRwearR", "RRwearL", "RRwearM", "RRwearR",
)  # fmt: skip
"""What is read of some 330 variables."""
SECTIONS = ("WeekendInfo", "SessionInfo", "DriverInfo", "QualifyResultsInfo")
"""What is read of the session's own text."""


class SimMoment(Struct, frozen=True):
    """Variables by name, those of cars as a list by the car's index; and the session's text as it is structured."""

    values: Mapping[str, Any]
    session: Mapping[str, Any]


def read_snapshot(folder: Path) -> SimMoment:
    """The moment of a folder with both files. SourceError where they are not what they should be."""
    told, session = _json(folder / TELEMETRY), _json(folder / SESSION)
    values: dict[str, Any] = {}
    for name in VARIABLES:
        value = told.get(name, {}).get("value") if isinstance(told.get(name), dict) else None
        if isinstance(value, list):
            values[name] = value if name.startswith("CarIdx") else value[0] if value else None
    return SimMoment(values, session)


def _json(path: Path) -> Mapping[str, Any]:
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise SourceError(f"{path.name} is too large for a moment of iRacing")
        told = json.loads(path.read_bytes())
    except OSError as error:
        raise SourceError(f"can't read {path.name}: {error.strerror}") from None
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise SourceError(f"{path.name} isn't a moment of iRacing: it has to be one JSON object")
    return told


def _is_image(path: Path) -> bool:
    """Whether a file is as long as its header says. The library keeps one open that it cannot read."""
    with path.open("rb") as file:
        head = file.read(_HEADER.size)
    if len(head) < _HEADER.size:
        return False
    version, *_, text_bytes, text_at = _HEADER.unpack(head)
    return version in _VERSIONS and text_at > 0 and text_bytes >= 0 and text_at + text_bytes <= path.stat().st_size


def _silent(*said: object) -> None:
    """Prints nothing."""


class SharedMemory:
    """iRacing's shared memory: that of the running simulator, or an image of it in a file."""

    def __init__(self, image: Path | None = None) -> None:
        try:
            import irsdk
        except ImportError:
            raise SourceError("iracing: needs pyirsdk: install race-director[iracing]") from None
        vars(irsdk)["print"] = _silent  # the library says on stdout that there is no simulator: we say so ourselves
        self._sdk = irsdk.IRSDK()
        self._image = image

    def connect(self) -> bool:
        """Whether the simulator is there, and in a session."""
        try:
            if self._image is not None and not _is_image(self._image):
                return False
            if not self._sdk.is_initialized:
                self._sdk.startup(test_file=str(self._image) if self._image else None)
            return bool(self._sdk.is_initialized and (self._image or self._sdk.is_connected))
        except (OSError, ValueError, TypeError, AttributeError, struct.error):  # no Windows, or an image that is none
            return False

    def moment(self) -> SimMoment:
        """What the memory holds now."""
        self._sdk.freeze_var_buffer_latest()
        values = {name: self._value(self._sdk[name]) for name in VARIABLES}
        return SimMoment(values, {name: self._sdk[name] or {} for name in SECTIONS})

    def close(self) -> None:
        """Lets the memory go."""
        self._sdk.shutdown()

    @staticmethod
    def _value(value: Any) -> Any:
        return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
