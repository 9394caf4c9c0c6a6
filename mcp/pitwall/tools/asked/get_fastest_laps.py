"""What people ask of the best laps."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_ONE: JsonObject = {"driver": "{driver}"}

EXAMPLES: tuple[Example, ...] = (
    # The best of all.
    *asked(
        {"top_n": 1},
        """
        who has the fastest lap / what is the fastest lap / what is the fastest lap of the race / fastest lap
        fastest lap of the race / fastest lap time / best lap / best lap time / best time / who set the fastest lap
        who set the best lap / who set the best time / who did the fastest lap / who did the best lap
        who drove the fastest lap / who made the fastest lap / who posted the fastest lap / who posted the best time
        who clocked the fastest lap / who clocked the best time / who recorded the fastest lap
        who managed the quickest lap / who put in the best lap / who ran the fastest lap / who holds the fastest lap
        who is holding the fastest lap / who owns the fastest lap / whose lap is the fastest
        whose is the fastest lap / who got the fastest lap / which driver has the fastest lap
        which driver has the best lap / which driver has the best lap time / which driver set the fastest lap
        which driver did the quickest lap / which car set the fastest lap / what is the best lap
        what is the best lap time / what time is the fastest lap / quickest lap of anyone
        the quickest lap and by whom / who is the fastest driver on track / who is the fastest driver
        who is the fastest / who is fastest on track / which driver is fastest / which car is fastest
        who has gone fastest / has anyone gone faster / who went fastest / quickest tour of the circuit
        quickest tour of the track / who did the fastest tour / fastest time around the track
        on which lap was the fastest lap set / when was the fastest lap set / on what lap was the fastest lap
        who holds the lap record in the race / lap record / lap record of the race / what is the lap record today
        record lap / who has the purple lap / purple lap / who is purple / whose is the purple lap
        the purple lap belongs to whom / who does the fastest lap belong to / who lit up the timing screens purple
        who went purple / any purple laps / fl / who has fl / fl holder
        is it {driver} or {driver} with the fastest lap / fastest lap holder / who is top of the time sheets
        benchmark time / benchmark lap / who set the benchmark / session best / best of the session / speediest lap
        speediest driver / top time / hottest lap / outright fastest lap / outright best lap / the most rapid lap
        who did a flyer / best flying lap / who has the most pace / quickest over one lap / best effort of the race
        the time to beat / who gets the fastest lap point / who gets the bonus point for the fastest lap
        """,
    ),
    # A ranking.
    *asked(
        {},
        """
        fastest laps / fastest laps of the race / best laps / best laps of the race / best lap times / top laps
        top lap times / top times / best times / best times of the field / quickest times / list of fastest laps
        list of the best laps / fastest laps table / fastest laps for the graphic / ranking of the fastest laps
        ranking of lap times / lap time ranking / rank drivers by lap time / rank drivers by best lap
        rank the fastest laps / sort drivers by fastest lap / order by best lap / order of the fastest laps
        drivers ordered by best lap / lap time comparison / compare the lap times / compare the best laps
        compare best laps of everyone / compare best laps {driver} and {driver} / best laps {driver} vs {driver}
        fastest laps {driver} and {driver} / everyone's pb / everyone's best lap / best lap of everyone
        best lap of each driver / everybody's personal best / fastest lap per driver / quickest lap by each driver
        best lap by driver / list of personal bests / personal bests / who is setting fastest laps
        who is setting purple laps / who has the best pace / who is quick / who are the quickest
        who is setting the pace over one lap / how quick is everyone / hot laps
        """,
    ),
    *asked(
        {"top_n": "{n}"},
        """
        the {n} fastest laps / {n} fastest laps of the race / the {n} best lap times / {n} best times / {n} fastest
        the {n} quickest drivers / {n} fastest cars / top {n} by best lap / top {n} fastest laps for the graphic
        who set the {n} fastest laps / who are the {n} fastest
        """,
    ),
    # One driver's.
    *asked(
        _ONE,
        """
        what is {driver}'s best lap / best lap of {driver} / best lap {driver} / {driver} best lap
        what is the best lap time of {driver} / best lap time of {driver} / {driver} best lap time
        {driver} best time / best time of {driver} / fastest lap of {driver} / {driver} fastest lap
        what is {driver}'s fastest lap / {driver} fastest time / quickest time by {driver} / quickest lap by {driver}
        what is the quickest lap of {driver} / {driver} quickest tour of the track
        what time was the best lap of {driver} / {driver} pb / pb of {driver} / pb lap of {driver}
        {driver} personal best / personal best of {driver} / what is {driver}'s personal best
        what is the quickest {driver} has gone / how fast has {driver} gone / when did {driver} set the fastest lap
        when did {driver} set the best lap / on what lap did {driver} set the best time
        on which lap was {driver} quickest / on which lap did {driver} do the best lap
        which lap was the best of {driver} / the flying lap of {driver} / best effort of {driver}
        top lap of {driver} / {driver} top lap / how fast was the best lap of {driver} / how quick was {driver}'s best
        has {driver} improved the best lap / does {driver} have the fastest lap / is {driver} holding the fastest lap
        has {driver} got the fastest lap / did {driver} set the fastest lap / is the fastest lap by {driver}
        where does the best lap of {driver} rank / rank of {driver} in fastest laps
        how far off the fastest lap is {driver}
        """,
    ),
)
