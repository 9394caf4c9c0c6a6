"""The report of an evaluation: results by kind, silences, times and cost; as text and as JSON."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from director.evaluation.judging import JudgedCase
from toolgate.contract import JsonObject

GOOD = frozenset({"right", "rightly_silent"})
MISLEADING = frozenset({"near_miss", "spoke"})


@dataclass(frozen=True, slots=True)
class EvalReport:
    """The figures. Shares are from 0 to 1; times are milliseconds; a share of nothing is None."""

    rows: tuple[JudgedCase, ...]
    by_kind: dict[str, Counter[str]]
    right: float
    misleading: float | None
    """The share of the answers given that are about something else, or should not have been given."""
    silence_precision: float | None
    silence_recall: float | None
    tool_errors: int
    plan_ms: tuple[float, float]
    total_ms: tuple[float, float]
    """Median and 95th percentile."""
    tokens: int
    cost_usd: float | None

    def to_json(self, *, rows: bool = True) -> JsonObject:
        """The object that `director eval --json` prints."""
        return {
            "cases": len(self.rows), "by_hand": sum(row.case.by_hand for row in self.rows), "right": self.right,
            "misleading": self.misleading, "silence_precision": self.silence_precision,
            "silence_recall": self.silence_recall, "tool_errors": self.tool_errors,
            "plan_ms": dict(zip(("p50", "p95"), self.plan_ms, strict=True)),
            "total_ms": dict(zip(("p50", "p95"), self.total_ms, strict=True)),
            "tokens": self.tokens, "cost_usd": self.cost_usd,
            "by_kind": {kind: dict(counts) for kind, counts in self.by_kind.items()},
            **({"rows": [row.to_json() for row in self.rows]} if rows else {}),
        }  # fmt: skip

    def to_text(self) -> str:
        """A table with a line for each kind, and the figures below it."""
        columns = ("right", "rightly_silent", "near_miss", "lost", "spoke", "failed")
        width = max(len("kind"), *(len(kind) for kind in self.by_kind))
        lines = [f"{'kind':<{width}}  {'cases':>5}  " + "  ".join(name.replace("_", " ") for name in columns)]
        for kind, counts in self.by_kind.items():
            cells = "  ".join(f"{counts[name]:>{len(name)}}" for name in columns)
            lines.append(f"{kind:<{width}}  {counts.total():>5}  {cells}")
        cost = "unknown" if self.cost_usd is None else f"${self.cost_usd:.4f}"
        lines += [
            "",
            f"right {self.right:.1%} of {len(self.rows)} cases; misleading {_percent(self.misleading)} of answers",
            f"silence: precision {_percent(self.silence_precision)}, recall {_percent(self.silence_recall)}; "
            f"tool errors {self.tool_errors}",
            f"plan p50 {self.plan_ms[0]:.1f} ms, p95 {self.plan_ms[1]:.1f} ms; "
            f"whole p50 {self.total_ms[0]:.1f} ms, p95 {self.total_ms[1]:.1f} ms; tokens {self.tokens}, cost {cost}",
        ]
        if by_hand := sum(row.case.by_hand for row in self.rows):
            lines.append(f"{by_hand} of the cases were judged by hand: their tool, not the text of the answer")
        return "\n".join(lines)


def summed_up(rows: Sequence[JudgedCase]) -> EvalReport:
    """The figures of the rows, of which there is at least one."""
    by_kind: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        by_kind[row.case.kind][row.judgement] += 1
    answered = [row for row in rows if row.judgement in ("right", "near_miss", "spoke")]
    silent = [row for row in rows if row.judgement in ("rightly_silent", "lost")]
    unanswerable = [row for row in rows if row.case.expect == "silence"]
    costs = [row.cost_usd for row in rows]
    return EvalReport(
        rows=tuple(rows),
        by_kind=dict(sorted(by_kind.items())),
        right=sum(row.judgement in GOOD for row in rows) / len(rows),
        misleading=_share([row.judgement in MISLEADING for row in answered]),
        silence_precision=_share([row.judgement == "rightly_silent" for row in silent]),
        silence_recall=_share([row.judgement == "rightly_silent" for row in unanswerable]),
        tool_errors=sum(row.tool_errors for row in rows),
        plan_ms=_percentiles([row.plan_ms for row in rows]),
        total_ms=_percentiles([row.total_ms for row in rows]),
        tokens=sum(row.tokens for row in rows),
        cost_usd=None if None in costs else sum(cost for cost in costs if cost is not None),
    )


def _share(flags: Sequence[bool]) -> float | None:
    return sum(flags) / len(flags) if flags else None


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _percentiles(values: Sequence[float]) -> tuple[float, float]:
    ranked = sorted(values)
    return ranked[len(ranked) // 2], ranked[min(int(0.95 * len(ranked)), len(ranked) - 1)]
