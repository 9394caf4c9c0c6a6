"""In a fresh checkout each process of a run would compile every test module: together they compile each once."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.assertion.rewrite import PYC_TAIL, _rewrite_test, _write_pyc, assertstate_key, get_cache_dir, try_makedirs

TESTS = Path(__file__).parent


def compile_share(config: pytest.Config) -> None:
    """Compiles this worker's share of the test modules that have not been compiled yet, as pytest would.

    What another one has not finished by the time it is needed is compiled here after all. Nothing happens without workers.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None:
        return
    share = slice(int(worker["workerid"].removeprefix("gw")), None, worker["workercount"])
    for source in sorted(TESTS.rglob("test_*.py"))[share]:
        compiled = get_cache_dir(source) / (source.stem + PYC_TAIL)
        if not compiled.exists() and try_makedirs(compiled.parent):
            source_hash, code = _rewrite_test(source, config)
            _write_pyc(config.stash[assertstate_key], code, source_hash, compiled)
