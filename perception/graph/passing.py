"""Marks without a name on the way of a line: no stops, the line goes on through them."""

from __future__ import annotations

from collections.abc import Sequence

from perception.stages import StationCandidate
from perception.traced_edge import TracedEdge


def pass_nameless(
    edges: Sequence[TracedEdge], stations: Sequence[StationCandidate]
) -> tuple[list[TracedEdge], int]:
    """Join the two edges of every line at a station without label.

    Returns
    -------
    tuple of (list of TracedEdge, int)
        The edges, and how many stations they pass.
    """
    edges = list(edges)
    passed = 0
    for index, station in enumerate(stations):
        if station.label is not None:
            continue
        mine = [edge for edge in edges if index in (edge.source, edge.target)]
        by_layer: dict[str, list[TracedEdge]] = {}
        for edge in mine:
            by_layer.setdefault(edge.layer, []).append(edge)
        if not mine or any(len(pair) != 2 for pair in by_layer.values()):
            continue
        joined = [_joined(pair[0], pair[1], index) for pair in by_layer.values()]
        edges = [edge for edge in edges if index not in (edge.source, edge.target)]
        edges += [edge for edge in joined if edge.source != edge.target]
        passed += 1
    return edges, passed


def _joined(first: TracedEdge, second: TracedEdge, at: int) -> TracedEdge:
    come = first.polyline if first.target == at else first.polyline[::-1]
    go = second.polyline if second.source == at else second.polyline[::-1]
    return TracedEdge(
        source=first.source if first.target == at else first.target,
        target=second.target if second.source == at else second.source,
        layer=first.layer,
        polyline=(*come, *go[1:]),
        confidence=round(first.confidence * second.confidence, 4),
        passed=first.passed + second.passed + 1,
    )
