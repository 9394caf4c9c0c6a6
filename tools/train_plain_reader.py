"""Trains the reader of plain wordings, and writes its weights into the package.

`wordings/plain.tsv` lists the plain wordings that the wordings were written for, what the planner is asked instead
(`-`: nothing tells it) and the kind of session that has it; `wordings/wordings.tsv` holds people's wordings of them,
`wordings/none.tsv` what none of them asks. The race tools' own examples are wordings too. What words of English mean,
those that nobody used for a wording among them, is known from the vectors of wordllama (MIT licence), of which as many
numbers are kept as the reader has use for. The same files give the same weights. Run it from the project's folder:

    .venv/bin/python tools/train_plain_reader.py
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import msgspec
import numpy as np
from english_encoder import taught
from msgspec import structs
from word_vectors import vectors
from wordings_read import NONE, Label, Line, grouped, lines

from director.language.tokens import stem
from director.planners.offline.plain.encoder import Encoder
from director.planners.offline.plain.network import Network
from director.planners.offline.plain.pieces import COMPOUNDS, as_text, features, said_words
from director.planners.offline.plain.read import NARROWING, confidence, signs_of
from director.planners.offline.plain.weights import ENCODER_FILE, WEIGHTS_FILE, PlainReader, PlainWording, Weights

BUCKETS, SIZE = 1 << 15, 48
EPOCHS, RATE, BATCH = 8, 0.2, 24
NETWORKS = 3
"""So many networks learn the same lines from other beginnings, and speak together: each is wrong elsewhere."""
MEANING_RATE = 0.1
"""The share of the rate with which is learnt what of the words' meanings matters."""
DROPPED = 0.1
"""The share of a line's features that is left out in each round: no single one may carry a wording."""
NONE_WEIGHT = 1.0
HELD_BACK = ("11", "13", "19")
"""Writers who asked what they would at a race, and looked for the plain wording of it afterwards: how far the reader
may be trusted shows on their lines, which it never learns. (Three more did so, whose lines are learnt.)"""
OFTEN_ONLY = NARROWING | frozenset(map(stem, COMPOUNDS))
FEWEST, ITS_OWN, FEWEST_IN_ALL = 2, 0.04, 4
"""A word that narrows, or a compound, is a wording's own where so many of its lines have it, and such a share."""
Vectors = dict[str, np.ndarray]
Model = tuple[np.ndarray, np.ndarray, np.ndarray]
"""A network: a row of numbers for each bucket, a column for each wording, a row for each number of a word's vector."""


def main() -> None:
    """Trains on the lines of all writers but some, whose lines tell how far the reader may be trusted."""
    told = lines()
    start = time.perf_counter()
    known = vectors({word for line in told for word in said_words(line.pieces) if word.isalpha()})
    labels = sorted({line.label for line in told if line.label != NONE})
    weights, encoder = learnt([line for line in told if line.writer not in HELD_BACK], labels, known)
    held = [line for line in told if line.writer in HELD_BACK]
    trust = trusted(held, PlainReader(weights, Encoder(encoder, weights.vocabulary)), grouped(texts_of(told)))
    WEIGHTS_FILE.write_bytes(msgspec.msgpack.encode(structs.replace(weights, trust=tuple(trust))))
    ENCODER_FILE.write_bytes(encoder)
    took, size = time.perf_counter() - start, WEIGHTS_FILE.stat().st_size + len(encoder)
    sys.stdout.write(f"{len(told)} lines, {len(labels)} wordings, {size} bytes, {took:.0f} s\n")


def learnt(told: list[Line], labels: list[Label], known: Vectors) -> tuple[Weights, bytes]:
    """All weights but the trust, and the encoder, from these lines."""
    networks = together(told, labels, known)
    texts = [as_text(line.pieces) for line in told]
    encoder, vocabulary = taught(texts, targets_of(told, labels).tolist(), weights_of(told).tolist())
    return packed(networks, labels, known, told, vocabulary), encoder


def together(told: list[Line], labels: list[Label], known: Vectors) -> list[Model]:
    """The networks that speak together, each with its own seed."""
    with ProcessPoolExecutor(max_workers=2) as pool:
        return list(pool.map(partial(trained, told, labels, known), range(NETWORKS)))


def trained(told: list[Line], labels: list[Label], known: Vectors, seed: int) -> Model:
    """What the lines teach a network, in rounds of small steps that become smaller."""
    rng = np.random.default_rng(seed)
    inner = rng.normal(0, 0.1, (BUCKETS, SIZE)).astype(np.float32)
    outer = np.zeros((SIZE, len(labels) + 1), np.float32)
    means = np.stack([meaning(said_words(line.pieces), known) for line in told])
    share = rng.normal(0, 0.1, (means.shape[1], SIZE)).astype(np.float32)
    rows = [np.array(features(line.pieces, BUCKETS)) for line in told]
    targets, weight = targets_of(told, labels), weights_of(told)
    order = np.arange(len(told))
    for epoch in range(EPOCHS):
        rng.shuffle(order)
        rate = RATE * (1 - epoch / EPOCHS)
        for at in range(0, len(order), BATCH):
            batch = order[at : at + BATCH]
            kept = [row[rng.random(len(row)) >= DROPPED] for row in (rows[i] for i in batch)]
            kept = [row if len(row) else rows[i] for row, i in zip(kept, batch, strict=True)]
            norms = np.array([1 / np.sqrt(len(row)) for row in kept], np.float32)[:, None]
            hidden = np.tanh(np.stack([inner[row].sum(0) for row in kept]) * norms + means[batch] @ share)
            scores = hidden @ outer
            scores -= scores.max(1, keepdims=True)
            shares = np.exp(scores)
            shares /= shares.sum(1, keepdims=True)
            shares[np.arange(len(batch)), targets[batch]] -= 1
            shares *= weight[batch][:, None]
            back = (shares @ outer.T) * (1 - hidden * hidden) * rate
            outer -= rate * (hidden.T @ shares)
            share -= MEANING_RATE * (means[batch].T @ back)
            for row, change in zip(kept, back * norms, strict=True):
                inner[row] -= change
    return inner, outer, share


