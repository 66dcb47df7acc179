"""A run as its folder holds it: read only, without the system that made it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from eval.benchmark import Benchmark, DamagedSample, Data, find_benchmark
from eval.maptab.layout import Layout, find_layout
from eval.run.scope import data_root
from eval.run.store import RunStore
from perception.errors import BadRecord, ConfigError, MapclewError
from tools.task import TaskKind


@dataclass(frozen=True, slots=True)
class StoredRun:
    """What is on disk of one run, complete or not.

    Attributes
    ----------
    store : RunStore
        Its folder.
    benchmark : Benchmark
        Whose tasks it is of, with its settings.
    log : dict
        Its run.json.
    kinds : tuple of TaskKind
        Tasks that it is of, in its order.
    system : str
        Name of the system that answered.
    """

    store: RunStore
    benchmark: Benchmark
    log: dict[str, Any] = field(repr=False)
    kinds: tuple[TaskKind, ...]
    system: str

    @property
    def root(self) -> Path:
        """The run's folder."""
        return self.store.root

    @property
    def settings(self) -> dict[str, Any]:
        """What the run was asked to do, as resolved."""
        found = self.log.get("config")
        return found if isinstance(found, dict) else {}

    def indices(self, kind: TaskKind) -> list[int]:
        """Return the places of the samples that have a record."""
        folder = self.store.sample_file(kind.id, 0).parent
        try:
            return sorted(int(file.stem) for file in folder.glob("*.json") if file.stem.isdigit())
        except OSError:
            return []

    def predictions(self, kind: TaskKind) -> list[Any] | None:
        """Return the released records with their responses; None where the run wrote none."""
        file = self.store.predictions_file(kind.id, self.system)
        try:
            records = orjson.loads(file.read_bytes())
        except (OSError, orjson.JSONDecodeError):
            return None
        return records if isinstance(records, list) else None

    def released(self, kind: TaskKind, data: Layout | None = None) -> Sequence[Any]:
        """Return the records that the samples of a kind were made from, as far as they are there.

        Parameters
        ----------
        kind : TaskKind
            One of the run's.
        data : Layout, optional
            The data set, for a run that was stopped before it wrote its predictions.
        """
        from eval.maptab.records import read_records

        found = self.predictions(kind)
        if found is not None:
            return found
        if self.benchmark.name != "maptab":
            return self._records(kind)
        try:
            file = data and data.query_file(kind, str(self.settings.get("split", "test")))
            return read_records(file) if file else ()
        except (ConfigError, BadRecord):
            return ()

    def _records(self, kind: TaskKind) -> Sequence[Any]:
        data = self._opened()
        try:
            return data.records(kind, self._split) if data else ()
        except MapclewError:
            return ()

    def pictures(self, kind: TaskKind, place: Path | None = None) -> dict[int, Path]:
        """Return the picture of each sample of a kind, as far as the data set is there.

        Parameters
        ----------
        kind : TaskKind
            One of the run's; MapTab's records name their pictures themselves.
        place : Path, optional
            The data set's folder, where it has moved.
        """
        data = self._opened(place)
        if self.benchmark.name == "maptab" or data is None:
            return {}
        try:
            return {
                sample.index: files[0]
                for sample in data.samples(kind, self._split)
                if not isinstance(sample, DamagedSample) and (files := sample.files())
            }
        except MapclewError:
            return {}

    def _opened(self, place: Path | None = None) -> Data | None:
        try:
            root = place or data_root(str(self.settings.get("data", "")))
            return self.benchmark.open(root)
        except ConfigError:
            return None

    @property
    def _split(self) -> str:
        return str(self.settings.get("split", "test"))

    def data(self, place: Path | None = None) -> Layout | None:
        """Return where the run's data set lies, None where it is not there, or none of MapTab.

        Parameters
        ----------
        place : Path, optional
            Its folder, where it has moved.

        Raises
        ------
        ConfigError
            If `place` holds no data set.
        """
        if self.benchmark.name != "maptab":
            return None
        if place is not None:
            return find_layout(place)
        try:
            return find_layout(data_root(str(self.settings.get("data", ""))))
        except ConfigError:
            return None


def open_run(root: Path) -> StoredRun:
    """Return the run in a folder.

    Raises
    ------
    ConfigError
        If there is none, or its run.json does not tell what it is of.
    """
    store = RunStore(root)
    try:
        log = orjson.loads(store.run_file.read_bytes())
        tasks = [str(task) for task in log["identity"]["tasks"]]
        config = log["config"]
        system, name = str(config["system"]), str(config.get("benchmark", "maptab"))
        settings, oracle = dict(config.get("settings", {})), tuple(config.get("oracle", ()))
    except OSError:
        raise ConfigError(
            "holds no run.json", file=str(root), field="RUN", mend="name the folder of a run"
        ) from None
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise ConfigError(
            "does not tell what the run is of",
            file=str(store.run_file),
            mend="name the folder of another run",
        ) from None
    benchmark = find_benchmark(name).configure(settings, oracle)
    kinds = tuple(benchmark.select([task], "all")[0] for task in tasks)
    return StoredRun(store, benchmark, log, kinds, system)
