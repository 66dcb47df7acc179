"""From maps with edge lists to tables and query files."""

from __future__ import annotations

import csv
import io
import itertools
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from eval.bench.edges import vertices_of
from eval.bench.source_map import SourceMap, read_source_map, read_source_maps
from eval.bench.table_set import write_tables
from eval.bench.tables import edge_list
from eval.bench.values import PublishedValues
from eval.cli.bench import app
from eval.maptab.dataset import MapTabData, Sample
from eval.maptab.kinds import CATEGORIES
from perception.errors import BadTable, MapclewError
from perception.scoring.truth_score import read_truth


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception and isinstance(result.exception, MapclewError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def grid_map(domain: str, key: str, width: int, height: int) -> SourceMap:
    """Rows are lines, the first column is a line that joins them."""
    name = "{}{:02d}".format
    edges: dict[tuple[str, str], tuple[str, ...]] = {}
    for y in range(height):
        for a, b in itertools.pairwise(range(width)):
            edges[name(key, y * width + a), name(key, y * width + b)] = (f"Row {y}",)
        if y:
            edges[name(key, (y - 1) * width), name(key, y * width)] = ("Column",)
    if domain == "travelmap":
        edges = dict.fromkeys(edges, ())
    return SourceMap(key, domain, Path(f"{key}.png"), edges)


@pytest.fixture(scope="module")
def nine_maps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of nine metro and nine travel maps; their pictures are empty."""
    folder = tmp_path_factory.mktemp("maps")
    for domain, k in itertools.product(("metromap", "travelmap"), range(9)):
        item = grid_map(domain, f"{domain[0]}{k}", 3 + k % 4, 4 + k)
        place = folder / item.key
        place.mkdir()
        (place / "map.png").write_bytes(b"")
        (place / "edges.csv").write_bytes(edge_list(domain, item.edges))
        (place / "truth.json").write_text(json.dumps({"names": vertices_of(item.edges)}))
    return folder


@pytest.fixture(scope="module")
def data(nine_maps: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("data")
    run("tables", "--maps", nine_maps, "--out", root, "--seed", "4")
    totals = ("--metro-total", "100", "--travel-total", "105")
    run("queries", "--data", root, "--seed", "4", *totals)
    return root


def test_the_published_biases() -> None:
    """10 000 draws of each: within the ranges, and three of four where the bias says so."""
    values = PublishedValues(Random(1))
    draws = range(10_000)
    prices = [values.way_price() for _ in draws]
    assert (min(prices), max(prices)) == (10, 80)
    assert sum(price < 45 for price in prices) / len(prices) == pytest.approx(0.75, abs=0.02)
    ratings = [values.rating() for _ in draws]
    assert (min(ratings), max(ratings)) == (1, 5)
    assert sum(rating >= 3 for rating in ratings) / len(ratings) == pytest.approx(0.75, abs=0.02)
    for draw, least in ((values.way_reliability, 1), (values.visit_reliability, 60)):
        days = [round(draw() * 365) for _ in draws]
        assert (min(days), max(days)) == (least, 365)
        assert sum(day > 180 for day in days) / len(days) == pytest.approx(0.75, abs=0.02)
    visits = [values.visit_price() for _ in draws]
    assert set(visits) == {5.0 * k for k in range(2, 41)}
    assert {values.hub_price() for _ in range(100)} == {100, 200, 300}


def write_map(folder: Path, edges: str, **truth: object) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "map.png").write_bytes(b"picture")
    (folder / "edges.csv").write_text(edges)
    (folder / "truth.json").write_text(json.dumps(truth))
    return folder


def test_printed_times_distances_and_hubs_enter_the_tables(tmp_path: Path) -> None:
    edges = (
        "Edge,Minutes,Metres\nOld Mill-West Station,7,\nOld Mill-Fire Station,,600\nOld Mill-X,,\n"
    )
    folder = write_map(tmp_path / "vale", edges)
    item = write_tables(
        read_source_map("vale", folder, folder / "map.png"), tmp_path / "data", seed=1
    )
    rows = {row["Edge"]: row for row in load(tmp_path / "data" / item.edge_tab)}
    assert rows["Old Mill-West Station"]["Time"] == 7
    assert rows["Old Mill-Fire Station"]["Time"] == 2.5
    assert 10 <= rows["Old Mill-X"]["Time"] <= 60
    spots = {row["Vertex"]: row for row in load(tmp_path / "data" / item.vertex_tab())}
    assert spots["West Station"]["Time"] == 0
    assert spots["West Station"]["Price"] in (100, 200, 300)
    assert all(30 <= spots[name]["Time"] <= 180 for name in ("Old Mill", "Fire Station", "X"))
    assert (tmp_path / "data" / item.figure).read_bytes() == b"picture"


def test_hyphens_and_lines_of_an_edge_list(tmp_path: Path) -> None:
    edges = 'Edge,Line\nA-B-C,"1, 2"\nC-A-B,3\nC-D,1\n'
    folder = write_map(tmp_path / "town", edges, names=["A-B", "C", "D"])
    found = read_source_map("town", folder, folder / "map.png")
    assert found.domain == "metromap"
    assert found.edges == {("A_B", "C"): ("1", "2", "3"), ("C", "D"): ("1",)}
    assert found.stations()["C"] == ("1", "2", "3")


@pytest.mark.parametrize(
    ("edges", "where"),
    [
        ("Edge\nA-B\nA\n", "row 2, column Edge"),
        ("Edge\nA-A\n", "row 1, column Edge"),
        ("Edge\nA-B-C\n", "row 1, column Edge"),
        ("Edge,Metres\nA-B,far\n", "row 1, column Metres"),
        ("Edge,Line\nA-B,1\nB-C,\n", "row 2, column Line"),
        ("Line\n1\n", "column Edge"),
    ],
)
def test_broken_edge_lists_are_named(tmp_path: Path, edges: str, where: str) -> None:
    folder = write_map(tmp_path / "town", edges)
    with pytest.raises(BadTable, match=where):
        read_source_map("town", folder, folder / "map.png")


def test_tables_hold_every_edge_and_station_once(nine_maps: Path, data: Path) -> None:
    for source in read_source_maps(nine_maps):
        stem = data / source.domain / "tabulars" / "fiction"
        edge = load(stem / f"{source.key}_edge.json")
        vertex = load(stem / f"{source.key}_vertex.json")
        assert [tuple(row["Edge"].split("-")) for row in edge] == list(source.edges)
        assert [row["Vertex"] for row in vertex] == vertices_of(source.edges)
        text = (stem / f"{source.key}_vertex.csv").read_text(encoding="utf-8-sig")
        assert [row["Vertex"] for row in csv.DictReader(io.StringIO(text))] == [
            row["Vertex"] for row in vertex
        ]
        if source.domain == "metromap":
            for row in vertex:
                assert (row["Transfer Time"] > 0) == (len(row["Line"]) > 1)
        truth = read_truth(data / "truth" / source.key)
        assert truth.edges == {frozenset(pair) for pair in source.edges}


def test_sets_are_disjoint_by_map_and_four_to_one(data: Path) -> None:
    for domain, total in (("metromap", 100), ("travelmap", 105)):
        for kind in (kind for kind in CATEGORIES if kind.domain == domain):
            sets = {}
            for split in ("training", "test", "all"):
                samples = list(MapTabData(data).samples(kind, split))
                assert all(isinstance(sample, Sample) for sample in samples)
                sets[split] = [s.record for s in samples if isinstance(s, Sample)]
            name = "city" if domain == "metromap" else "scenic_spot"
            maps = {split: {record[name] for record in found} for split, found in sets.items()}
            assert (len(maps["training"]), len(maps["test"])) == (6, 3)
            assert not maps["training"] & maps["test"]
            assert len(sets["all"]) == total
            assert len(sets["test"]) * 5 == total
            assert len(sets["training"]) + len(sets["test"]) == total
            assert min(Counter(r[name] for r in sets["all"]).values()) >= 5


def test_a_system_gets_its_task_from_every_record(data: Path) -> None:
    for kind in CATEGORIES:
        sample = next(iter(MapTabData(data).samples(kind)))
        assert isinstance(sample, Sample)
        task = sample.task()
        assert task.image is None or task.image.is_file()


def test_the_report_tells_measures_levels_and_pairs(data: Path) -> None:
    report = load(data / "benchmark.json")
    assert len(report["maps"]) == 18
    levels = Counter((entry["domain"], entry["level"]) for entry in report["maps"])
    assert set(levels.values()) == {3}
    for entry in report["maps"]:
        sizes = Counter(pair["level"] for pair in entry["pairs"])
        assert max(sizes.values()) - min(sizes.values()) <= 1
    for domain in ("metromap", "travelmap"):
        entries = [entry for entry in report["maps"] if entry["domain"] == domain]
        sizes = Counter(pair["level"] for entry in entries for pair in entry["pairs"])
        assert max(sizes.values()) - min(sizes.values()) <= 1
    for entry in report["maps"]:
        assert entry["GS"] == entry["vertices"] + entry["edges"]


def test_the_number_of_processes_changes_no_byte(data: Path, tmp_path: Path) -> None:
    before = {p: p.read_bytes() for p in sorted(data.rglob("*.json"))}
    totals = ("--metro-total", "100", "--travel-total", "105")
    run("queries", "--data", data, "--seed", "4", "--jobs", "2", *totals)
    assert {p: p.read_bytes() for p in sorted(data.rglob("*.json"))} == before


def test_unknown_options_are_refused(data: Path) -> None:
    with pytest.raises(MapclewError, match="all or fewest-changes"):
        run("queries", "--data", data, "--ties", "none")
    with pytest.raises(MapclewError, match="additive or averaged"):
        run("queries", "--data", data, "--objective", "best")
    with pytest.raises(MapclewError, match="no map in it"):
        run("queries", "--data", data / "truth")
