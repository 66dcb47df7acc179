"""A picture reader that hands over what another one read, changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from perception.map_graph import MapGraph
from perception.perceive import LayerSummary
from perception.text_reading import TextReading
from tools.identity_memo import IdentityMemo
from tools.map_reader import MapReader, Read
from tools.plain_graphs import with_chained_lines, with_nearest_links, without_names

LEFT_OUT: Final[Mapping[str, Callable[[MapGraph], MapGraph]]] = MappingProxyType(
    {
        "line_tracing": with_nearest_links,
        "graph": with_chained_lines,
        "ocr": without_names,
    }
)
"""Stage of reading to what becomes of a graph without it, in the order they are applied."""


class LesserReader:
    """Reads pictures with some stages left out.

    Each picture is read whole once, by the reader behind; what the stages found is then taken out,
    so that the same cache serves every combination.

    Parameters
    ----------
    reader : MapReader
        Reads pictures.
    without : sequence of str
        Keys of `LEFT_OUT`.
    """

    def __init__(self, reader: MapReader, without: Sequence[str]) -> None:
        self._reader = reader
        self._without = tuple(stage for stage in LEFT_OUT if stage in without)
        self._changed = IdentityMemo()

    def describe(self) -> dict[str, Any]:
        """Return what determines the readings."""
        return {**self._reader.describe(), "without": list(self._without)}

    def text(self, image: Path) -> Read[TextReading]:
        """Read the text; none without OCR."""
        found = self._reader.text(image)
        if "ocr" not in self._without:
            return found
        notes = (*found.value.notes, "the text was left out")
        return found._replace(value=replace(found.value, lines=(), notes=notes))

    def lines(self, image: Path, names: Sequence[str] = ()) -> Read[tuple[LayerSummary, ...]]:
        """Trace the drawn lines; none without line tracing, and nameless ones without OCR."""
        if "line_tracing" in self._without:
            return Read((), True)
        found = self._reader.lines(image, self._names(names))
        if "ocr" not in self._without:
            return found
        return found._replace(value=tuple(replace(layer, name="") for layer in found.value))

    def graph(self, image: Path, names: Sequence[str] = ()) -> Read[MapGraph]:
        """Build the graph, changed for each stage left out."""
        found = self._reader.graph(image, self._names(names))

        def change() -> MapGraph:
            graph = found.value
            for stage in self._without:
                graph = LEFT_OUT[stage](graph)
            return graph

        graph, _ = self._changed.get((found.value,), (), change)
        return found._replace(value=graph)

    def _names(self, names: Sequence[str]) -> Sequence[str]:
        # Names that a table gives are matched with text, of which there is none.
        return () if "ocr" in self._without else names
