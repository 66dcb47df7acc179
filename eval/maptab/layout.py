"""Where MapTab's files lie: the original and the normalized layout under one root.

Original: `{domain}/{data,qa_data,images,tabulars}`. Normalized: `raw/{domain}/{data,qa_data}` and
`assets/{domain}/{images,tabulars}`. Records name their files relative to the original layout's
root, which the normalized one keeps under `assets`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Final

from eval.maptab.kinds import DOMAINS
from perception.errors import BadRecord, ConfigError
from tools.task import TaskKind

# Split to its folder under data/ and to the suffix of its query files.
_SPLITS: Final = {
    "test": ("test_set", "_test_set"),
    "training": ("training_set", "_training_set"),
    "all": ("all", ""),
}
SPLITS: Final = tuple(_SPLITS)


@dataclass(frozen=True, slots=True)
class Layout:
    """One of the two layouts at a place.

    Attributes
    ----------
    name : str
        "original" or "normalized".
    root : Path
        The folder that the user named.
    """

    name: str
    root: Path

    def domain_folder(self, domain: str) -> Path:
        """Return the folder that holds a domain's `data` and `qa_data`."""
        return (self.root if self.name == "original" else self.root / "raw") / domain

    def query_file(self, kind: TaskKind, split: str) -> Path | None:
        """Return the query file of a kind, None where the data has none.

        Questions belong to every split: the release does not split them.

        Raises
        ------
        ConfigError
            For an unknown split.
        """
        if split not in _SPLITS:
            raise ConfigError(f"split {split!r} is unknown", mend=f"use {', '.join(SPLITS)}")
        if kind.question_type:
            file = self.domain_folder(kind.domain) / "qa_data" / f"{kind.domain}_{kind.source}.json"
            return file if file.is_file() else None
        folder, suffix = _SPLITS[split]
        name = f"{kind.domain}_shortest_path_query_{kind.source}{suffix}.json"
        data = self.domain_folder(kind.domain) / "data"
        for place in (data / folder / name, data / name):
            if place.is_file():
                return place
        return None

    def asset(self, relative: str) -> Path:
        """Return where a picture or table lies that a record names.

        Raises
        ------
        BadRecord
            Where the name leads out of the root.
        """
        return _asset(self.root if self.name == "original" else self.root / "assets", relative)


@lru_cache(maxsize=65536)
def _asset(folder: Path, relative: str) -> Path:
    # Thousands of records name the same few files.
    path = PurePosixPath(relative)
    outside = path.is_absolute() or ".." in path.parts or PureWindowsPath(relative).drive
    if outside or "\\" in relative:
        raise BadRecord(
            f"{relative!r} is no path below the data's root",
            mend="write it relative to the root, with /",
        )
    return folder / path


def find_layout(root: str | Path) -> Layout:
    """Return the layout of the data below `root`.

    Raises
    ------
    ConfigError
        Where the folder is missing or holds neither layout; the message says what was looked for.
    """
    folder = Path(root).expanduser()
    if not folder.is_dir():
        raise ConfigError("no such folder", file=str(root), field="data root")
    for layout in (Layout("original", folder), Layout("normalized", folder)):
        folders = (
            layout.domain_folder(domain) / part
            for domain in DOMAINS
            for part in ("data", "qa_data")
        )
        if any(place.is_dir() for place in folders):
            return layout
    domains = "{" + ",".join(DOMAINS) + "}"
    raise ConfigError(
        f"neither {domains}/data (original layout) nor raw/{domains}/data (normalized layout), "
        "nor qa_data in their place",
        file=str(root),
        field="data root",
        mend="name the folder that holds one of them",
    )
