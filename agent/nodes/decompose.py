"""First stage: what is asked, and which inputs answer it."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime
from pydantic import TypeAdapter, ValidationError

from agent.context import AgentContext, context_of
from agent.journey_tools import check_journey
from agent.options import AgentOptions
from agent.problem import weights_of
from agent.question_tools import given, table_question
from agent.state import AgentInput, Attempt, Goal, Topology, Values
from agent.work import failure_of
from perception.errors import BadQuestion, BadRecord, MapclewError, NoRoute
from tools.map_network import Reading
from tools.parse_question import parse_question
from tools.question import Question
from tools.tables import vertex_names
from tools.task import Task

_TASK = TypeAdapter(Task)


def decompose(state: AgentInput, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Read what is asked, and choose where topology and values come from.

    A question is read here where a table gives the names that it may hold, else once the labels of
    the map are read.

    Parameters
    ----------
    state : AgentInput
        With the task; as JSON values where the graph is served over HTTP.
    runtime : Runtime of AgentContext
        Options.

    Returns
    -------
    dict
        `goal` or `question`, and the first `attempt`; or `failure`.
    """
    try:
        task, context = as_task(state.task), context_of(runtime)
        asked: dict[str, Any] = {}
        if task.kind.answer != "route":
            check_journey(task)
        elif task.kind.question_type:
            asked["question"] = question_of(task)
        else:
            asked["goal"] = goal_of(task, open_ends=context.planner.goes_on)
        return {"task": task, **asked, "attempt": first_attempt(context.options)}
    except MapclewError as error:
        return {"failure": failure_of("decompose", error)}


def first_attempt(options: AgentOptions) -> Attempt:
    """Return the settings before any repair."""
    reading = Reading(min_edge_confidence=options.min_edge_confidence)
    return Attempt(reading=reading, time_limit=options.time_limit)


def as_task(task: object) -> Task:
    """Return a task, built from JSON values where it is not one yet.

    Raises
    ------
    BadRecord
        The values are no task.
    """
    if isinstance(task, Task):
        return task
    try:
        return _TASK.validate_python(task)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadRecord(first["msg"], field=f"task: {place}", mend="mend the input") from None


def question_of(task: Task) -> Question | None:
    """Return what a question asks for; None where only the map tells the names that it holds.

    Raises
    ------
    BadQuestion
        The question is empty, or lacks a name.
    UnknownStation, UnknownLine
        It names one that the tables do not list.
    BadRecord
        There is nothing to answer from.
    """
    if not task.question.strip():
        raise BadQuestion("the question is empty", field="question", mend="ask something")
    if not given(task):
        raise BadRecord(
            "the task has neither picture nor table", field="task", mend="give one of them"
        )
    return table_question(task)


def goal_of(task: Task, *, open_ends: bool = False) -> Goal:
    """Return what a task comes down to.

    Parameters
    ----------
    task : Task
        Asks for a route.
    open_ends : bool
        Whether ends that no rule reads from the question are left to the planner.

    Raises
    ------
    BadQuestion
        The question is empty, or names no two ends.
    NoRoute
        Both ends are the same.
    MissingWeights
        A weighted task has no sound weights.
    BadRecord
        There is nothing to plan on.
    """
    if not task.question.strip():
        raise BadQuestion("the question is empty", field="question", mend="ask from A to B")
    weights_of(task)
    if task.edge_table is None and task.image is None:
        raise BadRecord(
            "the task has neither picture nor Edge_tab", field="task", mend="give one of them"
        )
    topology: Topology = "tables" if task.edge_table is not None else "map"
    values: Values = "none"
    if topology == "map" and task.vertex_table is not None:
        values = "mix"
    elif task.kind.weighted:
        values = "tables"
    table = task.edge_table or task.vertex_table
    try:
        ends = parse_question(task.question, vertex_names(table) if table is not None else ())
    except BadQuestion:
        if open_ends:
            return Goal("", "", topology, values)
        raise
    if ends.source == ends.target:
        raise NoRoute(
            f"origin and destination are both {ends.source!r}",
            field="question",
            mend="ask from one station to another",
        )
    return Goal(ends.source, ends.target, topology, values)
