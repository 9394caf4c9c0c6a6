"""Trains the gate that tells questions from chatter, and writes its weights into the package.

Questions are the race tools' own examples; chatter is `chat_lines.txt` beside this file. A tenth of each is held back
to set the threshold. The same lines give the same weights. Run it from the project's folder:

    .venv/bin/python tools/train_chat_gate.py
"""

from __future__ import annotations

import math
import random
import re
import struct
import sys
from pathlib import Path

from director.language.chatter import BUCKETS, WEIGHTS_FILE, features
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Tier

HERE = Path(__file__).parent
EPOCHS = 12
RATE = 0.4
DECAY = 2e-6
KEPT = 0.985
"""The share of held-back questions that must be heard."""
CHATTER_WEIGHT = 2.0
STAND_IN = "thename"
ASKED_TOO = (
    "who pitted under the safety car", "did {d} and {d} collide", "why did {d} retire", "will {d} catch {d}",
    "if {d} pits now where does he come out", "who has overtaken the most", "fastest middle sector",
    "what was the pole time", "who got knocked out in q1", "how many points would {d} score", "is {d} the best rookie",
    "what happened on lap {n}", "who crashed", "did {d} hit the wall", "top speed", "sector times of {d}",
    "how much fuel does {d} have", "how many overtakes so far", "who benefited from the safety car", "who is slowest",
    "when does the pit window open for {d}", "does {d} need to stop again", "what is the pit loss here",
    "how long was the first stint of {d}", "who did {d} overtake", "who lost places at the start",
    "is {d} saving tyres", "which of the {d} is ahead", "is {d} safe in q2", "how far off pole was {d}",
    "how are {d} and {d} doing", "how is {d} doing", "who won", "did {d} win", "what is going on in the race",
    "can {d} win this", "where are both {d}", "both {d}", "everyone but {d}", "has the undercut worked for {d}",
    "when will the rain come", "will it rain", "give me a short overview", "points as it stands", "where is {d} now",
    "and {d}?", "what about {d}", "how about lap {n}", "and behind him?", "is he catching him", "who is behind him",
    "{d} p?", "{d} p{n} how", "{d} out?", "is {d} out", "{d} where", "{d} where is he", "is it true {d} is out",
    "{d} has a penalty can you confirm", "is {d} even in this", "top {n} now", "{d} p{n} by how much", "who went off",
    "crash who", "{d} puncture?", "what happened in one sentence", "sum it up for me", "is {d} having a good race",
    "{n} seconds for {d} is that right", "what does it mean when they are on the {n}", "who is it", "and the rest?",
    "{d} pace last {n} laps", "{d} vs {d}", "{d} or {d} for p{n}", "who is it that stopped", "gap {d} {d}",
)  # fmt: skip
"""Kinds of questions that have no tool yet, or lean on what was said before: they ask the race all the same."""


def main() -> None:
    """Trains, and says how well the held-back lines are told apart."""
    rng = random.Random(7)  # noqa: S311 - the same lines give the same weights
    questions, chatter = _questions(rng), _chatter()
    rng.shuffle(questions)
    rng.shuffle(chatter)
    held_q, held_c = questions[: len(questions) // 10], chatter[: len(chatter) // 10]
    rows = [(1, line) for line in questions[len(held_q) :]] + [(0, line) for line in chatter[len(held_c) :]]
    balance = CHATTER_WEIGHT * len(questions) / len(chatter)
    weights, bias = _trained([(label, features(line, _is_name)) for label, line in rows], balance, rng)
    scores = sorted(_score(line, weights, bias) for line in held_q)
    threshold = scores[int((1 - KEPT) * len(scores))]
    silent = sum(_score(line, weights, bias) < threshold for line in held_c) / len(held_c)
    _write(weights, bias, threshold)
    sys.stdout.write(f"{len(rows)} lines; held back: {KEPT:.1%} of questions heard, {silent:.1%} of chatter silent\n")


def _questions(rng: random.Random) -> list[str]:
    examples = [text for spec in build_tools(StateCache()) if spec.tier == Tier.READ_ONLY for text, _ in spec.examples]
    filled = [_filled(text, rng) for text in examples]
    asked = [_filled(text.replace("{d}", "{driver}"), rng) for text in ASKED_TOO for _ in range(4)]
    forms = (
        "{}?",
        "{} pls",
        "hey {}",
        "so {}",
        "{}??",
        "{} please",
        "{}",
        "{}",
        "wait {}",
        "lmao {}",
        "omg {}",
        "{} lol",
    )
    dressed = [rng.choice(forms).format(question) for question in filled]
    return filled + dressed + asked


def _filled(text: str, rng: random.Random) -> str:
    text = re.sub(r"\{(?:driver|other|team)\}", STAND_IN, text)
    text = re.sub(r"\{\w+\}", lambda _: str(rng.randint(1, 50)), text)
    return text.replace("{", "").replace("}", "")


def _chatter() -> list[str]:
    lines = [line for line in (HERE / "chat_lines.txt").read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    plain = [re.sub(r"\{[dt]\}", STAND_IN, line) for line in lines]
    return plain + [f"{line}!!" for line in plain[::3]] + [f"lol {line}" for line in plain[::4]]


def _is_name(word: str) -> bool:
    return word == STAND_IN


def _trained(rows: list[tuple[int, list[int]]], balance: float, rng: random.Random) -> tuple[list[float], float]:
    weights, bias = [0.0] * BUCKETS, 0.0
    for epoch in range(EPOCHS):
        rng.shuffle(rows)
        rate = RATE / (1 + epoch / 3)
        for label, found in rows:
            norm = 1 / math.sqrt(len(found))
            total = norm * sum(weights[bucket] for bucket in found) + bias
            error = (label - 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))) * (1.0 if label else balance)
            step = rate * max(-3.0, min(3.0, error))
            for bucket in found:
                weights[bucket] += step * norm - DECAY * weights[bucket]
            bias += 0.1 * step
    return weights, bias


def _score(line: str, weights: list[float], bias: float) -> float:
    found = features(line, _is_name)
    total = sum(weights[bucket] for bucket in found) / math.sqrt(len(found)) + bias
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def _write(weights: list[float], bias: float, threshold: float) -> None:
    scale = max(map(abs, weights)) / 127
    WEIGHTS_FILE.write_bytes(
        struct.pack("<3d", scale, bias, threshold) + struct.pack(f"{BUCKETS}b", *(round(w / scale) for w in weights))
    )


if __name__ == "__main__":
    main()
