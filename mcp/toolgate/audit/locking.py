"""How this system locks an open file: flock where there is one, else as portalocker knows.

Both are imported where something is first locked. portalocker locks by flock too, and takes 18 us more for it than a
record of the audit log takes in all its other parts.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from functools import cache


def try_lock(fd: int) -> bool:
    """Locks an open file for this descriptor, without waiting. False where another one has it; else OSError."""
    return lock_functions()[0](fd)


@cache
def lock_functions() -> tuple[Callable[[int], bool], Callable[[int], None]]:
    """Lock and unlock of this system.

    The one locks an open file for this descriptor, without waiting: False where another one has it; else OSError.
    """
    try:
        return by_flock()
    except ImportError:
        return by_portalocker()


def by_flock() -> tuple[Callable[[int], bool], Callable[[int], None]]:
    """Lock and unlock of Unix. ImportError elsewhere."""
    import fcntl

    flock, take, leave = fcntl.flock, fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_UN

    def lock(fd: int) -> bool:
        try:
            flock(fd, take)
        except BlockingIOError:
            return False
        return True

    return lock, lambda fd: flock(fd, leave)


def by_portalocker() -> tuple[Callable[[int], bool], Callable[[int], None]]:
    """Lock and unlock of every system."""
    import portalocker

    def lock(fd: int) -> bool:
        try:
            portalocker.lock(fd, portalocker.LOCK_EX | portalocker.LOCK_NB)
        except portalocker.AlreadyLocked:
            return False
        except portalocker.LockException:
            raise OSError(errno.ENOLCK, "no file can be locked there: keep the log on a local disk") from None
        return True

    return lock, portalocker.unlock
