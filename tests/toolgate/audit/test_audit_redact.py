"""What may stand in a record: plain JSON of bounded size, and no secret."""

from __future__ import annotations

import json
import math
from collections import UserDict
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.examples import examples, some
from tests.rows import each_row
from toolgate.audit.redact import MAX_CHARS, _Walk, redact, redact_text
from toolgate.audit.secrets import REDACTED, _compiled_rules, hide_secrets

SECRET = "hunter2-Zq9x"


def text_of(value: Any) -> str:
    return json.dumps(redact(value), ensure_ascii=False, allow_nan=False)


def test_every_row_of_the_oracle(shared: Path) -> None:
    rows = json.loads((shared / "oracles/nous_policy_audit.json").read_text())["redact"]
    assert len(rows) == 14
    for row in rows:
        assert redact(row["inp"]) == row["out"]


@each_row(
    "name",
    ["Authorization", "x-auth", "auth", "Set-Cookie", "accessToken", "max_tokens", "passwd", "DB_PWD", "passphrase",
     "private_key", "privateKey", "ssh-key", "aws_secret_access_key", "credentials", "sessionId", "session-id", "X-API-Key",
     "api.key", "JWT", "PASSWORD", "passcode", "ｐassword", "to\u200bken", "pass\u00adword", "x" * 2000],
)  # fmt: skip
@each_row("secret", [SECRET, 4711, [SECRET], {"a": SECRET}, None])
def test_what_has_the_name_of_a_secret_is_one(name: str, secret: Any) -> None:
    assert list(redact({name: secret}).values()) == [REDACTED]


@each_row(
    "name",
    ["driver", "author", "top_n_pairs", "at_lap", "compound", "session", "session_name", "keyboard", "monkey", "passes",
     "compass", "pinned", "distance_m", "cars_passed"],
)  # fmt: skip
def test_what_has_not_is_kept(name: str) -> None:
    assert redact({name: "VER"}) == {name: "VER"}


@pytest.mark.parametrize(
    "text",
    [
        f"Bearer {SECRET}", f"bearer   {SECRET}", f"Authorization: Basic {SECRET}", f"authorization={SECRET} more {SECRET}",
        f"Cookie: a=1; b={SECRET}", f"password={SECRET}", f"PASSWORD = {SECRET}", f"pwd:{SECRET}", f"my_secret: '{SECRET} x{SECRET}'",
        f'{{"token": "a {SECRET}"}}', f'{{\\"token\\": \\"a {SECRET}\\"}}', f'{{"api_key":["{SECRET}"]}}', f"token={SECRET};{SECRET}",
        f"https://x.test/?driver=VER&access_token={SECRET}&b=1", f"password%3D{SECRET}", f"<password>{SECRET}</password>",
        f"postgres://user:{SECRET}@host/db", f"postgres://user:a@b/{SECRET}@host/db", f"amqp://:{SECRET}@host", f"https://{SECRET}@host/x",
        f'password = """{SECRET} b"""', f"q=%7B%22api_key%22%3A%22{SECRET}%22%7D", f"{'--a-long-name-of-an-option' * 2}-token {SECRET}",
        f"run --password {SECRET} now", f"run --api-key '{SECRET} b' now", f"export DB_PASSWORD={SECRET}",
        f"-----BEGIN RSA PRIVATE KEY-----\n{SECRET}\n-----END RSA PRIVATE KEY-----", f"x -----BEGIN KEY-----\n{SECRET}",
        f"eyJhbGciOiJIUzI1NiJ9.{SECRET}.{SECRET}", f"see sk-ant-api03-{SECRET}", f"ghp_{SECRET}abc", f"xoxb-1-{SECRET}", f"AIza{SECRET}",
    ],
)  # fmt: skip
def test_a_text_keeps_no_secret(text: str) -> None:
    assert SECRET not in hide_secrets(text)
    assert REDACTED in hide_secrets(text)
    assert SECRET not in text_of({"note": text})
    assert SECRET not in text_of({text: 1})
    for cut in some(range(1, 30), 4):  # across the place where long texts are cut
        assert SECRET[:8] not in redact_text(" " * (4096 - cut) + text)


