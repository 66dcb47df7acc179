"""Reading many regions at once: in each turn every region that is not done gets one look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

from perception.ocr.engine import RgbArray, Transcript
from perception.text.line import LineReading
from perception.text.reader import Looks

# Regions prepared at a time; most of the work on them leaves Python's lock.
_WORKERS = 2


def take_turns(
    looks: Iterable[Looks], transcribe: Callable[[Sequence[RgbArray]], list[Transcript]]
) -> list[list[LineReading]]:
    """Run readings to their ends.

    Parameters
    ----------
    looks : iterable of generators
        One a region, see `perception.text.reader.LineReader.read`.
    transcribe : callable
        Reads upright crops, in the order given.

    Returns
    -------
    list of list of LineReading
        The lines of each region, in the order given.
    """
    running = list(looks)
    done: list[list[LineReading]] = [[] for _ in running]

    def advanced(turn: tuple[int, Transcript | None]) -> RgbArray | None:
        index, answer = turn
        try:
            return next(running[index]) if answer is None else running[index].send(answer)
        except StopIteration as stop:
            done[index] = stop.value
            return None

    turns: list[tuple[int, Transcript | None]] = [(index, None) for index in range(len(running))]
    with ThreadPoolExecutor(_WORKERS) as pool:
        while turns:
            crops = list(pool.map(advanced, turns))
            asked = [
                (index, crop)
                for (index, _), crop in zip(turns, crops, strict=True)
                if crop is not None
            ]
            answers = transcribe([crop for _, crop in asked])
            turns = [(index, answer) for (index, _), answer in zip(asked, answers, strict=True)]
    return done
