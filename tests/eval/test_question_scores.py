"""Answers to questions, scored as the released evaluator does; groups by what questions test."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.maptab.kinds import QUESTION_KINDS, get_kind
from eval.metrics.question_groups import group_questions
from eval.metrics.question_score import QuestionTaskScore, read_answer
from eval.metrics.scores import pool_scores, score_answer, score_record
from eval.run.config import RunConfig
from eval.run.runner import run
from eval.run.systems import SystemPlan
from eval.systems import Outcome, Reply
from tests.eval.tiny_maptab import ANSWER, record_of, write_data
from tools.task import Task

KIND = get_kind("metromap", "5_qa_edge_tab_part")


def released_verdict(answer: object, response: str) -> int:
    """What the rules say, written out step by step."""
    found = re.search("<answer_begin>(.*?)<answer_end>", response)
    if found is None:
        return 0
    try:
        given_number = round(float(found.group(1)), 2)
        wanted = round(float(answer), 2)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return 0
    return int(given_number == wanted)


@pytest.mark.parametrize(
    ("answer", "response", "right"),
    [
        (5, "<answer_begin>5<answer_end>", 1),
        (5, "<answer_begin>5.0<answer_end>", 1),
        ("2.76", "<answer_begin> 2.76 <answer_end>", 1),
        (2.755, "so it is <answer_begin>2.7549<answer_end>.", 1),
        (2.755, "<answer_begin>2.76<answer_end>", 0),
        (5, "5", 0),
        (5, "<answer_begin>\n5\n<answer_end>", 0),
        (5, "<ANSWER_BEGIN>5<ANSWER_END>", 0),
        (5, "<answer_begin>five<answer_end>", 0),
        (1, "<answer_begin>yes<answer_end>", 0),
        (5, "<answer_begin>4<answer_end> <answer_begin>5<answer_end>", 0),
        (5, "<answer_begin><answer_begin>5<answer_end>", 0),
        (0, "<answer_begin>nan<answer_end>", 0),
    ],
)
def test_what_counts_as_the_answer(answer: object, response: str, right: int) -> None:
    assert released_verdict(answer, response) == right
    score = score_answer(KIND, {"answer": answer}, response)
    assert (score.outcome, score.right) == (Outcome.SCORED, right)


@given(
    answer=st.floats(-1e6, 1e6) | st.integers(-99, 99),
    text=st.floats(-1e6, 1e6).map(str) | st.text("0123456789.-e _\n<>", max_size=8),
    before=st.text(max_size=5),
)
def test_every_response_is_judged_as_the_rules_say(answer: float, text: str, before: str) -> None:
    response = f"{before}<answer_begin>{text}<answer_end>"
    if not response.strip():
        return
    score = score_answer(KIND, {"answer": answer}, response)
    assert score.right == released_verdict(answer, response)


@given(st.text(max_size=40))
def test_reading_an_answer_never_raises(text: str) -> None:
    read_answer(f"<answer_begin>{text}<answer_end>")


@pytest.mark.parametrize("record", [{}, {"answer": None}, {"answer": "many"}, {"answer": "nan"}, 7])
def test_a_record_without_a_number_is_a_bad_one(record: Any) -> None:
    score = score_answer(KIND, record, "<answer_begin>1<answer_end>")
    assert (score.outcome, score.right) == (Outcome.BAD_RECORD, 0)
    assert score.fault


def test_every_outcome_counts() -> None:
    scores = [
        score_record(KIND, record_of(KIND, response=f"<answer_begin>{ANSWER}<answer_end>")),
        score_record(KIND, record_of(KIND, raw_response=f"<answer_begin>{ANSWER}<answer_end>")),
        score_record(KIND, record_of(KIND, response="<answer_begin>1<answer_end>")),
        score_record(KIND, record_of(KIND, response="", outcome="refused")),
        score_record(KIND, record_of(KIND, response="")),
        score_record(KIND, record_of(KIND, response=5)),
        score_record(KIND, record_of(KIND, answer=...)),
    ]
    task = pool_scores(KIND, scores).as_dict()
    assert (task["n"], task["accuracy"]) == (7, 2 / 7)
    assert {name: count for name, count in task["outcomes"].items() if count} == {
        "scored": 3,
        "refused": 1,
        "no_answer": 1,
        "bad_record": 2,
    }


def test_groups_pool_the_questions_of_their_types() -> None:
    # Type k of each domain: k questions, those of odd types right.
    tasks: dict[str, object] = {
        kind.id: QuestionTaskScore(
            kind.question_type, kind.question_type * (kind.question_type % 2), {}
        )
        for kind in QUESTION_KINDS
    }
    groups = group_questions({"metromap/only_map": object(), **tasks})
    assert list(groups) == ["metromap", "metromap CSV", "travelmap", "travelmap CSV"]
    metro = groups["metromap"]
    assert metro["input"]["Edge_tab"] == {"n": 4 + 5 + 6, "accuracy": 5 / 15}
    assert metro["class"]["SR"] == {"n": 3 + 6 + 9 + 12, "accuracy": 12 / 30}
    assert metro["capability"]["Path Planning"] == {"n": 11 + 12, "accuracy": 11 / 23}
    assert groups["travelmap"]["capability"]["Path Planning"]["n"] == 6 + 11 + 12
    assert "Visual Perception" not in groups["metromap CSV"]["capability"]
    assert group_questions({"metromap/only_map": object()}) == {}


class Oracle:
    """Answers what every question of the tiny data asks for, but refuses Travelmap's."""

    name = "oracle"

    def describe(self) -> dict[str, Any]:
        return {"name": self.name}

    def answer(self, task: Task) -> Reply:
        if task.kind.domain == "travelmap":
            return Reply(None, Outcome.REFUSED, error="UnknownStation: 'Nowhere' is not there")
        return Reply(f"<answer_begin>{ANSWER}<answer_end>", Outcome.SCORED)


def test_a_run_of_all_questions_is_scored_and_grouped(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data")
    config = RunConfig(
        data=str(data), tasks=("all-qa",), workers=0, out=tmp_path / "out", split="test"
    )
    summary = run(config, SystemPlan("oracle", lambda kinds: Oracle(), False, {}))
    results = json.loads((tmp_path / "out" / "results.json").read_text())
    assert len(summary.tasks) == len(results["tasks"]) == 42
    assert results["tasks"]["metromap/4_qa_edge_tab_global"] == {
        "n": 1,
        "accuracy": 1.0,
        "outcomes": {outcome.value: int(outcome is Outcome.SCORED) for outcome in Outcome},
    }
    assert results["tasks"]["travelmap/4_csv_edge_global"]["outcomes"]["refused"] == 1
    assert results["questions"]["metromap"]["class"]["GP"] == {"n": 4, "accuracy": 1.0}
    assert results["questions"]["travelmap CSV"]["input"]["Vertex_tab"] == {
        "n": 3,
        "accuracy": 0.0,
    }
    # Its own predictions, scored as foreign ones are, give the same.
    files = sorted((tmp_path / "out" / "predictions").glob("*.json"))
    assert len(files) == 42
    record = json.loads(files[0].read_text())[0]
    assert record["answer"] == ANSWER
