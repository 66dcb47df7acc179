"""Planted defects are found at their rows, and clean data passes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner

from eval.bench.tables import to_csv, to_json
from eval.bench.validation.finding import Finding
from eval.bench.validation.validate import validate
from eval.cli.bench import app
from eval.mini.paths import mini_root

Rows = list[dict[str, Any]]
METRO, TRAVEL = "metromap/tabulars/fiction/ostrand", "travelmap/tabulars/fiction/larkspur"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the tables and query files of the mini split, with blank pictures."""
    root = tmp_path / "data"
    shutil.copytree(mini_root(), root, ignore=shutil.ignore_patterns("*.png", "*.jpg"))
    for picture in mini_root().rglob("images/*/*"):
        place = root / picture.relative_to(mini_root())
        place.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (300, 200), "white").save(place)
    return root


def edit(root: Path, stem: str, kind: str, change: Callable[[Rows], object]) -> str:
    """Change the rows of a table, JSON and CSV; return the path of the JSON file."""
    path = root / f"{stem}_{kind}.json"
    rows: Rows = json.loads(path.read_text(encoding="utf-8"))
    change(rows)
    path.write_bytes(to_json(rows))
    path.with_suffix(".csv").write_bytes(to_csv(rows, bom=stem == METRO))
    return f"{stem}_{kind}.json"


def errors(root: Path) -> list[Finding]:
    return [finding for finding in validate(root).findings if finding.severity == "error"]


def row_of(rows: Rows, test: Callable[[dict[str, Any]], bool]) -> int:
    return next(place for place, row in enumerate(rows) if test(row))


def test_clean_data_passes() -> None:
    found = validate(mini_root(), optimal=True)
    assert found.ok
    assert found.findings == ()
    assert (found.maps, found.records) == (8, 8 * 12 * 6 + 8 * 12)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["maptab_sample", "metro_dev", "real_dev"])
def test_released_and_other_data_pass(shared: Path, name: str) -> None:
    root = shared / "datasets" / name
    assert errors(root) == []
    if name == "maptab_sample":
        assert validate(root, optimal=True).findings == ()


def reversed_edge(rows: Rows) -> None:
    a, b = rows[2]["Edge"].split("-")
    rows.append({**rows[2], "Edge": f"{b}-{a}"})


def drop_station(rows: Rows) -> None:
    del rows[4]


def misspelt_station(rows: Rows) -> None:
    rows[3]["Vertex"] += "x"


def lost_edge_inside(rows: Rows) -> None:
    """The second edge of a line of more than three: its line falls in two."""
    del rows[1]


def extra_line(rows: Rows) -> None:
    lines = {line for row in rows for line in row["Line"]}
    row = rows[row_of(rows, lambda row: len(row["Line"]) == 1)]
    row["Line"] = [*row["Line"], min(lines - set(row["Line"]))]
    row["Transfer Time"] = 9


def lost_line(rows: Rows) -> None:
    row = rows[row_of(rows, lambda row: len(row["Line"]) > 1)]
    row["Line"] = row["Line"][:1]
    row["Transfer Time"] = 0


def lost_transfer_time(rows: Rows) -> None:
    rows[row_of(rows, lambda row: len(row["Line"]) > 1)]["Transfer Time"] = 0


def needless_transfer_time(rows: Rows) -> None:
    rows[row_of(rows, lambda row: len(row["Line"]) == 1)]["Transfer Time"] = 8


def skipping_edge(rows: Rows) -> None:
    """A-C where the line runs A-B-C."""
    (a, b), (c, d) = (row["Edge"].split("-") for row in rows[:2])
    assert b == c
    rows.append({**rows[0], "Edge": f"{a}-{d}"})


def high_price(rows: Rows) -> None:
    rows[5]["Price"] = 15.0


def hyphen_in_name(rows: Rows) -> None:
    rows[6]["Edge"] = rows[6]["Edge"] + "-Road"


def word_for_number(rows: Rows) -> None:
    rows[7]["Comfort Level"] = "good"


def split_graph(rows: Rows) -> None:
    """Two new spots that only an edge of their own joins."""
    rows.append({**rows[0], "Edge": "Far Rock-Far Cove"})


def unknown_line(rows: Rows) -> None:
    rows[2]["Line"] = ["Ghost Line"]


