"""The rewriter as it learns: an encoder that knows English and a decoder of two layers, in the form that is shipped.

The encoder begins as all-MiniLM-L6-v2 (see `english_encoder.py`); its embeddings of word pieces stay as they are. The
decoder's words begin as the mean of their word pieces there.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import torch
from english_encoder import EMBEDDINGS, began_with, in_bytes, kept_pieces, of_one_length, padded
from torch import Tensor, nn
from transformers import BertConfig, BertModel

from director.language.rewriting.marks import NO_PLAIN, SaidBefore, is_mark
from director.language.rewriting.rewriter import (
    AT,
    BEGIN,
    END,
    KEPT,
    MEMORY,
    MOST_WORDS,
    PAD,
    PIECES,
    SAID,
    STATES,
    as_heard,
)
from director.language.rewriting.wordpieces import WordPieces

ROUNDS, ROUNDS_OF_MOST = 1, 3
"""So many rounds of all lines, and then of those that count more."""
MORE_ROUNDS, SLOWER = {BEGIN: 3, STATES: 0}, 0.6
"""So many rounds of those that count more where learning goes on, by how they begin, at this share of the rates."""
BATCH, RATE, SAYING_RATE, DECAY = 64, 3e-4, 8e-4, 0.01
WARMING = 0.06
LAYERS, HEADS, WIDE, DROPPED = 2, 6, 1024, 0.1
SMOOTHED = 0.05
LONGEST_STEP = 1.0
HALVES = torch.cpu._is_avx512_bf16_supported()  # told nowhere else; what has tiles has these too
"""Whether 16 bits are faster than 32: where the processor has no instruction for them they take three times as long."""
NEVER = -1e9
OTHERS = 0.25
"""The share of the other lines in the last rounds."""
SAYS_NOTHING = (PAD, BEGIN, STATES, END, NO_PLAIN)
WORDS, STATE = "words", "state"
"""What is left in a file: the words, in their order, and the weights."""
BY_WORD = ("words.weight", "bias")
"""The weights of which each word has its own."""


class Taught(nn.Module):
    """From the word pieces of a question, and the words said so far, to the next word."""

    def __init__(
        self, pieces: Sequence[int], config: dict[str, object], state: dict[str, Tensor], words: Sequence[list[int]]
    ) -> None:
        super().__init__()
        settings = BertConfig(**{**config, "vocab_size": len(pieces)}, attn_implementation="eager")
        self.encoder = BertModel(settings, add_pooling_layer=False)
        kept = {name: part for name, part in state.items() if name in self.encoder.state_dict()}
        self.encoder.load_state_dict({**kept, EMBEDDINGS: state[EMBEDDINGS][list(pieces)]}, strict=False)
        self.encoder.embeddings.requires_grad_(False)
        size = settings.hidden_size
        self.words, self.place = nn.Embedding(len(words), size), nn.Embedding(MOST_WORDS + 2, size)
        with torch.no_grad():
            self.words.weight.normal_(0, 0.05)
            self.place.weight.normal_(0, 0.02)
            for number, parts in enumerate(words):
                if parts:
                    self.words.weight[number] = state[EMBEDDINGS][parts].mean(0)
        self.begin, self.end = nn.LayerNorm(size), nn.LayerNorm(size)
        self.layers = nn.ModuleList(
            nn.TransformerDecoderLayer(size, HEADS, WIDE, DROPPED, "gelu", batch_first=True, norm_first=True)
            for _ in range(LAYERS)
        )
        self.scale, self.bias = nn.Parameter(torch.tensor(1.0)), nn.Parameter(torch.zeros(len(words)))

    def hears(self, pieces: Tensor, there: Tensor | None = None) -> Tensor:
        """What the encoder makes of each word piece. `there`: 1 where a question has one."""
        there = torch.ones_like(pieces) if there is None else there
        out: Tensor = self.encoder(input_ids=pieces, attention_mask=there).last_hidden_state
        return out

    def says(self, memory: Tensor, said: Tensor, there: Tensor | None = None) -> Tensor:
        """The score of each word after each word that was said."""
        hidden = self.begin(self.words(said) + self.place(torch.arange(said.shape[1])))
        later = torch.triu(torch.full((said.shape[1], said.shape[1]), NEVER), 1)
        absent = None if there is None else (there == 0)[:, None, None, :] * NEVER
        for layer in self.layers:
            inner = layer.norm1(hidden)
            hidden = hidden + layer.dropout1(_attended(layer.self_attn, inner, inner, later))
            hidden = hidden + layer.dropout2(_attended(layer.multihead_attn, layer.norm2(hidden), memory, absent))
            wide = layer.dropout(nn.functional.gelu(layer.linear1(layer.norm3(hidden))))
            hidden = hidden + layer.dropout3(layer.linear2(wide))
        out: Tensor = self.end(hidden) @ self.words.weight.T * self.scale + self.bias
        return out


def _attended(attention: nn.MultiheadAttention, asking: Tensor, asked: Tensor, mask: Tensor | None) -> Tensor:
    """Attention written out, so that it is exported as plain products."""
    size = asking.shape[-1]
    weight, bias = attention.in_proj_weight, attention.in_proj_bias

    def heads(part: int, values: Tensor) -> Tensor:
        rows = slice(part * size, (part + 1) * size)
        out = nn.functional.linear(values, weight[rows], bias[rows])
        return out.view(out.shape[0], -1, HEADS, size // HEADS).transpose(1, 2)

    scores = heads(0, asking) @ heads(1, asked).transpose(-1, -2) / (size // HEADS) ** 0.5
    scores = scores if mask is None else scores + mask
    mixed = (scores.softmax(-1) @ heads(2, asked)).transpose(1, 2).reshape(asking.shape[0], -1, size)
    out: Tensor = attention.out_proj(mixed)
    return out


class _Hears(nn.Module):
    """What the decoder takes of a question: by layer its keys and its values, by head and word piece."""

    def __init__(self, model: Taught) -> None:
        super().__init__()
        self.model, size = model, model.place.embedding_dim
        self.taken = nn.ModuleList(_linear(layer.multihead_attn, slice(size, 3 * size)) for layer in model.layers)

    def forward(self, pieces: Tensor) -> Tensor:
        heard = self.model.hears(pieces)[0]
        taken = [_by_head(part, 2) for linear in self.taken for part in (linear(heard),)]
        return torch.cat(taken).transpose(1, 2)


class _Says(nn.Module):
    """The score of each word after those that were said, of which it keeps keys and values."""

    def __init__(self, model: Taught) -> None:
        super().__init__()
        self.model, size = model, model.place.embedding_dim
        self.own = nn.ModuleList(_linear(layer.self_attn, slice(3 * size)) for layer in model.layers)
        self.asked = nn.ModuleList(_linear(layer.multihead_attn, slice(size)) for layer in model.layers)

    def forward(self, memory: Tensor, kept: Tensor, said: Tensor, at: Tensor) -> tuple[Tensor, Tensor]:
        model = self.model
        hidden = model.begin(model.words(said) + model.place(at))
        out = []
        for number, layer in enumerate(model.layers):
            two = slice(2 * number, 2 * number + 2)
            query, *own = _by_head(self.own[number](layer.norm1(hidden)), 3).unbind(0)
            keys, values = (torch.cat([past, new[:, :, None]], 2) for past, new in zip(kept[two], own, strict=True))
            hidden = hidden + layer.self_attn.out_proj(_mixed(query, keys, values))
            query = _by_head(self.asked[number](layer.norm2(hidden)), 1)[0]
            hidden = hidden + layer.multihead_attn.out_proj(_mixed(query, *memory[two]))
            hidden = hidden + layer.linear2(nn.functional.gelu(layer.linear1(layer.norm3(hidden))))
            out += [keys, values]
        scores = model.end(hidden) @ model.words.weight.T * model.scale + model.bias
        return scores.log_softmax(-1), torch.stack(out)


def _linear(attention: nn.MultiheadAttention, rows: slice) -> nn.Linear:
    """Some of the rows by which attention makes queries, keys and values, as a product of its own."""
    weight = attention.in_proj_weight[rows]
    linear = nn.Linear(weight.shape[1], weight.shape[0])
    linear.weight, linear.bias = nn.Parameter(weight.detach()), nn.Parameter(attention.in_proj_bias[rows].detach())
    return linear


def _by_head(values: Tensor, parts: int) -> Tensor:
    """The parts of what a product made of each row, by head."""
    return values.view(values.shape[0], parts, HEADS, -1).transpose(0, 1)


def _mixed(query: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    """The values by how well their keys meet the query, all heads one after the other."""
    scores = query[:, :, None] @ keys.transpose(-1, -2) / query.shape[-1] ** 0.5
    return (scores.softmax(-1) @ values).reshape(query.shape[0], -1)


Row = tuple[str, Sequence[SaidBefore], Sequence[str], str, float]
"""A question, what was said before it, the tokens of its plain form, how that begins, and the row's weight."""


