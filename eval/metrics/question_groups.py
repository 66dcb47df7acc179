"""Accuracy over groups of questions: by capability, by input, by class.

A group's figure is the share of right answers among all its questions, as in the paper's Table 3:
each question counts once in every group that it belongs to. CSV twins are grouped apart from the
questions they repeat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from eval.maptab.kinds import get_kind
from eval.maptab.question_kinds import (
    CAPABILITIES,
    CLASSES,
    INPUTS,
    capabilities_of,
    class_of,
    input_of,
)
from eval.metrics.question_score import QuestionTaskScore
from tools.task import TaskKind

BY: Final = ("capability", "input", "class")
_ORDER: Final = {"capability": tuple(CAPABILITIES), "input": INPUTS, "class": CLASSES}

Groups = dict[str, dict[str, dict[str, dict[str, float | int | None]]]]
"""Set of questions ("metromap", "metromap CSV"), way of grouping, group: `n` and `accuracy`."""


def group_questions(tasks: Mapping[str, object]) -> Groups:
    """Return the accuracy of every group that holds a question.

    Parameters
    ----------
    tasks : mapping of str to score
        Task id to score; planning tasks are passed over.

    Returns
    -------
    dict
        Empty where there is no question.
    """
    counts: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    sets: dict[str, None] = {}
    for task, score in tasks.items():
        if not isinstance(score, QuestionTaskScore):
            continue
        kind = get_kind(*task.split("/", 1))
        which = f"{kind.domain} CSV" if kind.table_format == "csv" else kind.domain
        sets[which] = None
        for by, group in _groups_of(kind):
            counts[which, by, group][0] += score.n
            counts[which, by, group][1] += score.right
    return {
        which: {
            by: {
                group: {"n": n, "accuracy": right / n if n else None}
                for group in _ORDER[by]
                if (which, by, group) in counts
                for n, right in [counts[which, by, group]]
            }
            for by in BY
        }
        for which in sets
    }


def _groups_of(kind: TaskKind) -> list[tuple[str, str]]:
    number = kind.question_type
    return [
        *(("capability", name) for name in capabilities_of(kind.domain, number)),
        ("input", input_of(number)),
        ("class", class_of(number)),
    ]
