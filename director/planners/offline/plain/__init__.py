"""Reads a question as one of a few hundred plain wordings, where the examples and the grammar do not understand it."""
