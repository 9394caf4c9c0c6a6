"""Chat: questions of many people in, answers out. It knows no race and no network: both are handed to it."""
