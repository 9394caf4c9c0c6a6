"""What all tests share: the recorded races beside the checkout, and a network that reaches this machine only."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitwall.sources import open_source
from pitwall.state import StateCache

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"

_real_connect = socket.socket.connect


def _loopback_only(self: socket.socket, address: Any) -> None:
    host = address[0] if isinstance(address, tuple) else None
    if host is not None and host not in ("127.0.0.1", "::1", "localhost"):
        raise OSError(f"the tests reach no network: {host}")
    _real_connect(self, address)


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but loopback."""
    monkeypatch.setattr(socket.socket, "connect", _loopback_only)


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the person who runs the tests reaches them."""
    import os

    for name in list(os.environ):
        if name.startswith("DIRECTOR_"):
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of recorded races and truths, beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("no recorded races: ../shared is not there")
    return SHARED


@pytest.fixture(scope="session")
def archive_folder() -> Callable[[str], Path]:
    """The folder of a recorded F1 session, by name; skips where it is not there."""

    def find(name: str) -> Path:
        folder = SHARED / "data" / "f1_static" / name
        if not folder.is_dir():
            pytest.skip(f"no recorded race {name}: ../shared/data/f1_static is not there")
        return folder

    return find


@cache
def _loaded(folder: Path) -> StateCache:
    return StateCache().load(open_source(str(folder)))


@pytest.fixture(scope="session")
def recorded(archive_folder: Callable[[str], Path]) -> Iterator[Callable[[str], StateCache]]:
    """A recorded race, loaded once; tests look at it and change nothing."""
    yield lambda name: _loaded(archive_folder(name))
    _loaded.cache_clear()
