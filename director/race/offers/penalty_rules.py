"""What the usual penalties of Formula 1 are. What was decided in a race is in `race://live/incidents`."""

PENALTY_RULES = """\
# Penalties

What the stewards may impose during a race, as the sporting regulations of Formula 1 have it. What they have decided in
this race is in `race://live/incidents`; where the two differ, the stewards' words count.

| penalty | how it is served |
|---|---|
| 5 or 10 second time penalty | at the next pit stop, before work on the car begins; else added to the race time |
| drive-through | through the pit lane without stopping |
| stop-and-go, 10 seconds | a stop at the pit box without work on the car |
| reprimand | nothing is served |
| grid places | at a later race |
| disqualification | the result is lost |

A case goes from noted to under investigation, and ends with no further action, a reprimand or a penalty.
"""
