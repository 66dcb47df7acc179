"""Score many maps, each in a process of its own."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext

from eval.reading.map_report import MapReport
from eval.reading.score_map import ScoreRequest, score_map
from perception.errors import MapclewError

Scorer = Callable[[ScoreRequest], MapReport]

# Imported once; every map's process is a copy of that.
_PRELOAD = [
    "eval.reading.score_map",
    "perception.scoring.confidence_score",
    "perception.scoring.line_agreement",
    "perception.scoring.name_errors",
    "perception.overlay",
    "tools.cached_reader",
]


def score_maps(
    requests: list[ScoreRequest], workers: int = 1, scorer: Scorer = score_map
) -> Iterator[MapReport]:
    """Score maps side by side and hand over each as it is done.

    Each map has a process of its own, so that its memory can be measured, and one that breaks its
    process does not take the others with it. A map that cannot be scored gives a report with an
    error.

    Parameters
    ----------
    requests : list of ScoreRequest
        The maps.
    workers : int
        How many at a time.
    scorer : callable
        Scores one map; can be pickled.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOAD)
    pool = ThreadPoolExecutor(workers)
    try:
        futures = [pool.submit(_score_apart, context, each, scorer) for each in requests]
        for future in as_completed(futures):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _score_apart(context: ForkServerContext, request: ScoreRequest, scorer: Scorer) -> MapReport:
    ours, theirs = context.Pipe(duplex=False)
    # A daemon ends with this process, also when that is interrupted.
    process = context.Process(target=_score_into, args=(theirs, request, scorer), daemon=True)
    process.start()
    theirs.close()
    try:
        report: MapReport = ours.recv()
    except EOFError:
        process.join()
        report = MapReport(
            request.map.name, error=f"its process ended with exit code {process.exitcode}"
        )
    finally:
        ours.close()
    process.join()
    return report


def _score_into(pipe: Connection, request: ScoreRequest, scorer: Scorer) -> None:
    try:
        report = scorer(request)
    except MapclewError as error:
        report = MapReport(request.map.name, error=f"{type(error).__name__}: {error}")
    except Exception as error:
        # What went wrong is not known, and the other maps are worth reading all the same.
        text = f"{type(error).__name__}: {error}"
        report = MapReport(request.map.name, error=f"failed unexpectedly: {text}")
    pipe.send(report)
    pipe.close()
