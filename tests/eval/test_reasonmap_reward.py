"""Rewards of ReasonMap: batched, in the convention of fine-tuning libraries."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.reasonmap.kinds import KINDS
from eval.reasonmap.reward import accuracy_reward, format_reward
from eval.reasonmap.task_score import score_answer
from perception.errors import ConfigError
from tests.eval.test_reasonmap_scores import RIGHT, block, counted, named, record
from tools.ride import RideForm

SHORT = next(kind for kind in KINDS if kind.name == "short_text")


def columns(records: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: [each[name] for each in records] for name in records[0]}


def test_accuracy_is_that_of_the_scorer_for_text_and_chats() -> None:
    wrong = block("Line 1", "A Station", "H Station")
    answers: list[Any] = [
        RIGHT,
        wrong,
        [{"role": "user", "content": "?"}, {"role": "assistant", "content": RIGHT}],
        [{"role": "assistant", "content": [{"type": "text", "text": RIGHT}]}],
        [],
    ]
    fields = columns([record()] * 5)
    assert accuracy_reward(answers, prompts=["p"] * 5, **fields) == [1, 0, 1, 1, 0]
    assert accuracy_reward(completions=answers[:1], **columns([record()])) == [1]


def test_a_record_without_labels_rewards_nothing() -> None:
    assert accuracy_reward([RIGHT, "x"], **columns([record(json=None)] * 2)) == [0, 0]


def test_columns_have_to_be_there_and_as_long() -> None:
    with pytest.raises(ConfigError, match="station_1"):
        accuracy_reward([RIGHT])
    with pytest.raises(ConfigError, match="2 completions"):
        accuracy_reward([RIGHT, RIGHT], **columns([record()]))


def test_form_is_rewarded_and_violations_are_punished() -> None:
    answers = [RIGHT, f"<think>hm</think>\n{RIGHT}", f"Sure!\n{RIGHT}", f"{RIGHT}\n--\nBye", ""]
    assert format_reward(answers) == [1, 1, -1, -1, -1]


def test_long_questions_want_their_field() -> None:
    asked = {form: record(form)["question_long"] for form in (RideForm.COUNTS, RideForm.NAMES)}
    numbers, names = counted("1", "2"), named("B Station", "F Station")
    answers = [numbers, names, RIGHT] * 2
    questions = [asked[RideForm.COUNTS]] * 3 + [asked[RideForm.NAMES]] * 3
    assert format_reward(answers, question=questions) == [1, -1, -1, -1, 1, -1]
    chats = [[{"role": "user", "content": question}] for question in questions]
    assert format_reward(answers, prompts=chats) == [1, -1, -1, -1, 1, -1]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.text(max_size=60), st.just(RIGHT)), min_size=1, max_size=6))
def test_rewards_agree_with_scores(answers: list[str]) -> None:
    sample = record()
    rewards = accuracy_reward(answers, **columns([sample] * len(answers)))
    assert rewards == [score_answer(SHORT, sample, answer).right for answer in answers]
    assert set(format_reward(answers)) <= {1.0, -1.0}
