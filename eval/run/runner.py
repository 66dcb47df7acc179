"""A run from configuration to results."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from eval.maptab.dataset import DamagedSample, MapTabData, Sample
from eval.maptab.kinds import select_kinds
from eval.metrics.task_score import TaskScore
from eval.run.chunks import Chunk, ChunkQueue, cut_chunks
from eval.run.config import MINI, RunConfig
from eval.run.fingerprint import code_sha256, git_state, machine, package_versions
from eval.run.process_pool import Lost, ProcessPool
from eval.run.progress import RunProgress
from eval.run.results import RunScope, write_results
from eval.run.resume import check_same, is_done, read_earlier
from eval.run.sample_runner import Finished, SampleRunner
from eval.run.store import RunStore
from eval.run.systems import SystemPlan
from eval.run.thread_pool import ThreadPool
from eval.systems import Outcome, Reply
from perception.errors import ConfigError
from tools.task import TaskKind


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What a completed run tells its caller.

    Attributes
    ----------
    tasks : dict
        Task id to score.
    skipped : tuple of str
        Tasks that were asked for and that the data lacks.
    done, reused : int
        Samples done now, and by earlier starts of the run.
    """

    tasks: dict[str, TaskScore]
    skipped: tuple[str, ...]
    done: int
    reused: int


def data_root(name: str) -> Path:
    """Return the folder of a data set, the embedded one by the name of "mini"."""
    if name == MINI:
        from eval.mini.paths import mini_root

        return mini_root()
    return Path(name).expanduser()


def find_scope(config: RunConfig) -> tuple[RunScope, tuple[str, ...]]:
    """Return the samples of a run, and the tasks asked for that the data lacks.

    Raises
    ------
    ConfigError
        If the data, a task or the split is unknown, or nothing is left to do.
    """
    data = MapTabData(data_root(config.data))
    asked = select_kinds(config.tasks, config.domain)
    missing = {kind.id for kind in data.missing(asked, config.split)}
    kinds = [kind for kind in asked if kind.id not in missing]
    if not kinds:
        raise ConfigError(
            f"holds no {config.split} queries of {', '.join(sorted(missing))}",
            file=config.data,
            mend="choose another --task, --domain or --split",
        )
    return RunScope(data, config.split, kinds, config.limit), tuple(
        kind.id for kind in asked if kind.id in missing
    )


def run(config: RunConfig, plan: SystemPlan) -> RunSummary:
    """Do a run, or what is left of it, and write its results.

    Parameters
    ----------
    config : RunConfig
        Samples, workers, folder.
    plan : SystemPlan
        The system under test.

    Returns
    -------
    RunSummary
        Once every sample has a record, whatever its outcome.

    Raises
    ------
    ConfigError, ModelError
        If the run cannot start as asked.
    RunMismatch
        If the folder holds a run of another configuration.
    """
    scope, skipped = find_scope(config)
    system = plan.build(scope.kinds)
    identity = {
        "data": scope.data.digest(scope.kinds, scope.split, limit=scope.limit),
        "split": scope.split,
        "tasks": [kind.id for kind in scope.kinds],
        "limit": scope.limit,
        "system": {**system.describe(), "name": plan.name},
        "code": code_sha256(),
        "versions": package_versions(),
    }
    store = RunStore(config.out)
    with store.locked():
        earlier = read_earlier(store)
        if earlier is not None:
            check_same(store, earlier, identity)
            store.drop_leftovers()
        log = _RunLog(store, earlier, identity, config, plan, skipped)
        runner = SampleRunner(scope.data, scope.split, system, store)
        try:
            done, reused = _work(config, plan, scope, store, runner, skipped, log)
            tasks = write_results(store, scope, plan.name)
        except BaseException:
            log.close("interrupted")
            raise
        log.close("completed", tasks)
    return RunSummary(tasks, skipped, done, reused)


