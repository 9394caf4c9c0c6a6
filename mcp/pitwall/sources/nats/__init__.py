"""Races over NATS: the subjects that broadcasters of sim races publish, and every event of ours."""
