"""Trains the rewriter, and writes its weights into the package. The same files give the same weights.

    .venv/bin/python tools/train_rewriter.py  # all lines: over an hour on 2 cores
    .venv/bin/python tools/train_rewriter.py --without 49,62  # and says how it does on these writers' lines
    .venv/bin/python tools/train_rewriter.py --keep LEFT; .venv/bin/python tools/train_rewriter.py --from LEFT
    .venv/bin/python tools/train_rewriter.py --mean LEFT MORE  # trains nothing: the mean of what two runs left

With `--without` nothing is written: what is told is of people whose lines were not learnt. With `--from` learning goes
on with the lines that were asked freely, from where the run that left the file ended.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path

import msgspec
from claim_lines import CLAIMS, claim_lines
from plain_targets import VALUES, PlainPlans, form_of, in_one_form
from rewriter_lines import Line, lines
from rewriter_model import Row, mean_of, taught

from director.language.rewriting.marks import NO_PLAIN, is_mark
from director.language.rewriting.rewriter import BEGIN, END, PAD, STATES, Rewriter
from director.language.rewriting.shipped import HEARS_FILE, SAYS_FILE, WORDS_FILE, Words
from director.planners.offline.commands import is_command
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools


async def main(without: Collection[str], begun: Path | None, ended: Path | None) -> None:
    """Trains on the lines of all writers but those `without`, and writes the weights or tells of these."""
    start, plans = time.perf_counter(), PlainPlans()
    told = [*await in_one_form(lines(), plans), *claim_lines()]
    if unknown := set(without) - {line.writer for line in told}:
        sys.exit(f"no line is by writer {', '.join(sorted(unknown))}: name writers of asked.tsv or talks.txt")
    learnt = [line for line in told if line.writer not in without]
    words = [PAD, BEGIN, STATES, END, *sorted({token for line in told for token in line.tokens})]
    hears, says, pieces = taught(_rows(learnt), words, begun=begun, ended=ended)
    if without:
        held = [line for line in told if line.writer in without]
        rewriter = Rewriter(hears, says, pieces, words)
        await tell([line for line in held if line.kind != CLAIMS], rewriter, plans)
        tell_claims([line for line in held if line.kind == CLAIMS], rewriter)
        return
    write(hears, says, pieces, words)
    took, size = time.perf_counter() - start, len(hears) + len(says)
    sys.stdout.write(f"{len(learnt)} lines, {len(words)} words, {size} bytes, {took:.0f} s\n")


def write(hears: bytes, says: bytes, pieces: str, words: Sequence[str]) -> None:
    """Writes the weights into the package, with the tools whose questions they have learnt."""
    tools = sorted(entry["name"] for entry in catalogue(build_tools(StateCache())) if not is_command(entry))
    HEARS_FILE.write_bytes(hears)
    SAYS_FILE.write_bytes(says)
    WORDS_FILE.write_bytes(msgspec.msgpack.encode(Words(pieces, tuple(words), tuple(tools))))


def _rows(told: Sequence[Line]) -> list[Row]:
    """What is learnt of the lines, each once."""
    begins = {line: STATES if line.kind == CLAIMS else BEGIN for line in told}
    rows = {(line.question, line.before, line.tokens, begins[line]): line.weight for line in told}
    return [(*row, weight) for row, weight in rows.items()]


async def tell(held: Sequence[Line], rewriter: Rewriter, plans: PlainPlans) -> None:
    """Prints, of questions alone and of those after others, how often the likeliest meaning is planned as its writer
    meant it, otherwise, or not at all.
    """
    counted: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
    for line in {(line.question, line.before): line for line in held}.values():
        meant = await plans.calls(form_of(line))
        if meant in ("", NO_PLAIN):
            continue
        likely = Counter[str]()
        for said in rewriter.rewritings(line.question, line.before, VALUES):
            likely[await plans.calls((form_of(line)[0], said.tokens))] += said.likely
        likely.pop("", None)
        best = max(likely, key=likely.__getitem__, default=NO_PLAIN)
        counted[bool(line.before)]["right" if best == meant else "silent" if best == NO_PLAIN else "other"] += 1
    for follows, found in counted.items():
        shares = ", ".join(f"{how} {number / found.total():.1%}" for how, number in found.most_common())
        sys.stdout.write(f"{'after others' if follows else 'alone'}: {found.total()} questions, {shares}\n")


def tell_claims(held: Sequence[Line], rewriter: Rewriter) -> None:
    """Prints how often what a sentence likeliest states is what its writer meant, word for word."""
    found = Counter[str]()
    for line in {line.question: line for line in held}.values():
        likeliest = rewriter.rewritings(line.question, (), set(filter(is_mark, line.tokens)), STATES)[0].tokens
        found["right" if likeliest == line.tokens else "nothing" if likeliest == (NO_PLAIN,) else "other"] += 1
    shares = ", ".join(f"{how} {number / found.total():.1%}" for how, number in found.most_common())
    sys.stdout.write(f"sentences: {found.total()}, {shares}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without", default="", help="writers whose lines are not learnt: 49,62")
    parser.add_argument("--from", dest="begun", type=Path, metavar="FILE", help="goes on from what a run left there")
    parser.add_argument("--keep", dest="ended", type=Path, metavar="FILE", help="leaves there what it has come to")
    parser.add_argument("--mean", nargs="+", type=Path, metavar="FILE", help="writes the mean of what runs left there")
    given = parser.parse_args()
    if given.mean:
        if missing := [file for file in given.mean if not file.is_file()]:
            sys.exit(f"no run left {missing[0].name}: name files that --keep wrote")
        write(*mean_of(given.mean))
        sys.exit()
    asyncio.run(main([writer for writer in given.without.split(",") if writer], given.begun, given.ended))
