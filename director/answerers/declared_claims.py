"""Which claims the outputs of a catalogue's tools make, as the tools declare them (`x-claims`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from toolgate.contract import Context, JsonObject


def with_claims(context: Context, catalogue: Sequence[JsonObject]) -> Context:
    """The context with the claims (`x-claims`) that the tools of the catalogue declare for their outputs.

    A tool name that two servers share is left out: a result does not name its server.
    """
    declared = {entry["name"]: entry.get("output_schema", {}).get("x-claims") for entry in catalogue}
    names = Counter(entry["name"] for entry in catalogue)
    more = {name: claims for name, claims in declared.items() if isinstance(claims, list) and names[name] == 1}
    return replace(context, claims=more) if more else context
