"""`python -m director`."""

from director.cli import main

raise SystemExit(main())
