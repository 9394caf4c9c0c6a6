"""Composition: a question that no single tool states becomes a call of a tool that answers queries, by a grammar.

A tool that takes queries says in its input schema (`x-reading`) how people speak of what it holds. Nothing here knows
of a race.
"""
