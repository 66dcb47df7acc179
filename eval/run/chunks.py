"""The order of work: samples of one map together, a picture's first sample before its others."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from eval.benchmark import DamagedSample, Sample
from tools.task import TaskKind

CHUNK_SIZE = 32


@dataclass(frozen=True, slots=True)
class Chunk:
    """Samples that one worker does in one go.

    Attributes
    ----------
    kind : TaskKind
        All are of this kind.
    indices : tuple of int
        Places in the query file, in the order of work.
    picture : str
        The picture that has to be read for them; empty where none has.
    """

    kind: TaskKind
    indices: tuple[int, ...]
    picture: str = ""


def cut_chunks(
    kind: TaskKind,
    samples: Iterable[Sample | DamagedSample],
    *,
    size: int = CHUNK_SIZE,
    by_picture: bool = True,
) -> Iterator[Chunk]:
    """Cut samples of one kind into chunks that share their files.

    Parameters
    ----------
    kind : TaskKind
        Kind of all samples.
    samples : iterable
        Those that are still to be done.
    size : int
        Most samples in a chunk.
    by_picture : bool
        Whether to name the picture that a chunk needs read, which makes `ChunkQueue` hold the
        rest of a picture back until its first sample is done.
    """
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for sample in samples:
        files = () if isinstance(sample, DamagedSample) else sample.files()
        groups[tuple(map(str, files))].append(sample.index)
    reads_picture = by_picture and kind.rests_on_map
    for names, indices in groups.items():
        picture = names[0] if reads_picture and names else ""
        start = 1 if picture else 0
        if start:
            yield Chunk(kind, (indices[0],), picture)
        for place in range(start, len(indices), size):
            yield Chunk(kind, tuple(indices[place : place + size]), picture)


class ChunkQueue:
    """Hands out chunks; of a picture not read yet, one at a time.

    Reading a picture takes seconds, planning on the cached result milliseconds: two workers that
    start on one picture would both read it.

    Parameters
    ----------
    chunks : iterable of Chunk
        Taken from lazily.
    """

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self._fresh = iter(chunks)
        self._ready: deque[Chunk] = deque()
        self._being_read: dict[str, list[Chunk]] = {}
        self._read: set[str] = set()

    def take(self) -> Chunk | None:
        """Return the next chunk that can be worked on now, None if there is none at present."""
        while self._ready:
            chunk = self._ready.popleft()
            if self._admit(chunk):
                return chunk
        for chunk in self._fresh:
            if self._admit(chunk):
                return chunk
        return None

    def _admit(self, chunk: Chunk) -> bool:
        picture = chunk.picture
        if not picture or picture in self._read:
            return True
        if picture in self._being_read:
            self._being_read[picture].append(chunk)
            return False
        self._being_read[picture] = []
        return True

    def done(self, chunk: Chunk) -> None:
        """Take note that a chunk is finished: its picture has been read."""
        if chunk.picture and chunk.picture not in self._read:
            self._read.add(chunk.picture)
            self._ready.extend(self._being_read.pop(chunk.picture, ()))

    def give_back(self, chunk: Chunk, undone: tuple[int, ...]) -> None:
        """Take back what a lost worker left undone of a chunk."""
        held = self._being_read.pop(chunk.picture, [])
        if undone:
            self._ready.append(Chunk(chunk.kind, undone, chunk.picture))
        self._ready.extend(held)
