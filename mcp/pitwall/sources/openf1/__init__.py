"""OpenF1: a session as the tables of its REST interface, from a folder of their JSON or from the web."""
