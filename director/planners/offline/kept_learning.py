"""What was learnt of catalogues, kept on disk, so that a new process need not learn again.

A file is named by the hash of its catalogue and of the code that learns.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from director.planners.offline.learning import Learnt, learn
from toolgate.contract import JsonObject
from toolgate.kept_files import KeptFiles, code_version

MOST_FILES = 16
"""Catalogues that are kept."""
SUFFIX = ".learnt"
_CODE = (Path(__file__).parent, Path(__file__).parents[2] / "language")


def learn_or_recall(catalogue: Sequence[JsonObject], folder: Path | None) -> Learnt:
    """What the folder keeps of the catalogue, else what is learnt now and then kept. Where `folder` is None, nothing is
    kept.
    """
    if folder is None or not (code := code_version(*_CODE)):
        return learn(catalogue)
    files = KeptFiles(folder, SUFFIX, most=MOST_FILES)
    name = sha256(code + msgspec.msgpack.encode(catalogue)).hexdigest()
    if (kept := _decoded(files.read(name))) is not None:
        return kept
    learnt = learn(catalogue)
    files.write(name, msgspec.msgpack.encode(learnt))
    return learnt


def _decoded(body: bytes | None) -> Learnt | None:
    try:
        return None if body is None else _decode(body)
    except msgspec.MsgspecError:
        return None


_decode = msgspec.msgpack.Decoder(Learnt).decode
