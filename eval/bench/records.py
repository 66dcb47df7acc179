"""Records of planning queries, in MapTab's form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eval.bench.data_map import DataMap
from eval.bench.wording import word_question
from tools.task import TaskKind


@dataclass(frozen=True, slots=True)
class Trip:
    """Origin and destination of a query, with the levels of its map and of itself."""

    source: str
    target: str
    map_level: str
    level: str


@dataclass(frozen=True, slots=True)
class Reference:
    """One reference route: its text, and how many stations and changes of lines it has."""

    text: str
    stations: int
    changes: int


def criteria_of(kind: TaskKind) -> str:
    """Return the criteria of a category, "1_2_4" and the like; empty: the fewest stations count."""
    if not kind.weighted:
        return ""
    return "1_2_3_4" if kind.uses_mix_tab else kind.name.removeprefix("constraint_")


def sources_of(kind: TaskKind) -> tuple[str, ...]:
    """Return what a question of the category names as given."""
    given = {
        "map": kind.uses_map,
        "Edge Table": kind.uses_edge_tab,
        "Vertex Table": kind.uses_vertex_tab or kind.uses_mix_tab,
    }
    return tuple(name for name, used in given.items() if used)


def planning_record(
    item: DataMap,
    kind: TaskKind,
    trip: Trip,
    style: str,
    references: Sequence[Reference],
    *,
    weights: Sequence[float] = (),
    totals: Mapping[str, float] | None = None,
) -> dict[str, Any]:
    """Return one record.

    Parameters
    ----------
    item, kind : DataMap, TaskKind
        The map and the category.
    trip, style : Trip, str
        What is asked, and how it is worded (see `eval.bench.wording`).
    references : sequence of Reference
        All routes that count as right.
    weights, totals : sequence of 4 floats and mapping, optional
        Of a weighted query.
    """
    metro = item.domain == "metromap"
    ends = ("station_1", "station_2") if metro else ("spot_1", "spot_2")
    question = word_question(
        item.domain, sources_of(kind), criteria_of(kind), style, trip.source, trip.target
    )
    record: dict[str, Any] = {
        **item.record(kind),
        ends[0]: trip.source,
        ends[1]: trip.target,
        "Map_Difficulty": trip.map_level,
        "Query_Difficulty": trip.level,
        "question": question,
        "routes": [reference.text for reference in references],
        "route_vertex_numbers": [reference.stations for reference in references],
    }
    if metro:
        record["transfer_vertex_numbers"] = [reference.changes for reference in references]
    if weights:
        record["weights"] = list(weights)
    return record | dict(totals or {})
