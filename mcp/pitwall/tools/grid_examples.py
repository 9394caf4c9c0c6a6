"""How people ask who has held pole and from where a car would start: more examples of get_qualifying."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

GRID_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"tell": "holders"},
        """
        how (many times|often) has (pole|provisional pole) changed (hands|)
        who has been on (pole|provisional pole) so far
        who has held (pole|provisional pole) / when did pole change hands / who (was on|had) pole before
        """,
    ),
    *asked(
        {"tell": "holders", "driver": "{driver}"},
        """
        who (was on|had) (pole|provisional pole) before {driver} / who did {driver} take (pole|provisional pole) from
        who lost (pole|provisional pole) to {driver} / when did {driver} take (pole|provisional pole)
        how long has {driver} been on pole / since when is {driver} on pole / has {driver} been on pole
        """,
    ),
    *asked(
        {"tell": "row", "driver": "{driver}"},
        """
        which row (is|will) {driver} (on|start from|start on|) / (who|which car) (starts|will start|is) next to {driver}
        who (starts|will start|is) (beside|alongside) {driver} / who shares (the|a) row with {driver}
        what row (is|does) {driver} (on|start from|start on)
        """,
    ),
)
