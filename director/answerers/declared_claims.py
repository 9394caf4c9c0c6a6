"""What the tools of a catalogue declare that their outputs say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from toolgate.contract import Context, JsonObject


def with_claims(context: Context, catalogue: Sequence[JsonObject]) -> Context:
    """The context with what the outputs of the catalogue's tools say, where the tools declare it.

    A tool that two servers have says nothing: a result does not name its server.
    """
    declared = {entry["name"]: entry.get("output_schema", {}).get("x-claims") for entry in catalogue}
    names = Counter(entry["name"] for entry in catalogue)
    more = {name: claims for name, claims in declared.items() if isinstance(claims, list) and names[name] == 1}
    return replace(context, claims=more) if more else context