@each_row(
    "text",
    ["Max Verstappen", "lap:20", "2026-01-02T03:04:05.678Z", "how far is perez behind stroll", "https://host.test/static/2018",
     "a pass through the pit lane", "risk-free-strategy-now", "the key moment of the race", "a basic strategy", "é ü 1:45.149", ""],
)  # fmt: skip
def test_an_ordinary_text_is_kept(text: str) -> None:
    assert hide_secrets(text) == text


@each_row(
    "value",
    [
        [["token", SECRET]], (("password", SECRET),), {"headers": [["Authorization", SECRET], ["X", "y"]]}, ["--password", SECRET],
        ["Authorization", SECRET, "Accept", "x"], {"name": "token", "value": SECRET}, {"type": "bearer", "data": SECRET}, [{"key": "api_key", "values": [SECRET]}],
        {"Name": "Set-Cookie", "Content": {"x": SECRET}}, {"token", SECRET}, frozenset(["pwd", SECRET]), {b"token": SECRET},
        {("token", 1): SECRET}, {"token": {"a": [SECRET]}}, {"password:": SECRET}, ["password=", SECRET], b"password=" + SECRET.encode(),
        bytearray(SECRET.encode()), UserDict({"token": SECRET}), Path("/" + SECRET), Exception(SECRET),
    ],
)  # fmt: skip
def test_pairs_and_odd_containers_keep_no_secret(value: Any) -> None:
    assert SECRET not in text_of({"a": [value]})
    assert SECRET not in text_of(value)


class Hostile(dict[str, Any]):
    def items(self) -> Any:
        raise SystemError(SECRET)


def test_what_json_cannot_hold_becomes_a_marker() -> None:
    assert redact({"a": b"x", "b": math.nan, "c": -math.inf, "d": object(), "e": 10**400, "f": int}) == {
        "a": "<bytes>",
        "b": "<float nan>",
        "c": "<float -inf>",
        "d": "<object>",
        "e": "<int of 1329 bits>",
        "f": "<type>",
    }
    assert redact({1: "a", "1": "b", None: "c", 1.5: "e"}) == {"1": "a", "1'": "b", "None": "c", "1.5": "e"}
    assert redact("half \ud800 a pair") == "half \\ud800 a pair"
    assert redact({"\udcff": 1}) == {"\\udcff": 1}
    assert redact((1, {2})) == [1, [2]]
    assert redact(None) is None
    assert redact(Hostile(a=1)) == "<unreadable>"
    number = IntEnum("number", ["ONE"])
    word = StrEnum("word", ["one"])
    assert type(redact([number.ONE])[0]) is int
    assert type(redact([word.one])[0]) is str


def test_size_is_bounded() -> None:
    cyclic: dict[str, Any] = {}
    cyclic["again"] = [cyclic]
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for huge in (
        cyclic,
        deep,
        ["x" * 5000] * 100,
        {str(n): "y" * 100 for n in range(5000)},
        [[0] * 300] * 300,
        "z" * 10**7,
    ):
        assert len(text_of(huge)) < 3 * MAX_CHARS
    assert redact(list(range(300)))[-1] == "<100 more>"
    assert redact({str(n): n for n in range(300)})["..."] == "<100 more>"


@pytest.mark.parametrize(
    "piece",
    [
        "://",
        "://a:",
        "token",
        "token=",
        "--token ",
        '"',
        "\\",
        "eyJ",
        "-----BEGIN A",
        "bearer ",
        "a@",
        "Basic ",
        "'token': ",
    ],
)
def test_no_text_makes_the_search_run_away(piece: str) -> None:
    text = (piece * 5000)[:4096]
    for tail in ("", "@", "\n", '"'):
        redact({"a": text + tail})


