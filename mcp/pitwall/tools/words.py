"""How answers are worded: positions, gaps, lap times, lists of names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from toolgate.contract import SUMMARY_MAX_CHARS

NO_PAID = "which positions give points"
"""What is missing where that is not known."""
_ABBREVIATED = re.compile(r"\b(drs|ers|fia|vsc|q[123])\b")


def gap_text(seconds: float) -> str:
    """`1.068 s`, `72.3 s`: to the thousandth below ten seconds."""
    return f"{seconds:.3f} s" if abs(seconds) < 10 else f"{seconds:.1f} s"


def laps_text(count: int) -> str:
    """`1 lap`, `3 laps`."""
    return f"{count} lap" if count == 1 else f"{count} laps"


def lap_time_text(seconds: float) -> str:
    """`1:45.149`."""
    milliseconds = round(seconds * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes}:{rest // 1000:02d}.{rest % 1000:03d}"


def behind_text(gap: float | None, laps: int | None) -> str | None:
    """`31.0 s`, `1 lap`, None where neither is known."""
    if gap is not None:
        return gap_text(gap)
    return laps_text(laps) if laps else None


def out_words(run_state: str, derived: bool) -> str:
    """`is out: stopped`; where only the car's silence says so, `has not been heard of (out, derived)`."""
    return "seems to be out (derived: no lap since)" if derived else f"is out: {run_state}"


def count_text(count: int, singular: str, plural: str | None = None) -> str:
    """`no stop`, `1 stop`, `3 stops`."""
    if count == 0:
        return f"no {singular}"
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def lowered(text: str) -> str:
    """Race control's words inside a sentence: `use of DRS when not permitted`."""
    return _ABBREVIATED.sub(lambda found: found[0].upper(), text.lower())


def joined(names: Sequence[str], by: str = "and") -> str:
    """`Ocon`, `Ocon and Perez`, `Ocon, Perez and Stroll`."""
    return f" {by} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def each_lap_text(laps: Sequence[int]) -> str:
    """`lap 4`, `laps 4, 7 and 9`."""
    return f"lap{'s' * (len(laps) > 1)} {joined([str(lap) for lap in laps])}"


def lap_span_text(first: int, last: int) -> str:
    """`lap 4`, `laps 4 to 9`."""
    return f"lap {first}" if first == last else f"laps {first} to {last}"


def sentence(clause: str) -> str:
    """A clause that stands alone: `A qualifying gives no points.`"""
    return f"{capital(clause)}."


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def each_fitting(sentences: Sequence[str], limit: int = SUMMARY_MAX_CHARS) -> str:
    """Sentences of several, each as long as its share of a summary allows: what is over goes after a sign."""
    room = (limit + 1) // max(len(sentences), 1) - 1
    over = sum(map(len, sentences)) + len(sentences) - 1 > limit
    return " ".join(_until_a_sign(one, room) if over and len(one) > room else one for one in sentences)


def _until_a_sign(said: str, room: int) -> str:
    kept = max(said.rfind(sign, 0, room) for sign in ("; ", ", "))
    return f"{said[:kept]}." if kept > 0 else f"{said[: room - 1]}…"


def fitting(
    start: str,
    parts: Iterable[str],
    separator: str = ", ",
    end: str = ".",
    limit: int = SUMMARY_MAX_CHARS,
    of: int | None = None,
    part: str = "",
) -> str:
    """As many whole parts as a summary holds; what is left out is counted.

    `of`: how many parts there are, where `parts` has fewer or makes them one by one: none beyond the limit is asked
    for. `part`: what one is called, where "and 2 more" might be of something else.
    """
    if not of:
        parts = list(parts)
        of = len(parts)
    most = _within(limit + len(separator) - len(start) - len(end), parts, len(separator))
    for kept in range(len(most), 0, -1):
        left = of - kept
        more = f" and {count_text(left, f'more {part}') if part else f'{left} more'}" if left else ""
        sentence = f"{start}{separator.join(most[:kept])}{more}{end}"
        if len(sentence) <= limit:
            return sentence
    return f"{start}{end}"[:limit]


def _within(room: int, parts: Iterable[str], apart: int) -> list[str]:
    """The first parts, as many as there is room for."""
    found = []
    for part in parts:
        room -= apart + len(part)
        if room < 0:
            break
        found.append(part)
    return found
