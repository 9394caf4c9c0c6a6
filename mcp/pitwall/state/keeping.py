"""What is derived from a race is kept with the race: a later view goes on from it, and it goes when the race goes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from functools import wraps
from threading import Lock
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from pitwall.state.view import RaceView

P = ParamSpec("P")
T = TypeVar("T")


class Keeping:
    """Derived values, by what made them. Values of single moments are kept only for those last asked for."""

    def __init__(self) -> None:
        self._moments: dict[Hashable, OrderedDict[Hashable, Any]] = {}
        self._grown: dict[Hashable, dict[Any, Any]] = {}
        self._lock = Lock()

    def grown(self, of: Hashable) -> dict[Any, Any]:
        """A mapping that grows with the race: what a view puts in must hold for every later one."""
        return self._grown.setdefault(of, {})

    def of_moment(self, make: Hashable, key: Hashable, size: int, build: Callable[[], T]) -> T:
        """The value for a moment: the kept one, or one built now. At most `size` of a `make` are kept."""
        with self._lock:
            held = self._moments.setdefault(make, OrderedDict())
            if key in held:
                held.move_to_end(key)
                found: T = held[key]
                return found
        value = build()
        with self._lock:
            held[key] = value
            while len(held) > size:
                held.popitem(last=False)
        return value


def unchanged(before: Sequence[Any], now: Sequence[Any]) -> int:
    """How many things at the beginning are the same as before."""
    most = min(len(before), len(now))
    if before[:most] == now[:most]:  # as it mostly is, and one look tells it
        return most
    pairs = zip(before, now, strict=False)
    return next((n for n, (old, new) in enumerate(pairs) if old is not new), most)


def _asked(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Hashable:
    """What tells one call of a function from another."""
    return (args, *sorted(kwargs.items())) if kwargs else args


def kept_for_moments(
    size: int,
) -> Callable[[Callable[Concatenate[RaceView, P], T]], Callable[Concatenate[RaceView, P], T]]:
    """Works a function of a view out once for each moment and its arguments, and keeps the last `size` results."""

    def kept(make: Callable[Concatenate[RaceView, P], T]) -> Callable[Concatenate[RaceView, P], T]:
        @wraps(make)
        def get(view: RaceView, *args: P.args, **kwargs: P.kwargs) -> T:
            asked = _asked(args, kwargs)
            found, key = view.found, (make, asked)
            if key not in found:
                found[key] = view.keeping.of_moment(
                    make, (view.moment, asked), size, lambda: make(view, *args, **kwargs)
                )
            return cast("T", found[key])

        return cast("Callable[Concatenate[RaceView, P], T]", get)

    return kept


def kept_in_view(make: Callable[Concatenate[RaceView, P], T]) -> Callable[Concatenate[RaceView, P], T]:
    """Works a function of a view out once for each view and its arguments. Callers share the result: nobody may
    change it.
    """

    @wraps(make)
    def get(view: RaceView, *args: P.args, **kwargs: P.kwargs) -> T:
        found, key = view.found, (make, _asked(args, kwargs))
        if key not in found:
            found[key] = make(view, *args, **kwargs)
        return cast("T", found[key])

    return cast("Callable[Concatenate[RaceView, P], T]", get)


def kept_of_cars(
    basis: Callable[[RaceView, str], Hashable],
) -> Callable[[Callable[[RaceView, str], T]], Callable[[RaceView, str], T]]:
    """Works a function of a view and a car out anew only where its `basis` differs from the last time.

    The basis covers all that the value depends on: as a race goes on, that of most cars stays as it is.
    """

    def kept(make: Callable[[RaceView, str], T]) -> Callable[[RaceView, str], T]:
        @wraps(make)
        def get(view: RaceView, car: str) -> T:
            found, key = view.found, (make, car)
            if key not in found:
                known: dict[str, tuple[Hashable, T]] = view.keeping.grown(make)
                now = basis(view, car)
                before = known.get(car)
                if before is None or before[0] != now:
                    before = known[car] = now, make(view, car)
                found[key] = before[1]
            return cast("T", found[key])

        return get

    return kept
