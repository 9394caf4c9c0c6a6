"""A catalogue entry as it is read."""

from __future__ import annotations

from director.planners.offline.catalogue_tools import read_tool
from director.planners.offline.index import CatalogueIndex
from toolgate.contract import JsonObject

ENTRY: JsonObject = {
    "name": "get_gap",
    "description": "The gap between two cars.",
    "input_schema": {
        "properties": {
            "driver": {"type": "string", "x-vocabulary": "driver"},
            "to": {"enum": ["ahead", "behind"]},
            "laps": {"type": ["integer", "null"], "minimum": 1, "maximum": 50, "x-phrases": ["last {} laps"]},
            "at": {"type": "string", "pattern": "^[0-9]{2}:[0-9]{2}$"},
            "note": {"type": "string"},
            "odd": True,
        },
        "required": ["driver"],
    },
    "examples": [["gap ahead of {driver}", {"driver": "{driver}", "to": "ahead"}], ["last {n} laps", {"laps": "{n}"}]],
}


def test_a_property_says_where_its_values_come_from() -> None:
    tool = read_tool(ENTRY)
    kinds = {name: prop.kind for name, prop in tool.properties.items()}
    assert kinds == {
        "driver": "driver", "to": "text", "laps": "number", "at": "clock", "note": "text", "odd": "text",
    }  # fmt: skip
    assert tool.properties["driver"].required
    assert not tool.properties["laps"].allows(51)
    assert dict(tool.properties["to"].choices) == {"ahead": "ahead", "behind": "behind"}
    assert tool.shown == {"to"}


def test_examples_become_templates() -> None:
    index = CatalogueIndex.of([ENTRY])
    gap, phrase = (index.template(number) for number in range(len(index)))
    assert [part.key for part in gap.parts] == ["gap", "ahead", "of", "{driver}"]
    assert gap.arguments == {"to": "ahead"}
    assert not phrase.parts
    assert phrase.by_phrase == {"laps"}


def test_a_word_of_one_tool_weighs_more_than_a_word_of_all() -> None:
    others = [{"name": name, "description": "The gap and the weather."} for name in ("get_b", "get_c")]
    index = CatalogueIndex.of([ENTRY, *others])
    assert index.weight("between") > index.weight("of")
    assert index.weight("car") > index.weight("weather") > index.weight("gap")
    assert index.share("car", 0) == 1.0
    assert sum(index.share("gap", tool) for tool in range(3)) == 1.0
    assert index.knows("weather")
    assert not index.knows("rain")


def test_an_empty_entry_is_read() -> None:
    assert CatalogueIndex.of([{"name": "x"}]).tools[0].properties == {}
    assert CatalogueIndex.of([]).tools == []
