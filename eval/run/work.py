"""The work of a run: every sample without a record gets one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from eval.run.chunks import Chunk, ChunkQueue, cut_chunks
from eval.run.config import RunConfig
from eval.run.process_pool import Lost, ProcessPool
from eval.run.progress import RunProgress
from eval.run.resume import is_done
from eval.run.run_log import RunLog
from eval.run.sample_runner import Finished, SampleRunner, score_of
from eval.run.scope import RunScope, benchmark_of, data_root
from eval.run.store import RunStore
from eval.run.systems import SystemPlan
from eval.run.thread_pool import ThreadPool
from eval.systems import Outcome, Reply, System
from tools.task import TaskKind


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done, by what, and where to.

    Attributes
    ----------
    config : RunConfig
        Number of workers; what worker processes need to find the data.
    plan : SystemPlan
        How a worker process comes by its system.
    scope : RunScope
        The samples.
    store : RunStore
        Where the records go.
    system : System
        Serves all threads of this process.
    """

    config: RunConfig
    plan: SystemPlan
    scope: RunScope
    store: RunStore
    system: System

    def do(self, log: RunLog, *, resumed: bool) -> tuple[int, int]:
        """Do all samples that have no record yet.

        Parameters
        ----------
        log : RunLog
            Told how many ended how, also when interrupted.
        resumed : bool
            Whether there may be records of an earlier start.

        Returns
        -------
        done, reused : int
            Samples done now, and samples that had a record.
        """
        chunks, reused = self._chunks(resumed)
        total = sum(len(chunk.indices) for chunk in chunks)
        if total:
            # Results tell of a complete run or are not there.
            self.store.results_file.unlink(missing_ok=True)
        scope = self.scope
        runner = SampleRunner(scope.benchmark, scope.data, scope.split, self.system, self.store)
        with RunProgress(total, reused) as progress:
            if self.scope.skipped:
                progress.say(f"skipped, not in the data: {', '.join(self.scope.skipped)}")
            if total and self.plan.name == "agent" and any(c.kind.rests_on_map for c in chunks):
                progress.say("each picture is read once, up to a minute, before its first answer")
            try:
                for event in self._events(runner, ChunkQueue(chunks)):
                    if isinstance(event, Lost):
                        progress.say(f"a worker process ended ({event.cause}); the rest goes on")
                        event = self._record_lost(event, runner)
                    progress.add(event)
            finally:
                log.note(done=progress.done, reused=reused, outcomes=dict(progress.outcomes))
        return total, reused

    def _chunks(self, resumed: bool) -> tuple[list[Chunk], int]:
        chunks: list[Chunk] = []
        reused = 0
        for kind in self.scope.kinds:
            samples = list(self.scope.samples(kind))
            pending = [
                sample
                for sample in samples
                if not (resumed and is_done(self.store, kind.id, sample.index))
            ]
            reused += len(samples) - len(pending)
            if self.plan.processes:
                chunks += cut_chunks(kind, pending)
            else:
                chunks += cut_chunks(kind, pending, size=1, by_picture=False)
        return chunks, reused

    def _events(self, runner: SampleRunner, queue: ChunkQueue) -> Iterator[Finished | Lost]:
        workers = self.config.workers
        if workers == 0:
            while chunk := queue.take():
                for index in chunk.indices:
                    yield runner.run(chunk.kind, index)
                queue.done(chunk)
        elif self.plan.processes:
            make_runner = partial(_worker_runner, self.config, self.plan, self.scope.kinds)
            yield from ProcessPool(make_runner, workers).run(queue)
        else:
            yield from ThreadPool(runner, workers).run(queue)

    def _record_lost(self, lost: Lost, runner: SampleRunner) -> Finished:
        """Record a sample whose worker died, unless it was written before."""
        kind, index = lost.kind, lost.index
        record = self.store.read_sample(kind.id, index)
        if record is not None and record["outcome"] != Outcome.ERROR:
            score = score_of(self.scope.benchmark, kind, record)
            return Finished(kind.id, index, score.outcome, score.right, "")
        reply = Reply(None, Outcome.ERROR, error=f"the worker process ended: {lost.cause}")
        released = runner.samples(kind)[index].record
        return runner.record(kind, index, released, reply, 0.0)


def _worker_runner(config: RunConfig, plan: SystemPlan, kinds: list[TaskKind]) -> SampleRunner:
    """Build in a worker process what it needs; the data is read there, not sent."""
    benchmark = benchmark_of(config)
    data = benchmark.open(data_root(config.data))
    return SampleRunner(benchmark, data, config.split, plan.build(kinds), RunStore(config.out))
