"""Results and predictions, derived from the samples on disk and from nothing else.

Made anew from the same samples they are the same bytes: no times, no paths, no order of work.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from eval.benchmark import Score, TaskTotal
from eval.run.sample_runner import score_of
from eval.run.scope import RunScope
from eval.run.store import RunStore
from eval.run.systems import SystemPlan
from eval.run.tool_use_pool import ToolUsePool
from perception.errors import RunMismatch
from tools.task import TaskKind

NO_RECORD: Final = "no_record"
"""Where predictions keep what stands in the place of a record and is no object."""


def write_results(store: RunStore, scope: RunScope, plan: SystemPlan) -> dict[str, TaskTotal]:
    """Write results.json, tool_use.json and the predictions of every task.

    Parameters
    ----------
    store : RunStore
        Holds a record of every sample.
    scope : RunScope
        The samples.
    plan : SystemPlan
        The system, for the predictions' file names and for what was left out of it.

    Returns
    -------
    dict
        Task id to score.

    Raises
    ------
    RunMismatch
        If the record of a sample is missing or damaged.
    """
    uses = {kind.id: ToolUsePool() for kind in scope.kinds}
    tasks = {
        kind.id: _write_task(store, scope, kind, plan.label, uses[kind.id]) for kind in scope.kinds
    }
    results: dict[str, Any] = {"tasks": {name: score.as_dict() for name, score in tasks.items()}}
    told = {"oracle": list(scope.oracle)} if scope.oracle else {}
    if ablation := {**told, **plan.ablation}:
        results["ablation"] = ablation
    results |= scope.benchmark.groups(tasks)
    if notes := scope.data.notes():
        results["data"] = notes
    if scope.unreadable:
        results["unreadable"] = scope.unreadable
    if used := {name: found for name, use in uses.items() if (found := use.as_dict())}:
        store.write(store.tool_use_file, {"tasks": used})
    store.write(store.results_file, results)
    return tasks


def _write_task(
    store: RunStore, scope: RunScope, kind: TaskKind, system: str, use: ToolUsePool
) -> TaskTotal:
    scores: list[Score] = []
    predictions: list[dict[str, Any]] = []
    for index, released in enumerate(scope.records(kind)):
        record = store.read_sample(kind.id, index)
        if record is None:
            raise RunMismatch(
                "is missing or damaged",
                file=str(store.sample_file(kind.id, index)),
                mend="give the same command again",
            )
        score = score_of(scope.benchmark, kind, record)
        scores.append(score)
        use.add(record, right=bool(score.right))
        predictions.append(prediction(released, record["response"]))
    store.write(store.predictions_file(kind.id, system), predictions)
    return scope.benchmark.pool(kind, scores)


def prediction(released: object, response: str | None) -> dict[str, Any]:
    """Return a record in the released form: the query's own fields and the response.

    A sample without an answer has an empty response; what failed is never put there. A record that
    is no object at all keeps its place as `no_record`, so that every record counts.

    Examples
    --------
    >>> prediction({"question": "From A to C?"}, "A-B-C")
    {'question': 'From A to C?', 'response': 'A-B-C'}
    """
    fields = dict(released) if isinstance(released, Mapping) else {NO_RECORD: released}
    return {**fields, "response": response or ""}


def released_of(predicted: object) -> object:
    """Return the record that a prediction was made of, with its response where it is one.

    Examples
    --------
    >>> released_of(prediction([1, 2], None))
    [1, 2]
    """
    if isinstance(predicted, Mapping) and predicted.keys() == {NO_RECORD, "response"}:
        return predicted[NO_RECORD]
    return predicted
