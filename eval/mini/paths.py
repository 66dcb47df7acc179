"""Where the built split lies within the installed package."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from perception.errors import ConfigError


def mini_root() -> Path:
    """Return the data root of the mini split, in MapTab's original layout.

    Raises
    ------
    ConfigError
        If the package was installed in a form without files on disk (a zip archive).
    """
    return _folder("data")


def truth_root() -> Path:
    """Return the folder of the maps' truth files, which no system is shown.

    Raises
    ------
    ConfigError
        As `mini_root`.
    """
    return _folder("truth")


def _folder(name: str) -> Path:
    with as_file(files("eval.mini") / name) as folder:
        if not folder.is_dir():
            raise ConfigError(
                "no such folder", file=str(folder), mend="run: mapclew mini build --out DIR"
            )
        return folder
