"""The shipped split: reproduced byte for byte, in MapTab's form, within the published ranges."""

from __future__ import annotations

import csv
import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from eval.bench.difficulty import map_levels, thirds
from eval.bench.wording import SENTENCES, STYLES, word_question
from eval.cli.mini import app
from eval.maptab.dataset import MapTabData, Sample
from eval.maptab.kinds import CATEGORIES, QUESTION_KINDS
from eval.mini.catalogue import MAPS
from eval.mini.check import compare_split
from eval.mini.paths import mini_root, truth_root
from eval.mini.queries import QUERIES_PER_MAP, query_levels
from perception.scoring.truth_score import read_truth
from tools.build_network import network_from_tables, network_from_topology
from tools.parse_question import parse_question
from tools.solve_route import solve_route

METRO_EDGE = ["Edge", "Line", "Time", "Price", "Comfort Level", "Reliability"]
METRO_VERTEX = ["Vertex", *METRO_EDGE[1:], "Transfer Time"]
TRAVEL_EDGE = ["Edge", "Time", "Price", "Comfort Level", "Reliability"]
TRAVEL_VERTEX = ["Vertex", *TRAVEL_EDGE[1:]]


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def table(key: str, kind: str) -> list[dict[str, Any]]:
    (path,) = mini_root().glob(f"*/tabulars/*/{key}_{kind}.json")
    rows: list[dict[str, Any]] = load(path)
    return rows


def records() -> list[tuple[str, dict[str, Any]]]:
    return [
        (path.name, record)
        for path in sorted(mini_root().glob("*/data/test_set/*.json"))
        for record in load(path)
    ]


def samples() -> list[Sample]:
    """All samples of the twelve categories; their CSV twins are read from the same files."""
    data = MapTabData(mini_root())
    assert set(CATEGORIES) <= set(data.kinds("test"))
    found = [sample for kind in CATEGORIES for sample in data.samples(kind, "test")]
    sound = [sample for sample in found if isinstance(sample, Sample)]
    assert len(sound) == len(found)
    return sound


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for top in ("data", "truth")
        for path in sorted((folder / top).rglob("*"))
        if path.is_file()
    }


