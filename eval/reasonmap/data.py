"""ReasonMap's samples: records of a Hugging Face snapshot or of `mapclew bench reasonmap`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from eval.benchmark import DamagedSample
from eval.reasonmap.labels import with_labels
from eval.reasonmap.read_files import FIGURE, Figures, Row, find_files, read_rows
from eval.reasonmap.records import RideLabel, parse_label, parse_question
from perception.errors import BadPicture, BadRecord, ConfigError, MapclewError
from tools.task import Task, TaskKind

SPLITS = ("test", "training", "validation", "all")


@dataclass(frozen=True)
class RideSample:
    """One sound record.

    Attributes
    ----------
    id, kind, index, record
        See `eval.benchmark.Sample`.
    label : RideLabel
        What the scorer needs; no system may see it, but for the Metro Data of the text tasks.
    """

    id: str
    kind: TaskKind
    index: int
    record: Mapping[str, Any] = field(repr=False)
    label: RideLabel = field(repr=False)
    _question: str = field(repr=False)
    _figure: Path | None = field(repr=False)
    _oracle: bool = field(repr=False)

    def task(self) -> Task:
        """Build what a system sees: the question, and the map or the Metro Data.

        Raises
        ------
        BadPicture
            The record holds no picture.
        """
        if self.kind.uses_map and self._figure is None:
            raise BadPicture("the record holds none", field=self.id, mend="fetch the pictures")
        gives_metro = self.kind.uses_metro_data or (self.kind.uses_map and self._oracle)
        return Task(
            question=self._question,
            kind=self.kind,
            image=self._figure if self.kind.uses_map else None,
            metro=self.label.metro if gives_metro else None,
        )

    def files(self) -> tuple[Path, ...]:
        """Return the picture."""
        return (self._figure,) if self.kind.uses_map and self._figure else ()


class RideData:
    """A ReasonMap data set.

    Parameters
    ----------
    root : Path
        Folder or file of records. A folder `stations/COUNTRY/CITY.json` beside them gives Metro
        Data to the records that have none.
    oracle : bool
        Whether the Metro Data goes with the picture, in the place of reading it.
    cache : Path, optional
        Folder for the pictures.

    Raises
    ------
    ConfigError
        It holds no records.
    """

    def __init__(self, root: Path, *, oracle: bool = False, cache: Path | None = None) -> None:
        self._root = root
        self._files = find_files(root)
        self._oracle = oracle
        self._figures = Figures(cache)

    @cached_property
    def _rows(self) -> list[Row]:
        rows = [row for file in self._files for row in read_rows(file)]
        records = with_labels([self._with_metro(row.record) for row in rows])
        return [
            Row(row.file, row.number, record, row.split, row.has_figure)
            for row, record in zip(rows, records, strict=True)
        ]

    def _with_metro(self, record: Any) -> Any:
        """Take the Metro Data of a record that has none from the folder of stations."""
        if not isinstance(record, Mapping) or record.get("json") is not None:
            return record
        place = Path(str(record.get("country", "")), f"{record.get('city', '')}.json")
        file = self._root / "stations" / place
        try:
            return {**record, "json": json.loads(file.read_text(encoding="utf-8"))}
        except (OSError, ValueError):
            return record

    def rows(self, split: str) -> list[Row]:
        """Return the records of a split, in the files' order.

        Where nothing is marked, every record is of every split; where "test" is marked nowhere,
        "validation" is, as the released evaluator reads it.

        Raises
        ------
        ConfigError
            The split is unknown.
        BadRecord
            A file cannot be read.
        """
        if split not in SPLITS:
            raise ConfigError(f"{split!r} is unknown", field="--split", mend=f"use {SPLITS}")
        marks = {row.split for row in self._rows} - {""}
        wanted = split if split in marks or split != "test" else "validation"
        if split == "all" or not marks:
            return self._rows
        return [row for row in self._rows if row.split == wanted]

    def missing(self, kinds: Iterable[TaskKind], split: str) -> tuple[TaskKind, ...]:
        """Return those of `kinds` that no record gives the inputs of."""
        rows, kinds = self.rows(split), tuple(kinds)
        maps = any(kind.uses_map for kind in kinds)
        pictured = maps and any(self._figures.path(row) for row in rows)
        return tuple(kind for kind in kinds if not rows or (kind.uses_map and not pictured))

    def records(self, kind: TaskKind, split: str) -> list[Any]:
        """Return the records, their pictures by their hash."""
        return [self._recorded(row) for row in self.rows(split)]

    def _recorded(self, row: Row) -> Any:
        digest = self._figures.digest(row)
        if not digest or not isinstance(row.record, Mapping):
            return row.record
        return {**row.record, FIGURE: f"sha256:{digest}"}

    def samples(self, kind: TaskKind, split: str) -> Iterator[RideSample | DamagedSample]:
        """Return the samples of a kind; a damaged record does not stop the others."""
        return (self._sample(kind, i, row) for i, row in enumerate(self.rows(split)))

    def notes(self) -> dict[str, Any]:
        """Return nothing: the records say all."""
        return {}

    def _sample(self, kind: TaskKind, index: int, row: Row) -> RideSample | DamagedSample:
        name = f"{kind.id}/{index:05d}"
        place: dict[str, Any] = {"file": str(row.file), "index": row.number}
        try:
            label = parse_label(row.record, **place)
            return RideSample(
                id=name,
                kind=kind,
                index=index,
                record=row.record,
                label=label,
                _question=parse_question(row.record, kind.source, **place),
                _figure=self._figures.path(row) if kind.uses_map else None,
                _oracle=self._oracle,
            )
        except MapclewError as error:
            return DamagedSample(name, kind, index, row.record, error)

    def digest(self, kinds: Iterable[TaskKind], split: str, *, limit: int | None = None) -> str:
        """Return the SHA-256 over the records of a run, and over the pictures that it shows."""
        total = hashlib.sha256()
        maps = any(kind.uses_map for kind in kinds)
        for row in islice(self.rows(split), limit):
            text = json.dumps(row.record, ensure_ascii=True, sort_keys=True, default=str)
            total.update(text.encode() + b"\0")
            if maps:
                total.update(self._figures.digest(row).encode())
        return total.hexdigest()


__all__ = ["BadRecord", "RideData", "RideSample"]
