"""iRacing: live from its shared memory, or from what was kept of it."""
