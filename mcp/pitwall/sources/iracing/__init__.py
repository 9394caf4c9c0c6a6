"""iRacing: live from its shared memory, or from a saved session."""
