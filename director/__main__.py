"""`director`, and `python -m director`."""

import gc

# What imports make is there to stay: to look for garbage among it costs 10 ms of every start.
gc.disable()

from director.cli import main  # noqa: E402

gc.freeze()
gc.enable()
# A race is read into a million objects that stay: to look through them every 700 new ones costs more than it frees.
gc.set_threshold(100_000, 20, 20)

if __name__ == "__main__":
    raise SystemExit(main())
