"""Formula 1 live timing: its topics, and the places they come from."""
