"""The forms in which secrets come, and what only looks like one: a table tested both ways.

What must go is also tried in a record, in a line of the log and in a prompt: all three use the same code.
"""

from __future__ import annotations

import json
import logging
import time

import pytest

from director.logs import Formatter
from director.sanitise import clean_data, clean_text
from tests.rows import each_row
from toolgate.audit import secrets
from toolgate.audit.redact import redact
from toolgate.audit.secrets import REDACTED, hide_secrets

S = "hunter2-Zq9x"
KEY = "AbCdEf0123456789AbCdEf0123456789"

NAMES = [
    "pass", "PASS", "db_pass", "dbPass", "DB_PASS", "smtp-pass", "userpass", "otp", "totp", "user_otp", "otpCode", "pin", "PIN", "card_pin", "pin_code",
    "dsn", "sentry_dsn", "SENTRY_DSN", "connection_string", "connectionString", "conn_str", "webhook", "webhook_url", "slackWebhook", "sig", "hmac_sig",
    "signature", "x-signature", "X-Amz-Signature", "mnemonic", "seed_phrase", "recovery_code", "sid", "connect.sid", "PHPSESSID_sid", "csrf", "csrftoken",
    "x-csrf", "XSRF-TOKEN", "csrfmiddlewaretoken", "cvv", "ssn", "creds", "aws_creds", "ｄｂ＿ｐａｓｓ", "p\u200bin", "secret_tokens",
    "psk", "wifi_psk", "user_pw", "pincode", "passkey", "passKey", "hmac", "hmac_key", "authKey", "PHPSESSID", "JSESSIONID", "sessid",
    "Ocp-Apim-Subscription-Key", "x-functions-key", "verification_code",
]  # fmt: skip

NO_NAMES = [
    "driver", "pin_driver", "pinned", "spin", "passes", "pass_count", "overtakes", "pit_sid_e", "signature_corner", "signal", "design", "side", "inside",
    "output_sha256", "entry_hash", "sector", "position", "bypass_lane", "compass", "key_moment", "laptime", "author", "resident", "crowd", "pins", "opinion",
    "passkeyboard", "pwr", "hmacs_of_lap", "desk", "keynote", "session", "session_kind", "assessing", "code", "function", "subscription",
]  # fmt: skip

TEXTS = [
    f"DB_PASS={S}", f"DB_PASS = {S}", f"export SMTP_PASS='{S} x'", f"pass={S}", f'{{"pass": "{S}"}}', f"{{'pin': '{S}'}}", f"db_pass: {S}", f"dbpass={S}",
    f"curl -u admin:{S} https://x.test", f"curl --user 'admin:{S}' x", f"curl -uadmin:{S} x", f"curl --proxy-user=a:{S} x",
    f"mysql -u root -p{S} race", f"mysqldump -h db -p{S} race", f"sshpass -p {S} ssh host", f"sshpass -p '{S}' ssh", f"docker login -u me -p {S}",
    f"redis-cli -h x -a {S}", f"machine api.test login me password {S}", f"machine api.test\n  login me\n  password {S}", f"login me account a password {S}",
    f"https://b.s3.amazonaws.com/k?X-Amz-Algorithm=A&X-Amz-Credential={KEY}&X-Amz-Signature={S}", f"https://b.test/k?Expires=1&Signature={S}&x=1",
    f"https://a.blob.core.windows.net/c?sv=2022&sp=r&sig={S}%3D", f"https://storage.googleapis.com/b?X-Goog-Signature={S}", f"see x?a=1&amp;sig={S}",
    f"https://hooks.slack.com/services/T0/B0/{S}", f"https://hooks.slack.com/workflows/T0/{S}", f"https://discord.com/api/webhooks/123/{S}",
    f"https://discordapp.com/api/v10/webhooks/1/{S}", f"https://x.webhook.office.com/webhookb2/{S}", f"https://api.telegram.org/bot123456789:{KEY}{S}/x",
    f"webhook: https://x.test/{S}", f"dsn: https://x.test/{S}", f"SENTRY_DSN=https://x.test/{S}", f"csrf={S}", f"csrftoken: {S}", f"connect.sid={S}",
    f"Cookie: sid={S}", f"sid={S}; path=/", f"mnemonic: alpha beta {S}", f"seed phrase: alpha beta {S}", f"passphrase: correct horse {S}",
    f"connection_string=Server=x;User=a;Pwd={S}", f"ConnectionString: Host=x {S}", f"DefaultEndpointsProtocol=https;AccountKey={S}", f"--pass {S}",
    f"--db-pass {S}", f"-pass {S}", f"login --pin {S}", f"--otp={S}", f"sig={S}", f"signature = {S}", f"X-Signature: {S}", f"pass%3D{S}",
    f"ｐａｓｓｗｏｒｄ＝{S}", f"ｐａｓｓｗｏｒｄ={S}", f"pass\u200bword={S}", f"ｄｂ＿ｐａｓｓ＝{S}", f"recovery_code={S}", f"tokens={S}", f"cvv={S}",
    f"the password is {S}", f"my api key is '{S}'", f"passphrase is {S}", f'<add key="DbPassword" value="{S}"/>', f"<input name='token' value='{S}'>",
    f"https://a.test/cb?code={KEY}{S}&state=1", f"https://a.test/v1?key={KEY}{S}", f"psk={S}", f'psk="{S}"', f"hmac={S}", f"ldap_pw={S}", f"JSESSIONID={S}; a",
    f"Ocp-Apim-Subscription-Key: {S}", f"x-functions-key: {S}", f"gsk_{KEY}{S}", f"pplx-{KEY}{S}", f"tvly-{KEY}{S}", f"hvs.{KEY}{S}", f"dckr_pat_{KEY}{S}",
    f"lin_api_{KEY}{S}", f"PMAK-{KEY}{S}", f"ATATT3{KEY}{S}", f"sq0atp-{KEY}{S}",
]  # fmt: skip

