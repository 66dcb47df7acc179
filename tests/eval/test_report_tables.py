"""Tables of reports: figures as in results.json, runs side by side, exports that read back."""

from __future__ import annotations

import csv
import html
import io
import json
import shutil
from pathlib import Path

import pytest

from eval.report.ablation_table import ablation_table, is_ablation
from eval.report.comparison_tables import comparison_tables
from eval.report.export import as_csv, as_latex, as_markdown, write_csv
from eval.report.report_table import Column, Form, ReportTable
from eval.report.samples import collect, run_labels
from eval.report.tables import all_tables, summary_tables
from eval.run.rescore import rescore
from perception.errors import ConfigError
from tests.eval.fake_systems import FakeSystem
from tests.eval.report_runs import HOSTILE, hostile_run, small_run


def table_of(tables: list[ReportTable], name: str) -> ReportTable:
    return next(table for table in tables if table.id == name)


def as_records(table: ReportTable) -> list[dict[str, object]]:
    titles = [column.title for column in table.columns]
    return [dict(zip(titles, row, strict=True)) for row in table.rows]


def test_scores_are_those_of_results_json(tmp_path: Path) -> None:
    run = small_run(tmp_path, "a", FakeSystem(wrong="from Alder to Dune"))
    results = json.loads(run.store.results_file.read_text())["tasks"]
    rows = as_records(table_of(summary_tables(collect([run])), "scores"))
    assert {row["task"]: (row["n"], row["EMA"], row["DS max"]) for row in rows} == {
        name: (score["n"], score["ema"], score["ds_max"]) for name, score in results.items()
    }


def test_two_runs_side_by_side(tmp_path: Path) -> None:
    one = small_run(tmp_path, "one", FakeSystem(wrong="from Alder to Dune"))
    two = small_run(tmp_path, "two", FakeSystem(), tasks=("only_tab",))
    found = collect([one, two])
    tables = all_tables(found)
    scores = {row["task"]: row for row in as_records(table_of(tables, "scores"))}
    assert scores["metromap/only_tab"]["one: EMA"] == 5 / 6
    assert scores["metromap/only_tab"]["two: EMA"] == 1.0
    assert scores["metromap/only_map"]["two: n"] is None
    (pair,) = as_records(table_of(tables, "agreement"))
    counts = ("n", "both right", "only A", "only B", "neither")
    assert [pair[name] for name in counts] == [12, 10, 0, 2, 0]
    assert pair["B - A"] == 2 / 12
    assert pair["p"] == 0.5  # two of two: 2 * 0.5 ** 2
    errors = {row["class"]: row for row in as_records(table_of(tables, "errors"))}
    assert errors["output format"] == {
        "class": "output format",
        "one: n": 2,
        "one: of wrong": 1.0,
        "two: n": 0,
        "two: of wrong": None,
    }
    compared = comparison_tables(found.runs, found.labels)
    assert {table.id for table in compared} >= {"compare2_scores", "compare2_disagreements"}
    assert len(table_of(compared, "compare2_disagreements").rows) == 2
    assert len(table_of(tables, "samples").rows) == 12 + 4


def test_an_ablation_has_its_table(tmp_path: Path) -> None:
    cells = {"score": 0.25, "delta": -0.75, "ci": [-1.0, -0.5]}
    one_map = {"score": 1.0, "delta": 0.0, "ci": None}
    without = {
        "without": "ocr",
        "tasks": {"metromap/only_map": cells, "metromap/only_tab": one_map},
        "changed_samples": ["metromap/only_map/00000", "metromap/only_map/00002"],
    }
    file = tmp_path / "ablation.json"
    file.write_text(json.dumps({"baseline": {"metromap/only_map": 1.0}, "ablations": [without]}))
    assert not is_ablation(tmp_path)
    (tmp_path / "runs/baseline").mkdir(parents=True)
    assert is_ablation(tmp_path)
    assert not is_ablation(tmp_path / "elsewhere")
    table = ablation_table(tmp_path)
    assert table.rows == (
        ("without ocr", "metromap/only_map", 0.25, 1.0, -0.75, -1.0, -0.5, 2),
        ("without ocr", "metromap/only_tab", 1.0, None, 0.0, None, None, 0),
    )
    file.write_text("{}")
    with pytest.raises(ConfigError, match=r"ablation\.json"):
        ablation_table(tmp_path)


