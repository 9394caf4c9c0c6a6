"""Turns of phrase, each told in plainer words before a sentence is read."""
