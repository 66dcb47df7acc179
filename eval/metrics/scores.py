"""Scores of any kind of task: routes as `task_score` has them, numbers as `question_score`."""

from __future__ import annotations

from collections.abc import Iterable

from eval.metrics import question_score, task_score
from eval.metrics.question_score import QuestionScore, QuestionTaskScore
from eval.metrics.stated_answer import stated_answer
from eval.metrics.task_score import SampleScore, TaskScore
from eval.systems import Outcome
from tools.task import TaskKind

AnswerScore = SampleScore | QuestionScore
AnyTaskScore = TaskScore | QuestionTaskScore


def score_answer(
    kind: TaskKind, record: object, response: object, outcome: Outcome | None = None
) -> AnswerScore:
    """Score one answer against its record; never raises on a damaged record.

    Parameters
    ----------
    kind, record, response, outcome
        See `task_score.score_answer`.
    """
    if kind.question_type:
        return question_score.score_answer(record, response, outcome)
    return task_score.score_answer(kind, record, response, outcome)


def score_record(kind: TaskKind, record: object) -> AnswerScore:
    """Score one record of a results file: a query record with its `response`."""
    return score_answer(kind, record, *stated_answer(record))


def pool_scores(kind: TaskKind, scores: Iterable[AnswerScore]) -> AnyTaskScore:
    """Sum up the scores of a task's samples."""
    if kind.question_type:
        return question_score.pool_scores(s for s in scores if isinstance(s, QuestionScore))
    return task_score.pool_scores(kind, (s for s in scores if isinstance(s, SampleScore)))
