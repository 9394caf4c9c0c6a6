"""Connections to NATS, for whoever speaks over it: a race, a chat. What is said over them is not known here."""
