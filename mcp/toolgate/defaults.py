"""Defaults of the gate and its server, shared by classes and settings."""

from __future__ import annotations

OUTPUT_BUDGET_BYTES = 65_536
"""The longest answer of a tool."""
AUDIT_INTERVAL_MS = 200
AUDIT_ROTATE_BYTES = 50_000_000
"""The longest file of the audit log."""
DRAIN_S = 5.0
"""How long calls may go on once a server is told to stop."""
HTTP_HOST = "127.0.0.1"
HTTP_PORT = 8000
CONNECTIONS = 512
CONNECTIONS_PER_ADDRESS = 128
HEAD_TIMEOUT_S = 10.0
BODY_TIMEOUT_S = 30.0
IDLE_TIMEOUT_S = 60
NATS_CONNECT_S = 10.0
NATS_AUTH_VIOLATIONS = 3
"""Refusals in a row after which a server of NATS is not asked again."""