class _RunLog:
    """run.json: what the run is of, and each start of it."""

    def __init__(
        self,
        store: RunStore,
        earlier: dict[str, Any] | None,
        identity: dict[str, Any],
        config: RunConfig,
        plan: SystemPlan,
        skipped: tuple[str, ...],
    ) -> None:
        self._store = store
        self._start = time.monotonic()
        self._session: dict[str, Any] = {
            "started": _now(),
            "workers": config.workers,
            "machine": machine(),
            "git": git_state(),
        }
        self._content: dict[str, Any] = {
            "status": "started",
            "config": {
                **config.model_dump(mode="json"),
                "system": plan.name,
                "options": plan.settings,
            },
            "identity": identity,
            "skipped": skipped,
            "sessions": [*(earlier or {}).get("sessions", []), self._session],
        }
        store.write(store.run_file, self._content)

    def note(self, **values: Any) -> None:
        self._session.update(values)

    def close(self, status: str, tasks: dict[str, TaskScore] | None = None) -> None:
        self._session.update(ended=_now(), seconds=round(time.monotonic() - self._start, 3))
        self._content["status"] = status
        if tasks is not None:
            self._content["samples"] = sum(task.n for task in tasks.values())
        self._store.write(self._store.run_file, self._content)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _work(
    config: RunConfig,
    plan: SystemPlan,
    scope: RunScope,
    store: RunStore,
    runner: SampleRunner,
    skipped: tuple[str, ...],
    log: _RunLog,
) -> tuple[int, int]:
    """Do all samples that have no record yet; return how many, and how many had one."""
    chunks, reused = _plan_chunks(scope, store, plan, config.workers)
    total = sum(len(chunk.indices) for chunk in chunks)
    with RunProgress(total, reused) as progress:
        if skipped:
            progress.say(f"skipped, not in the data: {', '.join(skipped)}")
        try:
            for event in _events(config, plan, scope, runner, ChunkQueue(chunks)):
                if isinstance(event, Lost):
                    progress.say(f"a worker process ended ({event.cause}); the rest goes on")
                    event = _record_lost(event, store, runner)
                progress.add(event)
        finally:
            log.note(done=progress.done, reused=reused, outcomes=dict(progress.outcomes))
    return total, reused


def _plan_chunks(
    scope: RunScope, store: RunStore, plan: SystemPlan, workers: int
) -> tuple[list[Chunk], int]:
    chunks: list[Chunk] = []
    reused = 0
    for kind in scope.kinds:
        pending: list[Sample | DamagedSample] = []
        for sample in islice(scope.data.samples(kind, scope.split), scope.limit):
            if is_done(store, kind.id, sample.index):
                reused += 1
            else:
                pending.append(sample)
        if plan.processes:
            chunks += cut_chunks(kind, pending)
        else:
            chunks += cut_chunks(kind, pending, size=1, by_picture=False)
    return chunks, reused


def _events(
    config: RunConfig,
    plan: SystemPlan,
    scope: RunScope,
    runner: SampleRunner,
    queue: ChunkQueue,
) -> Iterator[Finished | Lost]:
    if config.workers == 0:
        while chunk := queue.take():
            for index in chunk.indices:
                yield runner.run(chunk.kind, index)
            queue.done(chunk)
    elif plan.processes:
        make_runner = partial(_worker_runner, config, plan, scope.kinds)
        yield from ProcessPool(make_runner, config.workers).run(queue)
    else:
        yield from ThreadPool(runner, config.workers).run(queue)


def _worker_runner(config: RunConfig, plan: SystemPlan, kinds: list[TaskKind]) -> SampleRunner:
    """Build in a worker process what it needs; the data is read there, not sent."""
    data = MapTabData(data_root(config.data))
    return SampleRunner(data, config.split, plan.build(kinds), RunStore(config.out))


def _record_lost(lost: Lost, store: RunStore, runner: SampleRunner) -> Finished:
    """Record a sample whose worker died, unless it was written before."""
    record = store.read_sample(lost.kind.id, lost.index)
    if record is not None and record["outcome"] != Outcome.ERROR:
        return Finished(
            lost.kind.id, lost.index, Outcome(record["outcome"]), record["scores"]["ema"], ""
        )
    reply = Reply(None, Outcome.ERROR, error=f"the worker process ended: {lost.cause}")
    released = runner.samples(lost.kind)[lost.index].record
    return runner.record(lost.kind, lost.index, released, reply, 0.0)
