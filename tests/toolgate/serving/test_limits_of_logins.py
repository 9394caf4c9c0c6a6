"""How long who sends wrong tokens waits, for how long that is remembered, and of how many."""

from __future__ import annotations

from toolgate.serving.logins import FailedLogins


class Guessing:
    """Somebody who tries tokens, on a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waited: list[float] = []
        self.logins = FailedLogins(sleep=self._sleep, clock=lambda: self.now)

    async def _sleep(self, seconds: float) -> None:
        self.waited.append(seconds)

    async def fail(self, address: str = "10.0.0.1", after_s: float = 0.0) -> float:
        """The pause before the answer to a wrong token that comes so many seconds later."""
        self.now += after_s
        await self.logins.failed(address)
        return self.waited[-1]


async def test_each_pause_is_twice_the_one_before_until_eight_seconds() -> None:
    guessing = Guessing()
    assert [await guessing.fail() for _ in range(9)] == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0, 8.0]
    assert await guessing.fail("10.0.0.2") == 0.25


async def test_ten_minutes_are_remembered_and_no_more() -> None:
    guessing = Guessing()
    pauses = [await guessing.fail(after_s=after_s) for after_s in (0.0, 599.9, 599.9, 600.1)]
    assert pauses == [0.25, 0.5, 1.0, 0.25]


async def test_so_many_addresses_are_remembered_and_no_more() -> None:
    guessing = Guessing()
    for number in range(1024):
        await guessing.fail(f"10.0.{number // 250}.{number % 250}")
    assert await guessing.fail("10.0.0.0") == 0.5  # the last of all again
    await guessing.fail("10.9.9.9")
    assert (await guessing.fail("10.0.0.2"), await guessing.fail("10.0.0.1")) == (0.5, 0.25)
