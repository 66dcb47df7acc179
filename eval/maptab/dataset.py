"""MapTab's samples: lazily read, each either sound or damaged, labels kept apart from inputs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from eval.benchmark import DamagedSample
from eval.maptab.kinds import ALL_KINDS
from eval.maptab.layout import Layout, find_layout
from eval.maptab.question_ends import check_ends
from eval.maptab.records import (
    Label,
    Query,
    QuestionLabel,
    Weights,
    parse_label,
    parse_query,
    parse_question_label,
    parse_weights,
    read_records,
)
from eval.maptab.table_store import TableStore
from perception.errors import ConfigError, MapclewError
from tools.task import Task, TaskKind

__all__ = ["DamagedSample", "MapTabData", "Sample"]


@dataclass(frozen=True, slots=True)
class Sample:
    """One sound record.

    Attributes
    ----------
    id : str
        "{domain}/{task}/{index:05d}"; the same in every run on the same data.
    kind : TaskKind
        Kind of task.
    index : int
        Place in its query file, from 0.
    record : Mapping
        As released; holds the labels, so no system may see it.
    label : Label or QuestionLabel
        What the scorer needs of it.
    """

    id: str
    kind: TaskKind
    index: int
    record: Mapping[str, Any] = field(repr=False)
    label: Label | QuestionLabel = field(repr=False)
    _query: Query = field(repr=False)
    _weights: Weights | None = field(repr=False)
    _layout: Layout = field(repr=False)
    _tables: TableStore = field(repr=False)

    def task(self) -> Task:
        """Build what a system sees: nothing in it leads to the record or the label.

        Raises
        ------
        BadTable
            Where a table of this sample cannot be used.
        """
        kind, query, tables = self.kind, self._query, self._tables
        vertex_table = None
        if kind.uses_mix_tab:
            key = f"{kind.domain}/{kind.source}/{self.index:05d}"
            vertex_table = tables.mix_table(query.vertex_tab or "", kind, key)
        elif kind.uses_vertex_tab:
            vertex_table = tables.vertex_table(query.vertex_tab or "", kind)
        return Task(
            question=query.question,
            kind=kind,
            image=self._layout.asset(query.figure or "") if kind.uses_map else None,
            edge_table=(
                tables.edge_table(query.edge_tab or "", kind) if kind.uses_edge_tab else None
            ),
            vertex_table=vertex_table,
            weights=self._weights,
        )

    def files(self) -> tuple[Path, ...]:
        """Return the pictures and tables that the task is made of, there or not."""
        kind, query = self.kind, self._query
        files: list[Path] = []
        if kind.uses_map:
            files.append(self._layout.asset(query.figure or ""))
        if kind.uses_edge_tab:
            files += self._tables.files(query.edge_tab or "", kind)
        if kind.uses_vertex_tab or kind.uses_mix_tab:
            files += self._tables.files(query.vertex_tab or "", kind)
        return tuple(files)


class MapTabData:
    """A MapTab data set on disk, in either layout.

    Parameters
    ----------
    root : str or Path
        The folder that holds `{metromap,travelmap}` or `raw` and `assets`.

    Raises
    ------
    ConfigError
        Where it is missing or holds neither layout.
    """

    def __init__(self, root: str | Path) -> None:
        self.layout = find_layout(root)
        self._tables = TableStore(self.layout)

    def kinds(self, split: str = "test") -> tuple[TaskKind, ...]:
        """Return the kinds of task that this data holds queries of."""
        return tuple(kind for kind in ALL_KINDS if self.layout.query_file(kind, split))

    def missing(self, kinds: Iterable[TaskKind], split: str = "test") -> tuple[TaskKind, ...]:
        """Return those of `kinds` that this data holds no queries of."""
        return tuple(kind for kind in kinds if not self.layout.query_file(kind, split))

    def samples(self, kind: TaskKind, split: str = "test") -> Iterator[Sample | DamagedSample]:
        """Return the samples of a kind in file order.

        The query file is read at once, each record checked as it is taken; tables are read when a
        task is built. A damaged record does not stop the others.

        Raises
        ------
        ConfigError
            Where the data holds no queries of this kind.
        BadRecord
            Where the query file as a whole cannot be read.
        """
        file = self.layout.query_file(kind, split)
        if file is None:
            raise ConfigError(
                f"no {split} queries of {kind.id}",
                file=str(self.layout.root),
                field="data root",
                mend="choose from " + ", ".join(kind.id for kind in self.kinds(split)),
            )
        records = read_records(file)
        return (self._sample(kind, file, index, record) for index, record in enumerate(records))

    def records(self, kind: TaskKind, split: str = "test") -> list[Any]:
        """Return the released records of a kind as they stand in its query file.

        Raises
        ------
        BadRecord
            Where the query file as a whole cannot be read.
        """
        file = self.layout.query_file(kind, split)
        return [] if file is None else read_records(file)

    def notes(self) -> dict[str, Any]:
        """Return nothing: the records say all."""
        return {}

    def _sample(
        self, kind: TaskKind, file: Path, index: int, record: Any
    ) -> Sample | DamagedSample:
        name = f"{kind.id}/{index:05d}"
        place: dict[str, Any] = {"file": str(file), "index": index}
        try:
            query = parse_query(record, kind, **place)
            label: Label | QuestionLabel
            if kind.question_type:
                label = parse_question_label(record, **place)
            else:
                label = parse_label(record, kind.domain, **place)
                check_ends(query.question, label, **place)
            sample = Sample(
                id=name,
                kind=kind,
                index=index,
                record=record,
                label=label,
                _query=query,
                _weights=parse_weights(record.get("weights"), kind, **place),
                _layout=self.layout,
                _tables=self._tables,
            )
            sample.files()
        except MapclewError as error:
            return DamagedSample(name, kind, index, record, error)
        return sample

    def digest(
        self, kinds: Iterable[TaskKind], split: str = "test", *, limit: int | None = None
    ) -> str:
        """Return the SHA-256 over every file that a run uses: queries, pictures, tables.

        Parameters
        ----------
        kinds : iterable of TaskKind
            Those that the data lacks are passed over.
        split : str
            "test", "training" or "all".
        limit : int, optional
            Samples per kind.

        Returns
        -------
        str
            Hexadecimal; depends on names below the root and contents, not on the root's place.
        """
        files: set[Path] = set()
        for kind in kinds:
            file = self.layout.query_file(kind, split)
            if file is None:
                continue
            files.add(file)
            for sample in islice(self.samples(kind, split), limit):
                if isinstance(sample, Sample):
                    files.update(sample.files())
        total = hashlib.sha256()
        for file in sorted(files):
            total.update(file.relative_to(self.layout.root).as_posix().encode() + b"\0")
            if file.is_file():
                with file.open("rb") as stream:
                    total.update(hashlib.file_digest(stream, "sha256").digest())
            else:
                total.update(b"missing")
        return total.hexdigest()
