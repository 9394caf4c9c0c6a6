"""What people ask of the drivers who share a car."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "tell": "driver_now"},
        """
        how long has (the driver of|the current driver of|the driver in|) (car|the|number|) {driver} been (in|driving)
        how long has {driver} been (in the car|at the wheel|behind the wheel|driving)
        since when has {driver} been (in the car|at the wheel|driving) / how long is the driver of {driver} in the car
        how many laps has the (current|) driver of {driver} (done|driven)
        since when is the driver of {driver} in the car / when did the driver of {driver} get in
        since which lap has {driver} been (in the car|at the wheel|driving)
        who drove (car|the|) {driver} (at the end|at the finish|last) / who finished the race in (car|the|) {driver}
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": "first_driver"},
        """
        who started (in|) (car|the|number) {driver} / who drove (car|the|number) {driver} (first|at the start)
        who was the first driver of (car|the|) {driver} / who took the start in (car|the|) {driver}
        who was in (car|the|) {driver} at the start / which driver started (in|) (car|the|number) {driver}
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": "changes"},
        """
        when was the last driver change (of|in|for) (car|the|) {driver} / driver changes (of|in) (car|the|) {driver}
        how many driver changes (has|have) (car|the|) {driver} (made|had) / when did (car|the|) {driver} change drivers
        when did the (drivers|driver) change in (car|the|) {driver} / has (car|the|) {driver} changed drivers
        did (car|the|) {driver} change drivers (at|during) (the|its|his) last (stop|pit stop)
        when did {driver} (get in|get into|take over) (the car|) / when did {driver} (hand over|get out of the car)
        who took over from {driver} / who did {driver} take over from / to whom did {driver} hand over
        who did {driver} hand (the car|) over to / when did {driver} hand the car over
        how (often|many times) has (car|the|) {driver} changed drivers
        on (which|what) lap did (car|the|) {driver} change drivers
        who drove (car|the|) {driver} before / who was in (car|the|) {driver} before
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": "laps_by_driver"},
        """
        who has driven the most laps in (car|the|) {driver} / how many laps has each driver of {driver} (done|driven)
        how long has each driver of {driver} (driven|been in the car)
        drive (time|times) of (the drivers of|the driver of|the crew of|) (car|) {driver}
        how much drive time (has {driver} done|have the drivers of {driver} done)
        how many laps (did {driver} drive|has {driver} driven) / how many laps in the car has {driver} (done|driven)
        how many laps have the drivers of {driver} (done|driven) / how long (did|has) {driver} (drive|driven)
        which driver of {driver} has (done|driven) the most laps / laps by driver in (car|the|) {driver}
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": "crew"},
        """
        how many drivers has (car|the|) {driver} (used|had) / how many drivers have driven (car|the|) {driver}
        who has driven (car|the|number) {driver} (so far|)
        who are the drivers (of|in) (car|the|number) {driver} / which drivers share (car|the) {driver}
        what is the driver lineup of (car|the) {driver}
        """,
    ),
    *asked(
        {"tell": "driver_now"},
        """
        who has been (driving|in the car|at the wheel) (the|) longest / which driver has been in the car (the|) longest
        who has done the longest (spell|driver stint) (so far|) / who has the longest driver stint
        """,
    ),
    *asked(
        {"tell": "changes"},
        """
        (last|latest) driver (change|changes) / driver changes / how many driver changes (have|has) there been (so far|)
        when was the (last|latest) driver change / who has changed drivers / which cars have changed drivers
        has anyone changed drivers / any driver changes
        """,
    ),
    *asked(
        {"tell": "changes", "since_lap": "{since_lap}"},
        "(which|any|how many|) driver changes since lap {since_lap} / who has changed drivers since lap {since_lap}",
    ),
    *asked(
        {"tell": "changes", "last_n": "{n}"},
        "(which|any|how many|) driver changes in the last {n} laps / who has changed drivers in the last {n} laps",
    ),
    *asked(
        {"tell": "changes", "class_name": "{class}", "since_lap": "{since_lap}"},
        "(which|any|how many|) driver changes in {class} since lap {since_lap}",
    ),
    *asked(
        {"tell": "changes", "class_name": "{class}", "last_n": "{n}"},
        "(which|any|how many|) driver changes in {class} in the last {n} laps",
    ),
    *asked(
        {"tell": "most_changes"},
        """
        who has (made|had) the most driver changes / which car has (made|had) the most driver changes
        which car has changed drivers (the most|most often) / most driver changes
        """,
    ),
    *asked(
        {"tell": "most_changes", "class_name": "{class}"},
        "(who|which car) has (made|had) the most driver changes in {class} / most driver changes in {class}",
    ),
    *asked(
        {"tell": "fastest_by_driver", "driver": "{driver}"},
        """
        which driver of (car|the|number|) {driver} (has|set) the (fastest|best) lap
        (fastest|best) laps of the drivers of (car|the|) {driver} / (fastest|best) lap of each driver of (car|) {driver}
        which driver (of|in) (car|the|) {driver} is (fastest|quickest)
        who has the (fastest|best) lap in car {driver} / which of the drivers of {driver} is (fastest|quickest)
        """,
    ),
    *asked(
        {"tell": "changes", "class_name": "{class}"},
        """
        (last|latest) driver (change|changes) in {class} / driver changes in {class}
        how many driver changes in {class}
        when was the (last|latest) driver change in {class} / which {class} cars have changed drivers
        """,
    ),
    *asked(
        {"make": "{make}"},
        """
        which cars are {make} / how many {make} cars are there / how many {make} cars are in the race
        which {make} cars are there / which teams (run|race|have|enter) a {make} / who (drives|races|runs) a {make}
        who drives for {make} / which cars did {make} build / how many {make} are (there|racing|in the race)
        """,
    ),
    *asked(
        {"make": "{make}", "class_name": "{class}"},
        """
        which {make} cars are in {class} / how many {make} cars are (there|) in {class} / which {class} cars are {make}
        """,
    ),
)
