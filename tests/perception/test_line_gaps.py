from __future__ import annotations

from itertools import pairwise

from perception.graph.line_gaps import complete_lines
from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation


def graph(**lines: str) -> MapGraph:
    """Each line a string of one-letter stations; "|" where it is broken."""
    served: dict[tuple[str, str], list[str]] = {}
    for line, stops in lines.items():
        for a, b in pairwise(stops):
            if "|" not in (a, b):
                served.setdefault((a, b), []).append(line)
    names = sorted({end for pair in served for end in pair})
    return MapGraph(
        "map.png",
        100,
        100,
        tuple(MapLine(line, "", "#000000") for line in lines),
        tuple(
            MapStation(n, n, (0.0, 0.0), tuple(x for x, stops in lines.items() if n in stops))
            for n in names
        ),
        tuple(MapEdge(a, b, tuple(found)) for (a, b), found in served.items()),
    )


def lines_of(found: MapGraph) -> dict[str, tuple[str, ...]]:
    return {e.source + e.target: e.lines for e in found.edges}


def test_a_line_lost_in_a_bundle_goes_on_with_the_others() -> None:
    found = complete_lines(graph(x="ABCDEF", y="ABC|DEF"))
    assert lines_of(found)["CD"] == ("x", "y")
    assert complete_lines(graph(x="ABCDEF", y="AB|EF")) != graph(x="ABCDEF", y="AB|EF")
    station = next(s for s in complete_lines(graph(x="ABCDEF", y="AB|EF")).stations if s.id == "C")
    assert station.lines == ("x", "y")


def test_lines_that_hang_together_stay() -> None:
    for whole in (graph(x="ABCDEF", y="ABC"), graph(x="ABCDEF", y="GAB"), graph(x="ABC", y="DEF")):
        assert complete_lines(whole) is whole


def test_parts_far_from_each_other_stay_apart() -> None:
    far = graph(x="ABCDEFGH", y="AB|GH")
    assert complete_lines(far) is far