def taught(
    rows: Sequence[Row], words: Sequence[str], *, seed: int = 0, begun: Path | None = None, ended: Path | None = None
) -> tuple[bytes, bytes, str]:
    """The two models as ONNX with signed bytes for numbers, and the word pieces with blanks between them.

    Learning goes on from what it left in the file `begun`, and leaves in `ended` what it has come to.
    """
    torch.manual_seed(seed)
    rng = random.Random(seed)  # noqa: S311 - the same lines give the same weights
    config, known, state = began_with()
    names = kept_pieces(known)
    cut, whole = WordPieces(names), WordPieces(list(known))
    parts = [[] if word in SAYS_NOTHING or is_mark(word) else whole.numbers(word, 8)[1:-1] for word in words]
    model = Taught([known[name] for name in names], config, state, parts).train()
    if begun:
        _take_up(model, words, begun)
    at = {word: number for number, word in enumerate(words)}
    heard = [as_heard(cut, question, before) for question, before, *_ in rows]
    said = [[at[begin], *(at[token] for token in tokens[:MOST_WORDS]), at[END]] for *_, tokens, begin, _ in rows]
    weight = torch.tensor([row[-1] for row in rows])
    hearing = {id(part) for part in model.encoder.parameters()}
    learning = [part for part in model.parameters() if part.requires_grad]
    told = (_going_on if begun else _in_order)(heard, rows, rng)
    pace = SLOWER if begun else 1.0
    optimizer = torch.optim.AdamW(
        [
            {"params": [part for part in learning if id(part) in hearing], "lr": pace * RATE},
            {"params": [part for part in learning if id(part) not in hearing], "lr": pace * SAYING_RATE},
        ],
        weight_decay=DECAY, fused=True,
    )  # fmt: skip
    steps = len(told)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (WARMING * steps), max(0.0, 1 - step / steps))
    )
    began = time.perf_counter()
    for step, batch in enumerate(told):
        pieces, there = padded([heard[row] for row in batch])
        spoken, _ = padded([said[row] for row in batch])  # what fills up is the first word, which stands for nothing
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=HALVES):
            scores = model.says(model.hears(pieces, there), spoken[:, :-1], there)
        wanted = spoken[:, 1:]
        loss = nn.functional.cross_entropy(
            scores.float().flatten(0, 1), wanted.flatten(), reduction="none", ignore_index=0, label_smoothing=SMOOTHED
        ).view(wanted.shape)
        counts = (wanted != 0) * weight[batch][:, None]
        optimizer.zero_grad()
        ((loss * counts).sum() / counts.sum()).backward()
        nn.utils.clip_grad_norm_(learning, LONGEST_STEP)
        optimizer.step()
        schedule.step()
        if step % 500 == 0:
            sys.stderr.write(f"rewriter: {step} of {steps} steps, {time.perf_counter() - began:.0f} s\n")
    if ended:
        torch.save({WORDS: list(words), STATE: model.state_dict()}, ended)
    return (*_exported(model.eval()), " ".join(names))


