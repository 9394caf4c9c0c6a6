"""Defaults of sources and stores, shared by classes and settings."""

from __future__ import annotations

FETCH_SILENCE_S = 10.0
"""An attempt to download ends after so long without a byte."""
FETCH_TOTAL_S = 300.0
"""All downloads of one source, with all attempts."""
FETCH_MAX_BYTES = 512 * 1024 * 1024
"""All that one source fetches, together and unpacked."""
CHAT_KEEP = 100_000
"""Messages of the chat, the newest."""
CHAT_KEEP_DAYS = 14.0