def secrets_within() -> st.SearchStrategy[Any]:
    """Nested values in which the secret stands where a secret may stand."""
    names = st.sampled_from(["token", "Password", "api-key", "x_secret", "credentials", "sessionId", "Authorization"])
    shapes = st.sampled_from(
        ["Bearer {}", "password={}", "x token: {}", "https://u:{}@h/p", '{{"secret":"{}"}}', "sk-{}{}", "ok --pwd {} z"]
    )
    planted = st.one_of(
        st.builds(lambda name: {name: SECRET}, names),
        st.builds(lambda name: [name, SECRET], names),
        st.builds(lambda name: (name, SECRET), names),
        st.builds(lambda name: {"name": name, "value": SECRET}, names),
        st.builds(lambda shape: shape.format(SECRET, SECRET), shapes),
        st.just(SECRET.encode()),
    )
    plain = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20), st.binary(max_size=5))
    keys = st.one_of(st.text(max_size=8), st.integers(), st.none(), st.tuples(st.integers()))
    return st.recursive(
        st.one_of(planted, plain),
        lambda inner: st.one_of(
            st.lists(inner, max_size=5),
            st.lists(inner, max_size=5).map(tuple),
            st.dictionaries(keys, inner, max_size=5),
        ),
        max_leaves=20,
    )


@examples(60)
@given(secrets_within())
def test_no_planted_secret_is_ever_found(value: Any) -> None:
    text = text_of(value)
    assert SECRET not in text
    assert json.loads(text) == redact(value)


@given(
    st.dictionaries(
        st.sampled_from(("driver", "name", "token", "lap", "max_tokens", "tokens", "café", "k", "pin", "é\u2028"))
        | st.text(max_size=4),
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=30)
        | st.sampled_from(("password=hunter2", "x" * 600, "AKIA12345678", "eyJabcdefghijklmnop", "token"))
        | st.lists(st.integers(), max_size=2),
        max_size=20,
    )
)
@example({"gap_s": float("nan")})
@example({"gap_s": float("-inf")})
@example({"gap_s": -1.5})
def test_a_few_short_arguments_become_what_the_long_way_makes_of_them(arguments: dict[str, Any]) -> None:
    assert redact(arguments) == _Walk().walk(arguments, 0)


@given(st.text("0123456789abcdef-", max_size=100) | st.text(st.characters(categories=["L", "N"]), max_size=11))
def test_what_is_passed_over_unread_has_no_secret(text: str) -> None:
    for rule in _compiled_rules():
        assert rule.search(text) is None


@given(st.from_regex(r"[a-z]{1,12}(_[a-z]{1,12}){0,6}", fullmatch=True))
@example("session_time")
@example("hf_abcdefghijkl")
@example("sk_live_abcdefgh_ij")
@example("authorization_basic_password")
def test_a_plain_name_is_read_as_by_every_rule(name: str) -> None:
    read = name
    for rule in _compiled_rules():
        read = rule.sub(REDACTED, read)
    assert (hide_secrets(name) == name) == (read == name)


def test_the_shortest_key_and_the_longest_number_are_seen_among_a_few_arguments() -> None:
    assert redact({"id": "AKIA12345678", "n": 1 << 2000}) == {"id": REDACTED, "n": "<int of 2001 bits>"}
    assert redact({"n": 1 << 70}) == {"n": 1 << 70}


@pytest.mark.parametrize(
    "odd",
    "\x85\u2028\u2029\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
)
def test_what_ends_a_line_or_turns_it_round_is_spelled_out(odd: str) -> None:
    text, (name,) = redact_text(f"lap {odd} 20"), redact({f"lap{odd}": 1})
    assert (text, name) == (
        f"lap {odd.encode('unicode_escape').decode()} 20",
        f"lap{odd.encode('unicode_escape').decode()}",
    )
