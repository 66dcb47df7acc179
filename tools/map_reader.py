"""Who reads map pictures for the tools."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from perception.map_graph import MapGraph
from perception.perceive import LayerSummary
from perception.text_reading import TextReading

Value = TypeVar("Value")


class Read(NamedTuple, Generic[Value]):
    """A stage's result and whether it was known before."""

    value: Value
    cached: bool


class MapReader(Protocol):
    """Reads a picture stage by stage; each stage does what the ones before it have not done.

    Where all names on the map are known from a table, `names` holds them, and no station gets
    another name.

    Every method raises `BadPicture` where the picture cannot be read.
    """

    def describe(self) -> dict[str, Any]:
        """Return what determines the readings: engine, weights, versions, settings."""
        ...

    def text(self, image: Path) -> Read[TextReading]:
        """Read the text."""
        ...

    def lines(self, image: Path, names: Sequence[str] = ()) -> Read[tuple[LayerSummary, ...]]:
        """Trace the drawn lines."""
        ...

    def graph(self, image: Path, names: Sequence[str] = ()) -> Read[MapGraph]:
        """Build the graph."""
        ...
