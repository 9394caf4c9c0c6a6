"""Whatever is chosen for the arguments of a tool, its answer is what its schema promises."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import build_tools
from tests.pitwall.tools.conftest import CallTool
from toolgate.contract import JsonObject, Tier, ToolSpec

MOMENTS = ("at_lap", "at_time", "minutes_ago", "at_segment")
MIDDLE = 0.6
"""Of a session: when nothing is decided yet."""
OF_EACH = 60
"""So many calls of each tool, of all that its choices allow."""


def choices(spec: ToolSpec, pair: tuple[str, str]) -> Iterator[JsonObject]:
    """Calls of a tool: every choice, flag and driver with every other, some of them."""
    values: dict[str, list[object]] = {}
    for name, schema in spec.input_schema["properties"].items():
        if name in MOMENTS:
            continue
        left_out = [] if name in spec.input_schema.get("required", ()) else [None]
        if "enum" in schema:
            values[name] = [*left_out, *schema["enum"]]
        elif schema.get("type") == "boolean":
            values[name] = [*left_out, True]
        elif name in ("driver", "other", "passed"):
            values[name] = [*left_out, pair[name != "driver"]]
        elif schema.get("type") == "integer":
            values[name] = [*left_out, 2]
    every = list(itertools.product(*values.values()))
    for chosen in random.Random(7).sample(every, min(OF_EACH, len(every))):
        yield {name: value for name, value in zip(values, chosen, strict=True) if value is not None}


@pytest.mark.parametrize(
    "source", ["sim:laps=12,cars=22,seed=5", "sim:kind=qualifying,cars=20,seed=5", "sim:kind=practice,cars=20,seed=5"]
)
def test_no_choice_breaks_the_schema_of_an_answer(call_tool: CallTool, source: str) -> None:
    cache = StateCache().load(open_source(source))
    cars, middle = list(cache.view().order), format_session_time(cache.view().t * MIDDLE)
    broken = []
    for spec in build_tools(cache):
        if spec.name == "query_race" or spec.tier != Tier.READ_ONLY:
            continue
        then: JsonObject = {"at_time": middle} if "at_time" in spec.input_schema["properties"] else {}
        for given in (one | then for one in choices(spec, (cars[0], cars[-1]))):
            told = call_tool(cache, spec.name, **given)
            if told.get("error", {}).get("type") in ("output_invalid", "tool_failed"):
                broken.append((spec.name, given, told["error"]))
    assert broken == []
