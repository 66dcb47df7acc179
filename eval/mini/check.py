"""Compare the shipped split with what the builder makes now, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

from PIL import Image

from eval.mini.build import build_files

PACKAGES = ("pillow", "numpy", "shapely", "fonttools")
"""What the bytes of the pictures depend on, besides our own code."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One file that differs.

    Attributes
    ----------
    file : str
        Path below the split's folder.
    problem : str
        "missing", "unexpected", "differs", or "differs, same pixels": a picture that another
        version of the encoder wrote.
    """

    file: str
    problem: str


def compare_split(
    folder: Path, files: Iterable[tuple[str, bytes]] | None = None
) -> tuple[int, list[Difference]]:
    """Return the number of files built and all differences to those below `folder`.

    Parameters
    ----------
    folder : Path
        With `data/` and `truth/`.
    files : iterable of (str, bytes), optional
        What the builder made; built here if absent.
    """
    found: list[Difference] = []
    built = set()
    for name, content in build_files() if files is None else files:
        built.add(name)
        path = folder / name
        if not path.is_file():
            found.append(Difference(name, "missing"))
        elif (shipped := path.read_bytes()) != content:
            same = path.suffix == ".png" and _same_pixels(shipped, content)
            found.append(Difference(name, "differs, same pixels" if same else "differs"))
    for top in ("data", "truth"):
        for path in sorted((folder / top).rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and name not in built:
                found.append(Difference(name, "unexpected"))
    return len(built), found


def _same_pixels(first: bytes, second: bytes) -> bool:
    try:
        a, b = (Image.open(BytesIO(content)).convert("RGB") for content in (first, second))
    except (OSError, SyntaxError):
        return False
    return a.size == b.size and a.tobytes() == b.tobytes()


def environment() -> str:
    """Return the versions that the pictures depend on."""
    return ", ".join(f"{package} {version(package)}" for package in PACKAGES)