def test_tokens_money_and_use_of_tools(tmp_path: Path) -> None:
    use = {"tool": "solve_route", "status": "ran", "needed": True, "redundant": False}
    twice = {"tool": "solve_route", "status": "repeated", "needed": False, "redundant": True}
    usage = {"requests": 2, "input_tokens": 100, "output_tokens": 10, "cost": 0.5}
    told = {"needed": ["solve_route"], "checks": 1, "failed_checks": 0, "repairs": []}
    trace = {"usage": usage, "tool_use": {**told, "calls": [use, twice]}}
    made = small_run(tmp_path, "a", FakeSystem(trace=trace))
    assert rescore(made).differences == ()
    tables = all_tables(collect([made]))
    (run,) = as_records(table_of(tables, "runs"))
    assert [run[name] for name in ("model calls", "tokens in", "tokens out", "cost")] == [
        32,
        1600,
        160,
        8.0,
    ]
    made.store.tool_use_file.write_text("{}")
    assert rescore(made).differences == (f"{made.store.tool_use_file}: other bytes",)
    (tool,) = as_records(table_of(tables, "tool_use"))
    assert tool == {
        "tool": "solve_route",
        "asked": 32,
        "needed": 16,
        "redundant": 16,
        "ran": 16,
        "repeated": 16,
    }
    table = table_of(tables, "planning")
    rows = as_records(table)
    assert table.main
    assert sum(int(str(row["samples"])) for row in rows) == 16
    for row in rows:
        samples = row["samples"]
        counts = {name: row[name] for name in ("minimum calls", "valid", "redundant", "checked")}
        assert counts == dict.fromkeys(counts, samples)
        assert (row["selective use"], row["invalid"], row["caught"]) == (0.0, 0, 0)


def test_same_place_with_another_question_is_another_sample(tmp_path: Path) -> None:
    one = small_run(tmp_path, "one", FakeSystem())
    two = small_run(tmp_path / "other", "two", FakeSystem())
    file = two.store.sample_file("metromap/only_tab", 0)
    sample = json.loads(file.read_text())
    file.write_text(json.dumps(sample | {"question": "Another?"}))
    rows = collect([one, two]).rows
    assert len(rows) == 16 + 1
    assert sum(None in row.results for row in rows) == 2


def test_a_stopped_run_has_its_samples(tmp_path: Path) -> None:
    run = small_run(tmp_path, "a", FakeSystem())
    shutil.rmtree(run.root / "predictions")
    run.store.sample_file("metromap/only_tab", 3).unlink()
    run.store.sample_file("metromap/only_tab", 4).write_text("{")
    found = collect([run])
    assert len(found.rows) == 16 - 2
    assert found.damaged == (str(run.store.sample_file("metromap/only_tab", 4)),)
    assert all(row.query_level == "hard" for row in found.rows)
    shutil.rmtree(tmp_path / "data")
    assert all(row.query_level == "" for row in collect([run]).rows)


def test_labels_tell_runs_apart(tmp_path: Path) -> None:
    one = small_run(tmp_path / "x", "run", FakeSystem())
    two = small_run(tmp_path / "y", "run", FakeSystem())
    assert run_labels([one]) == ("run",)
    assert run_labels([one, two]) == ("x/run", "y/run")
    assert len(set(run_labels([one, one]))) == 2


def test_csv_reads_back_hostile_text(tmp_path: Path) -> None:
    found = collect([hostile_run(tmp_path)])
    for file in write_csv(tmp_path, all_tables(found)):
        with file.open(encoding="utf-8", newline="") as stream:
            assert len({len(row) for row in csv.reader(stream)}) == 1
    with (tmp_path / "samples.csv").open(encoding="utf-8", newline="") as stream:
        (row,) = csv.DictReader(stream)
    assert row["map"] == HOSTILE
    assert row["question"].endswith(HOSTILE)


def cells_of_markdown(line: str) -> list[str]:
    """Split a row of a pipe table as a Markdown reader does."""
    cells, cell, escaped = [], "", False
    for char in line.strip().strip("|"):
        if escaped or char not in "\\|":
            cell += char
            escaped = False
        elif char == "\\":
            escaped = True
        else:
            cells.append(cell.strip())
            cell = ""
    return [html.unescape(text) for text in (*cells, cell.strip())]


def test_markdown_shows_hostile_text_as_it_is(tmp_path: Path) -> None:
    found = collect([hostile_run(tmp_path)])
    text = as_markdown(table_of(all_tables(found), "samples"))
    assert "<script" not in text
    row = cells_of_markdown(text.splitlines()[-1])
    assert row[1] == " ".join(HOSTILE.split())


def test_latex_escapes() -> None:
    table = ReportTable("x", "X", (Column("a_b"), Column("n", Form.SHARE)), (("50% & {x}", 0.5),))
    text = as_latex(table)
    assert r"50\% \& \{x\}" in text
    assert r"a\_b" in text
    assert r"50.00\%" in text


def test_csv_keeps_what_is_rounded_for_people() -> None:
    table = ReportTable("x", "X", (Column("a"), Column("n", Form.SHARE)), (("b", 1 / 3),))
    (row,) = csv.DictReader(io.StringIO(as_csv(table)))
    assert float(row["n"]) == 1 / 3


def test_rows_have_a_cell_a_column() -> None:
    with pytest.raises(ValueError, match="2 cells in 1 columns"):
        ReportTable("x", "X", (Column("a"),), (("b", "c"),))
