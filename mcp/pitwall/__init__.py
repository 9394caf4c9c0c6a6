"""pitwall: the race. Sources, its state over time, and one file per tool."""
