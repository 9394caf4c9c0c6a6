"""A NATS server for tests starts at another port where somebody has taken the one it was to have."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path

import pytest

from tests import nats_server
from tests.nats_server import MISSING, NatsServer, NotStartedError, cluster_of_three, free_port, server_runs

pytestmark = pytest.mark.skipif(not server_runs(), reason=MISSING)


def _given_first(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ports = iter([taken])
    monkeypatch.setattr(nats_server, "free_port", lambda: next(ports, None) or free_port())


def test_a_port_that_is_taken_is_given_up_for_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as somebody:
        taken = somebody.getsockname()[1]
        _given_first(taken, monkeypatch)
        servers = cluster_of_three(tmp_path)
        for each in servers:
            each.stop()
    assert len(servers) == 3


def test_a_server_that_cannot_start_says_what_it_wrote() -> None:
    with pytest.raises(NotStartedError, match="no_such_option"):
        NatsServer("--no_such_option")
