"""How far a number may be from one that is said with `about`, `nearly` or `just over`."""

from __future__ import annotations

import pytest

from director.grounding.english.tokens import Amount


@pytest.mark.parametrize(
    ("said", "within", "beyond"),
    [
        (Amount(27.0, bound="about"), (26.3, 27.7), (26.2, 27.8)),  # rounded
        (Amount(30.0, bound="about"), (28.6, 31.4), (28.4, 31.6)),  # a round number
        (Amount(1.2, 0.1, "about"), (1.13, 1.27), (1.11, 1.29)),
        (Amount(40.0, bound="just under"), (36.1, 40.0), (35.9, 40.1)),
        (Amount(17.0, bound="just under"), (16.6, 17.0), (16.4, 17.1)),
        (Amount(4.0, bound="just over"), (4.0, 4.4), (3.9, 4.6)),
        (Amount(8.0, bound="at least"), (8.0, 15.0), (7.9, 16.1)),
        (Amount(8.0, bound="at most"), (4.1, 8.0), (3.9, 8.1)),
    ],
)
def test_a_bound_holds_within_and_not_beyond(
    said: Amount, within: tuple[float, ...], beyond: tuple[float, ...]
) -> None:
    assert all(map(said.is_said_of, within))
    assert not any(map(said.is_said_of, beyond))
