"""`director`, and `python -m director`."""

import gc

# What imports make is there to stay: to look for garbage among it costs 10 ms of every start.
gc.disable()

from director.cli import main  # noqa: E402

gc.freeze()
gc.enable()

if __name__ == "__main__":
    raise SystemExit(main())
