"""How long some work took: by the clock, of the processor, and by the clock where no other program is in the way.

A busy machine makes a thread that could run wait for its turn. Linux counts that wait (`/proc/.../schedstat`); without it, what is
left is what the work itself takes and waits for: files, replies, other processes of its own.
"""

from __future__ import annotations

import os
import time
from pathlib import Path


class Watch:
    """Started when it is made. `clock_s`, `busy_s` and `alone_s` are known once it is stopped."""

    def __init__(self) -> None:
        self._began = time.perf_counter(), time.process_time(), _kept_waiting()
        self.clock_s = self.busy_s = self.alone_s = 0.0

    def stop(self) -> None:
        """Reads the clocks. `alone_s` leaves out how long the main thread had to wait for a processor."""
        clock, busy, waited = self._began
        self.clock_s, self.busy_s = time.perf_counter() - clock, time.process_time() - busy
        self.alone_s = self.clock_s - (_kept_waiting() - waited)

    def rates(self, count: int) -> str:
        """So many things, in words."""
        return (
            f"{count / self.clock_s:.0f} a second by the clock, {count / self.alone_s:.0f} without the wait for a processor, "
            f"{count / self.busy_s:.0f} a second of the processor"
        )


def _kept_waiting() -> float:
    """Seconds for which the main thread could have run and another program did; 0 where the system does not count it."""
    counted = Path(f"/proc/self/task/{os.getpid()}/schedstat")
    return int(counted.read_text().split()[1]) / 1e9 if counted.exists() else 0.0
