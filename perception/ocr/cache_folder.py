"""Where readings are kept between runs."""

from __future__ import annotations

import os
from pathlib import Path

CACHE_VARIABLE = "MAPCLEW_CACHE_DIR"


def cache_folder(explicit: Path | None = None) -> Path:
    """Return the user's cache folder of mapclew; it need not exist yet.

    The first of: `explicit`, $MAPCLEW_CACHE_DIR, $XDG_CACHE_HOME/mapclew, ~/.cache/mapclew.
    """
    if explicit is not None:
        return explicit
    if named := os.environ.get(CACHE_VARIABLE):
        return Path(named).expanduser()
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "mapclew"
    return Path("~/.cache/mapclew").expanduser()
