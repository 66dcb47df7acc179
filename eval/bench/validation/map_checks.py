"""The published checks of one map's tables (MapTab, appendix B.5 and B.6).

Each function takes sound rows and reports what is wrong with them together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from eval.bench.validation.finding import WARNING, Finding, Report
from eval.bench.validation.table_rows import SoundRow
from tools.table_validation import TRANSFER_TIME


@dataclass(frozen=True, slots=True)
class TablePair:
    """Edge_tab and Vertex_tab of a map.

    Attributes
    ----------
    domain : str
        "metromap" or "travelmap".
    edges, vertices : sequence of SoundRow
        Their rows.
    edge_file, vertex_file : str
        Where they stand.
    """

    domain: str
    edges: Sequence[SoundRow]
    vertices: Sequence[SoundRow]
    edge_file: str
    vertex_file: str

    def rides(self) -> Iterator[tuple[SoundRow, str]]:
        """Yield each edge row with each of its lines, "" on travel maps."""
        for row in self.edges:
            for line in row.lines or ("",):
                yield row, line

    def lines_by_edges(self) -> dict[str, dict[str, int]]:
        """Return each vertex's lines by Edge_tab, and the first row that tells so."""
        found: dict[str, dict[str, int]] = defaultdict(dict)
        for row, line in self.rides():
            for name in row.ends:
                found[name].setdefault(line, row.number)
        return dict(found)


def check_duplicates(tables: TablePair, report: Report) -> None:
    """B.5, step 1: no vertex twice, no edge twice on one line, in whichever direction."""
    first: dict[object, SoundRow] = {}
    for row in tables.vertices:
        before = first.setdefault(row.name, row)
        if before is not row:
            found = f"vertex {row.name!r} is in row {before.number} already"
            report(
                Finding("duplicate", tables.vertex_file, row.number, found, "keep one of the rows")
            )
    for row, line in tables.rides():
        before = first.setdefault((frozenset(row.ends), line), row)
        if before is not row:
            on_line = f" on line {line!r}" if line else ""
            other = f" as {before.name!r}" if before.name != row.name else ""
            found = f"edge {row.name!r}{on_line} is in row {before.number} already{other}"
            report(
                Finding("duplicate", tables.edge_file, row.number, found, "keep one of the rows")
            )


def check_vertex_sets(tables: TablePair, report: Report) -> None:
    """B.5, step 2: both tables name the same vertices; a vertex without edges is not listed."""
    known = {row.name for row in tables.vertices}
    used: set[str] = set()
    told: set[str] = set()
    for row in tables.edges:
        used.update(row.ends)
        for name in row.ends:
            if name not in known | told:
                told.add(name)
                report(
                    Finding(
                        "vertex-set",
                        tables.edge_file,
                        row.number,
                        f"{name!r} has no row in Vertex_tab",
                        "add the row, or write the name the same way in both tables",
                    )
                )
    for row in tables.vertices:
        if row.name not in used:
            report(
                Finding(
                    "vertex-set",
                    tables.vertex_file,
                    row.number,
                    f"{row.name!r} is the end of no edge",
                    "add its edges, or remove the row",
                )
            )


def check_line_counts(tables: TablePair, report: Report) -> None:
    """B.5, step 3: edges + lines - loops = occurrences of stations in Vertex_tab, line by line.

    A line is one piece; it has one edge fewer than stations, and one more for each loop. Sums over
    all lines could cancel, so every line is held to it.
    """
    stations: dict[str, set[str]] = defaultdict(set)
    for row in tables.vertices:
        for line in row.lines:
            stations[line].add(row.name)
    graphs: dict[str, nx.Graph[str]] = defaultdict(nx.Graph)
    rows: dict[str, SoundRow] = {}
    for row, line in tables.rides():
        graphs[line].add_edge(*row.ends)
        rows.setdefault(line, row)
    for line, graph in graphs.items():
        number = rows[line].number
        parts = [sorted(part) for part in nx.connected_components(graph)]
        edges, loops = graph.number_of_edges(), count_loops(graph)
        if len(parts) > 1:
            ends = min(parts, key=len)
            found = f"line {line!r} is in {len(parts)} pieces, one of them {_some(ends)}"
            mend = "add the edge between the pieces, or name them differently"
            report(Finding("line-count", tables.edge_file, number, found, mend))
        elif edges + 1 - loops != len(stations[line]):
            found = (
                f"line {line!r}: {edges} edges + 1 - {loops} loops = {edges + 1 - loops}, "
                f"but {len(stations[line])} stations in Vertex_tab are on it"
            )
            mend = "compare the stations of the line in both tables"
            report(Finding("line-count", tables.edge_file, number, found, mend))
        if loops and any(degree != 2 for _, degree in graph.degree):
            row = _closing_row([row for row, on in tables.rides() if on == line])
            found = f"line {line!r} is no circular line, but {row.name} closes a loop on it"
            mend = "remove the edge if no train of the line takes it"
            report(Finding("line-count", tables.edge_file, row.number, found, mend, WARNING))
        for a, b, c in skipped_stations(graph):
            place = next(
                row.number for row, on in tables.rides() if on == line and set(row.ends) == {a, c}
            )
            found = f"line {line!r} has the edges {a}-{b}, {b}-{c} and {a}-{c}"
            mend = f"remove {a}-{c} if no train of the line passes {b} without a stop"
            report(Finding("line-count", tables.edge_file, place, found, mend))
    for row in tables.vertices:
        for line in row.lines:
            if line not in graphs:
                found = f"{row.name!r} is on line {line!r}, which no edge has"
                mend = "write the line as Edge_tab does, or add its edges"
                report(Finding("line-count", tables.vertex_file, row.number, found, mend))