def mean_of(files: Sequence[Path]) -> tuple[bytes, bytes, str, list[str]]:
    """The two models, the word pieces and the words of the mean of what runs have come to, the words those of the last.

    Runs that go on from one state are near each other, and their mean reads what none of them has learnt better.
    """
    config, known, state = began_with()
    names, words = kept_pieces(known), torch.load(files[-1], weights_only=True)[WORDS]
    model = Taught([known[name] for name in names], config, state, [[] for _ in words])
    for number, file in enumerate(files):
        before = {name: part.clone() for name, part in model.state_dict().items()}
        _take_up(model, words, file)
        for name, part in model.state_dict().items():
            if number and part.is_floating_point():
                part.lerp_(before[name], number / (number + 1))
    return (*_exported(model.eval()), " ".join(names), words)


def _take_up(model: Taught, words: Sequence[str], begun: Path) -> None:
    """Gives the model what was learnt before; words that are new since then stay as they are."""
    left = torch.load(begun, weights_only=True)
    state, known = left[STATE], {word: number for number, word in enumerate(left[WORDS])}
    for name in BY_WORD:
        begins, learnt = model.state_dict()[name], state[name]
        rows = [learnt[known[word]] if word in known else begins[number] for number, word in enumerate(words)]
        state[name] = torch.stack(rows)
    model.load_state_dict(state)


