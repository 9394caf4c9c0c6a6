"""Many rows of a table in one test: what pytest does for a test of its own costs more than a row of a few lines."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Check = Callable[..., None]


def each_row(names: str | tuple[str, ...], rows: Iterable[Any]) -> Callable[[Check], Check]:
    """Runs a check on every row, as `parametrize` does in tests of their own: each row that fails is named, none hides another.

    Fixtures are shared by the rows, so a check that changes what it is given stays with `parametrize`.
    """
    given = tuple(map(str.strip, names.split(","))) if isinstance(names, str) else names
    table = [tuple(row) if len(given) > 1 else (row,) for row in rows]

    def decorate(check: Check) -> Check:
        signature = inspect.signature(check)

        @wraps(check)
        def run(**fixtures: Any) -> None:
            assert table, "no rows"
            failed: list[BaseException] = []
            for row in table:
                try:
                    check(**fixtures, **dict(zip(given, row, strict=True)))
                except (Exception, pytest.fail.Exception, pytest.skip.Exception) as error:  # noqa: BLE001  no row hides another
                    error.add_note(f"in the row {row!r:.1000}")
                    failed.append(error)
            if failed:
                raise failed[0] if len(failed) == 1 else BaseExceptionGroup(f"{len(failed)} rows failed", failed)

        others = [parameter for parameter in signature.parameters.values() if parameter.name not in given]
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return decorate
