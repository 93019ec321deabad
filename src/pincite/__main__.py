"""``python -m pincite``: the command line where its script is not on the path."""

from __future__ import annotations

from pincite.cli import main

__all__: list[str] = []

if __name__ == "__main__":
    main()
