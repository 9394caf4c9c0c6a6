"""Names that complete what is typed: drivers and laps of the race as it stands."""

from __future__ import annotations

from collections.abc import Mapping

from director.language.folding import fold
from pitwall.context import race_context
from pitwall.state import StateCache


class DriverNames:
    """Completes from the race's own vocabularies."""

    def __init__(self, cache: StateCache) -> None:
        self._cache = cache

    def codes(self, typed: str, known: Mapping[str, str]) -> list[str]:
        """The codes, or the numbers where there is no code, of drivers whose code, number or name begins like this."""
        return [driver.get("code") or driver["car"] for driver in self._found(typed)]

    def names(self, typed: str, known: Mapping[str, str]) -> list[str]:
        """Their names."""
        return [driver.get("name") or driver["car"] for driver in self._found(typed)]

    def laps(self, typed: str, known: Mapping[str, str]) -> list[str]:
        """The laps that are completed, the latest first."""
        laps = [str(lap) for lap in range(self._cache.view().lap, 0, -1)]
        return [lap for lap in laps if lap.startswith(typed)]

    def _found(self, typed: str) -> list[dict[str, str]]:
        begun = fold(typed.strip())
        drivers = race_context(self._cache.view()).vocabularies["driver"]
        return [driver for driver in drivers if any(_begins(str(value), begun) for value in _called(driver))]


def _called(driver: Mapping[str, str]) -> list[str]:
    return [driver[key] for key in ("car", "code", "name") if driver.get(key)]


def _begins(name: str, begun: str) -> bool:
    whole = fold(name)
    return whole.startswith(begun) or any(word.startswith(begun) for word in whole.split())
