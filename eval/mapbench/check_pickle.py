"""Whether a pickle can be loaded without harm to the process.

Which classes it may name is a matter of `read_pickle`; this is what its bytes ask of the loader
itself. A million tuples, each in the next, overflow the C stack when they are hashed; memo place
2^31 takes that many words; and a pair of states, instead of one, sets attributes of a class for
every file that follows.
"""

from __future__ import annotations

import pickletools
from typing import Final

_NUMBERS: Final = frozenset(
    {"BINFLOAT", "FLOAT", "INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4"}
)
_SIZES: Final = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
_PUTS: Final = frozenset({"PUT", "BINPUT", "LONG_BINPUT"})


def check_pickle(data: bytes) -> None:
    """Go through the operations of a pickle without doing any.

    Parameters
    ----------
    data : bytes
        The pickle.

    Raises
    ------
    ValueError
        It is none, holds a tuple of anything but numbers (a scene's are points) or a frozen set, or
        puts by a number that so few operations never reach.
    """
    since_mark: list[str] = []
    for operation, argument, place in pickletools.genops(data):
        name = operation.name
        if name in _PUTS:
            if not 0 <= int(argument or 0) <= len(data):
                raise ValueError(f"puts by number {argument}")
            continue
        if name == "TUPLE" or name in _SIZES:
            size = _SIZES.get(name, len(since_mark))
            items = since_mark[len(since_mark) - size :]
            if len(items) < size or not _NUMBERS.issuperset(items):
                raise ValueError(f"holds a tuple of other things than numbers at byte {place}")
        if name == "FROZENSET":
            raise ValueError(f"holds a frozen set at byte {place}")
        if name == "MARK":
            since_mark.clear()
        elif name != "MEMOIZE":
            since_mark.append(name)