DEFECTS: dict[str, tuple[str, str, Callable[[Rows], None], str, str, int | None]] = {
    # name: (map, table that is changed, how, check that finds it, table it is found in, row)
    "doubled edge": (METRO, "edge", lambda r: r.append(dict(r[2])), "duplicate", "edge", -1),
    "reversed edge": (METRO, "edge", reversed_edge, "duplicate", "edge", -1),
    "reversed path": (TRAVEL, "edge", reversed_edge, "duplicate", "edge", -1),
    "doubled station": (METRO, "vertex", lambda r: r.append(dict(r[1])), "duplicate", "vertex", -1),
    "doubled spot": (TRAVEL, "vertex", lambda r: r.append(dict(r[1])), "duplicate", "vertex", -1),
    "missing station": (METRO, "vertex", drop_station, "vertex-set", "edge", None),
    "misspelt station": (METRO, "vertex", misspelt_station, "vertex-set", "vertex", 4),
    "misspelt spot": (TRAVEL, "vertex", misspelt_station, "vertex-set", "vertex", 4),
    "line in two pieces": (METRO, "edge", lost_edge_inside, "line-count", "edge", 1),
    "station off its line": (METRO, "vertex", lost_line, "transfer", "vertex", None),
    "station on another line": (METRO, "vertex", extra_line, "transfer", "vertex", 7),
    "no transfer time": (METRO, "vertex", lost_transfer_time, "transfer", "vertex", None),
    "needless transfer time": (METRO, "vertex", needless_transfer_time, "transfer", "vertex", 7),
    "edge past a station": (METRO, "edge", skipping_edge, "line-count", "edge", -1),
    "unknown line": (METRO, "vertex", unknown_line, "line-count", "vertex", 3),
    "price out of range": (METRO, "edge", high_price, "range", "edge", 6),
    "hyphen in a name": (METRO, "edge", hyphen_in_name, "cell", "edge", 7),
    "word for a number": (TRAVEL, "vertex", word_for_number, "cell", "vertex", 8),
    "map in two parts": (TRAVEL, "edge", split_graph, "connectivity", "edge", -1),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_planted_defect_is_found_at_its_row(data: Path, name: str) -> None:
    stem, kind, change, check, where, row = DEFECTS[name]
    edit(data, stem, kind, change)
    file = f"{stem}_{where}.json"
    rows: Rows = json.loads((data / file).read_text(encoding="utf-8"))
    found = [finding for finding in errors(data) if finding.check == check]
    rows_found = [finding.place for finding in found if finding.file == file]
    assert rows_found
    if row is not None:
        assert (len(rows) if row == -1 else row) in rows_found
    assert all(finding.found and finding.mend for finding in found)
    # Nothing else of the split is blamed.
    assert {
        finding.file.rsplit("_", 1)[0] for finding in errors(data) if "tab" in finding.file
    } <= {stem}


def test_an_edge_that_closes_a_loop_is_a_warning(data: Path) -> None:
    """The fourth and the first station of a line joined: right on some lines, doubtful on all."""

    def chord(rows: Rows) -> None:
        first, third = rows[0]["Edge"].split("-")[0], rows[2]["Edge"].split("-")[1]
        rows.append({**rows[0], "Line": rows[0]["Line"][:1], "Edge": f"{first}-{third}"})

    file = edit(data, METRO, "edge", chord)
    rows: Rows = json.loads((data / file).read_text(encoding="utf-8"))
    found = [each for each in validate(data).findings if each.severity == "warning"]
    assert [(each.check, each.file, each.place) for each in found] == [
        ("line-count", file, len(rows))
    ]


def test_a_twin_that_differs_is_found(data: Path) -> None:
    path = data / f"{TRAVEL}_edge.csv"
    text = path.read_text(encoding="utf-8").splitlines()
    text[3] = text[3].replace(text[3].split(",")[2], "79", 1)
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    (found,) = errors(data)
    assert (found.check, found.file, found.place) == ("twin", f"{TRAVEL}_edge.csv", 3)


def test_a_mix_tab_with_another_price_is_found(data: Path) -> None:
    def change(rows: Rows) -> None:
        rows[4]["Price"] = rows[4]["Price"] + (0.4 if rows[4]["Price"] < 1 else -0.4)

    file = edit(data, METRO, "vertex2", change)
    found = {(finding.check, finding.place) for finding in errors(data) if finding.file == file}
    assert found == {("mix", 5)}


@pytest.mark.parametrize(
    ("field", "value", "check"),
    [
        ("routes", ["A-B-C"], "label"),
        ("route_vertex_numbers", [99], "label"),
        ("Total_Price", 0.01, "label"),
        ("weights", [1, 1, 0, 0], "record"),
        ("question", "", "record"),
        ("figure", "metromap/images/fiction/none.png", "record"),
    ],
)
def test_a_bad_record_is_found(data: Path, field: str, value: object, check: str) -> None:
    name = "metromap_shortest_path_query_map_and_tab_with_constraint_1_2_4_test_set.json"
    path = data / "metromap" / "data" / "test_set" / name
    records = json.loads(path.read_text(encoding="utf-8"))
    records[7][field] = value
    path.write_text(json.dumps(records), encoding="utf-8")
    found = errors(data)
    assert {(finding.check, finding.place) for finding in found} == {(check, 7)}


def test_a_map_in_both_sets_is_found(data: Path) -> None:
    name = "travelmap_shortest_path_query_only_tab_{}_set.json"
    folder = data / "travelmap" / "data"
    records = json.loads((folder / "test_set" / name.format("test")).read_text(encoding="utf-8"))
    (folder / "training_set").mkdir()
    (folder / "training_set" / name.format("training")).write_text(json.dumps(records[3:4]))
    found = errors(data)
    assert {finding.check for finding in found} == {"record"}
    assert all("set too" in finding.found for finding in found)


def test_a_reference_that_is_not_the_best_is_found_on_demand(data: Path) -> None:
    """The optimum of one query in place of another's, between the same ends."""
    name = "travelmap_shortest_path_query_{}_test_set.json"
    folder = data / "travelmap" / "data" / "test_set"
    free = json.loads((folder / name.format("only_map")).read_text(encoding="utf-8"))
    path = folder / name.format("map_and_tab_with_constraint_4")
    records = json.loads(path.read_text(encoding="utf-8"))
    place = row_of(
        records, lambda record: record["routes"][0] not in free[records.index(record)]["routes"]
    )
    records[place]["routes"] = free[place]["routes"][:1]
    records[place]["route_vertex_numbers"] = free[place]["route_vertex_numbers"][:1]
    for total in [key for key in records[place] if key.startswith(("Total", "Average"))]:
        del records[place][total]
    path.write_text(json.dumps(records), encoding="utf-8")
    assert errors(data) == []
    found = validate(data, optimal=True).findings
    assert [(finding.check, finding.place) for finding in found] == [("label", place)]


def test_exit_code_and_both_forms_of_output(data: Path) -> None:
    runner = CliRunner()
    clean = runner.invoke(app, ["validate", str(data)])
    assert clean.exit_code == 0
    assert clean.stdout.strip() == "8 maps, 672 records: 0 errors, 0 warnings"
    embedded = runner.invoke(app, ["validate", "mini"])
    assert embedded.stdout == clean.stdout
    file = edit(data, METRO, "edge", high_price)
    told = runner.invoke(app, ["validate", str(data)])
    assert told.exit_code == 1
    assert f"error: {file}: row 6: Price of" in told.stdout
    machine = runner.invoke(app, ["validate", str(data), "--json"])
    assert machine.exit_code == 1
    report = json.loads(machine.stdout)
    assert not report["ok"]
    (found,) = [entry for entry in report["findings"] if entry["check"] == "range"]
    assert (found["file"], found["row"], found["record"]) == (file, 6, None)
    assert found["mend"] == "write a number from 0 to 1.5"


def test_records_count_from_0_as_the_ids_of_samples(data: Path) -> None:
    path = next((data / "metromap" / "data").rglob("*_only_tab_test_set.json"))
    records = json.loads(path.read_text(encoding="utf-8"))
    records[0] = {"question": 5}
    path.write_text(json.dumps(records), encoding="utf-8")
    told = CliRunner().invoke(app, ["validate", str(data)]).stdout
    assert f"{path.relative_to(data).as_posix()}: record 0: " in told
    machine = CliRunner().invoke(app, ["validate", str(data), "--json"])
    (found,) = json.loads(machine.stdout)["findings"]
    assert (found["row"], found["record"]) == (None, 0)
    path.write_text("[]", encoding="utf-8")
    assert "holds no record" in CliRunner().invoke(app, ["validate", str(data)]).stdout


@pytest.mark.parametrize("kept", [0, 60])
def test_a_picture_that_is_cut_off_is_found(data: Path, kept: int) -> None:
    picture = data / "metromap" / "images" / "fiction" / "aldermoor.png"
    picture.write_bytes(picture.read_bytes()[:kept])
    (finding,) = validate(data).findings
    assert (finding.check, finding.place) == ("picture", None)
    assert finding.file.endswith("aldermoor.png")


@pytest.mark.parametrize("kind", ["edge", "vertex", "vertex2"])
@pytest.mark.parametrize("column", ["Time", "Price", "Reliability"])
def test_one_bad_value_is_one_finding_a_file(data: Path, kind: str, column: str) -> None:
    def spoil(rows: Rows) -> None:
        rows[3][column] = -7

    file = edit(data, METRO, kind, spoil)
    found = [(each.check, each.file, each.place) for each in validate(data).findings]
    twin = str(Path(file).with_suffix(".csv"))
    assert found == [("cell", twin, 4), ("cell", file, 4)]


def test_a_transfer_time_that_cannot_be_read_is_not_taken_for_none(data: Path) -> None:
    def spoil(rows: Rows) -> None:
        rows[row_of(rows, lambda row: row["Transfer Time"] > 0)]["Transfer Time"] = -7

    edit(data, METRO, "vertex", spoil)
    assert {each.check for each in validate(data).findings} == {"cell"}


@pytest.mark.parametrize(("kind", "column"), [("edge", "Edge"), ("vertex", "Vertex")])
def test_a_name_that_cannot_be_read_has_no_follow_up_findings(
    data: Path, kind: str, column: str
) -> None:
    def spoil(rows: Rows) -> None:
        rows[2][column] = ""

    file = edit(data, METRO, kind, spoil)
    found = validate(data).findings
    assert {each.check for each in found} == {"cell"}
    assert [each.place for each in found if each.severity == "error"] == [3, 3]
    (told,) = [each for each in found if each.severity == "warning"]
    assert told.file == file
    assert "not held against the other tables" in told.found
