"""What was learnt of catalogues, kept on disk, so that a new process need not learn again.

A file is named by the hash of its catalogue and of the code that learns. What is damaged, of another format or cannot
be read is learnt anew; a folder that cannot be written costs the time of learning and nothing else.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from director.planners.offline.learning import Learnt, learn
from toolgate.contract import JsonObject

MOST_FILES = 16
"""Catalogues that are kept; the one written first goes first."""
SUFFIX = ".learnt"
_DIGEST_BYTES = 32
_CODE = (Path(__file__).parent, Path(__file__).parent / "composing", Path(__file__).parents[2] / "language")


def learn_or_recall(catalogue: Sequence[JsonObject], folder: Path | None) -> Learnt:
    """What is kept of the catalogue in the folder, or what is learnt now and then kept. In None, nothing is kept."""
    if folder is None or not (code := _code_version()):
        return learn(catalogue)
    path = folder / (hashlib.sha256(code + msgspec.msgpack.encode(catalogue)).hexdigest() + SUFFIX)
    if (kept := _read(path)) is not None:
        return kept
    learnt = learn(catalogue)
    _keep(path, learnt)
    return learnt


def _read(path: Path) -> Learnt | None:
    try:
        data = path.read_bytes()
        if hashlib.sha256(data[_DIGEST_BYTES:]).digest() != data[:_DIGEST_BYTES]:
            return None
        return _decode(data[_DIGEST_BYTES:])
    except (OSError, msgspec.MsgspecError):
        return None


def _keep(path: Path, learnt: Learnt) -> None:
    body = msgspec.msgpack.encode(learnt)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as part:
            try:
                part.write(hashlib.sha256(body).digest() + body)
                part.close()
                os.replace(part.name, path)
            except OSError:
                Path(part.name).unlink(missing_ok=True)
                raise
        _forget_oldest(path.parent)
    except OSError:
        return


def _forget_oldest(folder: Path) -> None:
    kept = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    for path in kept[:-MOST_FILES]:
        path.unlink(missing_ok=True)


def _code_version() -> bytes:
    """What tells one state of the code that learns from another; empty where its files cannot be seen."""
    try:
        files = sorted(path for folder in _CODE for path in folder.glob("*.py"))
        states = [(path.name, (state := path.stat()).st_size, state.st_mtime_ns) for path in files]
    except OSError:
        return b""
    return msgspec.msgpack.encode(states) if states else b""


_decode = msgspec.msgpack.Decoder(Learnt).decode
