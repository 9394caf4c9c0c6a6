"""What a simulator knows of cars beside their timing, over time."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import asdict, replace

from pitwall.events import CarStatuses
from pitwall.sensed import CarStatus
from pitwall.state.timeline import Timeline

_NOTHING = CarStatus()


class Statuses:
    """The last word on each field of each car, after every message."""

    def __init__(self) -> None:
        self._cars: dict[str, Timeline[CarStatus]] = {}

    def append(self, message: int, event: CarStatuses, /) -> None:
        """Takes in a message."""
        for car, news in event.cars.items():
            line = self._cars.setdefault(car, Timeline())
            before = line.values[-1] if line.values else _NOTHING
            told = {name: value for name, value in asdict(news).items() if value is not UNSET}
            line.append(message, replace(before, **told))

    def at(self, car: str, message: int) -> CarStatus | None:
        """What was known of a car after a message; None where nothing was."""
        line = self._cars.get(car)
        return None if line is None else line.at(message)
