"""Finding a kind of task by any of its names."""

from __future__ import annotations

import pytest

from eval.maptab.kinds import (
    ALL_KINDS,
    CATEGORIES,
    CONSTRAINTS,
    CSV_TWINS,
    PLANNING_KINDS,
    QUESTION_KINDS,
    SELECTORS,
    TOTALS_TWINS,
    get_kind,
    kind_of_results_file,
    select_kinds,
)
from eval.maptab.question_kinds import (
    QUESTION_CSV_TWINS,
    capabilities_of,
    class_of,
    input_of,
)
from perception.errors import ConfigError
from tools.task import TaskKind


def test_twelve_categories_four_csv_twins_eight_totals_twins_a_domain() -> None:
    for domain in ("metromap", "travelmap"):
        for group, size in ((CATEGORIES, 12), (CSV_TWINS, 4), (TOTALS_TWINS, 8)):
            assert sum(kind.domain == domain for kind in group) == size
    assert len(PLANNING_KINDS) == 48
    assert len({kind.id for kind in ALL_KINDS}) == len(ALL_KINDS) == 48 + 2 * (12 + 9)


def test_what_each_type_of_question_gives_and_tests() -> None:
    inputs = {
        "map": (True, False, False, False),
        "Edge_tab": (False, True, False, False),
        "Vertex_tab": (False, False, True, False),
        "map + Mix_tab": (True, False, False, True),
    }
    for kind in QUESTION_KINDS:
        number = int(kind.name.split("_")[0])
        given = (kind.uses_map, kind.uses_edge_tab, kind.uses_vertex_tab, kind.uses_mix_tab)
        assert kind.question_type == number
        assert given == inputs[input_of(number)]
        assert not kind.weighted
    assert [kind.question_type for kind in QUESTION_KINDS[:12]] == list(range(1, 13))
    assert {kind.question_type for kind in QUESTION_CSV_TWINS} == set(range(4, 13))
    assert all(kind.table_format == "csv" for kind in QUESTION_CSV_TWINS)


@pytest.mark.parametrize(
    ("capability", "metromap", "travelmap"),
    [
        ("Visual Perception", "M-GP M-LP M-SR", "M-GP M-LP M-SR"),
        ("Table Understanding", "E-GP E-LP E-SR V-GP V-LP V-SR", "E-GP E-LP E-SR V-GP V-LP V-SR"),
        ("Cross-modal Alignment", "MM-GP MM-LP MM-SR", "MM-GP MM-LP MM-SR"),
        ("Graph Topology Reasoning", "M-LP E-SR MM-SR", "M-SR E-SR"),
        ("Spatial Localization", "M-SR V-LP V-SR", "M-LP V-SR"),
        (
            "Numerical Reasoning",
            "M-GP M-LP E-GP E-SR V-GP V-LP MM-GP MM-LP",
            "M-GP E-GP V-GP V-LP MM-SR",
        ),
        ("Path Planning", "MM-LP MM-SR", "E-SR MM-LP MM-SR"),
        ("Global Reasoning", "MM-GP MM-SR", "MM-GP MM-LP"),
    ],
)
def test_capabilities_as_published(capability: str, metromap: str, travelmap: str) -> None:
    short = {"map": "M", "Edge_tab": "E", "Vertex_tab": "V", "map + Mix_tab": "MM"}
    for domain, published in (("metromap", metromap), ("travelmap", travelmap)):
        found = [
            f"{short[input_of(number)]}-{class_of(number)}"
            for number in range(1, 13)
            if capability in capabilities_of(domain, number)
        ]
        assert found == published.split()


def test_what_each_kind_gives() -> None:
    def given(name: str) -> tuple[bool, ...]:
        kind = get_kind("metromap", name)
        return (
            kind.uses_map,
            kind.uses_edge_tab,
            kind.uses_vertex_tab,
            kind.uses_mix_tab,
            kind.weighted,
        )

    assert given("only_map") == (True, False, False, False, False)
    assert given("only_tab") == given("only_csv") == (False, True, False, False, False)
    assert given("map_and_tab") == given("map_and_csv") == (True, True, False, False, False)
    for digits in CONSTRAINTS:
        assert given(f"constraint_{digits}") == (True, True, True, False, True)
        assert given(f"constraint_{digits}_totals") == (True, True, True, False, True)
        assert get_kind("metromap", f"constraint_{digits}_totals").with_totals
    assert given("csv_constraint_1_2_3_4") == given("constraint_1_2_3_4")
    assert given("only_vertex2") == given("csv_vertex2") == (True, False, False, True, True)
    assert {kind.name for kind in CSV_TWINS} == {
        kind.name for kind in PLANNING_KINDS if kind.table_format == "csv"
    }


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("only_map", "only_map"),
        ("metromap_shortest_path_query_only_map_test_set", "only_map"),
        ("metromap_shortest_path_query_only_map_training_set.json", "only_map"),
        ("metromap_shortest_path_query_map_and_tab", "map_and_tab"),
        ("shortest_path_map_and_tab_no_constraint", "map_and_tab"),
        ("map_and_tab_with_constraint_1_2_4", "constraint_1_2_4"),
        ("map_and_tab_with_constraint_1_2_3_4_only_vertex2", "only_vertex2"),
        ("constraint_1_2_3_4_only_vertex2", "only_vertex2"),
        ("shortest_path_csv_vertex2", "csv_vertex2"),
        ("shortest_path_map_and_tab_csv_constraint_1_2_3_4", "csv_constraint_1_2_3_4"),
        ("shortest_path_with_qa_and_constraint_2_3_4", "constraint_2_3_4_totals"),
        ("metromap/constraint_3", "constraint_3"),
        ("metromap_4_qa_edge_tab_global", "4_qa_edge_tab_global"),
        ("metromap_12_qa_pic_and_tab_spatial_judge.json", "12_qa_pic_and_tab_spatial_judge"),
        ("12_csv_and_pic_spatial_judge", "12_csv_and_pic_spatial_judge"),
    ],
)
def test_released_names_and_stems(name: str, short: str) -> None:
    assert [kind.id for kind in select_kinds([name], "metromap")] == [f"metromap/{short}"]


