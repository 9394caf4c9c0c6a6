"""What a record costs: a 3 KB result, redacted, hashed, chained and written, with each durability; and how fast a log is read.

python benchmarks/audit.py [FOLDER]
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import perf_counter, perf_counter_ns

import orjson

from toolgate.audit.daily import admitted_on
from toolgate.audit.durability import Durability
from toolgate.audit.follow import last_records
from toolgate.audit.journal import AuditLog
from toolgate.audit.record import call_record
from toolgate.audit.verify import verify_log
from toolgate.contract import AgentContext, Call, CallState, Outcome, PolicyDecision, Tier, ToolSpec
from toolgate.layers.audit import Audit

RECORDS = 20_000
SYNCED = 2_000
LONG = 300_000
TOGETHER = 50

ROW = {"code": "VER", "name": "Max Verstappen", "gap_s": 1.234, "compound": "SOFT"}
BODY = {
    "schema_version": 1,
    "generated_at": "2026-01-02T03:04:05.678Z",
    "summary": "Verstappen is 1.234 s behind Hamilton.",
    "rows": [{**ROW, "car": str(number), "lap": number} for number in range(36)],
}
OUTCOME = Outcome(BODY, ok=True, decision=PolicyDecision(True, "permitted", "mode.guarded"))


async def answer(call: Call) -> Outcome:
    """A tool that takes no time."""
    return OUTCOME


def call(number: int) -> Call:
    arguments = {"driver": "Max Verstappen", "top_n_pairs": 3, "at_lap": number}
    return Call("get_gap", arguments, AgentContext("ide", None, f"request-{number:06d}"))


def tool(tier: Tier) -> ToolSpec:
    return ToolSpec("get_gap", "A tool.", {}, {}, lambda arguments, agent: {}, tier=tier)


def show(name: str, samples: list[int]) -> None:
    samples.sort()
    p50, p99 = samples[len(samples) // 2] / 1000, samples[int(len(samples) * 0.99)] / 1000
    print(f"{name:<52} p50 {p50:8.1f} us   p99 {p99:8.1f} us")


async def timed(work: Callable[[Call], Awaitable[object]], count: int) -> list[int]:
    samples = []
    for number in range(count):
        asked = call(number)
        start = perf_counter_ns()
        await work(asked)
        samples.append(perf_counter_ns() - start)
    return samples


async def floor(folder: Path) -> list[int]:
    """The least that the rule asks for: hash the result, encode the record once, hash that, write a line."""
    fd = os.open(folder / "floor.jsonl", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
    record = {f"field_{number:02d}": "a value" for number in range(22)}
    head = "0" * 64

    async def bare(asked: Call) -> None:
        nonlocal head
        body = orjson.dumps(BODY)
        given = {"args": asked.arguments, "output_sha256": sha256(body).hexdigest(), "prev_hash": head, **record}
        text = encode(given).encode()
        head = sha256(text).hexdigest()
        os.write(fd, text[:-1] + b',"entry_hash":"' + head.encode() + b'"}\n')

    samples = await timed(bare, RECORDS)
    os.close(fd)
    return samples


async def layer(folder: Path, durability: Durability, tier: Tier, count: int) -> tuple[list[int], AuditLog]:
    log = AuditLog(folder / f"{durability}-{tier}.jsonl", durability=durability)
    audit = Audit(log, mode="guarded", server="pitwall")

    async def effect(asked: Call) -> Outcome:
        return await audit.effect(asked, answer)

    async def governed(asked: Call) -> None:
        await audit(replace(asked, case=CallState(spec=tool(tier))), effect)

    await timed(governed, 200)
    return await timed(governed, count), log


async def together(log: AuditLog) -> float:
    """Microseconds a call where fifty wait at the same time."""
    audit = Audit(log)
    start = perf_counter()
    for _ in range(SYNCED // TOGETHER):
        await asyncio.gather(*(audit(call(number), answer) for number in range(TOGETHER)))
    return (perf_counter() - start) / SYNCED * 1e6


def fastest(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of the fastest run: what else goes on only adds to it."""
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best


def reading(folder: Path) -> None:
    """What does not have to read all of it is shown for a short log and one that is ten times as long."""
    for count in (LONG // 10, LONG):
        path = folder / f"long-{count}.jsonl"
        log = AuditLog(path, durability="system", rotate_bytes=1 << 40)
        record = call_record(
            call(1),
            OUTCOME,
            tier=Tier.READ_ONLY,
            mode="guarded",
            server="pitwall",
            came=datetime.now(UTC),
            latency_ms=0.3,
        )
        for _ in range(count):
            log.append(record)
        log.close()
        verifying = fastest(lambda path=path: verify_log(path), 3)
        parsing = fastest(lambda path=path: [orjson.loads(line) for line in path.open("rb")], 3)
        print(f"a log of {count:,} records, {path.stat().st_size / count:.0f} bytes each")
        print(f"{'  verify':<52} {count / verifying:12,.0f} records/s   {verifying / parsing:.2f} x orjson alone")
        print(f"{'  the last 20 records':<52} {fastest(lambda path=path: last_records(path, 20)) * 1000:12.2f} ms")
        today = f"{datetime.now(UTC):%Y-%m-%d}"
        print(
            f"{'  count the calls of today, first':<52} {fastest(partial(admitted_on, path, today), 1) * 1000:12.2f} ms"
        )
        print(f"{'  count them on':<52} {fastest(partial(admitted_on, path, today)) * 1000:12.2f} ms")


async def measure(folder: Path) -> None:
    print(f"a result of {len(orjson.dumps(BODY))} bytes")
    show("floor: encode, two hashes, write", await floor(folder))
    samples, log = await layer(folder, "system", Tier.READ_ONLY, RECORDS)
    show("record, durability system", samples)
    log.close()
    reading(folder)
    show("record of a call that can be taken back", (await layer(folder, "system", Tier.REVERSIBLE, RECORDS))[0])
    samples, log = await layer(folder, "system", Tier.STATEFUL, SYNCED)
    show("record and synced intent of a lasting effect", samples)
    log.close()
    show("record, durability interval (200 ms)", (await layer(folder, "interval", Tier.READ_ONLY, RECORDS))[0])
    samples, log = await layer(folder, "record", Tier.READ_ONLY, SYNCED)
    show("record, durability record, one call after another", samples)
    print(f"{f'record, durability record, {TOGETHER} calls at a time':<52} {await together(log):12.1f} us a call")
    log.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as name:
        asyncio.run(measure(Path(name)))
