"""Sources of races: each one yields the typed events of a feed."""
