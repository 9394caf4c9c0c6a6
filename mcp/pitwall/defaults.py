"""What a source may cost and what is kept, where nobody says otherwise: classes and settings have it from here."""

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
