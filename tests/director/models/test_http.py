"""The HTTP client of the SDKs: whom it trusts."""

from __future__ import annotations

import asyncio
import ssl
from typing import Any

import httpx2
import pytest

from director.models.http import make_http


@pytest.mark.parametrize(
    ("address", "reads"), [("http://127.0.0.1:9", False), ("https://models.example", True), ("", True)]
)
def test_certificates_are_read_but_for_a_plain_address(
    address: str, reads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted: list[object] = []
    whole = httpx2.AsyncClient

    def client(*, verify: Any, **more: Any) -> httpx2.AsyncClient:
        trusted.append(verify)
        return whole(verify=verify, **more)

    monkeypatch.setattr(httpx2, "AsyncClient", client)
    asyncio.run(make_http(address).aclose())
    (verify,) = trusted
    assert (verify is True) is reads
    if isinstance(verify, ssl.SSLContext):
        assert verify.verify_mode == ssl.CERT_REQUIRED
        assert verify.get_ca_certs() == []
