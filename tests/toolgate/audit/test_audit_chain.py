"""The hash chain: the rule, and that nothing that was changed keeps its hash."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.rows import each_row
from toolgate.audit.chain import GENESIS, BadLine, entry_hash, seal, unseal
from toolgate.audit.redact import redact


def by_the_rule(record: dict[str, Any]) -> str:
    """The rule in the words of the oracle, apart from the code."""
    rest = {key: value for key, value in record.items() if key != "entry_hash"}
    return sha256(json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()


def test_the_sample_lines_recompute(shared: Path) -> None:
    lines = json.loads((shared / "oracles/nous_policy_audit.json").read_text())["chain_lines"]
    previous = GENESIS
    for line in lines:
        record = json.loads(line)
        assert entry_hash(record) == record["entry_hash"] == by_the_rule(record)
        assert record["prev_hash"] == previous
        previous = record["entry_hash"]
        assert unseal(line.encode()) == record
    assert len(lines) == 3


def test_a_record_of_another_writer_opens_whatever_the_order_of_its_keys() -> None:
    record = {"seq": 1, "prev_hash": GENESIS, "a": "ü"}
    record["entry_hash"] = by_the_rule(record)
    assert list(record) != sorted(record)
    line = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
    assert unseal(line) == record
    assert entry_hash(record) == record["entry_hash"]
    with pytest.raises(BadLine, match="changed"):
        unseal(line.replace(b'"seq":1', b'"seq":2'))


anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4)),
    max_leaves=15,
)


@given(anything)
def test_every_sealed_record_is_hashed_by_the_rule_and_opens_again(value: Any) -> None:
    record = {"args": redact(value), "prev_hash": GENESIS, "zulu": "é"}
    line, digest = seal(record)
    read = json.loads(line)
    assert read.pop("entry_hash") == digest == by_the_rule(read)
    assert read == record
    assert line.endswith(b"\n")
    assert unseal(line[:-1])["entry_hash"] == digest


LINE = seal({"args": {"é": "a\u0001b", "n": [1, 2.5, None]}, "denied": False, "prev_hash": GENESIS, "ts": "2026"})[0][
    :-1
]


def test_any_changed_or_missing_or_added_byte_is_found() -> None:
    for place in range(len(LINE)):
        changed = [LINE[:place] + bytes([LINE[place] ^ 1 << bit]) + LINE[place + 1 :] for bit in range(8)]
        added = [LINE[:place] + byte + LINE[place:] for byte in (b" ", b"0", b'"')]
        for wrong in (*changed, *added, LINE[:place] + LINE[place + 1 :]):
            with pytest.raises(BadLine):
                unseal(wrong)


@each_row(
    "line",
    [b"", b" ", b"[]", b"{}", b"nonsense", b'{"entry_hash":1}', b'{"entry_hash":"x"}', b"\xff", b"[" * 100_000, b'{"a":NaN,"entry_hash":"x"}',
     b'{"a":"\\ud800","entry_hash":"x"}', b'{"n":' + b"9" * 5000 + b',"entry_hash":"x"}'],
)  # fmt: skip
def test_what_is_no_record_is_none(line: bytes) -> None:
    with pytest.raises(BadLine):
        unseal(line)


@each_row(
    "number", [1e-5, 9.999e-5, 1e-6, 1e16, -2.5e-7, 1e300, 123456789012345680.0, 0.0001, -0.0, 2**80, -(2**63) - 1]
)
@each_row("shape", [lambda n: n, lambda n: [n], lambda n: {"k": n}, lambda n: {"k": n, "l": "e5,"}])
def test_numbers_that_encoders_write_differently_are_sealed_by_the_rule(number: float, shape: Any) -> None:
    record = {"args": {"n": shape(number)}, "prev_hash": GENESIS}
    line, digest = seal({**record})
    assert digest == by_the_rule(record)
    assert unseal(line[:-1])["entry_hash"] == digest


@examples(100)
@given(st.floats(allow_nan=False, allow_infinity=False) | st.floats(-1e-3, 1e-3) | st.floats(1e14, 1e24))
def test_every_number_is_sealed_by_the_rule(number: float) -> None:
    assert seal({"args": {"n": number}})[1] == by_the_rule({"args": {"n": number}})
