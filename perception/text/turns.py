"""Reading many regions at once: look by look for a recogniser of many lines, else side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from perception.ocr.engine import RgbArray, Transcript
from perception.side_by_side import side_by_side
from perception.text.line import LineReading
from perception.text.reader import Looks


def take_turns(
    looks: Iterable[Looks], transcribe: Callable[[Sequence[RgbArray]], list[Transcript]]
) -> list[list[LineReading]]:
    """Run readings to their ends, in each turn one look of every region that is not done.

    For a recogniser that reads many lines sooner than one after the other.

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
    while turns:
        crops = side_by_side(advanced, turns)
        asked = [
            (index, crop) for (index, _), crop in zip(turns, crops, strict=True) if crop is not None
        ]
        answers = transcribe([crop for _, crop in asked])
        turns = [(index, answer) for (index, _), answer in zip(asked, answers, strict=True)]
    return done


def read_side_by_side(
    looks: Iterable[Looks], transcribe: Callable[[Sequence[RgbArray]], list[Transcript]]
) -> list[list[LineReading]]:
    """Run readings to their ends, a few regions at a time.

    For a recogniser that reads one line as soon as a share of many; parameters and result as of
    `take_turns`.
    """

    def read(looking: Looks) -> list[LineReading]:
        try:
            crop = next(looking)
            while True:
                crop = looking.send(transcribe([crop])[0])
        except StopIteration as stop:
            lines: list[LineReading] = stop.value
            return lines

    return side_by_side(read, looks)
