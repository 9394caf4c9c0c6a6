"""The HTTP client of the SDKs: whom it trusts."""

from __future__ import annotations

import asyncio
import ssl

import pytest

from director.models import http


@pytest.mark.parametrize(
    ("address", "reads"), [("http://127.0.0.1:9", False), ("https://models.example", True), ("", True)]
)
def test_certificates_are_read_but_for_a_plain_address(
    address: str, reads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted: list[object] = []
    whole = http.httpx2.AsyncClient

    def client(*, verify: object, **more: object) -> object:
        trusted.append(verify)
        return whole(verify=verify, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(http.httpx2, "AsyncClient", client)
    asyncio.run(http.make_http(address).aclose())
    (verify,) = trusted
    assert (verify is True) is reads
    if isinstance(verify, ssl.SSLContext):
        assert verify.verify_mode == ssl.CERT_REQUIRED
        assert verify.get_ca_certs() == []
