"""Names that complete what is typed: sessions, and drivers and laps of one as it stands."""

from __future__ import annotations

from collections.abc import Mapping

from director.language.folding import fold
from director.race.sessions import ARGUMENT
from pitwall.context import race_context
from pitwall.state import RaceView, StateCache


class DriverNames:
    """Completes from the vocabularies of the session that is named already, else of the first.

    A name that is no session's completes nothing.
    """

    def __init__(self, caches: Mapping[str, StateCache]) -> None:
        """The sessions by their names; the first is meant where none is named."""
        self._caches = caches

    @property
    def several(self) -> bool:
        """Whether there is more than one session to name."""
        return len(self._caches) > 1

    def sessions(self, typed: str, known: Mapping[str, str]) -> list[str]:
        """The names of sessions that begin like this."""
        return [name for name in self._caches if fold(name).startswith(fold(typed.strip()))]

    def codes(self, typed: str, known: Mapping[str, str]) -> list[str]:
        """The codes, or the numbers where there is no code, of drivers whose code, number or name begins like this."""
        return [driver.get("code") or driver["car"] for driver in self._found(typed, known)]

    def names(self, typed: str, known: Mapping[str, str]) -> list[str]:
        """The full names of the same drivers, or their numbers where there is no name."""
        return [driver.get("name") or driver["car"] for driver in self._found(typed, known)]

    def laps(self, typed: str, known: Mapping[str, str]) -> list[str]:
        """The laps that are completed, the latest first."""
        view = self._view(known)
        laps = [str(lap) for lap in range(view.lap, 0, -1)] if view is not None else []
        return [lap for lap in laps if lap.startswith(typed)]

    def _view(self, known: Mapping[str, str]) -> RaceView | None:
        """The session that is meant, as it stands; None where the name is of none."""
        named = known.get(ARGUMENT) or next(iter(self._caches))
        cache = self._caches.get(named)
        return cache.view() if cache is not None else None

    def _found(self, typed: str, known: Mapping[str, str]) -> list[dict[str, str]]:
        view = self._view(known)
        if view is None:
            return []
        begun = fold(typed.strip())
        drivers = race_context(view).vocabularies["driver"]
        return [driver for driver in drivers if any(_begins(str(value), begun) for value in _called(driver))]


def _called(driver: Mapping[str, str]) -> list[str]:
    return [driver[key] for key in ("car", "code", "name") if driver.get(key)]


def _begins(name: str, begun: str) -> bool:
    whole = fold(name)
    return whole.startswith(begun) or any(word.startswith(begun) for word in whole.split())
