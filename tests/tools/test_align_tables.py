from __future__ import annotations

import csv
import itertools
import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perception.map_graph import MapEdge, MapGraph, MapStation
from tools.align_tables import align_names, align_tables
from tools.alignment import Label

# The labels of the released Cleveland picture as printed, each with its neighbours in print.
RED_LINE = [
    "Cleveland Hopkins International Airport",
    "Brookpark",
    "Puritas - W.150th",
    "West Park",
    "Triskett",
    "W.117th - Madison",
    "West Boulevard- Cudell",
    "W.65th - Lorain (Eco-Village)",
    "W.25th - Ohio City",
    "Tower City - Public Square",
    "Tri-C Campus District",
    "E.55th",
    "E.79th",
    "E. 105th - Quincy",
    "Cedar - University",
    "Little Italy - University Circle",
    "Superior",
    "Louis Stokes Station at Windermere",
]
LIGHT_RAIL = [
    "South Harbor",
    "North Coast",
    "W. 3rd Street",
    "Flats East Bank",
    "Settlers Landing",
    "E.79th",
    "Buckeye-Woodhill",
    "E. 116th-St. Luke's",
    "Shaker Square",
    "Coventry",
    "Southington",
    "South Park",
    "Lee",
    "Attleboro",
    "Eaton",
    "Courtland",
    "Warrensville",
    "Belvoir",
    "West Green",
    "Green",
]


def labels(texts: Sequence[str]) -> list[Label]:
    return [Label(f"S{i}", (text,)) for i, text in enumerate(texts)]


def chain(texts: Sequence[str], start: int = 0) -> tuple[list[MapStation], list[MapEdge]]:
    stations = [MapStation(f"S{start + i}", text, (0.0, 0.0)) for i, text in enumerate(texts)]
    edges = [MapEdge(a.id, b.id, ("L",)) for a, b in itertools.pairwise(stations)]
    return stations, edges


def names_of(folder: Path) -> list[str]:
    with (folder / "edges.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    return list(dict.fromkeys(name for row in rows for name in row["Edge"].split("-")))


def misread(name: str, rng: random.Random, rate: float) -> str:
    """Drop, double or swap letters as a recogniser does; hyphens printed in any of three ways."""
    out: list[str] = []
    for char in name.replace("_", rng.choice(["-", " - ", " "])):
        luck = rng.random() / rate if rate else 1.0
        if luck < 1 / 3:
            continue
        out.append(rng.choice("aeilnot1") if luck < 2 / 3 else char)
        if 2 / 3 <= luck < 1:
            out.append(rng.choice("aeilnot1"))
    return "".join(out) or name


@pytest.mark.shared
def test_the_released_metro_map_pairs_completely(shared: Path) -> None:
    table = shared / "datasets/maptab_sample/metromap/tabulars/america/cleveland_vertex.json"
    names = [row["Vertex"] for row in json.loads(table.read_text(encoding="utf-8-sig"))]
    red, red_edges = chain(RED_LINE)
    rail, rail_edges = chain(LIGHT_RAIL, start=len(red))
    # The light rail's stations come first, so that only the neighbours tell the two E.79th apart.
    graph = MapGraph("cleveland", 1, 1, (), (*rail, *red), (*red_edges, *rail_edges))
    alignment = align_tables(graph, names)
    text_of = {station.id: station.name for station in graph.stations}
    assert [text_of[pair.station] for pair in alignment.pairs] == RED_LINE
    assert alignment.station_by_name()["East 79th"] == f"S{RED_LINE.index('E.79th')}"
    assert not alignment.unpaired_names
    assert {u.text for u in alignment.unpaired_labels} == set(LIGHT_RAIL)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("rate", "most_wrong", "most_unpaired"), [(0.0, 0, 0), (0.08, 0.005, 0.01)]
)
def test_noisy_labels_find_their_names(
    shared: Path, rate: float, most_wrong: float, most_unpaired: float
) -> None:
    rng = random.Random(7)
    total = wrong = unpaired = 0
    for folder in sorted([*shared.glob("maps/*/"), *shared.glob("maps_real/*/")]):
        names = names_of(folder)
        noisy = [Label(name, (misread(name, rng, rate),)) for name in names]
        rng.shuffle(noisy)
        alignment = align_names(noisy, names)
        total += len(names)
        wrong += sum(pair.station != pair.name for pair in alignment.pairs)
        unpaired += len(alignment.unpaired_names)
    assert total > 500
    assert wrong <= most_wrong * total
    assert unpaired <= most_unpaired * total


