"""MapBench's samples: scene graphs, pictures where there are any, and queries."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq
from pyarrow import ArrowException

from eval.benchmark import DamagedSample
from eval.mapbench.check_scene import check_scene, count_findings
from eval.mapbench.complexity import complexity, graph_levels
from eval.mapbench.queries import draw_queries, word_query
from eval.mapbench.read_files import (
    keep_picture,
    line_records,
    queries_of,
    read_scene,
    scene_files,
)
from perception.errors import BadPicture, BadRecord, ConfigError, MapclewError
from tools.scene_graph import SceneGraph
from tools.task import Task, TaskKind

PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp")


@dataclass(frozen=True)
class WalkSample:
    """One sound query.

    Attributes
    ----------
    id, kind, index, record
        See `eval.benchmark.Sample`; the record holds the scene, for the scorer.
    """

    id: str
    kind: TaskKind
    index: int
    record: Mapping[str, Any] = field(repr=False)
    _picture: Path | None = field(repr=False)
    _scene: SceneGraph | None = field(repr=False)

    def task(self) -> Task:
        """Build what a system sees: the query and the map, or the scene in perception's place.

        Raises
        ------
        BadPicture
            There is no picture, and no scene is handed over.
        """
        if self._picture is None and self._scene is None:
            raise BadPicture(
                "there is no picture of this map",
                field=self.id,
                mend="bring the pictures, or run with --oracle perception (ablate: --given)",
            )
        question = word_query(str(self.record["start"]), str(self.record["destination"]))
        return Task(question=question, kind=self.kind, image=self._picture, scene=self._scene)

    def files(self) -> tuple[Path, ...]:
        """Return the picture."""
        return (self._picture,) if self._picture is not None else ()


class WalkData:
    """A MapBench data set.

    Parameters
    ----------
    root : Path
        Folder with scene graphs as `pkl/CLASS/MAP.pkl` or `scenes/CLASS/MAP.json`; pictures as
        `images/CLASS/MAP.png` or in parquet files of the Hugging Face data set, whose queries are
        then taken; else `queries.jsonl`, or queries drawn by seed.
    pairs, seed : int
        Drawn queries of each scene, and what they are drawn from.
    oracle : bool
        Whether the scene is handed to the system in the place of perception.

    Raises
    ------
    ConfigError
        It holds no scene graph.
    """

    def __init__(self, root: Path, *, pairs: int = 20, seed: int = 0, oracle: bool = False) -> None:
        self._root, self._pairs, self._seed, self._oracle = root, pairs, seed, oracle
        self._files = scene_files(root)
        if not self._files:
            raise ConfigError(
                "holds no scene graphs (pkl/CLASS/MAP.pkl or scenes/CLASS/MAP.json)",
                file=str(root),
                field="--data",
                mend="name the folder above pkl",
            )

    @cached_property
    def scenes(self) -> dict[str, SceneGraph | MapclewError]:
        """Scenes by "class/map"; an error in the place of one that cannot be read."""
        found: dict[str, SceneGraph | MapclewError] = {}
        for name, file in self._files.items():
            try:
                found[name] = read_scene(file, name)
            except MapclewError as error:
                found[name] = error
        return found

    @cached_property
    def _pictures(self) -> dict[str, Path]:
        found = {
            f"{file.parent.name}/{file.stem}": file
            for file in sorted(self._root.rglob("images/*/*"))
            if file.suffix.lower() in PICTURES
        }
        return {**found, **self._released[1]}

    @cached_property
    def _released(self) -> tuple[list[dict[str, Any]], dict[str, Path]]:
        """Queries and pictures of parquet files."""
        queries: list[dict[str, Any]] = []
        pictures: dict[str, Path] = {}
        for file in sorted(self._root.rglob("*.parquet")):
            try:
                for batch in pq.ParquetFile(file).iter_batches(batch_size=1):
                    for row in batch.to_pylist():
                        name = f"{row.get('map_class')}/{row.get('image_id')}"
                        if picture := keep_picture(row.get("image")):
                            pictures[name] = picture
                        queries += queries_of(row)
            except (OSError, ArrowException) as error:
                raise BadRecord(f"cannot be read ({error})", file=str(file)) from None
        return queries, pictures

    @cached_property
    def _records(self) -> list[Any]:
        file = self._root / "queries.jsonl"
        if self._released[0]:
            found: list[Any] = list(self._released[0])
        elif file.is_file():
            found = list(line_records(file))
        else:
            found = list(self._drawn())
        return [self._with_scene(record) for record in found]

    def _drawn(self) -> Iterator[dict[str, Any]]:
        for name, scene in self.scenes.items():
            map_class, _, image = name.rpartition("/")
            place = {"map_class": map_class, "image_id": image}
            if isinstance(scene, MapclewError):
                # Counted once: there is nothing to draw queries from.
                yield place
                continue
            for source, target in draw_queries(scene, self._pairs, self._seed):
                yield {**place, "start": source, "destination": target}

    def _with_scene(self, record: Any) -> Any:
        if not isinstance(record, Mapping):
            return record
        scene = self.scenes.get(f"{record.get('map_class')}/{record.get('image_id')}")
        return {**record, "scene": scene.to_dict()} if isinstance(scene, SceneGraph) else record

    def missing(self, kinds: Iterable[TaskKind], split: str) -> tuple[TaskKind, ...]:
        """Return the kind where there is neither a picture nor a scene to hand over.

        Raises
        ------
        ConfigError
            So, since nothing at all can be asked.
        """
        if not self._oracle and not self._pictures:
            raise ConfigError(
                "holds scene graphs and no pictures",
                file=str(self._root),
                field="--data",
                mend="bring images/CLASS/MAP.png, or run with --oracle perception "
                "(ablate: --given)",
            )
        return ()

    def records(self, kind: TaskKind, split: str) -> list[Any]:
        """Return the queries, each with its scene as JSON."""
        return self._records

    def samples(self, kind: TaskKind, split: str) -> Iterator[WalkSample | DamagedSample]:
        """Return the samples in order; a damaged record or scene does not stop the others."""
        return (self._sample(kind, i, record) for i, record in enumerate(self._records))

    def _sample(self, kind: TaskKind, index: int, record: Any) -> WalkSample | DamagedSample:
        name = f"{kind.id}/{index:05d}"
        try:
            scene = self._scene_of(record, index)
        except MapclewError as error:
            return DamagedSample(name, kind, index, record, error)
        picture = self._pictures.get(scene.name)
        return WalkSample(name, kind, index, record, picture, scene if self._oracle else None)

    def _scene_of(self, record: Any, index: int) -> SceneGraph:
        if not isinstance(record, Mapping):
            raise BadRecord(f"is {type(record).__name__}, not an object", field=f"record {index}")
        name = f"{record.get('map_class')}/{record.get('image_id')}"
        scene = self.scenes.get(name)
        if isinstance(scene, MapclewError):
            raise scene
        if scene is None:
            raise BadRecord(f"there is no scene {name!r}", field=f"record {index}, image_id")
        for end in ("start", "destination"):
            if not isinstance(record.get(end), str) or not record[end].strip():
                raise BadRecord(f"{end} is {record.get(end)!r}", field=f"record {index}, {end}")
        return scene

    def digest(self, kinds: Iterable[TaskKind], split: str, *, limit: int | None = None) -> str:
        """Return the SHA-256 over the queries with their scenes, and the pictures."""
        total = hashlib.sha256()
        for record in islice(self._records, limit):
            total.update(json.dumps(record, sort_keys=True, default=str).encode() + b"\0")
        if not self._oracle:
            for name, file in sorted(self._pictures.items()):
                total.update(name.encode() + (file.read_bytes() if file.is_file() else b"missing"))
        return total.hexdigest()

    def notes(self) -> dict[str, Any]:
        """Return what there is to know of the scenes: faults, complexity, difficulty."""
        sound = {name: s for name, s in self.scenes.items() if isinstance(s, SceneGraph)}
        broken = {name: str(s) for name, s in self.scenes.items() if isinstance(s, MapclewError)}
        findings: dict[str, dict[str, int]] = {
            name: counts for name, s in sound.items() if (counts := count_findings(check_scene(s)))
        }
        totals: dict[str, int] = defaultdict(int)
        for counts in findings.values():
            for rule, count in counts.items():
                totals[rule] += count
        classes = defaultdict(list)
        for name, scene in sound.items():
            classes[name.rpartition("/")[0]].append(complexity(scene))
        return {
            "scenes": len(self.scenes),
            "unreadable": broken,
            "findings": dict(totals),
            "in_parts": sorted(n for n, counts in findings.items() if counts.get("components")),
            "graph_difficulty": graph_levels(classes),
        }
