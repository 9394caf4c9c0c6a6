"""What a record costs: a 3 KB result, redacted, hashed, chained and written, with each durability; and how fast a log is verified.

python benchmarks/audit.py [FOLDER]
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from time import perf_counter, perf_counter_ns

import orjson

from toolgate.audit.durability import Durability
from toolgate.audit.journal import AuditLog
from toolgate.audit.verify import verify_log
from toolgate.contract import AgentContext, Call, Outcome, PolicyDecision, Tier, ToolSpec
from toolgate.layers.audit import Audit

RECORDS = 20_000
SYNCED = 2_000
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

    async def governed(asked: Call) -> None:
        await audit(asked, answer)

    await timed(governed, 200)
    return await timed(governed, count), log


async def together(log: AuditLog) -> float:
    """Microseconds a call where fifty wait at the same time."""
    audit = Audit(log)
    start = perf_counter()
    for _ in range(SYNCED // TOGETHER):
        await asyncio.gather(*(audit(call(number), answer) for number in range(TOGETHER)))
    return (perf_counter() - start) / SYNCED * 1e6


async def measure(folder: Path) -> None:
    print(f"a result of {len(orjson.dumps(BODY))} bytes")
    show("floor: encode, two hashes, write", await floor(folder))
    samples, log = await layer(folder, "system", Tier.READ_ONLY, RECORDS)
    show("record, durability system", samples)
    log.close()
    start = perf_counter()
    result = verify_log(log.path)
    print(f"{'verify':<52} {result.lines / (perf_counter() - start):12,.0f} records/s   ok {result.ok}")
    show(
        "record of a call with an effect (asks ready first)", (await layer(folder, "system", Tier.STATEFUL, RECORDS))[0]
    )
    show("record, durability interval (200 ms)", (await layer(folder, "interval", Tier.READ_ONLY, RECORDS))[0])
    samples, log = await layer(folder, "record", Tier.READ_ONLY, SYNCED)
    show("record, durability record, one call after another", samples)
    print(f"{f'record, durability record, {TOGETHER} calls at a time':<52} {await together(log):12.1f} us a call")
    log.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as name:
        asyncio.run(measure(Path(name)))