def test_what_cannot_be_paired_is_reported_with_its_runners_up() -> None:
    alignment = align_names(labels(["Alpha", "Beta", "Gamma Road"]), ["Alpha", "Zulu", "Gamma"])
    assert [pair.name for pair in alignment.pairs] == ["Alpha", "Gamma"]
    assert [u.key for u in alignment.unpaired_labels] == ["S1"]
    assert [u.key for u in alignment.unpaired_names] == ["Zulu"]
    assert alignment.confidence < 1.0
    far = align_names(labels(["Alpha North Road", "Alpha"]), ["Alpha Nrth", "Alpha"])
    assert far.station_by_name() == {"Alpha Nrth": "S0", "Alpha": "S1"}


def test_another_reading_of_a_label_may_match() -> None:
    alignment = align_names([Label("S0", ("8OO", "Marienplatz"))], ["Marienplatz"])
    assert alignment.pairs[0].label == "Marienplatz"
    assert alignment.pairs[0].score < 1.0


def test_a_label_stands_for_what_it_says_before_what_it_may_say() -> None:
    # The other reading fits another name better, whose own station was not found.
    found = align_names([Label("S0", ("托玛依神庙", "胜利门"))], ["托玛伊神庙", "胜利门"])
    assert found.station_by_name() == {"托玛伊神庙": "S0"}


def test_two_equal_labels_give_one_pair_and_low_confidence() -> None:
    alignment = align_names(labels(["Lee", "Lee"]), ["Lee"])
    assert len(alignment.pairs) == 1
    assert len(alignment.unpaired_labels) == 1
    assert alignment.unpaired_labels[0].runners_up == (("Lee", 1.0),)
    assert alignment.pairs[0].confidence <= 0.5


def test_unlike_names_pair_only_when_nothing_else_is_left() -> None:
    alignment = align_names(
        labels(["Tri-C Campus District", "Alpha"]), ["East 34th_Campus", "Alpha"]
    )
    assert alignment.station_by_name()["East 34th_Campus"] == "S0"
    rivals = align_names(labels(["Campus Museum", "Campus Market"]), ["East 34th_Campus"], 0.9)
    assert not rivals.pairs


def test_nothing_to_pair() -> None:
    assert align_names([], []).confidence == 1.0
    assert align_names([], ["A"]).confidence == 0.0
    assert align_names(labels(["A"]), []).unpaired_labels[0].runners_up == ()


@settings(max_examples=50)
@given(
    st.lists(st.text("abcdeé -_中山一二12", min_size=1, max_size=12), max_size=12),
    st.lists(st.text("abcdeé -_中山一二12", min_size=1, max_size=12), max_size=12, unique=True),
)
def test_pairs_are_one_to_one_and_complete(texts: list[str], names: list[str]) -> None:
    alignment = align_names(labels(texts), names)
    stations = [pair.station for pair in alignment.pairs]
    assert len(set(stations)) == len(stations)
    assert sorted([*stations, *(u.key for u in alignment.unpaired_labels)]) == sorted(
        label.id for label in labels(texts)
    )
    assert sorted(
        [p.name for p in alignment.pairs] + [u.key for u in alignment.unpaired_names]
    ) == (sorted(names))
    assert 0.0 <= alignment.confidence <= 1.0
    assert alignment == align_names(labels(texts), names)
