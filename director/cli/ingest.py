"""`director ingest`: hands in documents, so that search_rules and search_corpus find them."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from director.cli.command import ANSWERED, FAILED, Command, UsageError
from director.race.assembly import corpus
from director.settings import Settings
from pitwall.corpus.document_text import READERS, DocumentError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="FILE|FOLDER", help=f"{', '.join(READERS)}; of a folder all of these in it")
    parser.add_argument("--type", metavar="TYPE", default="rules", help="what search_rules finds is `rules` (default)")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    return _ingest(arguments, settings)


def _ingest(arguments: argparse.Namespace, settings: Settings) -> int:
    path = Path(arguments.path).expanduser()
    if not path.exists():
        raise UsageError(f"no file or folder {arguments.path[:100]!r}")
    if not 0 < len(arguments.type) <= 40:
        raise UsageError("--type is a word of at most 40 characters")
    files = sorted(each for each in path.rglob("*") if each.suffix.lower() in READERS) if path.is_dir() else [path]
    if not files:
        raise UsageError(f"{path.name} holds none of {', '.join(READERS)}")
    held, counts, passages, failed = corpus(settings), Counter[str](), 0, 0
    for file in files:
        name = f"{path.name}/{file.relative_to(path).as_posix()}" if path.is_dir() else file.name
        try:
            became, count = held.hand_in(file, name[:200], arguments.type)
        except DocumentError as error:
            print(f"director: {error}", file=sys.stderr)
            failed += 1
            continue
        counts[became] += 1
        passages += count
    gone = held.forget(_gone(held.names(f"{path.name}/"), path)) if path.is_dir() else 0
    told = [f"{counts[what]} {what}" for what in ("added", "changed", "unchanged") if counts[what]]
    told += [f"{gone} gone"] if gone else []
    print(f"{', '.join(told) or 'nothing added'}; {passages} passage{'s' * (passages != 1)} can be searched")
    return FAILED if failed else ANSWERED


def _gone(names: list[str], folder: Path) -> list[str]:
    """Documents of the folder that are not in it any more."""
    return [name for name in names if not (folder / name.partition("/")[2]).is_file()]


COMMAND = Command(_add_arguments, _run)
