"""Mix_tab: the published figure, the provided files, and a plain restatement."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.maptab.mix_tab import build_mix_table, shuffle_rows
from tools.tables import Cell, Table, edge_ends, read_table

COLUMNS = ("Vertex", "Time", "Price", "Comfort Level", "Reliability")
EDGES = ("Edge", "Time", "Price", "Comfort Level", "Reliability")


@pytest.mark.shared
def test_the_published_figure(shared: Path) -> None:
    folder = shared / "datasets/maptab_sample/metromap/tabulars/america"
    vertex = read_table(folder / "cleveland_vertex.json", "Vertex_tab")
    mix = build_mix_table(vertex, read_table(folder / "cleveland_edge.json", "Edge_tab"))
    assert mix.name == "Mix_tab"
    place = mix.column("Vertex").index("Triskett")
    assert mix.column("Price")[place] == 0.42
    for column in ("Vertex", "Line", "Time", "Comfort Level", "Reliability", "Transfer Time"):
        assert mix.column(column) == vertex.column(column)
    # The reference route's price is 2.085 before rounding; its destination does not count.
    (file,) = (shared / "datasets/maptab_sample/metromap/data/test_set").glob("*only_vertex2*")
    (record,) = json.loads(file.read_text(encoding="utf-8"))
    prices = dict(zip(mix.column("Vertex"), mix.column("Price"), strict=True))
    total = sum(float(str(prices[name])) for name in record["routes"][0].split("-")[:-1])
    assert total == pytest.approx(2.085, abs=1e-9)


@pytest.mark.shared
def test_built_equals_provided(shared: Path) -> None:
    files = sorted((shared / "datasets").glob("*/metromap/tabulars/real/*_vertex2.json"))
    assert len(files) >= 8
    for file in files:
        vertex = file.with_name(file.name.replace("vertex2", "vertex"))
        edge = file.with_name(file.name.replace("vertex2", "edge"))
        built = build_mix_table(read_table(vertex, "Vertex_tab"), read_table(edge, "Edge_tab"))
        provided = read_table(file, "Mix_tab")
        assert sorted(built.rows) == sorted(provided.rows)


NUMBERS = st.floats(0, 1).map(lambda value: round(value, 2))


@settings(max_examples=60, deadline=None)
@given(data=st.data(), zero=st.sets(st.sampled_from(COLUMNS[1:])))
def test_only_columns_of_zeros_become_means(data: st.DataObject, zero: set[str]) -> None:
    names = "ABCDE"
    rows: list[tuple[Cell, ...]] = [
        (name, *(0.0 if c in zero else data.draw(NUMBERS) + 0.01 for c in COLUMNS[1:]))
        for name in names
    ]
    pairs = data.draw(
        st.lists(st.sampled_from([a + b for a in names for b in names if a < b]), unique=True)
    )
    edges: list[tuple[Cell, ...]] = [
        (f"{p[0]}-{p[1]}", *(data.draw(NUMBERS) for _ in range(4))) for p in pairs
    ]
    mix = build_mix_table(
        Table("Vertex_tab", "", COLUMNS, tuple(rows)), Table("Edge_tab", "", EDGES, tuple(edges))
    )
    for row, built in zip(rows, mix.rows, strict=True):
        for place, column in enumerate(COLUMNS):
            if column not in zero:
                assert built[place] == row[place]
                continue
            here = [float(str(edge[place])) for edge in edges if row[0] in edge_ends(edge[0])]
            mean = sum(here) / len(here) if here else 0.0
            assert built[place] == pytest.approx(mean, abs=5.1e-7)
            assert built[place] == round(float(str(built[place])), 6)


def test_rows_are_shuffled_by_the_key_alone() -> None:
    table = Table("Mix_tab", "", ("Vertex",), tuple((name,) for name in "ABCDEFGH"))
    one = shuffle_rows(table, "metromap/x/00001")
    assert one == shuffle_rows(table, "metromap/x/00001")
    assert sorted(one.rows) == sorted(table.rows)
    orders = {shuffle_rows(table, f"metromap/x/{number:05d}").rows for number in range(20)}
    assert len(orders) > 15
