from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.errors import BadTable
from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation, Point
from perception.scoring.confidence_score import auroc
from perception.scoring.line_agreement import score_lines
from perception.scoring.name_errors import count_name_errors
from perception.scoring.truth_score import JudgedEdge, MapTruth, read_truth, score_graph

NAMES = ("Alba", "Birch", "Cédrat", "Dover-Sole")
PLACES: dict[str, tuple[Point, ...]] = {name: ((100.0 * i, 50.0),) for i, name in enumerate(NAMES)}
PAIRS = ((0, 1), (1, 2), (2, 3))
TRUTH = MapTruth(
    NAMES,
    frozenset(frozenset((NAMES[a], NAMES[b])) for a, b in PAIRS),
    PLACES,
    {"Dover-Sole": ("Duvres",)},
    {frozenset((NAMES[a], NAMES[b])): frozenset({"red"}) for a, b in PAIRS},
    (400, 100),
)


def graph(
    names: tuple[str, ...] = NAMES,
    pairs: tuple[tuple[int, int], ...] = PAIRS,
    scale: float = 1.0,
) -> MapGraph:
    return MapGraph(
        "map.png",
        round(400 * scale),
        round(100 * scale),
        (MapLine("L0", "", "#ff0000"),),
        tuple(
            MapStation(f"S{i}", name, (100.0 * i * scale, 50.0 * scale))
            for i, name in enumerate(names)
        ),
        tuple(MapEdge(f"S{a}", f"S{b}", ("L0",), (), 0.9) for a, b in pairs),
    )


@pytest.mark.parametrize("scale", [1.0, 0.5, 2.0])
def test_what_is_read_rightly_at_any_size_scores_one(scale: float) -> None:
    score = score_graph(graph(scale=scale), TRUTH)
    assert score.stations.f1 == score.edges.f1 == 1.0
    assert not score.missing_edges
    assert not score.extra_edges


def test_a_station_elsewhere_is_another_one() -> None:
    moved = MapTruth(NAMES, TRUTH.edges, {**PLACES, "Alba": ((390.0, 5.0),)}, {}, {}, (400, 100))
    score = score_graph(graph(), moved)
    assert score.missing_stations == ("Alba",)
    assert score.missing_edges == ("Alba - Birch",)
    assert score.edges.right == 2


def test_a_misread_name_takes_its_edges_along() -> None:
    score = score_graph(graph(("Alba", "Birch", "Xyz", "Dover Sole")), TRUTH)
    assert (score.stations.right, score.edges.right) == (3, 1)
    assert score.missing_edges == ("Birch - Cédrat", "Cédrat - Dover-Sole")
    assert [edge.right for edge in score.judged] == [True, False, False]


def test_an_edge_read_twice_counts_once_with_both_lines() -> None:
    doubled = graph(pairs=((0, 1), (1, 0)))
    edges = (doubled.edges[0], MapEdge("S1", "S0", ("L1",), (), 0.95))
    judged = score_graph(MapGraph("m", 400, 100, (), doubled.stations, edges), TRUTH).judged
    ends = frozenset(("Alba", "Birch"))
    assert judged == (JudgedEdge(ends, frozenset(("L0", "L1")), 0.95, True),)


def test_name_errors_count_accents_but_neither_case_nor_spaces() -> None:
    read = graph(("ALBA", "Birsh", "Cedrat", "Duvres"))
    score = score_graph(read, TRUTH)
    errors = count_name_errors(read, TRUTH, score.names)
    assert (errors.errors, errors.characters) == (2, 4 + 5 + 6 + 6)
    assert count_name_errors(read, TRUTH, {}).rate is None


def judged(lines: list[set[str]]) -> tuple[JudgedEdge, ...]:
    return tuple(
        JudgedEdge(frozenset((f"A{i}", f"B{i}")), frozenset(each), 1.0, True)
        for i, each in enumerate(lines)
    )


def truth_of(lines: list[set[str]]) -> MapTruth:
    edges = {frozenset((f"A{i}", f"B{i}")): frozenset(each) for i, each in enumerate(lines)}
    return MapTruth((), frozenset(edges), {}, {}, edges)


def best_shared(read: list[set[str]], right: list[set[str]]) -> int:
    """Try every one-to-one pairing."""
    ours, theirs = (sorted(set().union(*each)) for each in (read, right))
    short, long = (ours, theirs) if len(ours) <= len(theirs) else (theirs, ours)
    swapped = short is not ours
    best = 0
    for chosen in itertools.permutations(long, len(short)):
        pairs = set(zip(chosen, short, strict=True) if swapped else zip(short, chosen, strict=True))
        shared = (
            sum((a, b) in pairs for a in r for b in t) for r, t in zip(read, right, strict=True)
        )
        best = max(best, sum(shared))
    return best


@pytest.mark.parametrize("seed", range(20))
def test_lines_are_paired_so_that_they_share_the_most_edges(seed: int) -> None:
    rng = random.Random(seed)
    read = [set(rng.sample("xyz", rng.randint(1, 3))) for _ in range(8)]
    right = [set(rng.sample(["1", "2", "3", "4"], rng.randint(1, 3))) for _ in range(8)]
    found = score_lines(judged(read), truth_of(right))
    pairs = set(found.names.items())
    shared = sum((a, b) in pairs for r, t in zip(read, right, strict=True) for a in r for b in t)
    assert shared == best_shared(read, right)
    named = [{found.names.get(line) for line in each} for each in read]
    assert found.right == sum(a == b for a, b in zip(named, right, strict=True))


def test_one_colour_for_two_lines_halves_the_accuracy() -> None:
    found = score_lines(judged([{"x"}, {"x"}]), truth_of([{"1"}, {"2"}]))
    assert found.accuracy == 0.5
    assert score_lines((), truth_of([])).accuracy is None


confidences = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=12)


@given(confidences, confidences)
def test_auroc_counts_the_pairs_in_order(right: list[float], wrong: list[float]) -> None:
    pairs = [(r > w) + (r == w) / 2 for r in right for w in wrong]
    assert auroc(right, wrong) == pytest.approx(sum(pairs) / len(pairs))
    assert auroc(right, []) is None


def test_truth_is_read_with_lines_and_hyphens(tmp_path: Path) -> None:
    data = {"names": ["Alba", "Bel-Air", "Cedar"], "size": [40, 30]}
    (tmp_path / "truth.json").write_text(json.dumps(data), encoding="utf-8")
    table = 'Edge,Line\nAlba-Bel_Air,"1, 2"\nBel_Air-Cedar,1\nCedar-Bel_Air,3\n'
    (tmp_path / "edges.csv").write_text(table, encoding="utf-8")
    truth = read_truth(tmp_path)
    assert truth.size == (40, 30)
    assert truth.lines == {
        frozenset(("Alba", "Bel-Air")): frozenset("12"),
        frozenset(("Bel-Air", "Cedar")): frozenset("13"),
    }


@pytest.mark.parametrize("content", ["{", "[]", '{"positions": 3}'])
def test_broken_truth_is_named(content: str, tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=tmp_path.name):
        read_truth(tmp_path)
    (tmp_path / "truth.json").write_text(content, encoding="utf-8")
    (tmp_path / "edges.csv").write_text("Edge\n", encoding="utf-8")
    with pytest.raises(BadTable, match=tmp_path.name):
        read_truth(tmp_path)
