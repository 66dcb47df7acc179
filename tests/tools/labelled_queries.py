"""The labelled queries of the sample data, each with the network that its task shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from eval.maptab.dataset import MapTabData, Sample
from tools.build_network import network_from_tables, network_from_topology
from tools.network import Network
from tools.tables import Table, edge_ends, read_table
from tools.task import Task

DATA_SETS = ("maptab_sample", "metro_dev", "real_dev")


@dataclass(frozen=True)
class LabelledQuery:
    """One query with the network planned on, and its record with the labels."""

    data_set: str
    task: Task
    network: Network
    record: Mapping[str, Any]

    @property
    def ends(self) -> tuple[str, str]:
        """Origin and destination."""
        which = "station" if self.task.kind.domain == "metromap" else "spot"
        return self.record[f"{which}_1"], self.record[f"{which}_2"]


def labelled_queries(shared: Path, data_set: str) -> Iterator[LabelledQuery]:
    """Yield every route planning query of a data set in its JSON form."""
    data = MapTabData(shared / "datasets" / data_set)
    for kind in data.kinds():
        if kind.table_format != "json" or kind.with_totals:
            continue
        for sample in data.samples(kind):
            assert isinstance(sample, Sample)
            task = sample.task()
            yield LabelledQuery(data_set, task, _network(shared, sample, task), sample.record)


def unmasked_network(shared: Path, query: LabelledQuery) -> Network:
    """Return the network with all columns, which the labels' totals are made from."""
    record, domain = query.record, query.task.kind.domain
    if query.task.kind.uses_mix_tab:
        return query.network
    folder = shared / "datasets" / query.data_set
    return network_from_tables(
        domain,
        read_table(folder / record["edge_tab"], "Edge_tab", domain=domain),
        read_table(folder / record["vertex_tab"], "Vertex_tab", domain=domain),
    )


def _network(shared: Path, sample: Sample, task: Task) -> Network:
    domain = task.kind.domain
    if task.edge_table is not None:
        return network_from_tables(domain, task.edge_table, task.vertex_table)
    return _map_network(domain, _topology(shared, sample), task.vertex_table)


def _topology(shared: Path, sample: Sample) -> Path:
    """Return the file with the true topology of a map: its own, or the map's Edge_tab."""
    record = sample.record
    name = str(record.get("city", record.get("scenic_spot")))
    for folder in ("maps", "maps_real"):
        if (shared / folder / name).is_dir():
            return shared / folder / name / "edges.csv"
    tables = shared / "datasets" / "maptab_sample" / str(record["vertex_tab"])
    return next(tables.parent.glob("*_edge.json"))


@lru_cache(maxsize=256)
def _map_network(domain: str, file: Path, vertex_table: Table | None) -> Network:
    edges = read_table(file, "Edge_tab", domain=domain, complete=False)
    lines = edges.column("Line") if domain == "metromap" else ((),) * len(edges.rows)
    links = [
        (*edge_ends(edge), line if isinstance(line, tuple) else ())
        for edge, line in zip(edges.column("Edge"), lines, strict=True)
    ]
    return network_from_topology(domain, links, vertex_table, origin=str(file))