def test_a_name_without_domain_stands_for_both_and_a_name_with_one_for_it() -> None:
    assert [kind.domain for kind in select_kinds(["only_map"])] == ["metromap", "travelmap"]
    assert [kind.domain for kind in select_kinds(["travelmap/only_map"])] == ["travelmap"]
    with pytest.raises(ConfigError, match="no task of metromap"):
        select_kinds(["travelmap/only_map"], "metromap")


def test_selectors() -> None:
    assert len(select_kinds(["all-planning"])) == 48
    assert len(select_kinds(["canonical-planning"], "metromap")) == 12
    names = [kind.name for kind in select_kinds(["all-criteria-free"], "travelmap")]
    assert names == ["only_map", "only_tab", "map_and_tab"]
    assert len(select_kinds(["all-constraints", "constraint_1"], "travelmap")) == 8
    assert {kind.name for kind in select_kinds(["all-csv"])} == {kind.name for kind in CSV_TWINS}
    assert len(select_kinds(["all-totals"])) == 16
    assert len(select_kinds(["all-qa"], "metromap")) == 21
    assert len(select_kinds(["canonical-qa"])) == 24
    assert all(select_kinds([selector]) for selector in SELECTORS)


def test_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"'only_mop' is unknown.*all-planning.*only_map"):
        select_kinds(["only_map", "only_mop"])
    with pytest.raises(ConfigError, match=r"domain 'bus'.*metromap"):
        select_kinds(["only_map"], "bus")


@pytest.mark.parametrize(
    ("file", "task"),
    [
        ("metromap_only_map_native_results.json", "metromap/only_map"),
        (
            "travelmap_shortest_path_query_map_and_tab_with_constraint_1_2_4_gpt4o_results.json",
            "travelmap/constraint_1_2_4",
        ),
        ("metromap_constraint_1_2_3_4_my_model_results.json", "metromap/constraint_1_2_3_4"),
        (
            "metromap_map_and_tab_with_constraint_1_2_3_4_only_vertex2_x_results.json",
            "metromap/only_vertex2",
        ),
        ("travelmap_constraint_1_2_3_4_only_vertex2_m.json", "travelmap/only_vertex2"),
        ("metromap_shortest_path_only_map_Qwen3-VL-8B-Instruct_results.json", "metromap/only_map"),
        ("metromap_shortest_path_map_and_tab_no_constraint_m.json", "metromap/map_and_tab"),
        ("metromap_map_and_tab_agent_results.json", "metromap/map_and_tab"),
        ("metromap_constraint_1_totals_agent_results.json", "metromap/constraint_1_totals"),
        ("metromap_shortest_path_with_qa_and_constraint_4_m.json", "metromap/constraint_4_totals"),
        ("metromap_csv_constraint_1_2_3_4_a_results.json", "metromap/csv_constraint_1_2_3_4"),
        ("run7_travelmap_gpt-4o_only_tab_results.json", "travelmap/only_tab"),
        ("METROMAP_ONLY_CSV_x.JSON", "metromap/only_csv"),
        ("metromap_11_qa_pic_and_tab_part_m_results.json", "metromap/11_qa_pic_and_tab_part"),
        ("travelmap_1_qa_only_pic_global_m_results.json", "travelmap/1_qa_only_pic_global"),
        ("metromap_constraint_1_only_map_model_results.json", "metromap/constraint_1"),
        ("metromap_shortest_path_query_only_map_test_set_a_results.json", "metromap/only_map"),
    ],
)
def test_the_task_of_a_results_file(file: str, task: str) -> None:
    assert kind_of_results_file(f"some/travelmap_only_tab/{file}").id == task


@pytest.mark.parametrize("kind", ALL_KINDS, ids=lambda kind: kind.id)
def test_own_results_files_tell_their_task(kind: TaskKind) -> None:
    for system in ("agent", "native", "only_map", "gpt-4o"):
        file = f"{kind.domain}_{kind.name}_{system}_results.json"
        assert kind_of_results_file(file) == kind


@pytest.mark.parametrize(
    "file",
    ["results.json", "only_map_results.json", "metromap_results.json", "submetromap_only_map"],
)
def test_a_name_that_tells_no_task(file: str) -> None:
    with pytest.raises(ConfigError, match=f"{file}.*no domain and task.*only_vertex2"):
        kind_of_results_file(file)