def targets_of(told: list[Line], labels: list[Label]) -> np.ndarray:
    """The number of each line's wording; none has the last."""
    numbers = {label: at for at, label in enumerate([*labels, NONE])}
    return np.array([numbers[line.label] for line in told])


def weights_of(told: list[Line]) -> np.ndarray:
    """How much each line counts."""
    return np.array([NONE_WEIGHT if line.label == NONE else line.weight for line in told], np.float32)


def meaning(said: list[str], known: Vectors) -> np.ndarray:
    """The vectors of words together; zeros where none is known."""
    found = [known[word] for word in said if word in known]
    if not found:
        return np.zeros_like(next(iter(known.values())))
    return np.sum(found, axis=0) / np.float32(np.sqrt(len(found)))


def packed(models: Iterable[Model], labels: list[Label], known: Vectors, told: list[Line], vocabulary: str) -> Weights:
    """The networks with signed bytes for numbers, and what people say for each wording."""
    values: dict[Label, set[float]] = defaultdict(set)
    kinds: dict[Label, tuple[str, ...]] = {}
    for line in told:
        values[line.label].update(line.numbers)
        kinds[line.label] = line.kinds
    said = words_of(told)
    words = sorted(set().union(*said.values()))
    at = {word: number for number, word in enumerate(words)}
    groups = grouped(texts_of(told))
    return Weights(
        wordings=tuple(
            PlainWording(
                text, slots, kinds.get((text, slots), ()), tuple(sorted(at[word] for word in said[text, slots])),
                tuple(sorted(values[text, slots])), groups[text],
            )
            for text, slots in labels
        ),
        words=tuple(words),
        buckets=BUCKETS,
        size=SIZE,
        networks=tuple(in_bytes(model, known) for model in models),
        trust=(),
        known=" ".join(known),
        vocabulary=vocabulary,
    )  # fmt: skip


def words_of(told: list[Line]) -> dict[Label, set[str]]:
    """The words that people say for each wording. A word that few lines have in all is left out: it is of a remark."""
    said: dict[Label, Counter[str]] = defaultdict(Counter)
    often = Counter(line.label for line in told)
    for line in told:
        if line.label != NONE:
            said[line.label].update({word for piece in line.pieces for word in piece.said})
    total = sum(said.values(), Counter())

    def is_own(label: Label, word: str) -> bool:
        least = max(FEWEST, ITS_OWN * often[label]) if word in OFTEN_ONLY else 1
        return said[label][word] >= least and total[word] >= FEWEST_IN_ALL

    return {label: {word for word in counted if is_own(label, word)} for label, counted in said.items()}


def in_bytes(model: Model, known: Vectors) -> Network:
    """A network with signed bytes for numbers."""
    inner, outer, share = model
    meanings = np.stack(list(known.values())) @ share
    scales = [float(np.abs(part).max()) / 127 for part in (inner, outer, meanings)]
    parts = (inner, np.ascontiguousarray(outer.T), meanings)
    inner_bytes, outer_bytes, meaning_bytes = (
        np.round(part / scale).astype(np.int8).tobytes() for part, scale in zip(parts, scales, strict=True)
    )
    return Network(inner_bytes, outer_bytes, meaning_bytes, *scales)


def trusted(held: list[Line], reader: PlainReader, groups: dict[str, int]) -> list[float]:
    """How much each sign counts, by a logistic regression on lines that the reader has not seen; what that gives is
    printed.
    """
    signs: list[tuple[float, ...]] = []
    right: list[float] = []
    for line in held:
        if (found := signs_of(line.pieces, reader, None)) is not None:
            signs.append(found.signs)
            right.append(float(found.wording.group == groups.get(line.label[0])))
    table, truth = np.array(signs), np.array(right)
    mean, spread = table.mean(0), table.std(0) + 1e-9
    spread[0], mean[0] = 1, 0
    scaled = (table - mean) / spread
    weights = np.zeros(table.shape[1])
    for _ in range(3000):
        weights -= 0.5 * scaled.T @ (1 / (1 + np.exp(-scaled @ weights)) - truth) / len(truth)
    out = weights / spread
    out[0] -= float((weights * mean / spread)[1:].sum())
    report(sum(line.label != NONE for line in held), signs, right, [float(one) for one in out])
    return [float(one) for one in out]


def texts_of(told: list[Line]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The plain wordings, each with its kinds of sessions."""
    return tuple(sorted({(line.label[0], line.kinds) for line in told if line.label != NONE}))


def report(asked: int, signs: list[tuple[float, ...]], right: list[float], trust: list[float]) -> None:
    """How many of the lines that ask are read rightly, by how sure the reader is to be."""
    scored = sorted(((confidence(row, trust), good) for row, good in zip(signs, right, strict=True)), reverse=True)
    for least in (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95):
        kept = [good for score, good in scored if score >= least]
        sys.stdout.write(f"at {least}: {sum(kept) / asked:.1%} right, {1 - sum(kept) / max(len(kept), 1):.1%} wrong\n")


if __name__ == "__main__":
    main()
