"""What the output of each tool says, as claims: which field is the subject, the object, the value.

An answer may make a claim, and the schema shows it under `x-claims`. A field is a JSON Pointer into the output; `*`
stands for every index of a list, and for the same index in all pointers that agree up to it. A claim whose subject,
object or value is null is not made. What each claim means is in `director.grounding.meanings`.

- `where`: fields, and the value (or one of the values) that each must have
- `sign`: the sign that the value must have; the claim then gives it without the sign
- `min`, `max`, `span`, `count` of a field: taken over its list; `ago`: laps from the first of them until now
- `asked` of a role: the argument that tells it, and what it is (`else`) where the call leaves it out
- `unless`: arguments under which the claim is not made, as the output is then about a part of the race
- `partial`: arguments that limit the rows, so that nothing follows from them for all cars
- `all`: the field that tells how many rows there are in all, false where none does
- `doubt`: words of `missing` that leave open who has the most
- `untold`: words of `missing` with which nothing is claimed
- `needs`: arguments that the call must have
- `every`: it is told of all of whom it is true, whatever the arguments
- `event`: it has happened and stays true
- `given`: arguments that the call must have, and what each must be
- `filled`: the argument whose conditions say what a column of every row is
- `exactly`: the conditions that the call must have, and no others
- `column`: the aggregate of a field, or the field, whose column is the value; `of` is the column of the subject,
  `where` are conditions that the call must have. `most` and `least` are claims of the first row of an order by that
  column, `joint` of several that are first together, `share` of how many have the same value
"""

from __future__ import annotations

from collections.abc import Mapping

from pitwall.claims.pit_wall import PIT_WALL_CLAIMS
from pitwall.claims.queries import QUERY_CLAIMS
from pitwall.claims.race import RACE_CLAIMS
from pitwall.claims.timed import TIMED_CLAIMS
from toolgate.contract import JsonObject

__all__ = ["CLAIMS", "CLAIM_FREE"]

CLAIMS: Mapping[str, tuple[JsonObject, ...]] = {**RACE_CLAIMS, **TIMED_CLAIMS, **PIT_WALL_CLAIMS, **QUERY_CLAIMS}
"""By the tool's name."""

CLAIM_FREE: Mapping[str, str] = {
    "get_session_persistence_status": "of the store, not of the race",
    "get_operational_status": "of the feed, not of the race",
    "get_pit_lane": "of the pit lane, not of a driver",
    "get_pinned_drivers": "of what somebody pinned, not of the race",
}
"""Tools that read and make no claim, and why: what they tell is said as it is called."""