ALONE = [
    f"-----BEGIN KEY-----\n{S}\n-----END KEY-----", f"see eyJhbGciOiJIUzI1NiJ9.{S}", f"see sk-ant-api03-{S}",
    f"https://api.telegram.org/bot123456789:{KEY}{S}/x", f"https://hooks.slack.com/services/T0/{S}", f"https://discord.com/api/webhooks/123/{S}",
    f"https://x.webhook.office.com/webhookb2/{S}", f"https://b.test/k?sign={S}", f"https://a.test/cb?code={KEY}{S}", f"postgres://user:a@b/{S}@host/db", f"https://{S}@host/x",
    f"mnemonic: alpha beta {S}", f"bearer {S}", f"was Basic dXNlcjpodW50ZXIy{S}", f"password={S}", f"run --password {S} now", f"pass={S}",
    "PIN: 4711", f"dsn: https://x.test/{S}", f'<add key="DbPassword" value="{S}"/>', f"the password is {S}",
    f"curl -u admin:{S} x", f"mysql -u root -p{S} race", f"redis-cli -h x -a {S}", f"machine api.test login me password {S}",
]  # fmt: skip
"""For each rule, in their order, a text whose secret no other rule knows."""

DIGITS = ["PIN: 4711", "pin is 471108", "otp: 471108", "OTP code: 471108", "otp=471108", "totp = 471108", "cvv: 471"]

NO_TEXTS = [
    "a brave pass by Norris at turn 1", "the pass: Verstappen on Norris", "pass 3 of 4", "he had to pass: car 4", "pit sid", "the signature corner", "signature: Eau Rouge",
    "pin the car to the inside", "car 4711", "car: 44", "P11", "tokens: 512", '{"tokens": 512, "cost": 1}', "max_tokens=512", "tokens = 512", "output_tokens: 20",
    "https://livetiming.formula1.com/static/2018/?driver=VER&lap=20", "https://x.test/a/b?design=1&side=left", "1:45.149", "lap -p 20", "-p 8080", "mysql is down",
    f'"output_sha256": "{"ab" * 32}"', "a sha256 of " + "0f" * 32, "the pit window opens: lap 20", "user: Max", "curl -u", "the webhook was slow", "a recovery drive",
    "seeds and codes", "session: Race", "conn: lost", "2018-04-29T12:00:00Z", "sidepod = left", "opinion: none", "spin: lap 3", "sign=1 lap", "the login page",
    "code: VER", "the key: track position", "author: FIA", "https://x.test/?code=VER&key=lap", "password is weak", '<lap key="sector" value="31.2"/>', "he is upward of 4711", "sq0 of it", "ünder Ｗet conditions", "-u for update",
]  # fmt: skip


