"""Tables: what is read, what is refused, what a model is shown."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.errors import BadTable
from tools.tables import (
    Table,
    edge_ends,
    mask,
    read_table,
    reorder,
    replace_numbers,
    table_as_csv,
    table_as_json,
    vertex_names,
)

EDGE: dict[str, Any] = {
    "Edge": "Alder-Birch",
    "Line": ["Red"],
    "Time": 2.5,
    "Price": 1,
    "Comfort Level": 0.5,
    "Reliability": 0.0,
}
VERTEX: dict[str, Any] = {
    "Vertex": "Alder",
    "Line": ["Red", "Blue"],
    "Time": 0.5,
    "Price": 0.0,
    "Comfort Level": 0.5,
    "Reliability": 0.75,
    "Transfer Time": 9,
}
SPOT: dict[str, Any] = {
    "Vertex": "塔",
    "Time": 30,
    "Price": 200,
    "Comfort Level": 4.5,
    "Reliability": 1.0,
}


def as_json(folder: Path, rows: object) -> Path:
    file = folder / "table.json"
    file.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    return file


def as_csv(folder: Path, text: str, encoding: str = "utf-8-sig") -> Path:
    file = folder / "table.csv"
    file.write_text(text, encoding=encoding)
    return file


def test_json_and_csv_make_the_same_table(tmp_path: Path) -> None:
    head = "Edge,Line,Time,Price,Comfort Level,Reliability\r\n"
    body = 'Alder-Birch,"Red, Blue",2.5,1,0.5,0.0\r\n'
    for encoding in ("utf-8", "utf-8-sig"):
        from_csv = read_table(as_csv(tmp_path, head + body, encoding), "Edge_tab")
        from_json = read_table(
            as_json(tmp_path, [EDGE | {"Line": ["Red", "Blue"]}]), "Edge_tab", domain="metromap"
        )
        assert from_csv.columns == from_json.columns
        assert from_csv.rows == from_json.rows
        assert from_csv.rows == (("Alder-Birch", ("Red", "Blue"), 2.5, 1.0, 0.5, 0.0),)


@pytest.mark.parametrize(
    "cell", ["Red, Blue", "Red,Blue", "Red; Blue", "Red、Blue", "['Red', 'Blue']", "Red, Blue, Red"]
)
def test_several_lines_in_one_cell(tmp_path: Path, cell: str) -> None:
    text = f'Edge,Line,Time,Price,Comfort Level,Reliability\nA-B,"{cell}",1,1,1,1\n'
    assert read_table(as_csv(tmp_path, text), "Edge_tab").column("Line") == (("Red", "Blue"),)


def test_a_slash_or_bracket_belongs_to_the_line(tmp_path: Path) -> None:
    text = "Edge,Line,Time,Price,Comfort Level,Reliability\nA-B,Gare / Kade [2],1,1,1,1\n"
    assert read_table(as_csv(tmp_path, text), "Edge_tab").column("Line") == (("Gare / Kade [2]",),)


def test_numbers_are_written_as_in_the_source(tmp_path: Path) -> None:
    text = json.dumps([VERTEX], indent=2).replace("0.5,", "0.50,")
    file = tmp_path / "v.json"
    file.write_text(text, encoding="utf-8")
    table = read_table(file, "Vertex_tab")
    assert table_as_json(table) == text
    assert table_as_csv(table).splitlines()[1] == 'Alder,"Red, Blue",0.50,0.0,0.50,0.75,9'
    assert all(isinstance(cell, float) for cell in table.rows[0][2:])


@pytest.mark.shared
@pytest.mark.parametrize("data", ["maptab_sample", "metro_dev", "real_dev"])
def test_every_table_of_the_data_is_read_and_written_back(shared: Path, data: str) -> None:
    files = sorted((shared / "datasets" / data).glob("*/tabulars/*/*.json"))
    assert files
    for file in files:
        name = "Edge_tab" if "_edge" in file.name else "Vertex_tab"
        domain = "metromap" if "metromap" in file.parts else "travelmap"
        table = read_table(file, name, domain=domain)
        source = json.loads(file.read_text(encoding="utf-8"))
        assert table_as_json(table) == json.dumps(source, ensure_ascii=False, indent=2)
        twin = read_table(file.with_suffix(".csv"), name, domain=domain)
        assert (twin.columns, twin.rows) == (table.columns, table.rows)
        text = file.with_suffix(".csv").read_text(encoding="utf-8-sig")
        assert table_as_csv(twin) == text


@pytest.mark.parametrize(
    ("name", "rows", "place", "found"),
    [
        ("Edge_tab", [EDGE | {"Colour": 1}], "row 1", "'Colour' is unknown"),
        ("Edge_tab", [SPOT], "row 1", "'Vertex' is unknown"),
        ("Edge_tab", [EDGE, {**EDGE, "Edge": "B-C", "X": 1}], "row 2", "'X' is unknown"),
        ("Edge_tab", [{k: v for k, v in EDGE.items() if k != "Price"}], "row 1", "'Price'"),
        ("Edge_tab", [EDGE, {"Edge": "B-C", "Line": ["R"]}], "row 2", "'Time' is missing"),
        ("Edge_tab", [EDGE | {"Time": float("nan")}], "row 1, column Time", "NaN"),
        ("Edge_tab", [EDGE | {"Time": float("inf")}], "row 1, column Time", "Infinity"),
        ("Edge_tab", [EDGE | {"Price": -0.5}], "row 1, column Price", "-0.5, below zero"),
        ("Edge_tab", [EDGE | {"Price": "cheap"}], "row 1, column Price", "'cheap'"),
        ("Edge_tab", [EDGE | {"Price": "0.5"}], "row 1, column Price", "'0.5'"),
        ("Edge_tab", [EDGE | {"Price": True}], "row 1, column Price", "True"),
        ("Edge_tab", [EDGE | {"Price": None}], "row 1, column Price", "empty"),
        ("Edge_tab", [EDGE | {"Price": [1]}], "row 1, column Price", "not a number"),
        ("Edge_tab", [EDGE | {"Comfort Level": 1.5}], "column Comfort Level", "1.5, above"),
        ("Edge_tab", [EDGE | {"Reliability": 2}], "row 1, column Reliability", "2, above"),
        ("Edge_tab", [EDGE | {"Edge": "Alder"}], "row 1, column Edge", "no hyphen"),
        ("Edge_tab", [EDGE | {"Edge": "A-B-C"}], "row 1, column Edge", "2 hyphens"),
        ("Edge_tab", [EDGE | {"Edge": "A-"}], "row 1, column Edge", "empty end"),
        ("Edge_tab", [EDGE | {"Edge": "A-A "}], "row 1, column Edge", "to itself"),
        ("Edge_tab", [EDGE | {"Edge": ""}], "row 1, column Edge", "empty"),
        ("Edge_tab", [EDGE | {"Edge": 7}], "row 1, column Edge", "'7', not a name"),
        ("Edge_tab", [EDGE | {"Line": []}], "row 1, column Line", "empty"),
        ("Edge_tab", [EDGE | {"Line": ["Red", " "]}], "row 1, column Line", "empty"),
        ("Edge_tab", [EDGE | {"Line": 4}], "row 1, column Line", "not a list"),
        ("Edge_tab", [EDGE, EDGE], "row 2, column Edge", "in row 1 already"),
        ("Edge_tab", [EDGE, EDGE | {"Edge": "Birch-Alder"}], "row 2", "in row 1 already"),
        (
            "Edge_tab",
            [EDGE | {"Line": ["Red", "Blue"]}, EDGE | {"Line": ["Blue"]}],
            "row 2, column Edge",
            "on line 'Blue' is in row 1",
        ),
        ("Vertex_tab", [VERTEX, VERTEX], "row 2, column Vertex", "in row 1 already"),
        ("Vertex_tab", [VERTEX | {"Vertex": "A-B"}], "row 1, column Vertex", "hyphen"),
        ("Vertex_tab", [VERTEX | {"Vertex": " "}], "row 1, column Vertex", "empty"),
        ("Vertex_tab", [VERTEX | {"Transfer Time": "x"}], "column Transfer Time", "'x'"),
        ("Vertex_tab", [SPOT | {"Comfort Level": 6}], "column Comfort Level", "6, above"),
        ("Mix_tab", [], "", "no rows"),
        ("Edge_tab", {"Edge": "A-B"}, "", "no list of rows"),
        ("Edge_tab", [EDGE, 3], "row 2", "not an object"),
    ],
)
def test_the_first_bad_cell_is_named(
    tmp_path: Path, name: str, rows: object, place: str, found: str
) -> None:
    file = as_json(tmp_path, rows)
    with pytest.raises(BadTable) as caught:
        read_table(file, name)
    message = str(caught.value)
    assert str(file) in message
    assert place in message
    assert found in message
    assert caught.value.mend


def test_the_same_edge_on_two_lines_is_sound(tmp_path: Path) -> None:
    rows = [EDGE, EDGE | {"Line": ["Blue"], "Edge": "Birch-Alder"}]
    assert len(read_table(as_json(tmp_path, rows), "Edge_tab").rows) == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Edge,Time,Time,Price,Comfort Level,Reliability\nA-B,1,1,1,1,1\n", "'Time' stands twice"),
        ("Edge,Time,Price,Comfort Level\nA-B,1,1,1\n", "'Reliability' is missing"),
        ("Edge,Time,Price,Comfort Level,Reliability\nA-B,1,1,1\n", "4 cells, the header 5"),
        ("Edge,Time,Price,Comfort Level,Reliability\nA-B,1,,1,1\n", "Price is empty"),
        ("Edge,Time,Price,Comfort Level,Reliability\nA-B,1,1_0,1,1\n", "Price is '1_0'"),
        ("Edge,Time,Price,Comfort Level,Reliability\nA-B,1,nan,1,1\n", "Price is 'nan'"),
        ("Edge,Time,Price,Comfort Level,Reliability\nA-B,1,1,1,0\nB-A,1,1,1,0\n", "in row 1"),
        ('Edge,Time,Price,Comfort Level,Reliability\n"A-B,1,1,1,1\n', "no CSV"),
        ("", "no rows"),
        ("Edge,Time,Price,Comfort Level,Reliability\n", "no rows"),
    ],
)
def test_bad_csv_is_named(tmp_path: Path, text: str, found: str) -> None:
    with pytest.raises(BadTable, match=found) as caught:
        read_table(as_csv(tmp_path, text), "Edge_tab", domain="travelmap")
    assert caught.value.mend


def test_files_that_are_no_tables(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"gone\.json.*No such file"):
        read_table(tmp_path / "gone.json", "Edge_tab")
    broken = tmp_path / "broken.json"
    broken.write_text('[{"Edge": ', encoding="utf-8")
    with pytest.raises(BadTable, match=r"broken\.json.*no JSON.*line 1"):
        read_table(broken, "Edge_tab")
    broken.write_text('[{"Edge": "A-B", "Edge": "A-C"}]', encoding="utf-8")
    with pytest.raises(BadTable, match="'Edge' stands twice"):
        read_table(broken, "Edge_tab")
    broken.write_bytes("北".encode("gbk"))
    with pytest.raises(BadTable, match="UTF-8"):
        read_table(broken, "Edge_tab")
    with pytest.raises(BadTable):
        read_table(tmp_path, "Edge_tab")


def test_a_masked_table_is_accepted_where_that_is_said(tmp_path: Path) -> None:
    file = as_json(tmp_path, [{"Edge": "A-B", "Line": ["Red"]}])
    with pytest.raises(BadTable, match="'Time' is missing"):
        read_table(file, "Edge_tab")
    assert read_table(file, "Edge_tab", complete=False).columns == ("Edge", "Line")
    with pytest.raises(BadTable, match="'Line' is missing"):
        read_table(
            as_json(tmp_path, [{"Edge": "A-B", "Time": 1}]),
            "Edge_tab",
            domain="metromap",
            complete=False,
        )


def test_a_table_is_read_once_until_its_file_changes(tmp_path: Path) -> None:
    file = as_json(tmp_path, [EDGE])
    first = read_table(file, "Edge_tab")
    assert read_table(file, "Edge_tab") is first
    as_json(tmp_path, [EDGE | {"Time": 2.75}])
    os.utime(file, ns=(1, 1))
    assert read_table(file, "Edge_tab").column("Time") == (2.75,)


def test_mask_reorder_replace(tmp_path: Path) -> None:
    rows = [VERTEX, VERTEX | {"Vertex": "Birch", "Price": 0.25}]
    table = read_table(as_json(tmp_path, rows), "Vertex_tab")
    masked = mask(table, {"Price", "Line", "Nothing"})
    assert masked.columns == ("Vertex", "Time", "Comfort Level", "Reliability", "Transfer Time")
    assert "Price" not in table_as_json(masked)
    assert "0.25" not in table_as_csv(masked)
    assert mask(table, ()) is table
    turned = reorder(table, [1, 0])
    assert vertex_names(turned) == ("Birch", "Alder")
    priced = replace_numbers(turned, {"Price": [0.125, 1]})
    assert priced.column("Price") == (0.125, 1.0)
    assert '"Price": 0.125' in table_as_json(priced)
    assert '"Transfer Time": 9' in table_as_json(priced)
    with pytest.raises(KeyError, match="no column 'Price'"):
        masked.column("Price")


def test_vertices_of_an_edge_table() -> None:
    table = Table("Edge_tab", "", ("Edge",), (("A-B",), ("B-C_D",), ("A-C_D",)))
    assert vertex_names(table) == ("A", "B", "C_D")
    assert edge_ends("B-C_D") == ("B", "C_D")


NAME = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Z")), min_size=1).filter(
    lambda name: "-" not in name
)
NUMBER = st.floats(0, 1e6, allow_nan=False)


@given(rows=st.lists(st.tuples(NAME, st.lists(NAME, min_size=1, max_size=3), NUMBER), min_size=1))
def test_what_is_shown_holds_what_the_table_holds(
    rows: list[tuple[str, list[str], float]],
) -> None:
    columns = ("Vertex", "Line", "Time")
    table = Table("Vertex_tab", "", columns, tuple((n, tuple(ls), t) for n, ls, t in rows))
    shown = [dict(zip(columns, row, strict=True)) for row in rows]
    assert json.loads(table_as_json(table)) == shown
    assert table_as_json(table) == json.dumps(shown, ensure_ascii=False, indent=2)
    lines = list(csv.reader(io.StringIO(table_as_csv(table), newline="")))
    assert lines[0] == list(columns)
    assert [(n, ls, float(t)) for n, ls, t in lines[1:]] == [
        (n, ", ".join(ls), t) for n, ls, t in rows
    ]
