"""`mapclew compare`: the rule planner against one who answers at random, and against itself."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agent.options import AgentOptions
from eval.ablation.map_truths import TruthSource
from eval.cli import commands
from eval.cli.main import app
from eval.comparison.answers import AnswerSet, read_answers
from eval.comparison.compare import Comparison, compare
from eval.comparison.difference_tables import comparison_tables
from eval.comparison.published import TITLES, published_table
from eval.comparison.topologies import Topologies, find_topologies
from eval.maptab.kinds import get_kind
from eval.report.report_table import ReportTable
from eval.run.config import RunConfig
from eval.run.runner import run
from eval.run.systems import SystemPlan, agent_plan
from eval.systems import Outcome, Reply
from perception.errors import ConfigError
from tools.tables import vertex_names
from tools.task import Task, TaskKind


class Guesser:
    """Walks at random over the stations of the Edge_tab, from the right start."""

    name = "guesser"

    def describe(self) -> dict[str, Any]:
        return {"seed": 1}

    def answer(self, task: Task) -> Reply:
        assert task.edge_table is not None
        draw = random.Random(task.question)
        names = draw.sample(vertex_names(task.edge_table), draw.randint(2, 6))
        usage = {"requests": 1, "input_tokens": 100, "output_tokens": 10, "cost": 0.25}
        return Reply("-".join(names), Outcome.SCORED, trace={"usage": usage})


def build(kinds: list[TaskKind]) -> Guesser:
    return Guesser()


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("runs")
    config = partial(RunConfig, data="mini", tasks=("only_tab",), workers=0)
    run(config(out=root / "agent"), agent_plan(AgentOptions()))
    run(config(out=root / "guesser", limit=20), SystemPlan("guesser", build, False, {}))
    return root


def table(found: Comparison, name: str) -> ReportTable:
    return next(each for each in comparison_tables(found) if each.id == name)


def row(found: Comparison, name: str, key: str) -> dict[str, Any]:
    chosen = table(found, name)
    titles = [column.title for column in chosen.columns]
    rows = (dict(zip(titles, cells, strict=True)) for cells in chosen.rows)
    return next(each for each in rows if each[titles[0]] == key)


def test_one_who_answers_at_random_is_told_from_the_rule_planner(runs: Path) -> None:
    sources = [runs / "agent", runs / "guesser"]
    first, second = map(read_answers, sources)
    found = compare(first, second, find_topologies(sources, None))
    whole = row(found, "scores", "all routes")
    assert whole["n"] == 40
    assert whole["right: A"] == 1.0
    assert whole["right: B"] < 0.2
    assert whole["right: high"] < 0.0
    assert whole["PMA: high"] < 0.0
    assert whole["McNemar p"] < 1e-6
    assert whole["only A"] >= 32
    assert whole["only B"] == 0
    assert "Only the 40 samples that both have" in table(found, "scores").note
    wrong = [pair[1] for pair in found.pairs.values() if not pair[1].score.right]
    assert all(found.errors[answer.key][1] for answer in wrong)
    assert len(table(found, "disagreements").rows) == len(wrong)
    used = row(found, "resources", "guesser")
    assert used["input tokens a sample"] == 100.0
    assert used["money"] == pytest.approx(10.0)
    assert row(found, "resources", "agent")["input tokens a sample"] is None


class Unreachable:
    """A system whose endpoint never answers, but for the first question."""

    name = "unreachable"

    def describe(self) -> dict[str, Any]:
        return {}

    def answer(self, task: Task) -> Reply:
        if len(task.question) % 2:
            return Reply("Nowhere-Elsewhere", Outcome.SCORED)
        raise TimeoutError("no answer")


def test_what_an_endpoint_failed_is_told_from_wrong_answers(runs: Path, tmp_path: Path) -> None:
    config = RunConfig(data="mini", tasks=("only_tab",), workers=0, out=tmp_path / "x", limit=10)
    run(config, SystemPlan("unreachable", lambda kinds: Unreachable(), False, {}))
    found = compare(read_answers(runs / "agent"), read_answers(tmp_path / "x"), Topologies(None))
    failed = sum(b.score.outcome is Outcome.ERROR for _, b in found.pairs.values())
    assert 0 < failed < len(found.pairs)
    assert f"{failed} of {len(found.pairs)} of x have no answer" in table(found, "scores").note
    assert f"failures that are in none: 0 and {failed}" in table(found, "errors").note


def test_a_run_against_itself_shows_no_difference(runs: Path) -> None:
    one = read_answers(runs / "guesser")
    found = compare(one, read_answers(runs / "guesser", "again"), Topologies(None))
    for cells in table(found, "scores").rows:
        titles = [column.title for column in table(found, "scores").columns]
        told = dict(zip(titles, cells, strict=True))
        assert (told["right: B - A"], told["right: low"], told["right: high"]) == (0.0, 0.0, 0.0)
        assert (told["only A"], told["only B"], told["McNemar p"]) == (0, 0, 1.0)
    assert table(found, "scores").note.startswith("40 samples, the same in both")
    assert table(found, "disagreements").rows == ()


def test_results_files_of_others_take_part_in_any_order(runs: Path, tmp_path: Path) -> None:
    records = []
    for answer in read_answers(runs / "agent").answers.values():
        if answer.kind.domain == "metromap":
            records.append({**answer.record, "response": answer.response})
    records.reverse()
    file = tmp_path / "metromap_only_tab_SomeModel_results.json"
    file.write_text(json.dumps(records[:10], ensure_ascii=False), encoding="utf-8")
    others = read_answers(file)
    found = compare(read_answers(runs / "agent"), others, Topologies(None))
    whole = row(found, "scores", "all routes")
    assert (whole["n"], whole["right: A"], whole["right: B"]) == (10, 1.0, 1.0)
    assert "10 of metromap_only_tab_SomeModel_results" in table(found, "scores").note
    assert row(found, "resources", others.label)["seconds a sample"] is None


def test_questions_are_compared_by_capability_and_language(tmp_path: Path) -> None:
    kind = get_kind("metromap", "5_qa_edge_tab_part")
    sets = []
    for label, right in (("right", 1), ("wrong", 0)):
        records = [
            {**sample.record, "response": f"<answer_begin>{number}<answer_end>"}
            for sample in TruthSource("mini").samples(kind)
            for number in [sample.record["answer"] if right else -1]
        ]
        file = tmp_path / f"metromap_5_qa_edge_tab_part_{label}_results.json"
        file.write_text(json.dumps(records, ensure_ascii=False), encoding="utf-8")
        sets.append(read_answers(file, label))
    found = compare(sets[0], sets[1], Topologies(None))
    whole = row(found, "scores", "all questions")
    assert (whole["n"], whole["right: A"], whole["right: B"]) == (4, 1.0, 0.0)
    assert "PMA: A" not in whole
    capabilities = {cells[1] for cells in table(found, "capabilities").rows}
    assert capabilities == {"Table Understanding"}
    known = {"yunze": ("Chinese", "Chinese")}
    languages = next(t for t in comparison_tables(found, known) if t.id == "languages")
    assert ("questions", "Chinese, Chinese", 1) in {cells[:3] for cells in languages.rows}
    assert row(found, "errors", "table lookup")["wrong: n"] == 4


def test_runs_without_a_common_sample_are_refused(runs: Path) -> None:
    with pytest.raises(ConfigError, match="no sample in common"):
        compare(read_answers(runs / "agent"), AnswerSet("empty", {}), Topologies(None))


def test_the_command_writes_every_table_and_labels_what_is_published(
    runs: Path, tmp_path: Path
) -> None:
    if not any(command.name == "compare" for command in app.registered_commands):
        commands.register(app)
    out = tmp_path / "out"
    names = ["--label", "rules", "--label", "dice", "--published", "--out", str(out)]
    sources = [str(runs / "agent"), str(runs / "guesser")]
    done = CliRunner().invoke(app, ["compare", *sources, *names])
    assert done.exit_code == 0, (done.output, done.exception)
    assert "rules (A) against dice (B)" in done.output
    assert "not measured here" in done.output
    found = json.loads((out / "compare.json").read_text())
    assert found["samples"] == {"a": 48, "b": 40, "both": 40}
    assert not any(name.startswith("published") for name in found)
    assert {"scores.csv", "disagreements.csv", "published_2.csv", "scores.tex", "report.md"} <= {
        file.name for file in out.iterdir()
    }
    alone = CliRunner().invoke(app, ["compare", sources[0]])
    assert isinstance(alone.exception, ConfigError)


@pytest.mark.parametrize("number", TITLES)
def test_published_tables_are_whole(number: int) -> None:
    found = published_table(number)
    models = {row[0] for row in found.rows}
    assert len(models) >= 21
    assert "not measured here" in found.note
    last = [row[-1] for row in found.rows if row[0] != "Human"]
    assert all(isinstance(value, float) for value in last)


def test_published_tables_agree_where_they_overlap() -> None:
    def rates(number: int) -> dict[tuple[str, str], set[float]]:
        inputs = {"map", "map+mix_tab"}
        found: dict[tuple[str, str], set[float]] = {}
        for model, _, domain, given, ema, *_ in published_table(number).rows:
            if given in inputs and model != "Human" and isinstance(ema, float):
                found.setdefault((str(domain), str(given)), set()).add(ema)
        return found

    assert rates(2) == rates(7)