@each_row("name", NAMES)
def test_a_value_with_the_name_of_a_secret_goes(name: str) -> None:
    assert list(redact({name: S}).values()) == [REDACTED]
    assert S not in json.dumps(clean_data({name: S}))


@each_row("name", NO_NAMES)
def test_a_value_with_another_name_stays(name: str) -> None:
    assert redact({name: "VER"}) == {name: "VER"}
    assert clean_data({name: "VER"}) == {name: "VER"}


@each_row("text", TEXTS)
def test_a_secret_in_a_text_goes(text: str) -> None:
    for words in (text, f"so {text} and more"):
        assert S not in hide_secrets(words)
        assert REDACTED in hide_secrets(words)
        assert S not in clean_text(words)
        assert S not in logged("%s", words)


@pytest.mark.parametrize("place", range(len(secrets._RULES)))
def test_each_rule_hides_what_no_other_does(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that none can be lost unnoticed."""
    assert len(ALONE) == len(secrets._RULES)
    text, rules = ALONE[place], secrets._compiled_rules()
    hidden = hide_secrets(text)
    assert S not in hidden
    assert REDACTED in hidden
    monkeypatch.setattr(secrets, "_compiled_rules", lambda: rules[:place] + rules[place + 1 :])
    assert hide_secrets(text) != hidden


@pytest.mark.parametrize("text", DIGITS)
def test_a_number_that_is_one_goes(text: str) -> None:
    assert "471" not in hide_secrets(f"{text}.")


@each_row("text", NO_TEXTS)
def test_a_text_without_one_stays(text: str) -> None:
    assert hide_secrets(text) == text
    assert hide_secrets(f"so {text}, it says") == f"so {text}, it says"


@pytest.mark.parametrize("count", [{"tokens": 512}, {"input_tokens": 20, "output_tokens": 3}])
def test_a_count_of_tokens_stays(count: dict[str, int]) -> None:
    assert redact(count) == count
    assert clean_data(count) == count


def logged(message: str, *words: object, name: str = "director") -> str:
    return Formatter("%(levelname)s %(name)s: %(message)s").format(
        logging.LogRecord(name, logging.INFO, "x.py", 1, message, words, None)
    )


def test_a_structured_line_of_the_log_stays_json() -> None:
    line = logged("%s", json.dumps({"tool": f"password={S}", "duration_ms": 1.5, "tokens": 3}), name="toolgate.calls")
    assert json.loads(line) == {"tool": f"password={REDACTED}", "duration_ms": 1.5, "tokens": 3}


@each_row(
    "char", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\u202e", "\u2066", "\u200f", "\u061c", "\r", "\n", "\x1b"]
)
def test_nothing_ends_a_line_of_the_log_or_turns_it_round(char: str) -> None:
    line = logged("driver %s", f"a{char}b")
    assert line == f"INFO director: driver a{char.encode('unicode_escape').decode()}b"


def test_a_trace_in_the_log_keeps_its_lines_and_no_secret() -> None:
    try:
        raise ValueError(f"password={S}\u2028x")
    except ValueError as error:
        record = logging.LogRecord("director", logging.ERROR, "x.py", 1, "failed", (), (ValueError, error, None))
    text = Formatter("%(message)s").format(record)
    assert text.splitlines()[0] == "failed"
    assert S not in text
    assert "\u2028" not in text


PIECES = [
    "pass", "pass=", "-p", "mysql -", "mysql ", "-u", "-u a", "login a ", "machine ", "://", "?sig=", "_pin", "--a-", "a-", "redis-cli ", "sig ", "otp is ", "=", "pass:", "ａ",
    "mnemonic", "/bot1", "webhooks/", "tokens", "token_tokens", "secret" * 3,
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_the_search_takes_linear_time(piece: str) -> None:
    """Eight times the text takes about eight times as long, and not 64 times."""
    short, long = piece * (8000 // len(piece)), piece * (64_000 // len(piece))
    assert any(_cost(long) < 24 * _cost(short) + 0.05 for _ in range(3))


def _cost(text: str) -> float:
    begun = time.process_time()
    hide_secrets(text)
    return time.process_time() - begun
