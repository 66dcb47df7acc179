"""Which columns each task hides, against the rules written out column by column."""

from __future__ import annotations

import pytest

from eval.maptab.kinds import ALL_KINDS, CONSTRAINTS, QUESTION_KINDS, get_kind
from eval.maptab.masks import column_mask

C, R, TT = "Comfort Level", "Reliability", "Transfer Time"
EDGE_AND_VERTEX: dict[tuple[str, str], tuple[set[str], set[str]]] = {
    ("metromap", "1"): ({"Price", C, R}, {"Price", C, R}),
    ("metromap", "2"): ({"Time", C, R}, {"Time", C, R, TT}),
    ("metromap", "3"): ({"Time", "Price", R}, {"Time", "Price", R, TT}),
    ("metromap", "4"): ({"Time", "Price", C}, {"Time", "Price", C, TT}),
    ("metromap", "1_2_4"): ({C}, {C}),
    ("metromap", "1_3_4"): ({"Price"}, {"Price"}),
    ("metromap", "2_3_4"): ({"Time"}, {"Time", TT}),
    ("metromap", "1_2_3_4"): (set(), set()),
    ("travelmap", "1"): ({"Price", C, R}, {"Price", C, R}),
    ("travelmap", "2"): ({C, R}, {C, R}),
    ("travelmap", "3"): ({"Time", "Price", R}, {"Time", "Price", R}),
    ("travelmap", "4"): ({"Time", "Price", C}, {"Time", "Price", C}),
    ("travelmap", "1_2_4"): ({C}, {C}),
    ("travelmap", "1_3_4"): ({"Price"}, {"Price"}),
    ("travelmap", "2_3_4"): (set(), set()),
    ("travelmap", "1_2_3_4"): (set(), set()),
}


@pytest.mark.parametrize("domain", ["metromap", "travelmap"])
def test_constraints_and_their_twins(domain: str) -> None:
    for digits in CONSTRAINTS:
        edge, vertex = EDGE_AND_VERTEX[domain, digits]
        for name in (f"constraint_{digits}", f"constraint_{digits}_totals"):
            mask = column_mask(get_kind(domain, name))
            assert (set(mask.edge), set(mask.vertex)) == (edge, vertex)
    mask = column_mask(get_kind(domain, "csv_constraint_1_2_3_4"))
    assert not mask.edge | mask.vertex


@pytest.mark.parametrize("domain", ["metromap", "travelmap"])
def test_criteria_free_tasks_hide_all_numbers(domain: str) -> None:
    for name in ("only_tab", "map_and_tab", "only_csv", "map_and_csv"):
        assert column_mask(get_kind(domain, name)).edge == {"Time", "Price", C, R}


def test_mix_tab_hides_line_except_in_csv() -> None:
    assert column_mask(get_kind("metromap", "only_vertex2")).vertex == {"Line"}
    assert column_mask(get_kind("metromap", "csv_vertex2")).vertex == set()
    assert column_mask(get_kind("travelmap", "only_vertex2")).vertex == set()


def test_questions_see_whole_tables_but_for_the_lines_that_the_map_shows() -> None:
    for kind in QUESTION_KINDS:
        hides_line = kind.id in {
            "metromap/10_qa_pic_and_tab_global",
            "metromap/11_qa_pic_and_tab_part",
            "metromap/12_qa_pic_and_tab_spatial_judge",
        }
        assert column_mask(kind).edge == set()
        assert column_mask(kind).vertex == ({"Line"} if hides_line else set())


def test_every_kind_has_a_rule() -> None:
    for kind in ALL_KINDS:
        column_mask(kind)
