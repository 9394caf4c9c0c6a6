"""What tests of servers share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.toolgate.sdk.fuzz_wires import Background


@pytest.fixture(scope="module")
def background() -> Iterator[Background]:
    """A loop beside tests that are no coroutines."""
    made = Background()
    yield made
    made.close()
