"""Interchanges of differently named stations: one mark, a station for each name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from perception.stages import StationCandidate
from perception.traced_edge import TracedEdge
from perception.tracing.trace import Tracing


def part_interchanges(
    stations: Sequence[StationCandidate], traced: Tracing
) -> tuple[tuple[StationCandidate, ...], Tracing, tuple[tuple[int, int], ...]]:
    """Give each name of an interchange a station of its own, with the edges of its lines.

    Parameters
    ----------
    stations : sequence of StationCandidate
        With the names of those that have several in `shares`.
    traced : Tracing
        Edges between them.

    Returns
    -------
    stations : tuple of StationCandidate
        Each with one name at most; the first share keeps its index, the others are added at the
        end.
    traced : Tracing
        The edges between these.
    links : tuple of pairs of int
        The stations of one interchange, the smaller index first.
    """
    parted = list(stations)
    owner: dict[tuple[int, str], int] = {}
    links: list[tuple[int, int]] = []
    for index, station in enumerate(stations):
        if not station.shares:
            continue
        own = []
        for number, (label, layers) in enumerate(station.shares):
            at = index if number == 0 else len(parted)
            part = replace(station, label=label, shares=())
            if number == 0:
                parted[index] = part
            else:
                parted.append(replace(part, alternatives=(), surplus=()))
            owner |= {(index, layer): at for layer in layers}
            own.append(at)
        links += combinations(own, 2)

    def moved(edges: Sequence[TracedEdge]) -> tuple[TracedEdge, ...]:
        return tuple(
            replace(
                edge,
                source=owner.get((edge.source, edge.layer), edge.source),
                target=owner.get((edge.target, edge.layer), edge.target),
            )
            for edge in edges
        )

    if not links:
        return tuple(stations), traced, ()
    return tuple(parted), Tracing(moved(traced.edges), moved(traced.spare)), tuple(links)