def _closing_row(rows: Sequence[SoundRow]) -> SoundRow:
    """Return the first row of a line whose ends the rows before it join already."""
    joined: nx.Graph[str] = nx.Graph()
    for row in rows:
        a, b = row.ends
        if joined.has_node(a) and joined.has_node(b) and nx.has_path(joined, a, b):
            return row
        joined.add_edge(a, b)
    raise AssertionError("a line with a loop has a row that closes it")


def count_loops(graph: nx.Graph[str]) -> int:
    """Return how many independent loops a line has.

    A circular line, whose first and last stations are one, has one; so has a line with a balloon.
    """
    pieces = nx.number_connected_components(graph)
    return graph.number_of_edges() - graph.number_of_nodes() + pieces


def skipped_stations(graph: nx.Graph[str]) -> list[tuple[str, str, str]]:
    """Return A, B, C where a line runs A-B-C and also A-C, though it is more than this triangle.

    B has no other neighbour on the line: A-C then joins two stations past the one between them.
    """
    if graph.number_of_nodes() == 3:
        return []
    found = []
    for name in graph:
        near = sorted(graph[name])
        if len(near) == 2 and graph.has_edge(*near):
            found.append((near[0], name, near[1]))
    return found


def check_transfers(tables: TablePair, report: Report) -> None:
    """B.5, step 4: both tables tell the same lines, and Transfer Time stands where lines change.

    A station is one to change at by Edge_tab if edges of several lines meet there, by Vertex_tab
    if it lists several lines or has a Transfer Time.
    """
    by_edges = tables.lines_by_edges()
    for row in tables.vertices:
        if row.name not in by_edges:
            continue
        here, there = set(row.lines), by_edges[row.name]
        for line in sorted(there.keys() - here):
            report(
                Finding(
                    "transfer",
                    tables.vertex_file,
                    row.number,
                    f"{row.name!r} is not on line {line!r}, but row {there[line]} of Edge_tab "
                    "says so",
                    "add the line to the row, or mend the edge",
                )
            )
        for line in sorted(here - there.keys()):
            report(
                Finding(
                    "transfer",
                    tables.vertex_file,
                    row.number,
                    f"{row.name!r} is on line {line!r}, but none of its edges is",
                    "remove the line from the row, or add the edge",
                )
            )
        if TRANSFER_TIME not in row.values:
            continue  # It cannot be read, which is reported already.
        several, waits = len(here | there.keys()) > 1, row.values[TRANSFER_TIME] > 0
        if several != waits:
            state = "0" if several else f"{row.values[TRANSFER_TIME]:g}"
            found = f"{row.name!r} has {len(here)} lines and the Transfer Time {state}"
            mend = "write 5 to 15" if several else "write 0, or its other lines"
            report(Finding("transfer", tables.vertex_file, row.number, found, mend))


def check_connected(tables: TablePair, report: Report) -> None:
    """B.6: the edges make one graph; on metro maps, whose parts may be apart, a warning."""
    graph: nx.Graph[str] = nx.Graph(row.ends for row in tables.edges)
    parts = sorted(nx.connected_components(graph), key=len, reverse=True)
    for part in parts[1:]:
        number = next(row.number for row in tables.edges if row.ends[0] in part)
        found = f"no edges join {_some(sorted(part))} to the other {len(graph) - len(part)}"
        finding = Finding(
            "connectivity", tables.edge_file, number, found, "add the edge that joins them"
        )
        if tables.domain == "metromap":
            finding = Finding(
                "connectivity", tables.edge_file, number, found, finding.mend, WARNING
            )
        report(finding)


def check_mix(
    tables: TablePair,
    mix: Sequence[SoundRow],
    mix_file: str,
    report: Report,
) -> None:
    """Mix_tab of a metro map: Vertex_tab's rows in any order, Price the mean over the edges."""
    prices: Mapping[str, list[float]] = defaultdict(list)
    unknown: set[str] = set()
    for row in tables.edges:
        for name in row.ends:
            if "Price" in row.values:
                prices[name].append(row.values["Price"])
            else:
                unknown.add(name)
    vertices = {row.name: row for row in tables.vertices}
    for row in mix:
        vertex = vertices.pop(row.name, None)
        if vertex is None:
            mend = "keep one row a vertex, as in Vertex_tab"
            found = f"{row.name!r} has no row in Vertex_tab, or stands twice here"
            report(Finding("mix", mix_file, row.number, found, mend))
            continue
        known = prices.get(row.name)
        mean = sum(known) / len(known) if known else 0.0
        for column, value in row.values.items():
            if column == "Price" and row.name in unknown:
                continue
            wanted = mean if column == "Price" else vertex.values.get(column, value)
            # Means are rounded to two decimals, halves either way.
            if abs(value - wanted) > (0.0051 if column == "Price" else 1e-9):
                found = f"{column} of {row.name!r} is {value:g}, by the other tables {wanted:.6g}"
                mend = f"write {wanted:.6g}, or build Mix_tab anew"
                report(Finding("mix", mix_file, row.number, found, mend))
    for name in vertices:
        report(Finding("mix", mix_file, None, f"{name!r} has no row", "add it, as in Vertex_tab"))


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:3])
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown
