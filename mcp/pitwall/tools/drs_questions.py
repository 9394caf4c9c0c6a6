"""What people ask about the range of DRS: questions of get_gap."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

DRS_QUESTIONS: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "other": "{other}", "drs": True},
        """
        (is|has) {driver} (got|) (within|in) drs (range|) of {other} / does {driver} have drs on {other}
        is {driver} close enough (for|to use|to get) drs (on|against|off|behind) {other}
        """,
    ),
    *asked(
        {"driver": "{driver}", "drs": True},
        """
        is {driver} (in|within) drs (range|) / does {driver} (have|get) drs (yet|now|) / has {driver} got drs
        is {driver} (in|within) drs (range|) of (the car ahead|the car in front|anyone|anybody)
        (can|may) {driver} use drs (yet|now|) / is {driver} close enough (for|to use|to get) drs
        """,
    ),
    *asked(
        {"driver": "{driver}", "to": "behind", "drs": True},
        """
        is (the car behind|anyone|the one behind) (in|within) drs (range|) of {driver}
        (is|has|) the car (behind|after) {driver} (got|in|within|) drs (range|)
        (is there|is|does) (a car|anyone|the car behind) (close enough|near enough|have) (to|) {driver} to use drs
        does the car behind {driver} have drs / is {driver} (safe|out of reach) from drs
        """,
    ),
)
