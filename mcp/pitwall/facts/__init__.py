"""What follows from a view and is shared: laps, pit stops, gaps, pace, cases, the order by best laps."""
