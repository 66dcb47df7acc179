"""Work on several parts of a picture at a time.

NumPy, OpenCV and ONNX Runtime let go of Python's lock in most of what the stages do. The parts must
not change what another reads; results come in order, so that they are the same on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Part = TypeVar("Part")
Found = TypeVar("Found")

# More threads than this mostly wait for Python's lock.
_THREADS = 2


def side_by_side(work: Callable[[Part], Found], parts: Iterable[Part]) -> list[Found]:
    """Return what `work` makes of each part, in the order given."""
    with ThreadPoolExecutor(_THREADS) as pool:
        return list(pool.map(work, parts))
