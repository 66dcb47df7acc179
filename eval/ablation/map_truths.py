"""The truth about every map of a data set, found beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path, PurePosixPath

from eval.ablation.known_map import KnownMap, read_known_map
from eval.maptab.dataset import MapTabData, Sample
from eval.run.config import MINI
from eval.run.scope import data_root
from perception.errors import BadPicture, BadTable, ConfigError
from tools.task import TaskKind

NEED_PLACES = ("ocr", "alignment")
NEED_TOPOLOGY = ("line_tracing", "graph", "perception")


@dataclass(frozen=True)
class TruthSource:
    """Where the truth of a data set is; what a worker process needs to find it.

    Attributes
    ----------
    data : str
        As `RunConfig.data`.
    split : str
        "test", "training" or "all".
    limit : int or None
        First so many samples of each kind.
    folder : Path or None
        Folder that holds one folder per map, by its picture's name, with `truth.json`; None:
        `truth` in the data's own folder, if there is one.
    """

    data: str
    split: str = "test"
    limit: int | None = None
    folder: Path | None = None

    @cached_property
    def dataset(self) -> MapTabData:
        """The data set, labels and all."""
        return MapTabData(data_root(self.data))

    def __getstate__(self) -> dict[str, object]:
        """Leave what was read to the process that has it."""
        return {name: self.__dict__[name] for name in ("data", "split", "limit", "folder")}

    def samples(self, kind: TaskKind) -> list[Sample]:
        """Return the sound samples of a kind."""
        found = islice(self.dataset.samples(kind, self.split), self.limit)
        return [sample for sample in found if isinstance(sample, Sample)]

    def truth_of(self, picture: Path) -> Path | None:
        """Return the folder of a picture's `truth.json`, None where there is none."""
        if self.folder is not None:
            root = self.folder
        elif self.data == MINI:
            from eval.mini.paths import truth_root

            root = truth_root()
        else:
            root = data_root(self.data) / "truth"
        folder = root / picture.stem
        return folder if (folder / "truth.json").is_file() else None


class MapTruths:
    """What is known about the maps of a data set, by their pictures.

    Parameters
    ----------
    source : TruthSource
        Where the truth is.
    kinds : iterable of TaskKind
        Whose maps are asked for.
    """

    def __init__(self, source: TruthSource, kinds: Iterable[TaskKind]) -> None:
        self._source = source
        self._tables: dict[Path, tuple[str, Path]] = {}
        for kind in kinds:
            if kind.uses_map:
                for sample in source.samples(kind):
                    self._tables.setdefault(*self._place(kind, sample))
        self._read = lru_cache(maxsize=None)(self._read_map)

    def _place(self, kind: TaskKind, sample: Sample) -> tuple[Path, tuple[str, Path]]:
        layout = self._source.dataset.layout
        figure = PurePosixPath(str(sample.record.get("figure")))
        named = sample.record.get("edge_tab")
        if not isinstance(named, str) or not named:
            folder = PurePosixPath(figure.parts[0], "tabulars", *figure.parts[2:-1])
            named = str(folder / f"{figure.stem}_edge.json")
        return layout.asset(str(figure)), (kind.domain, layout.asset(named))

    def _read_map(self, picture: Path) -> KnownMap:
        if picture not in self._tables:
            raise BadPicture("no truth is known for it", file=str(picture))
        domain, edge_tab = self._tables[picture]
        return read_known_map(domain, edge_tab, self._source.truth_of(picture))

    def of(self, picture: Path) -> KnownMap:
        """Return what is known about the map of a picture.

        Raises
        ------
        BadPicture
            It is no picture of the data.
        BadTable
            Its Edge_tab cannot be read.
        """
        return self._read(picture)

    def require(self, oracles: Iterable[str]) -> None:
        """Check that the truth is there that some oracles need.

        Raises
        ------
        ConfigError
            A map lacks it, with the oracle, the map and what to do.
        """
        for name in oracles:
            for picture in self._tables if name in (*NEED_PLACES, *NEED_TOPOLOGY) else ():
                try:
                    known = self.of(picture)
                except BadTable as error:
                    raise ConfigError(
                        f"{name} cannot be perfect: {error}",
                        field="oracle",
                        mend="leave it out, or give the Edge_tab of every map",
                    ) from None
                if name in NEED_PLACES and not known.places:
                    raise ConfigError(
                        f"{name} cannot be perfect: nothing tells where the stations of "
                        f"{picture.name} are",
                        field="oracle",
                        mend="leave it out, or give --truth with a folder of truth.json a map",
                    )

    def digest(self) -> str:
        """Return the SHA-256 over what is known about every map."""
        total = hashlib.sha256()
        for picture in sorted(self._tables):
            total.update(repr((picture.name, self.of(picture))).encode())
        return total.hexdigest()
