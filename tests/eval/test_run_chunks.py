"""The order of work: every sample once, a picture's first sample before its others."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from eval.maptab.dataset import MapTabData
from eval.maptab.kinds import get_kind
from eval.run.chunks import Chunk, ChunkQueue, cut_chunks
from tests.eval.small_data import record, write_data, write_queries
from tools.task import TaskKind

KIND = TaskKind("metromap", "only_map", "only_map", uses_map=True)


def chunks_of(root: Path, name: str, **options: bool | int) -> list[Chunk]:
    kind = get_kind("metromap", name)
    return list(cut_chunks(kind, MapTabData(root).samples(kind), **options))  # type: ignore[arg-type]


def two_maps(root: Path, source: str) -> Path:
    write_data(root, n=1)
    records = [record(i) for i in range(80)]
    for place, item in enumerate(records):
        if place % 2:
            item.update(figure="metromap/images/b.png", edge_tab="metromap/tabulars/b_edge.json")
    write_queries(root, records, source=source)
    return root


def test_chunk_holds_samples_of_one_map_only(tmp_path: Path) -> None:
    chunks = chunks_of(two_maps(tmp_path, "only_tab"), "only_tab", size=16)
    assert sorted(i for chunk in chunks for i in chunk.indices) == list(range(80))
    assert all(len({i % 2 for i in chunk.indices}) == 1 for chunk in chunks)
    assert max(len(chunk.indices) for chunk in chunks) == 16


def test_first_sample_of_a_picture_goes_alone(tmp_path: Path) -> None:
    chunks = chunks_of(two_maps(tmp_path, "only_map"), "only_map")
    assert [chunk.indices for chunk in chunks if len(chunk.indices) == 1][:1] == [(0,)]
    assert len({chunk.picture for chunk in chunks}) == 2
    assert all(chunk.picture for chunk in chunks)


def test_picture_that_is_not_read_holds_nothing_back(tmp_path: Path) -> None:
    assert not any(c.picture for c in chunks_of(two_maps(tmp_path, "only_tab"), "only_tab"))
    write_queries(tmp_path, [record(i) for i in range(4)], source="map_and_tab")
    assert not any(c.picture for c in chunks_of(tmp_path, "map_and_tab"))
    write_queries(tmp_path, [record(i) for i in range(4)], source="only_map")
    chunks = chunks_of(tmp_path, "only_map", size=1, by_picture=False)
    assert [chunk.indices for chunk in chunks] == [(0,), (1,), (2,), (3,)]
    assert not any(chunk.picture for chunk in chunks)


def test_others_wait_until_the_picture_is_read() -> None:
    a1, a2, b1, b2 = (Chunk(KIND, (i,), picture) for i, picture in enumerate("aabb"))
    queue = ChunkQueue([a1, a2, b1, b2])
    assert (queue.take(), queue.take(), queue.take()) == (a1, b1, None)
    queue.done(b1)
    assert (queue.take(), queue.take()) == (b2, None)
    queue.done(a1)
    assert (queue.take(), queue.take()) == (a2, None)


def test_another_takes_over_what_a_lost_worker_left() -> None:
    first, second = Chunk(KIND, (0,), "a"), Chunk(KIND, (1, 2), "a")
    queue = ChunkQueue([first, second])
    assert queue.take() == first
    queue.give_back(first, ())  # its only sample was lost
    assert queue.take() == second
    queue.give_back(second, (2,))
    assert queue.take() == Chunk(KIND, (2,), "a")


@given(
    st.lists(st.sampled_from(["", "a", "b", "c"]), max_size=20),
    st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=200),
)
def test_every_chunk_is_handed_out_and_no_picture_read_twice_at_once(
    pictures: list[str], moves: list[tuple[int, bool]]
) -> None:
    queue = ChunkQueue([Chunk(KIND, (i, i + 1000), p) for i, p in enumerate(pictures)])
    busy: list[Chunk] = []
    read: set[str] = set()
    seen: list[int] = []

    def take() -> bool:
        chunk = queue.take()
        if chunk is None:
            return False
        if chunk.picture and chunk.picture not in read:
            assert all(other.picture != chunk.picture for other in busy)
        busy.append(chunk)
        return True

    def finish(place: int, whole: bool) -> None:
        chunk = busy.pop(place % len(busy))
        if whole or len(chunk.indices) == 1:
            seen.extend(chunk.indices)
            read.add(chunk.picture)
            queue.done(chunk)
        else:
            seen.append(chunk.indices[0])
            queue.give_back(chunk, chunk.indices[1:])

    for place, whole in moves:
        if (len(busy) == 3 or not take()) and busy:
            finish(place, whole)
    while take() or busy:
        if busy:
            finish(0, True)
    expected = [i for i, _ in enumerate(pictures)]
    assert sorted(seen) == sorted([*expected, *(i + 1000 for i in expected)])
