"""Downloads: fetched at once, tried again, kept on disk."""
