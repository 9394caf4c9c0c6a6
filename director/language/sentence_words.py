"""Words that are no names although they begin a sentence, or are written large."""

from __future__ import annotations

_TEXT = """
a about above according across additionally after again ahead all almost already also although always among an and
another any are around as at average back based because been before behind below best better between both bottom but by
can car cars clear clearly closest closing compared current currently despite did does drivers driver due during each
earlier early either elapsed else end even every everyone exactly fastest few field final finally first five for four
from front full further gap green half hard has have he here hers his how however i if in including indeed inside
instead intermediate is it its just lap laps last lastly late later latest leader leaders leading leads least led less
like longest many meanwhile medium more most moving much near nearly neither never new next nine no nobody none nor not
nothing now of off on once one only or other others our out outside over overall per pit pits place places position
positions previously quickest race racing rain rather red right rounding running same second session seven several she
shortest since six slowest so soft some sorry starting started status still stops stop such ten than that the their
them then there therefore these they third this those though three through thus time times to today together top total
track two under until up upfront very was we weather were wet what when where whether which while who whose why will
with within without yellow yes yet you
safety virtual flag formula grand prix sprint qualifying practice turn corner sector stint tyre tyres tire tires
best-lap lane grid podium points penalty retired retirement order standings leaderboard battle fight interval
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
october november december
fl dnf dns drs vsc sc utc gmt ok gp km kmh kph pos no
air dry dropping falling gaining lapped losing lost hot cold humidity wind temperature pressure conditions traffic
information data feed result results answer
"""
ORDINARY = frozenset(_TEXT.split())
