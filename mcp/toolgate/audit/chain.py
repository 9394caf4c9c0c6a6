"""The hash chain: each record holds the hash of the one before, and its own.

`entry_hash` is the SHA-256 of the record without it, as compact JSON with sorted keys in UTF-8. The first record
follows sixty-four zeros.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import msgspec
import orjson

from toolgate.contract import JsonObject
from toolgate.errors import LocalError

GENESIS = "0" * 64

_by_the_rule = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
).encode
_SORTED = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS
_ATOMS = frozenset((str, int, bool, type(None)))
_LEAST, _MOST = 1e-3, 1e15
"""Between these a float is written without an exponent. Beyond, the encoders differ: `1e-05` by the rule, `1e-5` or
`0.00001` by the fast one."""
_as_it_stands = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


class BadLine(LocalError):
    """A line is not as the log wrote it. The message says what is wrong."""


def entry_hash(record: Mapping[str, Any]) -> str:
    """The hash that a record must have by the rule above: 64 hex digits."""
    return chain_hash(record, "entry_hash")


def chain_hash(record: Mapping[str, Any], field: str) -> str:
    """SHA-256 of the canonical text of a record without the field that holds the hash."""
    rest = {key: value for key, value in record.items() if key != field}
    return sha256(_by_the_rule(rest).encode()).hexdigest()


def seal(record: JsonObject, field: str = "entry_hash") -> tuple[bytes, str]:
    """The line of a record, and its hash. The canonical text is made once; the hash is put in before its last brace."""
    text = _canonical(record)
    digest = sha256(text).hexdigest()
    return b'%b,"%b":"%b"}\n' % (text[:-1], field.encode(), digest.encode()), digest


def unseal(line: bytes, field: str = "entry_hash") -> JsonObject:
    """The record of a line (without its newline) whose hash is right; else BadLine."""
    ending = len(field) + 71  # ,"field":"<64 hex digits>"}
    written = line[-ending:-66] == b',"%b":"' % field.encode() and line.endswith(b'"}')
    if written and sha256(line[:-ending] + b"}").hexdigest().encode() == line[-66:-2]:
        return _parse(line)
    return _unseal_any_order(line, field)


def _canonical(record: JsonObject) -> bytes:
    """The canonical text of plain JSON, by the fast encoder where it is sure to write what the rule says."""
    try:
        if _written_alike(record.values()):
            return orjson.dumps(record, option=_SORTED)
    except TypeError:  # an integer beyond 64 bits
        pass
    return _by_the_rule(record).encode()


def _written_alike(values: Iterable[Any]) -> bool:
    """Whether both encoders are sure to write the same."""
    for value in [value for value in values if type(value) not in _ATOMS]:
        kind = type(value)
        if kind is float:
            if value and not _LEAST <= abs(value) <= _MOST:
                return False
        elif kind is dict:
            if value and not _written_alike(value.values()):
                return False
        elif kind is not list or not _written_alike(value):
            return False
    return True


class Links(msgspec.Struct, gc=False):
    """The fields of a record that bind it to the one before: all that a verification needs while nothing is wrong."""

    entry_hash: str
    prev_hash: str | None = None
    safety: str | None = None
    ts: str | None = None


class NumberedLinks(Links, gc=False):
    """The links of a record that has a number."""

    seq: int | None = None


_links = msgspec.json.Decoder(Links)


def many_links(lines: bytes, count: int) -> list[Links] | None:
    """The links of several lines, decoded at once, without checking their hashes.

    None where a line among them is not one of ours.
    """
    try:
        found = _links.decode_lines(lines)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found if len(found) == count else None


def read_links(line: bytes) -> NumberedLinks:
    """The links of a line (without its newline) whose hash is right, whoever wrote it; else BadLine."""
    record = unseal(line)
    texts = {name: value for name in ("prev_hash", "safety", "ts") if isinstance(value := record.get(name), str)}
    seq = record.get("seq")
    return NumberedLinks(record["entry_hash"], **texts, seq=seq if isinstance(seq, int) else None)


def _unseal_any_order(line: bytes, field: str) -> JsonObject:
    """A record of another writer, whose keys are not sorted. It must still be the compact text of itself."""
    try:
        record = json.loads(line)
        if not isinstance(record, dict) or not isinstance(record.get(field), str):
            raise BadLine(f"not a record: it has no {field}")
        if _as_it_stands(record).encode() == line and chain_hash(record, field) == record[field]:
            return record
    except (ValueError, RecursionError):
        raise BadLine("not JSON" if line.strip() else "an empty line") from None
    raise BadLine(f"the record was changed: its {field} does not match")


def _parse(line: bytes) -> JsonObject:
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:  # anybody can give any bytes their right hash
        raise BadLine("not JSON") from None
    if not isinstance(record, dict):
        raise BadLine("not a record")
    return record
