"""Compute the answer to a question a second time, by other means than the tools that gave it.

Tables are read row by row as they stand, and graphs are left to networkx, so that a mistake of the
facts or of the tools shows. What the map shows is taken as read: a second look at a picture is no
second computation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

import networkx as nx

from perception.errors import NoRoute
from tools.facts import Facts
from tools.findings import Fault, Finding
from tools.line_names import count_named
from tools.question import Answer, Asked, Question
from tools.tables import Table
from tools.verify_route import Verification

_TOLERANCE: Final = 1e-9


class Evidence(NamedTuple):
    """What an answer can be checked with."""

    question: Question
    edge_table: Table | None
    vertex_table: Table | None
    facts: Facts


def check_answer(evidence: Evidence, answer: Answer) -> Verification:
    """Return whether a second computation gives the same answer.

    Parameters
    ----------
    evidence : Evidence
        The question, the tables as shown, and the facts, which stand for the map.
    answer : Answer
        As given.

    Returns
    -------
    Verification
        With a finding where the two differ.
    """
    second, how = _CHECKS[evidence.question.asked]
    try:
        value = second(evidence)
    except NoRoute as error:
        return Verification(False, (Finding(Fault.UNSETTLED, str(error)),), str(error))
    if math.isclose(value, answer.value, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE):
        return Verification(True, (), f"{how} gives {Answer(value, '')} too")
    text = f"{how} gives {Answer(value, '')}, not {answer}"
    return Verification(False, (Finding(Fault.WRONG_NUMBER, text),), text)


def _rows(table: Table | None) -> Iterator[dict[str, Any]]:
    if table is not None:
        for row in table.rows:
            yield dict(zip(table.columns, row, strict=True))


def _vertex(evidence: Evidence, name: str) -> dict[str, Any]:
    return next(row for row in _rows(evidence.vertex_table) if row["Vertex"] == name)


def _lines_of(evidence: Evidence) -> dict[str, set[str]]:
    """Return the lines of each station: of the vertex table, the Edge_tab or the map."""
    found: dict[str, set[str]] = {}
    for table in (evidence.vertex_table, evidence.edge_table):
        if table is not None and "Line" in table.columns:
            for row in _rows(table):
                for name in [row["Vertex"]] if "Vertex" in row else row["Edge"].split("-"):
                    found.setdefault(name, set()).update(row["Line"])
            return found
    # A station that no line was traced to is on the map all the same.
    found = {name: set() for name in evidence.facts.stations}
    for line, stations in evidence.facts.stops.items():
        for name in stations:
            found.setdefault(name, set()).add(line)
    return found


def _graph(evidence: Evidence, line: str | None = None) -> nx.MultiGraph[str]:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from(evidence.facts.stations)
    if evidence.edge_table is not None:
        graph.add_edges_from(
            tuple(row["Edge"].split("-"))
            for row in _rows(evidence.edge_table)
            if line is None or line in row["Line"]
        )
    else:
        graph.add_edges_from(
            (link.source, link.target)
            for link in evidence.facts.links
            if link.source != link.target and (line is None or line in link.lines)
        )
    return graph


def _edge_value(e: Evidence) -> float:
    wanted = list(e.question.stations)
    found = [row for row in _rows(e.edge_table) if row["Edge"].split("-") in (wanted, wanted[::-1])]
    found.sort(key=lambda row: row["Edge"].split("-") != wanted)
    return float(found[0][e.question.column])


def _rows_between(e: Evidence) -> float:
    pairs = [e.question.stations[:2], e.question.stations[2:]]
    edges = [tuple(row["Edge"].split("-")) for row in _rows(e.edge_table)]
    places = []
    for pair in pairs:
        wanted = pair if pair in edges else pair[::-1]
        places.append(min(place for place, edge in enumerate(edges) if edge == wanted))
    return float(len(edges[min(places) + 1 : max(places)]))


def _longest_line(e: Evidence) -> float:
    lines = _lines_of(e).values()
    return float(max(sum(line in found for found in lines) for line in set().union(*lines)))


def _most_frequent(e: Evidence) -> float:
    return float(max(degree for _, degree in _graph(e).degree()))


def _common_way(e: Evidence) -> list[str]:
    """Return a shortest way on any line that both stations are on."""
    lines = _lines_of(e)
    source, target = e.question.stations
    ways = []
    for line in sorted(lines[source] & lines[target]):
        graph = _graph(e, line)
        if nx.has_path(graph, source, target):
            ways.append(list(nx.bidirectional_shortest_path(graph, source, target)))
    if not ways:
        raise NoRoute(f"no line is read as joining {source!r} and {target!r} all along")
    return min(ways, key=len)


def _mean_reliability(e: Evidence) -> float:
    way = _common_way(e)
    return float(sum(_vertex(e, name)["Reliability"] for name in way)) / len(way)


def _stop_time(e: Evidence) -> float:
    totals: dict[str, float] = {}
    lines = _lines_of(e)
    for row in _rows(e.vertex_table):
        for line in lines.get(row["Vertex"], ()):
            totals[line] = totals.get(line, 0.0) + row["Time"]
    return max(totals.values())


def _shortest_transfer(e: Evidence) -> float:
    lines = _lines_of(e)
    if len(set().union(*lines.values())) == 1:
        return 1.0
    found = [
        row["Transfer Time"]
        for row in _rows(e.vertex_table)
        if set(e.question.lines) <= lines.get(row["Vertex"], set())
    ]
    return float(min(found, default=0.0))


def _on_circle(e: Evidence) -> float:
    graph, name = _graph(e), e.question.stations[0]
    cut = {frozenset(edge) for edge in nx.bridges(nx.Graph(graph))}
    return float(
        any(
            len(graph[name][other]) > 1 or frozenset((name, other)) not in cut
            for other in graph[name]
            if other != name
        )
    )


def _spot_count(e: Evidence) -> float:
    rows = (name for row in _rows(e.edge_table) for name in row["Edge"].split("-"))
    listed = {row["Vertex"] for row in _rows(e.vertex_table)} or set(rows)
    return float(e.facts.printed or len(listed))


def _near(e: Evidence) -> float:
    try:
        distance = nx.shortest_path_length(_graph(e), *e.question.stations)
    except nx.NetworkXNoPath:
        return 0.0
    return float(distance < (e.question.limit or 0.0))


def _brief_on_way(e: Evidence) -> float:
    source, target = e.question.stations
    before = cast(dict[str, list[str]], nx.predecessor(nx.Graph(_graph(e)), source))
    way, waiting = set[str](), [target]
    while waiting:
        name = waiting.pop()
        if name not in way:
            way.add(name)
            waiting += before[name]
    return float(min(_vertex(e, name)["Time"] for name in way) < (e.question.limit or 0.0))


def _neighbours(e: Evidence) -> set[str]:
    name = e.question.stations[0]
    return set(_graph(e)[name]) - {name}


_Check = tuple[Callable[[Evidence], float], str]
_CHECKS: Final[Mapping[Asked, _Check]] = MappingProxyType(
    {
        Asked.EDGE_VALUE: (_edge_value, "reading the table again"),
        Asked.ROWS_BETWEEN: (_rows_between, "counting the rows themselves"),
        Asked.LONGEST_LINE: (_longest_line, "counting by station"),
        Asked.TRANSFER_COUNT: (
            lambda e: float(sum(len(lines) > 1 for lines in _lines_of(e).values())),
            "counting by row",
        ),
        Asked.TRANSFERS_ON_LINE: (
            lambda e: float(
                sum(len(x) > 1 and e.question.lines[0] in x for x in _lines_of(e).values())
            ),
            "counting by row",
        ),
        Asked.SHARE_LINE: (
            lambda e: float(
                not _lines_of(e)[e.question.stations[0]].isdisjoint(
                    _lines_of(e)[e.question.stations[1]]
                )
            ),
            "comparing the two rows",
        ),
        Asked.IS_ON_LINE: (
            lambda e: float(e.question.lines[0] in _lines_of(e)[e.question.stations[0]]),
            "the station's own lines",
        ),
        Asked.LINES_AT: (
            lambda e: float(len(_lines_of(e)[e.question.stations[0]])),
            "the station's own lines",
        ),
        Asked.LINE_COUNT: (
            lambda e: float(count_named(sorted(set().union(*_lines_of(e).values())))),
            "counting the lines of all stations",
        ),
        Asked.STATIONS_BETWEEN: (
            lambda e: float(max(len(_common_way(e)) - 2, 0)),
            "a search from both ends",
        ),
        Asked.MEAN_RELIABILITY: (_mean_reliability, "a search from both ends"),
        Asked.LONGEST_STOP_TIME: (_stop_time, "adding up row by row"),
        Asked.SHORTEST_TRANSFER: (_shortest_transfer, "looking at every row"),
        Asked.SPOT_COUNT: (_spot_count, "the map as read, or the rows"),
        Asked.SAME_COUNT: (
            lambda e: float(len(list(_rows(e.vertex_table))) == e.facts.printed),
            "counting the rows themselves",
        ),
        Asked.ADJACENT_COUNT: (lambda e: float(len(_neighbours(e))), "the graph's own neighbours"),
        Asked.ON_CIRCLE: (_on_circle, "a search for bridges"),
        Asked.MOST_FREQUENT: (_most_frequent, "the largest degree"),
        Asked.IS_NEAR: (_near, "a second search"),
        Asked.BRIEF_COUNT: (
            lambda e: float(
                sum(row["Time"] < (e.question.limit or 0.0) for row in _rows(e.vertex_table))
            ),
            "counting by row",
        ),
        Asked.CHEAPEST_OF: (
            lambda e: float(sorted(_vertex(e, name)["Price"] for name in e.question.stations)[0]),
            "sorting the prices",
        ),
        Asked.IS_ABOVE: (
            lambda e: float(
                next(
                    row["Vertex"]
                    for row in _rows(e.vertex_table)
                    if row["Vertex"] in e.question.stations
                )
                == e.question.stations[0]
            ),
            "which row comes first",
        ),
        Asked.BRIEF_ON_WAY: (_brief_on_way, "walking back from the destination"),
        Asked.CHEAPEST_ADJACENT: (
            lambda e: float(sorted(_vertex(e, name)["Price"] for name in _neighbours(e))[0]),
            "sorting the prices",
        ),
    }
)
