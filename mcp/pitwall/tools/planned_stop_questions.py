"""What people ask of stops that no feed tells: how long a car stood, and when it is to stop."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.pit_stop_asks import PLAN, STANDSTILL
from pitwall.tools.tool import Example

PLANNED_STOP_QUESTIONS: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "tell": STANDSTILL},
        """
        how long was {driver} (stationary|standing still|in the pit box|in the box|on the jacks) (|for)
        how long was {driver} (stationary|standing still) (at|in|for|on) (the|his|her) (|pit) stop
        how long was the car stationary in {driver}'s (pit|) box / how long was the car stationary at {driver}'s stop
        how long was the car stationary in {driver} (pit|) box / how long was the car of {driver} stationary
        how long was {driver} stationary in the pits / stationary time of {driver} / {driver} stationary time
        how long (did|was) {driver} (stand|stand still|standing) in the pits
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": PLAN},
        """
        when will {driver} (pit|stop|box|come in|change tyres) / will {driver} (have to|need to|) (stop|pit) again
        when does {driver} (have|need) to (stop|pit) (again|)
        when is {driver} (due in|going to stop|going to pit|stopping next)
        how many (more|) stops (does|will) {driver} (have to make|need to make|still have to make|make)
        how many more times (does|will) {driver} (have to|need to) (stop|pit)
        is {driver} (about to|going to) (pit|stop)
        can {driver} (make it|get|go|last) to the (end|finish|flag) on (these|those|his|this set of) tyres
        can {driver} (make it|get|go|last) to the (end|finish|flag) (without stopping|without a stop|with one more stop)
        will {driver} (make|do|need) (another|one more|a second|a third) (stop|pit stop)
        how long can {driver} (stay out|run|go) (|on these tyres) / how long will the tyres of {driver} last
        when will the tyres of {driver} (drop off|fall off|go off|be gone) / should {driver} (stop|pit) (|now)
        how many laps can {driver} (do|get out of|still do) (on these tyres|these tyres) / next stop of {driver}
        """,
    ),
    *asked(
        {"tell": PLAN},
        """
        who (pits|stops|is going to stop|is going to pit|will stop|will pit) next
        who is (next|due next) (in|to stop|to pit)
        how many stops will there be / how many stops (does|will) everyone (have to make|need|make)
        when will (they|the leaders) (pit|stop) / is it a (one stop|two stop) race
        when (does|will) the pit window open / is the pit window open
        what is the pit window for a one stop / has the pit window opened
        is it a good time to (pit|stop)
        """,
    ),
)
