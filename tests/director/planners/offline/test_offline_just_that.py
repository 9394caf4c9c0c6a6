"""Questions that are near to others and ask for something else: what is planned for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from toolgate.contract import Plan

Ask = Callable[..., Awaitable[Plan]]


async def calls(ask_race: Ask, question: str) -> list[tuple[str, object]]:
    return [(step.name, step.arguments) for step in (await ask_race(question)).steps]


async def test_any_of_a_team_is_not_both_of_it(ask_race: Ask) -> None:
    for question in ("have any of the Ferrari cars been in an incident", "did the Ferraris crash"):
        assert await calls(ask_race, question) == [
            ("get_incidents", {"show": "crashes", "driver": driver}) for driver in ("VET", "RAI")
        ]
    assert await calls(ask_race, "did Vettel and Räikkönen crash") == [
        ("get_incidents", {"driver": "VET", "other": "RAI"})
    ]
