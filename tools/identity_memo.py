"""Remember what was derived from large immutable values, found again by identity.

Hashing a map graph or a table takes longer than planning on it; the very same object is met
again for each question on one map. The memo holds on to its keys, so an identity is never reused.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

Value = TypeVar("Value")


class IdentityMemo:
    """Results by the identity of some arguments and the value of others.

    Parameters
    ----------
    size : int
        How many results are kept, the latest used.
    """

    def __init__(self, size: int = 128) -> None:
        self._size = size
        self._known: OrderedDict[tuple[Any, ...], tuple[tuple[object, ...], Any]] = OrderedDict()

    def get(
        self, same: tuple[object, ...], equal: tuple[Any, ...], compute: Callable[[], Value]
    ) -> tuple[Value, bool]:
        """Return the result for these arguments, and whether it was known.

        Parameters
        ----------
        same : tuple of objects
            Compared by identity.
        equal : tuple of hashable values
            Compared by value.
        compute : callable
            Gives the result where it is not known; what it raises is not remembered.
        """
        key = (*map(id, same), *equal)
        if key in self._known:
            self._known.move_to_end(key)
            found: Value = self._known[key][1]
            return found, True
        value = compute()
        self._known[key] = (same, value)
        if len(self._known) > self._size:
            self._known.popitem(last=False)
        return value, False
