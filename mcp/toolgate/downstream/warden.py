"""Starts one server on Linux and takes everything that it started with it: run as a script, it imports nothing of ours.

It stands between the gateway and the server, as the reaper of all that comes of it (PR_SET_CHILD_SUBREAPER), and ends
when the server does. Where the gateway dies, however it dies, the kernel sends it SIGTERM (PR_SET_PDEATHSIG); then it
kills the server with its children and theirs, in whatever session they are. The server's own pipes are none of its
business: it keeps no end of them.
"""

import ctypes
import os
import signal
import sys
from contextlib import suppress

_SET_PDEATHSIG, _SET_CHILD_SUBREAPER = 1, 36
_NOT_FOUND = 127


def descendants(pid: int) -> list[int]:
    """Every process that comes of one, itself not among them."""
    parents: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError), open(f"/proc/{name}/stat", "rb") as stat:
            # What stands in brackets is the program's own name, and may hold anything.
            parents.setdefault(int(stat.read().rpartition(b")")[2].split()[1]), []).append(int(name))
    found: list[int] = []
    open_ = [pid]
    while open_:
        below = parents.get(open_.pop(), [])
        found += below
        open_ += below
    return found


def kill_all() -> None:
    """Kills until nothing is left. What is forked meanwhile is found by the next look."""
    while below := descendants(os.getpid()):
        for pid in below:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def main(parent: int, command: list[str]) -> int:
    """Runs the command; gives its exit status. `parent` is the pid of who started this."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def end(*_: object) -> None:
        kill_all()
        os._exit(0)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, end)
    libc.prctl(_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != parent:  # it died before it could be watched
        return 0
    child = os.fork()
    if child == 0:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        libc.prctl(_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        try:
            os.execvp(command[0], command)  # noqa: S606 - the program that the operator has configured
        except OSError as error:
            sys.stderr.write(f"{error.strerror}\n")
            os._exit(_NOT_FOUND)
    os.close(0)
    os.close(1)
    while True:
        pid, status = os.wait()
        if pid == child:
            break
    kill_all()
    return os.waitstatus_to_exitcode(status) & 0xFF


if __name__ == "__main__":
    os._exit(main(int(sys.argv[1]), sys.argv[2:]))