def _in_order(heard: Sequence[Sequence[int]], rows: Sequence[Row], rng: random.Random) -> list[list[int]]:
    """The batches of all rounds: of all lines, then of those that count more and a few of the others."""
    everything = [batch for _ in range(ROUNDS) for batch in of_one_length(heard, rng, BATCH)]
    return everything + [batch for _ in range(ROUNDS_OF_MOST) for batch in _of_most(heard, rows, rng)]


def _going_on(heard: Sequence[Sequence[int]], rows: Sequence[Row], rng: random.Random) -> list[list[int]]:
    """The batches where learning goes on: of those that count more, as often as it is good for what they are."""
    batches = []
    for begin, rounds in MORE_ROUNDS.items():
        of_it = [at for at, row in enumerate(rows) if row[3] == begin]
        for _ in range(rounds):
            found = _of_most([heard[at] for at in of_it], [rows[at] for at in of_it], rng)
            batches += [[of_it[at] for at in batch] for batch in found]
    rng.shuffle(batches)
    return batches


def _of_most(heard: Sequence[Sequence[int]], rows: Sequence[Row], rng: random.Random) -> list[list[int]]:
    """The batches of one round of the lines that count more, and a few of the others."""
    most = max(row[-1] for row in rows)
    kept = [at for at, row in enumerate(rows) if row[-1] == most or rng.random() < OTHERS]
    found = of_one_length([heard[at] for at in kept], rng, BATCH)
    return [[kept[at] for at in batch] for batch in found]


def _exported(model: Taught) -> tuple[bytes, bytes]:
    """What hears and what says, each as a model of its own."""
    hears, pieces = _Hears(model), torch.ones(1, 12, dtype=torch.long)
    memory, said = hears(pieces).detach(), torch.ones(3, dtype=torch.long)
    kept = torch.zeros(2 * LAYERS, 3, HEADS, 4, memory.shape[-1])
    free = {MEMORY: {2: "heard"}, KEPT: {1: "beams", 3: "said"}, SAID: {0: "beams"}}
    return (
        in_bytes(hears, (pieces,), [PIECES], {PIECES: {1: "heard"}}),
        in_bytes(_Says(model), (memory, kept, said, torch.ones(1, dtype=torch.long)), [MEMORY, KEPT, SAID, AT], free),
    )
