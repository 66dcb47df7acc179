"""What the prompts of the native baseline tell a model: all the rules, and nothing hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from eval.maptab.kinds import PLANNING_KINDS, QUESTION_KINDS, get_kind
from eval.maptab.masks import column_mask
from eval.native.foreign_prompts import ForeignPrompts
from eval.native.prompt_text import OwnPrompts
from perception.errors import ConfigError
from tools.table_validation import CRITERIA, TRANSFER_TIME, full_columns
from tools.tables import Cell, Table, mask, table_as_csv, table_as_json
from tools.task import Task, TaskKind

QUESTION = "Which way from Foo to Bar?"
WEIGHTS = (0.212746, 0.354479, 0.30175, 0.131025)


def full_table(name: str, domain: str) -> Table:
    columns = full_columns(name, domain)
    texts: dict[str, Cell] = {"Edge": "Foo-Bar", "Vertex": "Foo", "Line": ("Red", "Blue")}
    return Table(name, "", columns, (tuple(texts.get(column, 0.25) for column in columns),))


def weights_of(kind: TaskKind) -> tuple[float, float, float, float] | None:
    if not kind.weighted:
        return None
    digits = kind.source.removeprefix("map_and_tab_with_constraint_").split("_")
    time, price, comfort, reliability = (
        weight if str(number) in digits else 0.0 for number, weight in enumerate(WEIGHTS, start=1)
    )
    return time, price, comfort, reliability


def task_of(kind: TaskKind) -> Task:
    hidden = column_mask(kind)
    vertex_name = "Mix_tab" if kind.uses_mix_tab else "Vertex_tab"
    has_vertex = kind.uses_vertex_tab or kind.uses_mix_tab
    return Task(
        QUESTION,
        kind,
        image=Path("map.png") if kind.uses_map else None,
        edge_table=mask(full_table("Edge_tab", kind.domain), hidden.edge)
        if kind.uses_edge_tab
        else None,
        vertex_table=mask(full_table(vertex_name, kind.domain), hidden.vertex)
        if has_vertex
        else None,
        weights=weights_of(kind),
    )


@pytest.fixture(params=PLANNING_KINDS, ids=lambda kind: kind.id)
def task(request: pytest.FixtureRequest) -> Task:
    kind: TaskKind = request.param
    return task_of(kind)


def own_text(task: Task, objective: str = "additive") -> str:
    return OwnPrompts("task", lambda domain: objective).text(task)


def test_question_stands_as_asked(task: Task) -> None:
    assert QUESTION in own_text(task)


def test_marks_are_asked_for_on_metromap_only(task: Task) -> None:
    text = own_text(task)
    if task.kind.domain == "metromap":
        assert "A-B(transfer)-C" in text
        assert "fewest line changes" in text
    else:
        assert "A-B-C" in text
        assert "transfer" not in text.lower()


def test_hidden_column_is_not_named(task: Task) -> None:
    text = own_text(task)
    shown = {
        column
        for table in (task.edge_table, task.vertex_table)
        if table is not None
        for column in table.columns
    }
    for column in (*CRITERIA, TRANSFER_TIME):
        if column not in shown:
            assert column not in text


def test_each_weight_is_told_and_nothing_weightless(task: Task) -> None:
    text = own_text(task)
    for name, weight in zip(("time", "price", "comfort", "reliability"), WEIGHTS, strict=True):
        weighted = task.weights is not None and weight in task.weights
        assert (f"- {name}, weight {weight}:" in text) == weighted


def test_scales_and_counting_rules_are_told(task: Task) -> None:
    text = own_text(task)
    if task.weights is None:
        assert "fewest s" in text  # stations or spots
        return
    time, price, *_ = task.weights
    if task.kind.domain == "metromap":
        assert "the origin counts, the destination does not" in text
        assert ("Time / 3 " in text) == ("Transfer Time / 3 " in text) == (time > 0)
        assert ("Price / 1.5 " in text) == (price > 0)
    else:
        assert "the origin and the destination included" in text
        assert ("Time / 180 " in text) == (time > 0)
        assert ("Price / 200 " in text) == (price > 0)
        if price > 0:
            assert "only where it is the destination" in text


def test_totals_are_asked_for_by_their_tags(task: Task) -> None:
    text = own_text(task)
    assert ("<route_begin>" in text) == task.kind.with_totals
    if not task.kind.with_totals:
        assert "_begin>" not in text
        return
    assert task.vertex_table is not None
    tags = {
        "Time": "Total_Time",
        "Price": "Total_Price",
        "Comfort Level": "Average_Comfort Level",
        "Reliability": "Average_Reliability",
    }
    for column, tag in tags.items():
        asked = f"<{tag}_begin>NUMBER<{tag}_end>" in text
        assert asked == (column in task.vertex_table.columns)


def test_table_form_follows_the_kind(task: Task) -> None:
    text = own_text(task)
    if task.edge_table is not None or task.vertex_table is not None:
        assert ("(CSV)" in text) == (task.kind.table_format == "csv")
        assert ("(JSON)" in text) == (task.kind.table_format == "json")


def test_averaged_objective_is_told(task: Task) -> None:
    text = own_text(task, "averaged")
    asked = task.weights is not None and (task.weights[2] > 0 or task.weights[3] > 0)
    assert ("1 minus the mean" in text) == asked
    assert "1 minus the mean" not in own_text(task, "additive")


def test_map_tasks_speak_of_a_map_and_others_do_not(task: Task) -> None:
    assert ("You see a" in own_text(task)) == task.kind.uses_map


def kind(domain: str, name: str) -> TaskKind:
    return next(kind for kind in PLANNING_KINDS if kind.id == f"{domain}/{name}")


@pytest.mark.parametrize(
    "file",
    [
        "metromap_constraint_1_2_4.txt",
        "metromap_map_and_tab_with_constraint_1_2_4.md",
        "metromap/constraint_1_2_4.txt",
        "metromap/metromap_constraint_1_2_4.md",
        "metromap/prompts/constraint_1_2_4.txt",
        "metromap/prompts/metromap_map_and_tab_with_constraint_1_2_4.txt",
    ],
)
def test_foreign_prompt_is_found_by_short_and_released_name(tmp_path: Path, file: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{question}|{weights}|{edge_tab}|{{ vertex_tab }}", encoding="utf-8")
    chosen = kind("metromap", "constraint_1_2_4")
    prompts = ForeignPrompts(tmp_path, "csv")
    question, weights, edge_tab, vertex_tab = prompts.text(task_of(chosen)).split("|")
    assert question == QUESTION
    assert weights == "0.212746, 0.354479, 0, 0.131025"
    assert edge_tab.startswith("Edge,Line,Time,Price,Reliability\n")
    assert vertex_tab.startswith("Vertex,Line,Time,Price,Reliability,Transfer Time\n")
    assert prompts.describe()["files"][chosen.id]["file"] == file


def test_foreign_prompt_without_placeholders_gets_the_inputs_appended(tmp_path: Path) -> None:
    (tmp_path / "travelmap_only_vertex2.txt").write_text("Plan. {x}", encoding="utf-8-sig")
    chosen = kind("travelmap", "only_vertex2")
    prompts = ForeignPrompts(tmp_path, "csv")
    text = prompts.text(task_of(chosen))
    first, weights, table, question = text.split("\n\n")
    assert first == "Plan. {x}"
    assert weights.endswith(": 0.212746, 0.354479, 0.30175, 0.131025")
    assert table.startswith("Mix_tab:\nVertex,Time")
    assert question == QUESTION
    assert prompts.describe()["files"][chosen.id]["appended"] == [
        "weights",
        "vertex_tab",
        "question",
    ]


def test_braces_in_a_question_are_not_filled_in(tmp_path: Path) -> None:
    (tmp_path / "metromap_only_map.txt").write_text("{question}", encoding="utf-8")
    chosen = kind("metromap", "only_map")
    question = "From {weights} to {edge_tab}?"
    assert ForeignPrompts(tmp_path, "task").text(Task(question, chosen)) == question


def test_unreadable_foreign_prompts_are_named(tmp_path: Path) -> None:
    (tmp_path / "metromap_only_map.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "metromap_only_tab.txt").write_text(" \n")
    prompts = ForeignPrompts(tmp_path, "task")
    with pytest.raises(ConfigError, match=r"metromap_only_map\.txt.*UTF-8"):
        prompts.check([kind("metromap", "only_map")])
    with pytest.raises(ConfigError, match=r"metromap_only_tab\.txt.*empty"):
        prompts.check([kind("metromap", "only_tab")])


@pytest.mark.parametrize("kind", QUESTION_KINDS, ids=lambda kind: kind.id)
def test_a_question_comes_with_its_rules_its_tables_and_the_tags(kind: TaskKind) -> None:
    task = task_of(kind)
    text = own_text(task)
    assert QUESTION in text
    assert "<answer_begin>NUMBER<answer_end>" in text
    assert "\nRules\n- " in text
    assert ("Foo-Bar" in text) == kind.uses_edge_tab
    for table in (task.edge_table, task.vertex_table):
        if table is not None:
            written = table_as_csv(table) if kind.table_format == "csv" else table_as_json(table)
            assert written.strip() in text
    if kind.domain == "metromap" and kind.uses_mix_tab:
        assert ("Red" in text) == (kind.table_format == "csv")
    for word in ("transfer", "metro"):
        assert kind.domain == "metromap" or word not in text.lower()


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("metromap/1_qa_only_pic_global", ["branch", "railways", "without a name", "one name"]),
        ("metromap/2_qa_only_pic_part", ["strictly between"]),
        ("metromap/10_qa_pic_and_tab_global", ["branch counts as a line of its own", "no Time"]),
        ("metromap/11_qa_pic_and_tab_part", ["both included"]),
        ("metromap/12_qa_pic_and_tab_spatial_judge", ["answer is 0", "it is 1"]),
        ("travelmap/1_qa_only_pic_global", ["parentheses", "title", "lies on no path"]),
        ("travelmap/2_qa_only_pic_part", ["at least two different ways"]),
        ("travelmap/6_qa_edge_tab_spatial_judge", ["less than 5", "every edge counts 1"]),
        ("travelmap/11_qa_pic_and_tab_part", ["every shortest way", "both of them included"]),
    ],
)
def test_what_counts_is_told(name: str, rules: list[str]) -> None:
    text = own_text(task_of(get_kind(*name.split("/"))))
    assert all(rule in text for rule in rules)


def test_the_rules_of_csv_twins_are_those_of_their_questions() -> None:
    for kind in QUESTION_KINDS:
        twin = get_kind(kind.domain, kind.source)
        rules = own_text(task_of(kind)).split("\nRules\n")[1]
        assert rules == own_text(task_of(twin)).split("\nRules\n")[1]
