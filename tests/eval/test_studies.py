"""The paper's own ablations, on answers whose classes are known."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent.chat.usage import Usage
from agent.options import AgentOptions
from eval.ablation.grid import Grid, run_grid
from eval.ablation.map_truths import TruthSource
from eval.ablation.studies.difficulty import difficulty_matrix
from eval.ablation.studies.languages import language_table
from eval.ablation.studies.repetition import Repetition, repetition_of, repetition_table
from eval.ablation.studies.run_studies import as_json, choose_studies, run_studies
from eval.ablation.studies.table_formats import count_tokens, format_table, token_table, twins
from eval.comparison.answers import Answer, read_answers
from eval.map_languages import read_languages, script_of
from eval.maptab.kinds import get_kind
from eval.run.config import RunConfig
from eval.run.reduced_pictures import ReducedPictures, reduce_pictures
from eval.run.systems import agent_plan
from perception.errors import BadTable, ConfigError
from tests.eval.fake_systems import FakeSystem
from tools.route import TRANSFER_MARK
from tools.tables import read_table, table_as_csv, table_as_json
from tools.task import Task

MINI = TruthSource("mini")


def answers_of(tmp_path: Path, kind_name: str, change: dict[int, str]) -> list[Answer]:
    """Return the references of the mini split as answers, some changed by their place."""
    kind = get_kind("metromap", kind_name)
    records: list[dict[str, Any]] = []
    for sample in MINI.samples(kind):
        reference = sample.record["routes"][0]
        records.append({**sample.record, "response": change.get(sample.index, reference)})
    file = tmp_path / f"metromap_{kind_name}_made_results.json"
    file.write_text(json.dumps(records, ensure_ascii=False), encoding="utf-8")
    return list(read_answers(file).answers.values())


def test_the_matrix_holds_every_rated_sample_once(tmp_path: Path) -> None:
    answers = answers_of(tmp_path, "only_tab", {0: "Nowhere"})
    table = difficulty_matrix(answers)
    assert sum(int(row[3] or 0) for row in table.rows) == len(answers)
    wrong = answers[0].record
    cell = (wrong["Map_Difficulty"].lower(), wrong["Query_Difficulty"].lower())
    for row in table.rows:
        assert (row[4] == 1.0) == (row[1:3] != cell)


@pytest.mark.parametrize(
    ("best", "shortest", "expected"),
    [
        (["A-B-C"], ["A-B-C"], Repetition.FULL),
        (["A-B(transfer)-C"], ["A-B-C"], Repetition.FULL),
        (["A-B-C"], ["A-B-C", "A-D-C"], Repetition.PARTIAL),
        (["A-B-E-C"], ["A-B-C"], Repetition.NONE),
        (["A-B-C", "A-B-E-C"], ["A-B-C"], Repetition.NONE),
    ],
)
def test_a_sample_repeats_its_shortest_routes_fully_partially_or_not(
    best: list[str], shortest: list[str], expected: Repetition
) -> None:
    assert repetition_of(best, shortest) is expected


def test_one_who_always_takes_the_shortest_route_is_right_where_it_repeats(tmp_path: Path) -> None:
    shortest = {
        sample.index: sample.record["routes"][0]
        for sample in MINI.samples(get_kind("metromap", "only_tab"))
    }
    answers = answers_of(tmp_path, "constraint_1", shortest)
    table = repetition_table(answers, MINI)
    rows = {row[1]: row for row in table.rows}
    stations = [
        {route.replace(TRANSFER_MARK, "") for route in answer.record["routes"]}
        & {answer.response.replace(TRANSFER_MARK, "")}
        for answer in answers
    ]
    assert rows["all"][2] == len(answers)
    assert sum(int(rows[name][2] or 0) for name in ("FR", "PR", "NR") if name in rows) == len(
        answers
    )
    assert rows["NR"][3] == 0.0
    assert rows["FR"][2] == sum(map(bool, stations)) - (
        int(rows["PR"][2] or 0) if "PR" in rows and rows["PR"][3] else 0
    )


def test_scripts_stand_for_languages_that_no_file_tells(tmp_path: Path) -> None:
    answers = answers_of(tmp_path, "only_tab", {})
    table = language_table(answers)
    assert {row[2] for row in table.rows} == {"Latin", "Han"}
    assert {row[1] for row in table.rows} == {"not told"}
    file = tmp_path / "languages.csv"
    file.write_text("map,native,printed\naldermoor,Welsh,English\n", encoding="utf-8")
    told = language_table(answers, read_languages(file))
    assert ("Welsh", "English", 6) in {(row[1], row[2], row[3]) for row in told.rows}
    file.write_text("city,native\n", encoding="utf-8")
    file.write_text("city\nx\n", encoding="utf-8")
    with pytest.raises(BadTable, match="columns map, native, printed"):
        read_languages(file)


def test_a_script_is_that_of_most_letters() -> None:
    assert script_of("Ōsaka 大阪") == "Latin"
    assert script_of("1 - 2") == "not told"


def test_csv_is_shorter_than_json_by_any_count() -> None:
    assert [(a.name, b.name) for a, b in twins() if a.domain == "metromap"][:4] == [
        ("only_tab", "only_csv"),
        ("map_and_tab", "map_and_csv"),
        ("only_vertex2", "csv_vertex2"),
        ("constraint_1_2_3_4", "csv_constraint_1_2_3_4"),
    ]
    table = token_table(MINI, [get_kind("metromap", "constraint_1_2_3_4")])
    assert [row[1] for row in table.rows] == ["Edge_tab", "Vertex_tab"]
    for _, _, maps, json_tokens, json_length, csv_tokens, csv_length in table.rows:
        assert maps == 4
        assert int(csv_tokens or 0) < int(json_tokens or 0)
        assert int(csv_length or 0) < int(json_length or 0)


def test_tokens_are_counted_in_pieces() -> None:
    assert count_tokens("") == 0
    assert count_tokens("Alder Birch") == 2
    assert count_tokens("12345") == 2
    assert count_tokens("人民广场") == 4
    file = next(iter(MINI.samples(get_kind("metromap", "only_tab")))).files()[0]
    table = read_table(file, "Edge_tab", domain="metromap")
    for text in (table_as_json(table), table_as_csv(table)):
        assert len(text) / 6 < count_tokens(text) < len(text)


def test_twins_are_compared_on_what_both_answered(tmp_path: Path) -> None:
    plain = answers_of(tmp_path, "only_tab", {})
    twin = answers_of(tmp_path, "only_csv", {1: "Nowhere"})[:4]
    told = [replace(a, usage=Usage(1, input_tokens=10 * a.index)) for a in twin]
    table = format_table([*plain, *told])
    (row,) = table.rows
    cells = {column.title: cell for column, cell in zip(table.columns, row, strict=True)}
    assert row[:3] == ("metromap/only_tab", 4, 1.0)
    assert (cells["CSV: right"], cells["CSV: input tokens"]) == (0.75, 15)
    assert cells["JSON: input tokens"] is None


def test_a_reduced_picture_is_made_once_and_shown(tmp_path: Path) -> None:
    Image.new("RGB", (64, 48), "red").save(tmp_path / "map.png")
    shown: list[Path] = []

    class Watcher(FakeSystem):
        def answer(self, task: Task) -> Any:
            assert task.image is not None
            shown.append(task.image)
            return super().answer(task)

    system = ReducedPictures(Watcher(), 4, tmp_path / "small")
    kind = get_kind("metromap", "only_map")
    question = "What is the path from Alder to Cedar?"
    for _ in range(2):
        system.answer(Task(question, kind, tmp_path / "map.png"))
    assert shown[0] == shown[1]
    with Image.open(shown[0]) as picture:
        assert picture.size == (16, 12)
    assert system.describe()["pictures"] == {"divided by": 4}
    missing = system.answer(Task(question, kind, tmp_path / "none.png"))
    assert (missing.response, missing.outcome.value) == (None, "error")


def test_a_plan_with_reduced_pictures_says_so_and_knows_its_limits() -> None:
    plan = agent_plan(AgentOptions())
    assert reduce_pictures(plan, 1) is plan
    assert reduce_pictures(plan, 8).label == "agent-reduced-8"
    with pytest.raises(ConfigError, match="from 1"):
        reduce_pictures(plan, 0)
    perfect = agent_plan(AgentOptions(oracle=("perception",)), MINI)
    with pytest.raises(ConfigError, match="oracle"):
        reduce_pictures(perfect, 2)


def test_studies_of_a_run_are_tables(tmp_path: Path) -> None:
    config = RunConfig(
        data="mini",
        domain="travelmap",
        tasks=("constraint_1_totals",),
        limit=5,
        workers=0,
        out=tmp_path / "out",
    )
    grid = Grid(config, AgentOptions(), (), MINI)
    run_grid(grid, lambda text: None)
    tables = run_studies(grid, choose_studies(["repetition", "difficulty"]), lambda text: None)
    found = as_json(tables)
    assert list(found) == ["difficulty", "repetition"]
    every = next(row for row in found["repetition"] if row["class"] == "all")
    assert every["n"] == 5
    assert (every["EMA"], every["Total Time"], every["Average Reliability"]) == (1.0, 1.0, None)
    with pytest.raises(ConfigError, match="no task needs the picture"):
        run_studies(grid, ["resolution"], lambda text: None)
    with pytest.raises(ConfigError, match="choose of difficulty"):
        choose_studies(["astrology"])
