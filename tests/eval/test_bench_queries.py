"""Queries of a map: held against the mini split's exhaustive planner and the released labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from eval.bench.data_map import MapContents, find_data_maps, read_contents
from eval.bench.difficulty import LEVELS
from eval.bench.queries import QueryOptions, make_queries
from eval.bench.references import as_reference, label_totals, reference_routes
from eval.maptab.dataset import MapTabData, Sample
from eval.maptab.kinds import CATEGORIES
from eval.mini.paths import mini_root
from perception.errors import ConfigError
from tools.build_network import network_from_topology


def contents_of(key: str) -> MapContents:
    root = mini_root()
    (item,) = (item for item in find_data_maps(root) if item.key == key)
    return read_contents(root, item)


def same_labels(contents: MapContents, record: dict[str, Any], *, mix: bool) -> None:
    network = contents.mix_network() if mix else contents.network()
    ends = [record.get(f"station_{k}", record.get(f"spot_{k}")) for k in (1, 2)]
    routes = reference_routes(network, str(ends[0]), str(ends[1]), record.get("weights"))
    references = [as_reference(route) for route in routes]
    assert sorted(r.text for r in references) == sorted(record["routes"])
    by_text = {r.text: r for r in references}
    for k, text in enumerate(record["routes"]):
        assert by_text[text].stations == record["route_vertex_numbers"][k]
        if "transfer_vertex_numbers" in record:
            assert by_text[text].changes == record["transfer_vertex_numbers"][k]
    if "weights" in record:
        totals = routes[0].totals
        assert totals is not None
        # The first reference is the one that the totals are of, where several are as good.
        if references[0].text == record["routes"][0]:
            assert label_totals(totals) == {name: record[name] for name in label_totals(totals)}


@pytest.mark.parametrize("key", ["aldermoor", "velmora", "larkspur", "brenholt"])
def test_the_labels_of_the_mini_split_are_found_again(key: str) -> None:
    contents = contents_of(key)
    data = MapTabData(mini_root())
    for kind in CATEGORIES:
        if kind.domain == contents.item.domain:
            for sample in data.samples(kind):
                assert isinstance(sample, Sample)
                if sample.record.get("city", sample.record.get("scenic_spot")) == key:
                    same_labels(contents, dict(sample.record), mix=kind.uses_mix_tab)


@pytest.mark.shared
def test_the_labels_of_the_released_sample_are_reproduced(shared: Path) -> None:
    """All 24 records: routes, numbers of stations and changes, and the four totals."""
    root = shared / "datasets" / "maptab_sample"
    checked = 0
    for item in find_data_maps(root):
        contents = read_contents(root, item)
        for kind in CATEGORIES:
            if kind.domain == item.domain:
                (sample,) = MapTabData(root).samples(kind)
                assert isinstance(sample, Sample)
                same_labels(contents, dict(sample.record), mix=kind.uses_mix_tab)
                checked += 1
    assert checked == 24


@pytest.mark.parametrize("key", ["ostrand", "saltmere"])
def test_queries_are_complete_balanced_and_the_same_again(key: str) -> None:
    contents = contents_of(key)
    found = make_queries(contents, (4, 4, 4), "Hard", QueryOptions(seed=5))
    assert len(found.records) == 12
    assert [trip.level for trip in found.trips].count("Easy") == 4
    assert [trip.level for trip in found.trips].count("Hard") == 4
    lengths = {trip: mean.length for trip, mean in zip(found.trips, found.measures, strict=True)}
    for a in found.trips:
        for b in found.trips:
            if lengths[a] < lengths[b]:
                assert LEVELS.index(a.level) <= LEVELS.index(b.level)
    ends = {(trip.source, trip.target) for trip in found.trips}
    assert len(ends) == 12
    for source, records in found.records.items():
        assert len(records) == 12
        for record in records:
            assert record["Map_Difficulty"] == "Hard"
            assert min(record["route_vertex_numbers"]) >= 3
            assert ("weights" in record) == ("constraint" in source)
            if "weights" in record:
                assert sum(record["weights"]) == pytest.approx(1, abs=1e-6)
        # Every style is used: the sentences differ beyond the names.
        plain = {
            record["question"].replace(trip.source, "").replace(trip.target, "")
            for record, trip in zip(records, found.trips, strict=True)
        }
        assert len(plain) == 5
    again = make_queries(contents, (4, 4, 4), "Hard", QueryOptions(seed=5))
    assert json.dumps(again.records) == json.dumps(found.records)
    other = make_queries(contents, (4, 4, 4), "Hard", QueryOptions(seed=6))
    assert {(trip.source, trip.target) for trip in other.trips} != ends


def test_weights_are_shared_as_in_the_release() -> None:
    found = make_queries(contents_of("yunze"), (1, 0, 1), "Easy", QueryOptions())
    prefix = "map_and_tab_with_constraint_"
    for k in range(2):
        weights = {s.removeprefix(prefix): r[k].get("weights") for s, r in found.records.items()}
        assert weights["1_2_3_4"] == weights["1_2_3_4_only_vertex2"]
        three = [[w for w in weights[name] or () if w] for name in ("1_2_4", "1_3_4", "2_3_4")]
        assert three[0] == three[1] == three[2]
        assert weights["3"] == [0, 0, 1, 0]


def test_fewest_changes_keeps_only_those_routes() -> None:
    """Two ways of three stations, one with a change of lines, one without."""
    links = [("A", "B", ["1"]), ("B", "D", ["1"]), ("A", "C", ["1"]), ("C", "D", ["2"])]
    network = network_from_topology("metromap", links)
    every = reference_routes(network, "A", "D", None, ties="all")
    assert [str(route) for route in every] == ["A-B-D", "A-C(transfer)-D"]
    fewest = reference_routes(network, "A", "D", None, ties="fewest-changes")
    assert [str(route) for route in fewest] == ["A-B-D"]


def test_more_references_than_can_be_listed_are_told() -> None:
    links: list[tuple[str, str, list[str]]] = [
        (f"{x}_{y}", f"{x + dx}_{y + dy}", [])
        for x in range(7)
        for y in range(7)
        for dx, dy in ((1, 0), (0, 1))
        if x + dx < 7 and y + dy < 7
    ]
    network = network_from_topology("travelmap", links)
    assert reference_routes(network, "0_0", "6_6", None) == ()
    assert len(reference_routes(network, "0_0", "3_3", None)) == 20


def test_too_many_pairs_are_refused() -> None:
    with pytest.raises(ConfigError, match="brenholt has 1"):
        make_queries(contents_of("brenholt"), (400, 300, 300), "Easy", QueryOptions())
