"""Clauses of what happened in a race: stops, passes, leads, stints, cases, periods of the track, weather."""
