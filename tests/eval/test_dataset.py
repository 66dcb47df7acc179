"""Loading: both layouts, splits, built tables, damaged records among sound ones."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from eval.maptab.dataset import DamagedSample, MapTabData, Sample
from eval.maptab.kinds import ALL_KINDS, CATEGORIES, get_kind
from perception.errors import (
    BadQuestion,
    BadRecord,
    BadTable,
    ConfigError,
    MapclewError,
    MissingWeights,
)
from tests.eval.tiny_maptab import METRO_EDGES, record_of, write_data, write_queries
from tools.tables import table_as_csv, vertex_names
from tools.task import TaskKind

ONLY_MAP = get_kind("metromap", "only_map")
ALL_FOUR = get_kind("metromap", "constraint_1_2_3_4")
VERTEX2 = get_kind("metromap", "only_vertex2")


def sound(data: MapTabData, kind: TaskKind, split: str = "test") -> list[Sample]:
    samples = list(data.samples(kind, split))
    assert all(isinstance(sample, Sample) for sample in samples)
    return [sample for sample in samples if isinstance(sample, Sample)]


def only(data: MapTabData, kind: TaskKind) -> Sample:
    (sample,) = sound(data, kind)
    return sample


@pytest.mark.parametrize("layout", ["original", "normalized"])
def test_both_layouts_give_the_same_tasks(tmp_path: Path, layout: str) -> None:
    data = MapTabData(write_data(tmp_path, layout=layout))
    assert data.layout.name == layout
    assert data.kinds() == ALL_KINDS
    assets = tmp_path if layout == "original" else tmp_path / "assets"
    for kind in ALL_KINDS:
        sample = only(data, kind)
        assert sample.id == f"{kind.domain}/{kind.name}/00000"
        task = sample.task()
        if kind.uses_map:
            assert task.image == assets / kind.domain / "images/here/town.png"
        assert all(file.is_file() for file in sample.files())


@pytest.mark.parametrize(
    ("make", "found"),
    [
        (lambda root: root / "gone", "no such folder"),
        (lambda root: root, "neither .*original layout.*normalized layout"),
    ],
)
def test_a_root_without_data(tmp_path: Path, make: Any, found: str) -> None:
    with pytest.raises(ConfigError, match=found):
        MapTabData(make(tmp_path))


def test_splits_and_what_is_lacking(tmp_path: Path) -> None:
    for split in ("test", "training", "all"):
        write_queries(tmp_path, ONLY_MAP, [record_of(ONLY_MAP)] * 3, split=split)
    write_queries(tmp_path, ALL_FOUR, [record_of(ALL_FOUR)], split="training")
    data = MapTabData(tmp_path)
    for split in ("test", "training", "all"):
        assert [sample.id for sample in data.samples(ONLY_MAP, split)] == [
            f"metromap/only_map/{index:05d}" for index in range(3)
        ]
    assert data.kinds("test") == (ONLY_MAP,)
    travel = get_kind("travelmap", "only_map")
    assert data.missing([ONLY_MAP, ALL_FOUR, travel]) == (ALL_FOUR, travel)
    with pytest.raises(ConfigError, match=r"no test queries of travelmap/only_map.*metromap/only"):
        data.samples(travel)
    with pytest.raises(ConfigError, match="split 'dev' is unknown"):
        data.samples(ONLY_MAP, "dev")


def test_tables_are_shared_and_come_in_the_twins_format(tmp_path: Path) -> None:
    write_data(tmp_path)
    write_queries(tmp_path, ALL_FOUR, [record_of(ALL_FOUR)] * 2)
    data = MapTabData(tmp_path)
    first, second = (sample.task() for sample in sound(data, ALL_FOUR))
    assert first.edge_table is second.edge_table
    assert first.vertex_table is second.vertex_table
    twin = get_kind("metromap", "csv_constraint_1_2_3_4")
    task = sound(data, twin)[0].task()
    assert task.edge_table is not None and first.edge_table is not None
    assert task.edge_table.path.endswith("town_edge.csv")
    assert task.edge_table.rows == first.edge_table.rows


def test_mix_tab_is_built_where_its_file_is_missing(tmp_path: Path) -> None:
    write_data(tmp_path)
    write_queries(tmp_path, VERTEX2, [record_of(VERTEX2)] * 8)
    tables = [s.task().vertex_table for s in sound(MapTabData(tmp_path), VERTEX2)]
    orders = set()
    for table in tables:
        assert table is not None
        assert table.name == "Mix_tab"
        assert "Line" not in table.columns
        prices = dict(zip(vertex_names(table), table.column("Price"), strict=True))
        touching = [row[3] for row in METRO_EDGES if "Cedar" in row[0].split("-")]
        assert prices["Cedar"] == round(sum(touching) / 3, 6)
        assert prices["Far"] == 0.0
        orders.add(vertex_names(table))
    assert len(orders) > 1
    again = [s.task().vertex_table for s in sound(MapTabData(tmp_path), VERTEX2)]
    assert again == tables
    # The CSV twin of a query sees the same rows in the same order, and Line.
    twin = get_kind("metromap", "csv_vertex2")
    first = sound(MapTabData(tmp_path), twin)[0].task()
    assert first.vertex_table is not None and tables[0] is not None
    assert vertex_names(first.vertex_table) == vertex_names(tables[0])
    assert table_as_csv(first.vertex_table).startswith("Vertex,Line,Time,")


def test_a_provided_mix_tab_is_shown_as_it_is(tmp_path: Path) -> None:
    write_data(tmp_path)
    folder = tmp_path / "metromap/tabulars/here"
    rows = json.loads((folder / "town_vertex.json").read_text(encoding="utf-8"))
    provided = [row | {"Price": 0.125} for row in reversed(rows)]
    (folder / "town_vertex2.json").write_text(json.dumps(provided), encoding="utf-8")
    table = only(MapTabData(tmp_path), VERTEX2).task().vertex_table
    assert table is not None
    assert vertex_names(table) == tuple(row["Vertex"] for row in provided)
    assert set(table.column("Price")) == {0.125}


def test_travelmaps_mix_tab_is_its_vertex_tab(tmp_path: Path) -> None:
    data = MapTabData(write_data(tmp_path))
    table = only(data, get_kind("travelmap", "only_vertex2")).task().vertex_table
    plain = only(data, get_kind("travelmap", "constraint_1_2_3_4")).task().vertex_table
    assert table is not None and plain is not None
    assert (table.name, table.rows) == ("Mix_tab", plain.rows)


def test_sources_of_a_missing_mix_tab_are_named(tmp_path: Path) -> None:
    write_data(tmp_path)
    (tmp_path / "metromap/tabulars/here/town_edge.json").unlink()
    sample = only(MapTabData(tmp_path), VERTEX2)
    with pytest.raises(BadTable, match=r"vertex2\.json.*nor built.*town_edge\.json"):
        sample.task()


@pytest.mark.parametrize(
    ("changes", "error", "found"),
    [
        ({"question": ...}, BadRecord, "record 1, question: question is missing"),
        ({"question": 7}, BadRecord, "record 1, question: question is 7"),
        ({"question": "  "}, BadQuestion, "record 1, question: is empty"),
        ({"station_1": "Birch"}, BadRecord, "record 1, station_1: is 'Birch', but the question"),
        ({"station_2": "Elm"}, BadRecord, "record 1, station_2: is 'Elm'.*'Alder' and 'Dune'"),
        ({"figure": ...}, BadRecord, "record 1, figure: figure is missing"),
        ({"figure": "../../etc/passwd"}, BadRecord, "no path below the data's root"),
        ({"figure": "/etc/passwd"}, BadRecord, "no path below the data's root"),
        ({"edge_tab": None}, BadRecord, "record 1, edge_tab"),
        ({"edge_tab": ["x"]}, BadRecord, "record 1, edge_tab"),
        ({"vertex_tab": ""}, BadRecord, "record 1, vertex_tab"),
        ({"routes": ...}, BadRecord, "record 1, routes: routes is missing"),
        ({"routes": []}, BadRecord, "record 1, routes"),
        ({"routes": "A-B"}, BadRecord, "record 1, routes"),
        ({"routes": ["A-B", 3]}, BadRecord, r"record 1, routes\[1\]: routes\[1\] is 3"),
        ({"weights": ...}, MissingWeights, "record 1, weights: missing"),
        ({"weights": None}, MissingWeights, "record 1, weights: missing"),
        ({"weights": [0.5, 0.5]}, MissingWeights, "not four numbers"),
        ({"weights": "1000"}, MissingWeights, "not four numbers"),
        ({"weights": [0.25, 0.25, 0.25, "x"]}, MissingWeights, "that of Reliability is 'x'"),
        ({"weights": [float("nan"), 0, 0, 1]}, MissingWeights, "that of Time is nan"),
        ({"weights": [1.0, -0.5, 0.5, 0]}, MissingWeights, "that of Price is -0.5"),
        ({"weights": [10**400, 0, 0, 0]}, MissingWeights, "that of Time is 1000"),
        ({"weights": [True, 0, 0, 0]}, MissingWeights, "that of Time is True"),
        ({"weights": [0.5, 0.5, 0.5, 0.5]}, MissingWeights, "sum to 2"),
        ({"weights": [0.0, 0, 0, 0]}, MissingWeights, "sum to 0"),
        ({"weights": [1e308, 1e308, 0, 0]}, MissingWeights, r"that of Time is 1e\+308"),
    ],
)
def test_a_damaged_record_is_told_and_stops_no_other(
    tmp_path: Path, changes: dict[str, Any], error: type[MapclewError], found: str
) -> None:
    write_data(tmp_path)
    good = record_of(ALL_FOUR)
    file = write_queries(tmp_path, ALL_FOUR, [good, record_of(ALL_FOUR, **changes), good])
    first, damaged, last = MapTabData(tmp_path).samples(ALL_FOUR)
    assert isinstance(first, Sample) and isinstance(last, Sample)
    assert last.id.endswith("/00002")
    assert isinstance(damaged, DamagedSample)
    assert damaged.id.endswith("/00001")
    assert isinstance(damaged.error, error)
    with pytest.raises(error, match=found):
        raise damaged.error
    assert str(file) in str(damaged.error) or "root" in str(damaged.error)


@pytest.mark.parametrize(
    "changes",
    [
        {"station_1": " ALDER "},
        {"station_2": "Dünë"},
        {"station_1": "Alder Street", "question": "From Alder St to Dune, please?"},
        {"station_2": "West 25th_Ohio City", "question": "From Alder to W.25th - Ohio City?"},
        {"station_1": ..., "station_2": None},
        {"station_1": "Elm", "question": "Which way is best?"},
    ],
)
def test_an_end_in_another_writing_or_a_question_that_names_none_is_no_contradiction(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    write_data(tmp_path)
    write_queries(tmp_path, ALL_FOUR, [record_of(ALL_FOUR, **changes)])
    assert only(MapTabData(tmp_path), ALL_FOUR)


@pytest.mark.parametrize("record", [None, 3, "x", [], ["A"]])
def test_what_is_no_record_at_all(tmp_path: Path, record: object) -> None:
    write_data(tmp_path)
    write_queries(tmp_path, ALL_FOUR, [record, record_of(ALL_FOUR)])
    damaged, sound = MapTabData(tmp_path).samples(ALL_FOUR)
    assert isinstance(damaged, DamagedSample) and isinstance(sound, Sample)
    assert "record 0" in str(damaged.error)


def test_weights_do_not_matter_where_no_criterion_does(tmp_path: Path) -> None:
    write_data(tmp_path)
    write_queries(tmp_path, ONLY_MAP, [record_of(ONLY_MAP, weights=[9, 9])])
    assert only(MapTabData(tmp_path), ONLY_MAP).task().weights is None


def test_weights_rounded_to_six_and_to_three_decimals_sum_to_one(tmp_path: Path) -> None:
    write_data(tmp_path)
    for weights in ([0.333333] * 3 + [0.0], [0.333] * 3 + [0.0], [0, 1, 0, 0]):
        write_queries(tmp_path, ALL_FOUR, [record_of(ALL_FOUR, weights=weights)])
        assert only(MapTabData(tmp_path), ALL_FOUR).task().weights == tuple(map(float, weights))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[{"question": "x"},', r"only_map_test_set\.json: line 1, column 20: no JSON"),
        ('{"data": []}', "holds dict, not a list"),
        ("", "line 1, column 1: no JSON"),
        ("[" + "1" * 5000 + "]", "no JSON of records"),
        ("[" * 100_000, "no JSON of records"),
    ],
)
def test_a_file_that_is_no_list_of_records(tmp_path: Path, text: str, found: str) -> None:
    write_queries(tmp_path, ONLY_MAP, text)
    with pytest.raises(BadRecord, match=found):
        MapTabData(tmp_path).samples(ONLY_MAP)


def test_a_bad_table_fails_its_tasks_only(tmp_path: Path) -> None:
    write_data(tmp_path)
    table = tmp_path / "metromap/tabulars/here/town_edge.json"
    text = table.read_text(encoding="utf-8").replace("2.25", "-2.25")
    table.write_text(text, encoding="utf-8")
    data = MapTabData(tmp_path)
    sample = only(data, ALL_FOUR)
    for _ in range(2):
        with pytest.raises(BadTable, match=r"town_edge\.json: row 2, column Time.*below zero"):
            sample.task()
    only(data, ONLY_MAP).task()
    only(data, get_kind("travelmap", "constraint_1_2_3_4")).task()


def test_a_fault_in_a_hidden_column_is_no_fault_of_the_task(tmp_path: Path) -> None:
    data = MapTabData(write_data(tmp_path))
    file = next(tmp_path.rglob("metromap/tabulars/**/*_edge.json"))
    rows = json.loads(file.read_text(encoding="utf-8"))
    rows[0]["Price"] = float("nan")
    file.write_text(json.dumps(rows), encoding="utf-8")
    assert only(data, get_kind("metromap", "only_tab")).task().edge_table
    assert only(data, get_kind("metromap", "constraint_1")).task().edge_table
    with pytest.raises(BadTable, match="row 1, column Price"):
        only(data, ALL_FOUR).task()


def test_the_digest_tells_used_files_apart_from_the_rest(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    write_data(here)
    shutil.copytree(here, there)
    digest = MapTabData(here).digest(CATEGORIES)
    assert MapTabData(there).digest(CATEGORIES) == digest
    (there / "metromap/images/here/other.png").write_bytes(b"unused")
    assert MapTabData(there).digest(CATEGORIES) == digest
    criteria_free = [get_kind("metromap", "only_tab")]
    before = MapTabData(there).digest(criteria_free)
    (there / "metromap/tabulars/here/town_vertex.json").write_bytes(b"[]")
    assert MapTabData(there).digest(criteria_free) == before
    assert MapTabData(there).digest(CATEGORIES) != digest
    (here / "metromap/images/here/town.png").unlink()
    assert MapTabData(here).digest(CATEGORIES) != digest


@pytest.mark.shared
@pytest.mark.parametrize(
    ("data", "count"), [("maptab_sample", 24), ("metro_dev", 960), ("real_dev", 1080)]
)
def test_the_data_loads_whole(shared: Path, data: str, count: int) -> None:
    source = MapTabData(shared / "datasets" / data)
    samples = [s for kind in CATEGORIES if kind in source.kinds() for s in sound(source, kind)]
    assert len(samples) == count
    for sample in samples:
        sample.task()
