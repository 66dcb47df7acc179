"""The ends of a question, once the labels of the map are known."""

from __future__ import annotations

import pytest

from agent.problem import reread_goal
from agent.state import Goal
from tools.task import Task, TaskKind


def goal_of(question: str, source: str, target: str, labels: tuple[str, ...]) -> tuple[str, str]:
    task = Task(question, TaskKind("metromap", "only_map", "only_map", uses_map=True))
    goal = reread_goal(
        task, Goal(topology="map", values="none", source=source, target=target), labels
    )
    return goal.source, goal.target


def test_a_label_that_is_part_of_a_name_does_not_take_its_place() -> None:
    ends = goal_of(
        "What is the path with the fewest stations from Triskett to West 25th_Ohio City?",
        "Triskett",
        "West 25th_Ohio City",
        ("Triskett", "W.25th Ohio City", "West"),
    )
    assert ends == ("Triskett", "West 25th_Ohio City")


@pytest.mark.parametrize("target", ["Lake to Pier", "Pier"])
def test_a_name_may_hold_the_words_that_part_names(target: str) -> None:
    ends = goal_of(
        "How do I get from Hill to Lake to Pier?", "Hill", target, ("Hill to Lake", "Pier", "Moor")
    )
    assert ends == ("Hill to Lake", "Pier")
