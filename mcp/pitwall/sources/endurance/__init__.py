"""Endurance races, from the lap tables that their timekeeper publishes."""
