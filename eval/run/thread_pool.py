"""Worker threads for systems that wait for a network most of the time."""

from __future__ import annotations

import queue as queues
import threading
from collections.abc import Iterator

from eval.run.chunks import ChunkQueue
from eval.run.process_pool import Runner
from eval.run.sample_runner import Finished


class ThreadPool:
    """Works through chunks with several threads that share one runner.

    The threads are daemons: on Ctrl-C the process does not wait for calls under way, whose samples
    are asked again when the run goes on.

    Parameters
    ----------
    runner : Runner
        Safe to share between threads.
    workers : int
        Number of threads, at least 1.
    """

    def __init__(self, runner: Runner, workers: int) -> None:
        self._runner = runner
        self._count = workers
        self._stopping = threading.Event()

    def run(self, queue: ChunkQueue) -> Iterator[Finished]:
        """Yield every sample of the queue as it is finished.

        Raises
        ------
        Exception
            Whatever a record could not be written for, such as a full disk.
        """
        lock = threading.Lock()
        heard: queues.Queue[Finished | BaseException | None] = queues.Queue()

        def work() -> None:
            try:
                while not self._stopping.is_set():
                    with lock:
                        chunk = queue.take()
                    if chunk is None:
                        break
                    for index in chunk.indices:
                        if self._stopping.is_set():
                            break
                        heard.put(self._runner.run(chunk.kind, index))
                    with lock:
                        queue.done(chunk)
                heard.put(None)
            except BaseException as error:
                heard.put(error)

        threads = [threading.Thread(target=work, daemon=True) for _ in range(self._count)]
        for thread in threads:
            thread.start()
        running = len(threads)
        try:
            while running:
                message = heard.get()
                if isinstance(message, BaseException):
                    raise message
                if message is None:
                    running -= 1
                else:
                    yield message
        finally:
            self._stopping.set()
