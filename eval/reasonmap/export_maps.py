"""Drawn metro maps as ReasonMap records, pictures inside: what perception can be measured on."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import networkx as nx

from eval.bench.source_map import SourceMap, read_source_maps
from eval.reasonmap.build import FILE, draw_pairs, make_record
from eval.reasonmap.labels import map_levels
from eval.reasonmap.read_files import FIGURE
from perception.errors import ConfigError
from tools.metro_data import MetroData, MetroLine, MetroStop
from tools.ride import RideForm
from tools.ride_network import RideLine, RideNetwork

COUNTRY: Final = "drawn"


def export_maps(maps: Path, out: Path, *, pairs: int = 4, seed: int = 0) -> Iterator[str]:
    """Write records of drawn metro maps, see `mapclew draw`; others are passed over.

    So are maps that do not print what each line is called: who sees one cannot answer.

    Parameters
    ----------
    maps : Path
        One folder a map: picture, `edges.csv`, `truth.json`.
    out : Path
        Folder that gets `test.jsonl`.
    pairs, seed : int
        Questions of each map; what they are drawn from.

    Yields
    ------
    str
        Name of each map, once it is written.

    Raises
    ------
    ConfigError
        There is no metro map.
    """
    sources = [
        source
        for source in read_source_maps(maps)
        if source.domain == "metromap" and names_lines(source)
    ]
    if not sources:
        raise ConfigError(
            "holds no metro maps with names of lines",
            file=str(maps),
            field="--maps",
            mend="draw some",
        )
    metro = {source.key: metro_of_edges(source) for source in sources}
    levels = map_levels(metro)
    out.mkdir(parents=True, exist_ok=True)
    with (out / FILE).open("w", encoding="utf-8") as stream:
        for source in sources:
            figure = base64.b64encode(source.picture.read_bytes()).decode("ascii")
            drawn, _ = draw_pairs(network_of_edges(source), pairs, f"{seed}/{source.key}")
            for number, (level, plans) in enumerate(drawn):
                form = (RideForm.COUNTS, RideForm.NAMES)[number % 2]
                record: dict[str, Any] = {
                    **make_record(COUNTRY, source.key, metro[source.key], plans, form),
                    "map_difficulty": levels[source.key],
                    "question_difficulty": level,
                    FIGURE: figure,
                }
                stream.write(json.dumps(record, ensure_ascii=False) + "\n")
            yield source.key


def names_lines(source: SourceMap) -> bool:
    """Return whether a map prints the names of all its lines, as its truth tells."""
    return all(line.get("named", True) for line in source.truth.get("lines", ()))


def network_of_edges(source: SourceMap) -> RideNetwork:
    """Return the network that a map shows, from its edges: no order of stops is guessed."""
    names = list(dict.fromkeys(name for pair in source.edges for name in pair))
    place = {name: number for number, name in enumerate(names)}
    lines = []
    for line, graph in _line_graphs(source).items():
        joins = {place[n]: tuple(place[other] for other in graph[n]) for n in graph}
        lines.append(RideLine(line, joins, {place[n]: printed(n) for n in graph}))
    return RideNetwork(tuple(map(printed, names)), tuple(lines))


def metro_of_edges(source: SourceMap) -> MetroData:
    """Return the lines with their stops in order, branches after the main way as released.

    A ring is closed by its first stop; a branch starts at a stop that is marked.
    """
    count: dict[str, int] = {}
    graphs = _line_graphs(source)
    for graph in graphs.values():
        for name in graph:
            count[name] = count.get(name, 0) + 1
    lines = []
    for line, graph in graphs.items():
        order, starts = _in_order(graph)
        stops = [MetroStop(printed(n), count[n] > 1, n in starts) for n in order]
        lines.append(MetroLine(line, tuple(stops)))
    return MetroData(tuple(lines))


def printed(name: str) -> str:
    """Return a name as maps print it: tables write `_` for a hyphen."""
    return name.replace("_", "-")


def _line_graphs(source: SourceMap) -> dict[str, nx.Graph[str]]:
    graphs: dict[str, nx.Graph[str]] = {}
    for pair, lines in source.edges.items():
        for line in lines:
            graphs.setdefault(line, nx.Graph()).add_edge(*pair)
    return dict(sorted(graphs.items()))


def _in_order(graph: nx.Graph[str]) -> tuple[list[str], set[str]]:
    """Return the stops of a line in order, and those that branches start at."""
    order: list[str] = []
    starts: set[str] = set()
    left = graph.copy()
    while left.number_of_edges():
        way = _main_way(left, [name for name in left if name not in order])
        if order and way[0] in order:
            starts.add(way[0])
            order += way[1:]
        else:
            order += way
        left.remove_edges_from(list(pairwise(way)))
    return order, starts


def _main_way(graph: nx.Graph[str], fresh: Sequence[str]) -> list[str]:
    """Return a longest simple way from an end, or from a stop that is listed already."""
    starts = [n for n in graph if graph.degree(n) and n not in fresh]
    ends = [n for n in graph if graph.degree(n) == 1]
    start = min(starts or ends or [n for n in graph if graph.degree(n)])
    way = [start]
    while True:
        following = [n for n in graph[way[-1]] if n not in way]
        if not following:
            closes = len(way) > 2 and graph.has_edge(way[-1], start)
            return [*way, start] if closes else way
        way.append(min(following))
