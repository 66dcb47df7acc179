"""One sample from task to record on disk."""

from __future__ import annotations

import threading
import time
import traceback
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from eval.benchmark import Benchmark, DamagedSample, Data, Sample, Score
from eval.run.graph_store import GraphStore
from eval.run.store import RunStore
from eval.systems import Outcome, Reply, System
from perception.errors import MapclewError
from tools.task import TaskKind

# One kind of task follows another; at the seam the workers are on both.
KINDS_IN_MEMORY = 2


@dataclass(frozen=True, slots=True)
class Finished:
    """A sample whose record is on disk.

    Attributes
    ----------
    kind_id : str
        Domain and task.
    index : int
        Place in the query file.
    outcome : Outcome
        How it ended.
    right : int
        Whether the answer is right, 0 or 1.
    error : str
        Empty, or what failed.
    """

    kind_id: str
    index: int
    outcome: Outcome
    right: int
    error: str


def ask(system: System, sample: Sample) -> Reply:
    """Have a system answer one sample; whatever goes wrong is in the reply."""
    try:
        return system.answer(sample.task())
    except MapclewError as error:
        return Reply(None, Outcome.ERROR, error=f"{type(error).__name__}: {error}")
    except Exception as error:
        # A fault of the system's code must not take the other samples with it.
        return Reply(
            None,
            Outcome.ERROR,
            error=f"{type(error).__name__}: {error}",
            trace={"traceback": traceback.format_exc()},
        )


def score_reply(benchmark: Benchmark, kind: TaskKind, record: object, reply: Reply) -> Score:
    """Score a reply.

    Text is scored as it came, as the released evaluator does, even where a limit cut it off; the
    outcome stays the reply's own.
    """
    if reply.response is None:
        return benchmark.score(kind, record, None, reply.outcome, reply.trace)
    score = benchmark.score(kind, record, reply.response, None, reply.trace)
    if score.outcome is not Outcome.SCORED or reply.outcome is Outcome.SCORED:
        return score
    return benchmark.restore(kind, reply.outcome, score.as_dict())


def sample_record(
    benchmark: Benchmark,
    kind: TaskKind,
    index: int,
    record: object,
    reply: Reply,
    score: Score,
    seconds: float,
    graph: str | None = None,
) -> dict[str, Any]:
    """Return a sample's record as it goes to disk.

    `seconds` is the wall time of the answer, with reading its tables; `graph` is the file of the
    map graph that the answer rests on.
    """
    return {
        "id": f"{kind.id}/{index:05d}",
        "task": kind.id,
        "index": index,
        **benchmark.shown(kind, record),
        "outcome": score.outcome,
        "response": reply.response,
        "error": reply.error,
        "verified": reply.verified,
        "why": reply.why,
        "scores": score.as_dict(),
        "seconds": round(seconds, 6),
        "graph": graph,
        "calls": reply.calls,
        "trace": reply.trace,
    }


def score_of(benchmark: Benchmark, kind: TaskKind, record: dict[str, Any]) -> Score:
    """Rebuild the score from a sample's record."""
    return benchmark.restore(kind, Outcome(record["outcome"]), record["scores"])


class SampleRunner:
    """Answers, scores and records samples by their place; safe to share if the system is.

    Parameters
    ----------
    benchmark : Benchmark
        Scores the answers.
    data : Data
        Where the samples come from.
    split : str
        Which split.
    system : System
        What is asked.
    store : RunStore
        Where the records go.
    """

    def __init__(
        self, benchmark: Benchmark, data: Data, split: str, system: System, store: RunStore
    ) -> None:
        self._benchmark = benchmark
        self._data = data
        self._split = split
        self._system = system
        self._store = store
        self._graphs = GraphStore(store)
        self._loaded: OrderedDict[str, list[Sample | DamagedSample]] = OrderedDict()
        self._lock = threading.Lock()

    def samples(self, kind: TaskKind) -> list[Sample | DamagedSample]:
        """Return a kind's samples; those of the last kinds asked for stay in memory."""
        with self._lock:
            found = self._loaded.get(kind.id)
            if found is None:
                found = self._loaded[kind.id] = list(self._data.samples(kind, self._split))
                if len(self._loaded) > KINDS_IN_MEMORY:
                    self._loaded.popitem(last=False)
            self._loaded.move_to_end(kind.id)
            return found

    def run(self, kind: TaskKind, index: int) -> Finished:
        """Answer one sample and write its record."""
        sample = self.samples(kind)[index]
        start = time.perf_counter()
        if isinstance(sample, DamagedSample):
            error = f"{type(sample.error).__name__}: {sample.error}"
            reply = Reply(None, Outcome.BAD_RECORD, error=error)
        else:
            reply = ask(self._system, sample)
        return self.record(kind, index, sample.record, reply, time.perf_counter() - start)

    def record(
        self, kind: TaskKind, index: int, record: object, reply: Reply, seconds: float
    ) -> Finished:
        """Score a reply and write the sample's record."""
        score = score_reply(self._benchmark, kind, record, reply)
        graph = self._graphs.keep(reply.graph) if reply.graph is not None else None
        self._store.write_sample(
            kind.id,
            index,
            sample_record(self._benchmark, kind, index, record, reply, score, seconds, graph),
        )
        return Finished(kind.id, index, score.outcome, score.right, reply.error)
