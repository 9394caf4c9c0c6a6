"""What tests of servers share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.toolgate.sdk.fuzz_wires import KeptLoop


@pytest.fixture(scope="module")
def kept() -> Iterator[KeptLoop]:
    """A loop for tests that are no coroutines, as those of hypothesis."""
    made = KeptLoop()
    yield made
    made.close()
