"""Certificates for tests, made when they are needed."""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def make_certificates(folder: Path) -> tuple[Path, Path, Path]:
    """An authority, and a certificate of 127.0.0.1 that it signed, with its key: as files of PEM."""
    now = datetime.now(UTC)
    authority, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "an authority")])

    def signed(name: x509.Name, owner: ec.EllipticCurvePrivateKey, extension: x509.ExtensionType) -> x509.Certificate:
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(issuer)
            .public_key(owner.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(extension, critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(owner.public_key()), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key()), critical=False)
            .sign(authority, hashes.SHA256())
        )

    own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "nats")])
    address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    ca, cert, private = folder / "ca.pem", folder / "cert.pem", folder / "key.pem"
    pem = serialization.Encoding.PEM
    ca.write_bytes(signed(issuer, authority, x509.BasicConstraints(ca=True, path_length=None)).public_bytes(pem))
    cert.write_bytes(signed(own, key, address).public_bytes(pem))
    private.write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return ca, cert, private
