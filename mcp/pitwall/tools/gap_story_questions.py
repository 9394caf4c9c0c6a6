"""What people ask about how a gap has been: the questions of describe_gap."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

MOST_LAPS = 100

GAP_STORY_QUESTIONS: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        describe the gap between {driver} and {other} / describe the gap from {driver} to {other}
        history of the gap between {driver} and {other} / gap history {driver} {other}
        tell the story of the gap between {driver} and {other} / the gap between {driver} and {other} lap by lap
        how was the gap between {driver} and {other} over the last laps
        gap (between|from|) {driver} (and|to) {other} (on|for|over|) each of the last (few|) laps
        talk me through the gap of {driver} and {other}
        how big has the gap between {driver} and {other} been / what has the gap between {driver} and {other} been
        the story of {driver} and {other} / how is the fight between {driver} and {other} going
        how is the chase of {driver} after {other} going / how is {driver} doing in the chase of {other}
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "laps": MOST_LAPS},
        """
        (what was the|) (biggest|largest) gap between {driver} and {other}
        (what was the|) smallest gap between {driver} and {other} / how close did {driver} get to {other}
        (on|) (which|what) lap was the gap between {driver} and {other} (smallest|biggest|largest)
        when was the gap between {driver} and {other} (smallest|biggest|largest)
        when was {driver} closest to {other} / how close has {driver} been to {other}
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "leader", "laps": MOST_LAPS},
        """
        what was the (smallest|biggest|largest) gap of {driver} to the (leader|lead)
        when was {driver} closest to the (leader|lead) / how close was {driver} to the lead
        how close has {driver} been to the (leader|lead)
        """,
    ),
    *asked(
        {"driver": "P1", "other": "P2", "laps": "{n}"},
        "how has the gap between first and second changed over the last {n} laps",
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "laps": "{n}"},
        """
        describe the gap between {driver} and {other} over the last {n} laps
        history of the gap between {driver} and {other} over the last {n} laps
        gap between {driver} and {other} lap by lap over the last {n} laps
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "since_lap": "{since_lap}"},
        """
        (has|did) {driver} (pulled|pull|pulling) (away|clear) (from|of) {other} since lap {since_lap}
        is {driver} (pulling|edging) (away|clear) from {other} since lap {since_lap}
        is {driver} (dropping|falling|slipping) back from {other} since lap {since_lap}
        (has|did) {driver} (dropped|drop|fallen|fall|slipped) (back|away) from {other} since lap {since_lap}
        (has|did) {driver} (closed|close|gained|gain|caught up) (in|up|) on {other} since lap {since_lap}
        (has|did) {driver} (lost|lose) (time|ground) to {other} since lap {since_lap}
        (has|did) {driver} (gained|gain) (time|ground) on {other} since lap {since_lap}
        how much (time|) has {driver} (gained on|lost to|pulled out on|taken out of) {other} since lap {since_lap}
        how much has {driver} pulled (away|clear) (from|of) {other} since lap {since_lap}
        how (has|did) the gap between {driver} and {other} (changed|change|developed|gone) since lap {since_lap}
        gap between {driver} and {other} since lap {since_lap} / gap {driver} {other} since lap {since_lap}
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "tell": "behind"},
        """
        how (many laps|long) (has|was) {driver} (been|) behind {other}
        since when (has|is) {driver} (been|) behind {other}
        (for|) how many laps (has|was) {driver} (been|) (stuck|) behind {other}
        (since when|for how long) (has|is) {driver} (been|) (following|chasing|stuck behind) {other}
        {driver} (following|chasing|behind) {other} (since when|for how long|for how many laps)
        """,
    ),
    *asked(
        {"driver": "{other}", "other": "{driver}", "tell": "behind"},
        "(for|) how many laps (has|was) {driver} (been|) (ahead of|in front of) {other}",
    ),
    *asked(
        {"driver": "P1", "other": "P2", "since_lap": "{since_lap}"},
        """
        how much has the (lead|gap at the front) (grown|shrunk|changed|increased|come down) since lap {since_lap}
        how has the (lead|gap between first and second|gap at the front) (changed|developed) since lap {since_lap}
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "within_s": "{n}"},
        "how many laps (has|was) {driver} (been|) within {n} (second|seconds) of {other}"
        " / how long (has|was) {driver} (been|) within {n} (second|seconds) of {other}",
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "tell": "behind", "within_s": 1},
        "how (many laps|long) (has|was) {driver} (been|) (in|within) drs (range|) of {other}",
    ),
)
