"""The maps of a data set in MapTab's layout: where their files lie, and what is in the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from eval.bench.edges import Edges, Pair
from eval.maptab.kinds import DOMAINS
from eval.maptab.mix_tab import build_mix_table
from perception.errors import ConfigError
from tools.build_network import network_from_tables, network_from_topology
from tools.network import Network
from tools.tables import Table, edge_ends, read_table
from tools.task import TaskKind


@dataclass(frozen=True, slots=True)
class DataMap:
    """One map of a data set.

    Attributes
    ----------
    domain : str
        "metromap" or "travelmap".
    region : str
        The country that its files are under.
    key : str
        Its file names; also `city` or `scenic_spot` of its records.
    suffix : str
        Of its picture, ".png" and the like.
    """

    domain: str
    region: str
    key: str
    suffix: str = ".png"

    @property
    def figure(self) -> str:
        """Path of the picture, below the root."""
        return f"{self.domain}/images/{self.region}/{self.key}{self.suffix}"

    @property
    def edge_tab(self) -> str:
        """Path of Edge_tab."""
        return f"{self.domain}/tabulars/{self.region}/{self.key}_edge.json"

    def vertex_tab(self, *, mix: bool = False) -> str:
        """Path of Vertex_tab, or of Mix_tab, which on travel maps is the same."""
        kind = "vertex2" if mix and self.domain == "metromap" else "vertex"
        return f"{self.domain}/tabulars/{self.region}/{self.key}_{kind}.json"

    def record(self, kind: TaskKind) -> dict[str, object]:
        """Return the fields of a record that tell the map and its files."""
        found: dict[str, object] = {
            "country": self.region,
            "city" if self.domain == "metromap" else "scenic_spot": self.key,
            "figure": self.figure,
        }
        if not kind.uses_mix_tab:
            found["edge_tab"] = self.edge_tab
        return found | {"vertex_tab": self.vertex_tab(mix=kind.uses_mix_tab)}


@dataclass(frozen=True, eq=False)
class MapContents:
    """What the tables of a map hold.

    Attributes
    ----------
    item : DataMap
        The map.
    edge, vertex, mix : Table
        Edge_tab, Vertex_tab and Mix_tab, unmasked.
    """

    item: DataMap
    edge: Table
    vertex: Table
    mix: Table

    def edges(self) -> Edges:
        """Return each pair of neighbours once, with its lines."""
        found: dict[Pair, tuple[str, ...]] = {}
        for cell, lines in zip(self.edge.column("Edge"), self.lines(self.edge), strict=True):
            pair = edge_ends(cell)
            pair = pair[::-1] if pair[::-1] in found else pair
            found[pair] = tuple(dict.fromkeys((*found.get(pair, ()), *lines)))
        return found

    def lines(self, table: Table) -> Sequence[tuple[str, ...]]:
        """Return the lines of each row; empty on travel maps."""
        if self.item.domain == "travelmap":
            return [()] * len(table.rows)
        return [tuple(cell) if isinstance(cell, tuple) else () for cell in table.column("Line")]

    def network(self) -> Network:
        """Return the network with the values of Edge_tab and Vertex_tab."""
        return network_from_tables(self.item.domain, self.edge, self.vertex)

    def mix_network(self) -> Network:
        """Return the network whose only values are those of Mix_tab."""
        links = ((a, b, lines) for (a, b), lines in self.edges().items())
        return network_from_topology(self.item.domain, links, self.mix, origin=self.mix.path)


def assets(root: Path) -> Path:
    """Return the folder that records name their files from, in either layout."""
    return root / "assets" if (root / "assets").is_dir() else root


def find_data_maps(root: Path) -> list[DataMap]:
    """Return the maps whose Edge_tab lies below a root, in either layout, by name.

    Raises
    ------
    ConfigError
        There are none.
    """
    found = list(_data_maps(assets(root)))
    if not found:
        raise ConfigError(
            "no map in it",
            file=str(root),
            field="data root",
            mend="give a folder with {metromap,travelmap}/tabulars/REGION/NAME_edge.json",
        )
    return found


def _data_maps(root: Path) -> Iterator[DataMap]:
    for domain in DOMAINS:
        for path in sorted((root / domain / "tabulars").glob("*/*_edge.json")):
            region, key = path.parent.name, path.stem.removesuffix("_edge")
            pictures = sorted((root / domain / "images" / region).glob("*"))
            suffixes = [picture.suffix for picture in pictures if picture.stem == key]
            yield DataMap(domain, region, key, suffixes[0] if suffixes else ".png")


def read_contents(root: Path, item: DataMap) -> MapContents:
    """Read the tables of a map; a Mix_tab without a file is built from the other two.

    Raises
    ------
    BadTable
        At the first thing wrong.
    """
    folder = assets(root)
    edge = read_table(folder / item.edge_tab, "Edge_tab", domain=item.domain)
    vertex = read_table(folder / item.vertex_tab(), "Vertex_tab", domain=item.domain)
    file = folder / item.vertex_tab(mix=True)
    if file.is_file():
        return MapContents(item, edge, vertex, read_table(file, "Mix_tab", domain=item.domain))
    return MapContents(item, edge, vertex, build_mix_table(vertex, edge))
