"""Counters of what became of each message; every message is counted once."""

from __future__ import annotations

from collections import Counter

from director.chat.log_entry import Fate


class Tally:
    """received = answered + batched + held + silent + ignored + dropped + waiting, at any time."""

    def __init__(self) -> None:
        self.received = 0
        """Chat messages. Other frames count as `malformed`."""
        self.answered = 0
        """Answers published."""
        self.batched = 0
        """Further askers whom one of these answers served."""
        self.silent: Counter[str] = Counter()
        """Questions without an answer, by reason."""
        self.ignored: Counter[str] = Counter()
        """Messages that are not a question to us, by reason."""
        self.held = 0
        """Messages whose answer waits until somebody approves it."""
        self.dropped = 0
        """Messages that had to make room in the queue."""
        self.malformed: Counter[str] = Counter()
        """Frames that are not a chat message, by flaw."""

    @property
    def waiting(self) -> int:
        """Messages that are not settled yet."""
        settled = self.answered + self.batched + self.held + self.silent.total() + self.ignored.total() + self.dropped
        return self.received - settled

    def count(self, fate: Fate, kind: str) -> None:
        """Counts what became of a message; `kind` says why, where it is not answered."""
        match fate:
            case "answered":
                self.answered += 1
            case "batched":
                self.batched += 1
            case "silent":
                self.silent[kind] += 1
            case "ignored":
                self.ignored[kind] += 1
            case "held":
                self.held += 1
            case "dropped":
                self.dropped += 1

    def counts(self) -> dict[str, int]:
        """All counters, reasons together."""
        return {
            "received": self.received,
            "answered": self.answered,
            "batched": self.batched,
            "held": self.held,
            "silent": self.silent.total(),
            "ignored": self.ignored.total(),
            "dropped": self.dropped,
            "waiting": self.waiting,
            "malformed": self.malformed.total(),
        }

    def line(self) -> str:
        """All counters in a line; reasons in brackets."""
        return (
            f"received {self.received}, answered {self.answered}, batched {self.batched}, "
            f"{f'held {self.held}, ' if self.held else ''}"
            f"silent {_by_reason(self.silent)}, ignored {_by_reason(self.ignored)}, dropped {self.dropped}, "
            f"waiting {self.waiting}, malformed {_by_reason(self.malformed)}"
        )


def _by_reason(counts: Counter[str]) -> str:
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(counts.items()))
    return f"{counts.total()} ({reasons})" if reasons else "0"