def test_the_builder_reproduces_the_shipped_files_byte_for_byte(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["build", "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    built, shipped = files_below(tmp_path), files_below(mini_root().parent)
    assert sorted(built) == sorted(shipped)
    assert [name for name in built if built[name] != shipped[name]] == []


def test_a_changed_missing_or_added_file_is_named(tmp_path: Path) -> None:
    shipped = files_below(mini_root().parent)
    for name, content in shipped.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    assert compare_split(tmp_path, shipped.items()) == (len(shipped), [])
    files = [tmp_path / name for name in shipped]
    files[0].unlink()
    files[1].write_bytes(files[1].read_bytes() + b" ")
    (tmp_path / "data" / "notes.txt").write_text("?")
    _, differences = compare_split(tmp_path, shipped.items())
    assert {(tmp_path / d.file, d.problem) for d in differences} == {
        (files[0], "missing"),
        (files[1], "differs"),
        (tmp_path / "data" / "notes.txt", "unexpected"),
    }


def test_the_split_is_small() -> None:
    files = [p for root in (mini_root(), truth_root()) for p in root.rglob("*") if p.is_file()]
    assert sum(path.stat().st_size for path in files) < 3_000_000


def test_every_category_has_its_queries_in_all_five_styles() -> None:
    counts = Counter(name for name, _ in records())
    assert len(counts) == len(CATEGORIES)
    assert set(counts.values()) == {4 * QUERIES_PER_MAP}
    assert set(SENTENCES) == set(STYLES)
    wordings = {word_question("metromap", ("map",), "", style, "A", "B") for style in STYLES}
    assert len(wordings) == len(STYLES)


def test_each_map_has_a_question_of_each_type() -> None:
    data = MapTabData(mini_root())
    for kind in QUESTION_KINDS:
        found = list(data.samples(kind))
        assert len(found) == 4
        for sample in found:
            assert isinstance(sample, Sample)
            assert all(path.is_file() for path in sample.files())
            assert sample.task().question.strip()


def test_questions_name_their_ends_for_the_parser() -> None:
    for _, record in records():
        ends = (record.get("station_1", record.get("spot_1")),
                record.get("station_2", record.get("spot_2")))  # fmt: skip
        alone = parse_question(record["question"])
        assert (alone.source, alone.target) == ends, record["question"]


def test_the_splits_records_are_sound_and_their_files_exist() -> None:
    found = samples()
    assert len(found) == len(CATEGORIES) * 4 * QUERIES_PER_MAP
    for sample in found:
        assert all(path.is_file() for path in sample.files())
        sample.task()


def test_the_solver_finds_the_references_of_every_query() -> None:
    for sample in samples():
        task, record = sample.task(), sample.record
        domain = sample.kind.domain
        if task.edge_table is not None:
            network = network_from_tables(domain, task.edge_table, task.vertex_table)
        else:
            rows = table(Path(record["figure"]).stem, "edge")
            links = [(*row["Edge"].split("-"), row.get("Line", [])) for row in rows]
            network = network_from_topology(domain, links, task.vertex_table)
        ends = parse_question(task.question, [vertex.name for vertex in network.vertices])
        solution = solve_route(network, ends.source, ends.target, task.weights)
        assert {str(route) for route in solution.routes} == set(record["routes"]), sample.id


def test_the_queries_show_ties_changes_and_the_hub_rule() -> None:
    every = [record for _, record in records()]
    assert any(len(record["routes"]) > 1 for record in every)
    assert any(max(record.get("transfer_vertex_numbers", [0])) >= 2 for record in every)
    hubs = {hub for item in MAPS for hub in item.hubs}
    for hub in hubs:
        mine = [record for record in every if any(hub in route for route in record["routes"])]
        assert any(record["spot_1"] == hub for record in mine)
        assert any(record["spot_2"] == hub for record in mine)
    passed = [
        route
        for record in every
        for route in record["routes"]
        if hubs & set(route.split("-")[1:-1])
    ]
    assert passed, "a hub is passed through"


def test_criteria_change_the_best_route_now_and_then() -> None:
    best: dict[tuple[str, str], set[str]] = {}
    for _, record in records():
        ends = (
            record.get("station_1") or record["spot_1"],
            record.get("station_2") or record["spot_2"],
        )
        best.setdefault(ends, set()).add(record["routes"][0].replace("(transfer)", ""))
    assert sum(len(routes) > 1 for routes in best.values()) >= len(best) // 4


@pytest.mark.parametrize("item", MAPS, ids=lambda item: item.key)
def test_tables_keep_to_the_published_ranges(item: Any) -> None:
    metro = item.domain == "metromap"
    edges, vertices = table(item.key, "edge"), table(item.key, "vertex")
    assert list(edges[0]) == (METRO_EDGE if metro else TRAVEL_EDGE)
    assert list(vertices[0]) == (METRO_VERTEX if metro else TRAVEL_VERTEX)
    for row in edges:
        if metro:
            assert 2 <= row["Time"] <= 3 and 0 <= row["Price"] <= 1.5
            assert 0 <= row["Comfort Level"] <= 1 and row["Reliability"] == 0
        else:
            assert 10 <= row["Price"] <= 80 and 1 <= row["Comfort Level"] <= 5
            assert row["Reliability"] == round(round(row["Reliability"] * 365) / 365, 6)
    for row in vertices:
        if metro:
            assert 0.5 <= row["Time"] <= 2 and row["Price"] == 0
            assert 0.5 <= row["Reliability"] <= 1
            lines = {
                name for e in edges if row["Vertex"] in e["Edge"].split("-") for name in e["Line"]
            }
            assert set(row["Line"]) == lines
            assert (5 <= row["Transfer Time"] <= 15) == (len(lines) > 1)
        elif row["Vertex"] in item.hubs:
            assert row["Time"] == 0 and row["Price"] in (100, 200, 300)
        else:
            assert 30 <= row["Time"] <= 180 and row["Price"] % 5 == 0 and 10 <= row["Price"] <= 200


@pytest.mark.parametrize("item", MAPS, ids=lambda item: item.key)
def test_csv_and_json_hold_the_same_rows(item: Any) -> None:
    kinds = ("edge", "vertex", "vertex2") if item.domain == "metromap" else ("edge", "vertex")
    for kind in kinds:
        (path,) = mini_root().glob(f"*/tabulars/*/{item.key}_{kind}.csv")
        assert path.read_bytes().startswith(b"\xef\xbb\xbf") == (item.domain == "metromap")
        with path.open(encoding="utf-8-sig", newline="") as file:
            written = list(csv.DictReader(file))
        expected = table(item.key, kind)
        assert len(written) == len(expected)
        for row, values in zip(written, expected, strict=True):
            for column, value in values.items():
                cell: Any = row[column]
                if isinstance(value, list):
                    cell = cell.split(", ")
                assert (cell if not isinstance(value, int | float) else float(cell)) == value


def test_mix_prices_are_the_means_of_the_edges_at_the_vertex() -> None:
    for item in MAPS:
        if item.domain != "metromap":
            continue
        edges = table(item.key, "edge")
        plain = {row["Vertex"]: row for row in table(item.key, "vertex")}
        mix = table(item.key, "vertex2")
        assert [row["Vertex"] for row in mix] != list(plain)
        for row in mix:
            prices = [e["Price"] for e in edges if row["Vertex"] in e["Edge"].split("-")]
            assert row["Price"] == pytest.approx(sum(prices) / len(prices), abs=0.00501)
            assert row | {"Price": 0.0} == plain[row["Vertex"]]


@pytest.mark.parametrize("item", MAPS, ids=lambda item: item.key)
def test_truth_files_read_as_those_of_other_maps_and_agree_with_the_tables(item: Any) -> None:
    truth = read_truth(truth_root() / item.key)
    assert set(truth.names) == {row["Vertex"] for row in table(item.key, "vertex")}
    assert truth.edges == {frozenset(row["Edge"].split("-")) for row in table(item.key, "edge")}
    assert all(truth.places[name] for name in truth.names)


def test_levels_split_by_thirds() -> None:
    assert Counter(thirds({k: float(k) for k in range(9)}).values()) == {
        "Easy": 3,
        "Medium": 3,
        "Hard": 3,
    }
    line = dict.fromkeys(zip("ABCDEF", "BCDEFG", strict=True), ("1",))
    grid = {**line, ("A", "G"): ("2",), ("B", "F"): ("2",), ("C", "E"): ("2",)}
    short = dict.fromkeys(zip("ABC", "BCD", strict=True), ("1",))
    levels = map_levels({"line": line, "grid": grid, "short": short}, cycles=False)
    assert levels["short"] == "Easy"
    queries = query_levels(line, simple=False)
    assert set(queries) == {p for p in combinations("ABCDEFG", 2) if ord(p[1]) - ord(p[0]) >= 2}
    assert queries["A", "C"] == "Easy" and queries["A", "G"] == "Hard"
