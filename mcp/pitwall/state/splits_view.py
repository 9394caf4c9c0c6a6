"""Sector times and trap speeds as they stood after one message."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.state.sensed_view import SensedView
from pitwall.state.splits import SectorTime, SplitColumns, TrapSpeed


class SplitsView(SensedView):
    """The feed's last word on parts of laps."""

    def sectors(self, number: str) -> Sequence[SectorTime]:
        """The feed's last word on each sector of each lap of a car."""
        return tuple(map(SectorTime, *self._heard.splits.sectors(number, self._message)))

    def speeds(self, number: str) -> Sequence[TrapSpeed]:
        """The feed's last word on the speed of a car at each trap on each lap."""
        return tuple(map(TrapSpeed, *self._heard.splits.speeds(number, self._message)))

    def sector_changes(self, number: str, before: int) -> tuple[int, SplitColumns]:
        """How many `sectors` are as they were when `before` had been told, and those that follow, column by column."""
        return self._heard.splits.sector_changes(number, before, self._message)

    def speed_changes(self, number: str, before: int) -> tuple[int, SplitColumns]:
        """How many `speeds` are as they were when `before` had been told, and those that follow, column by column."""
        return self._heard.splits.speed_changes(number, before, self._message)

    def splits_told(self, number: str) -> tuple[int, int]:
        """How many sector times and how many speeds of the car the feed has told so far."""
        return self._heard.splits.told(number, self._message)

    def sectors_since(self, number: str, count: int) -> Sequence[SectorTime] | None:
        """The sectors told after the first `count`; None where one of them corrects one of before."""
        new = self._heard.splits.sectors_since(number, count, self._message)
        return None if new is None else [*map(SectorTime, *new)]

    def speeds_since(self, number: str, count: int) -> Sequence[TrapSpeed] | None:
        """The speeds told after the first `count`; None where one of them corrects one of before."""
        new = self._heard.splits.speeds_since(number, count, self._message)
        return None if new is None else [*map(TrapSpeed, *new)]
