"""Worker processes that may die: each has a pipe of its own, so one death disturbs no other.

`concurrent.futures` gives up the whole pool when one process is killed; here the sample at which a
process died is reported, a new process is started, and the rest goes on.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Protocol

from eval.run.chunks import Chunk, ChunkQueue
from eval.run.sample_runner import Finished
from perception.errors import ConfigError
from tools.task import TaskKind

STARTS = 3
JOIN_SECONDS = 2.0


class Runner(Protocol):
    """What a worker does with one sample."""

    def run(self, kind: TaskKind, index: int) -> Finished:
        """Answer one sample and write its record."""
        ...


@dataclass(frozen=True, slots=True)
class Lost:
    """A sample at which a worker process died.

    Attributes
    ----------
    kind : TaskKind
        Its kind.
    index : int
        Its place in the query file.
    cause : str
        How the process ended.
    """

    kind: TaskKind
    index: int
    cause: str


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    chunk: Chunk | None = None
    done: int = 0
    ready: bool = False


def _work(pipe: Connection, make_runner: Callable[[], Runner]) -> None:
    """Run in the worker: a chunk in, its samples out, one by one."""
    with suppress(EOFError, BrokenPipeError):  # the parent is gone: nobody waits for more
        try:
            runner = make_runner()
        except Exception:
            pipe.send(traceback.format_exc())
            return
        pipe.send(None)
        while True:
            chunk: Chunk = pipe.recv()
            for index in chunk.indices:
                pipe.send(runner.run(chunk.kind, index))


class ProcessPool:
    """Works through chunks with several processes.

    Parameters
    ----------
    make_runner : callable
        Picklable; called once in each process.
    workers : int
        Number of processes, at least 1.
    """

    def __init__(self, make_runner: Callable[[], Runner], workers: int) -> None:
        self._make_runner = make_runner
        self._count = workers
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []
        self._failed_starts = 0

    def run(self, queue: ChunkQueue) -> Iterator[Finished | Lost]:
        """Yield every sample of the queue as it is finished, or lost with its process.

        Raises
        ------
        ConfigError
            If processes cannot be started.
        """
        try:
            self._workers = [self._start() for _ in range(self._count)]
            while True:
                for worker in self._workers:
                    self._feed(worker, queue)
                if not any(worker.chunk for worker in self._workers):
                    return
                pipes = [worker.pipe for worker in self._workers]
                for pipe in wait(pipes):
                    worker = next(w for w in self._workers if w.pipe is pipe)
                    yield from self._hear(worker, queue)
        finally:
            self._stop()

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._make_runner), daemon=True)
        with _deaf_to_interrupts():
            process.start()
        theirs.close()
        return _Worker(process, ours)

    def _feed(self, worker: _Worker, queue: ChunkQueue) -> None:
        # A chunk may be given before the process is ready: it waits in the pipe.
        if worker.chunk is None:
            worker.chunk, worker.done = queue.take(), 0
            if worker.chunk is not None:
                with suppress(BrokenPipeError):  # a dead process is noticed when it is listened to
                    worker.pipe.send(worker.chunk)

    def _hear(self, worker: _Worker, queue: ChunkQueue) -> Iterator[Finished | Lost]:
        try:
            message: Finished | str | None = worker.pipe.recv()
        except (EOFError, ConnectionResetError):
            yield from self._replace(worker, queue)
            return
        if isinstance(message, str):
            raise ConfigError(
                f"a worker process could not start:\n{message}", mend="mend the first cause"
            )
        if message is None:
            worker.ready = True
            self._failed_starts = 0
            return
        assert worker.chunk is not None
        worker.done += 1
        if worker.done == len(worker.chunk.indices):
            queue.done(worker.chunk)
            worker.chunk = None
        yield message

    def _replace(self, worker: _Worker, queue: ChunkQueue) -> Iterator[Lost]:
        worker.process.join()
        worker.pipe.close()
        chunk, done = worker.chunk, worker.done
        cause = _ending(worker.process.exitcode)
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts >= STARTS:
                raise ConfigError(
                    f"worker processes end at their start ({cause})",
                    field="--workers",
                    mend="use fewer, or 0 to run in this process",
                )
        self._workers[self._workers.index(worker)] = self._start()
        if chunk is None:
            return
        if worker.ready:
            yield Lost(chunk.kind, chunk.indices[done], cause)
            done += 1
        queue.give_back(chunk, chunk.indices[done:])

    def _stop(self) -> None:
        for worker in self._workers:
            worker.pipe.close()
            # Records are written whole or not at all, so a worker may be ended at any point.
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(JOIN_SECONDS)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._workers = []


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let processes started here ignore Ctrl-C, from their first instruction on.

    It reaches the whole process group; the parent alone decides what it means.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are the main thread's affair
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        name = signal.Signals(-code).name
        hint = ", perhaps out of memory" if name == "SIGKILL" else ""
        return f"killed by {name}{hint}"
    return f"exit code {code}"
