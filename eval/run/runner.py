"""A run from configuration to results."""

from __future__ import annotations

from dataclasses import dataclass

from eval.benchmark import TaskTotal
from eval.run.config import RunConfig
from eval.run.fingerprint import code_sha256, package_versions
from eval.run.results import write_results
from eval.run.resume import check_same, read_earlier
from eval.run.run_log import RunLog
from eval.run.scope import find_scope
from eval.run.store import RunStore
from eval.run.systems import SystemPlan
from eval.run.work import Work
from eval.systems import Outcome


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What a completed run tells its caller.

    Attributes
    ----------
    tasks : dict
        Task id to score.
    skipped : tuple of str
        Tasks that were asked for and that the data lacks.
    unreadable : dict
        Tasks whose query file cannot be read, and why; the others are done.
    done, reused : int
        Samples done now, and by earlier starts of the run.
    """

    tasks: dict[str, TaskTotal]
    skipped: tuple[str, ...]
    unreadable: dict[str, str]
    done: int
    reused: int

    @property
    def all_failed(self) -> bool:
        """Whether there are samples, and every one of them ended as an error or a bad record."""
        n = sum(task.n for task in self.tasks.values())
        failed = (Outcome.ERROR, Outcome.BAD_RECORD)
        lost = sum(task.outcomes.get(o.value, 0) for task in self.tasks.values() for o in failed)
        return 0 < n == lost


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
    scope = find_scope(config)
    system = plan.build(scope.kinds)
    identity = {
        "benchmark": {"name": scope.benchmark.name, **scope.benchmark.settings()},
        "data": scope.digest(),
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
        log = RunLog(store, earlier, identity, config, plan, scope.skipped)
        try:
            work = Work(config, plan, scope, store, system)
            done, reused = work.do(log, resumed=earlier is not None)
            tasks = write_results(store, scope, plan)
        except BaseException:
            log.close("interrupted")
            raise
        log.close("completed", tasks)
        store.drop_leftovers()
    return RunSummary(tasks, scope.skipped, scope.unreadable, done, reused)
