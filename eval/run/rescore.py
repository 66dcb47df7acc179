"""Score a run anew from what is on disk, and compare with what it wrote.

Neither the data set nor the system is needed: the predictions hold the labels, the samples hold
the responses and how each ended.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson

from eval.benchmark import Benchmark, Score, TaskTotal
from eval.run.results import prediction, released_of
from eval.run.sample_runner import score_reply
from eval.run.store import to_json
from eval.run.stored_run import StoredRun
from eval.run.tool_use_pool import ToolUsePool
from eval.systems import Outcome, Reply
from perception.errors import RunMismatch
from tools.task import TaskKind

_SCORES = ("tasks", "questions")


@dataclass(frozen=True, slots=True)
class Rescored:
    """A run's scores made anew.

    Attributes
    ----------
    tasks : dict
        Task id to score.
    results : bytes
        What results.json has to be.
    differences : tuple of str
        Everything on disk that says otherwise; empty where all is the same, byte for byte.
    """

    tasks: dict[str, TaskTotal]
    results: bytes
    differences: tuple[str, ...]


def rescore(run: StoredRun) -> Rescored:
    """Score every sample of a complete run from its response and its label.

    Raises
    ------
    RunMismatch
        If predictions or the record of a sample are missing or damaged.
    """
    tasks: dict[str, TaskTotal] = {}
    differences: list[str] = []
    uses = {kind.id: ToolUsePool() for kind in run.kinds}
    for kind in run.kinds:
        tasks[kind.id] = _rescore_task(run, kind, uses[kind.id], differences)
    used = {name: found for name, use in uses.items() if (found := use.as_dict())}
    file = run.store.tool_use_file
    # Runs of old have no such file, and nothing else rests on it.
    if file.is_file() and file.read_bytes() != to_json({"tasks": used}) + b"\n":
        differences.append(f"{file}: other bytes")
    file = run.store.results_file
    written = file.read_bytes() if file.is_file() else None
    results = to_json(_results(run.benchmark, tasks, written)) + b"\n"
    if written is None:
        differences.append(f"{file}: is missing")
    elif written != results:
        differences.append(f"{file}: other bytes")
    return Rescored(tasks, results, tuple(differences))


def _results(
    benchmark: Benchmark, tasks: dict[str, TaskTotal], written: bytes | None
) -> dict[str, Any]:
    """Return results.json: the scores made anew, between the notes that it holds beside them."""
    try:
        notes = orjson.loads(written) if written else {}
    except orjson.JSONDecodeError:
        notes = {}
    scores: dict[str, Any] = {"tasks": {name: task.as_dict() for name, task in tasks.items()}}
    scores |= benchmark.groups(tasks)
    ordered = {name: scores.get(name, value) for name, value in notes.items()}
    kept = {name: value for name, value in ordered.items() if name in scores or name not in _SCORES}
    return {**kept, **{name: value for name, value in scores.items() if name not in kept}}


def _rescore_task(
    run: StoredRun, kind: TaskKind, use: ToolUsePool, differences: list[str]
) -> TaskTotal:
    file = run.store.predictions_file(kind.id, run.system)
    released = run.predictions(kind)
    if released is None:
        raise RunMismatch(
            "is missing or damaged", file=str(file), mend="give the run's command again"
        )
    scores: list[Score] = []
    predictions: list[dict[str, Any]] = []
    for index, predicted in enumerate(released):
        labelled = released_of(predicted)
        record = run.store.read_sample(kind.id, index)
        if record is None:
            raise RunMismatch(
                "is missing or damaged",
                file=str(run.store.sample_file(kind.id, index)),
                mend="give the run's command again",
            )
        response, outcome = record["response"], Outcome(record["outcome"])
        reply = Reply(response, outcome, trace=record["trace"])
        score = score_reply(run.benchmark, kind, labelled, reply)
        scores.append(score)
        use.add(record, right=bool(score.right))
        predictions.append(prediction(labelled, response))
        if to_json(score.as_dict()) != to_json(record["scores"]) or score.outcome != outcome:
            differences.append(f"{record['id']}: {record['scores']} became {score.as_dict()}")
    if to_json(predictions) + b"\n" != file.read_bytes():
        differences.append(f"{file}: other responses than the samples")
    return run.benchmark.pool(kind, scores)
