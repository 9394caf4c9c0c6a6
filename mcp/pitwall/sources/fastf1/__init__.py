"""FastF1: a session as its users have it, through its public interface."""
