"""A picture reader that puts the truth in the place of what it would read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from eval.ablation.map_truths import MapTruths
from eval.ablation.true_graph import (
    perfect_graph,
    with_true_graph,
    with_true_links,
    with_true_names,
)
from perception.errors import BadPicture
from perception.map_graph import MapGraph
from perception.perceive import LayerSummary
from perception.text_reading import TextItem, TextReading
from tools.identity_memo import IdentityMemo
from tools.map_reader import MapReader, Read

STAGES = ("ocr", "line_tracing", "graph", "perception")


class OracleReader:
    """Reads pictures with some stages perfect.

    Parameters
    ----------
    reader : MapReader
        Reads the pictures; not asked where the whole of perception is perfect.
    truths : MapTruths
        What is known about the maps.
    perfect : sequence of str
        Of `STAGES`.
    """

    def __init__(self, reader: MapReader, truths: MapTruths, perfect: Sequence[str]) -> None:
        self._reader = reader
        self._truths = truths
        self._perfect = tuple(stage for stage in STAGES if stage in perfect)
        self._changed = IdentityMemo()
        self._whole: dict[Path, MapGraph] = {}

    def describe(self) -> dict[str, Any]:
        """Return what determines the readings."""
        told = {"oracle": list(self._perfect), "truth": self._truths.digest()}
        return {**self._reader.describe(), **told}

    def text(self, image: Path) -> Read[TextReading]:
        """Read the text; under perfect perception what the truth prints."""
        if "perception" not in self._perfect:
            return self._reader.text(image)
        stations = self._perfect_graph(image).stations
        items = tuple(TextItem(s.name, (s.xy,) * 4) for s in stations if s.name)
        return Read(TextReading(items, '{"kind": "truth"}'), True)

    def lines(self, image: Path, names: Sequence[str] = ()) -> Read[tuple[LayerSummary, ...]]:
        """Trace the drawn lines; where tracing or more is perfect, those of the truth."""
        if not {"line_tracing", "graph", "perception"} & set(self._perfect):
            return self._reader.lines(image, names)
        found = (
            LayerSummary(line, (0, 0, 0), 0.0, 0, "open", False, 1.0, line)
            for line in dict.fromkeys(
                line for _, _, lines in self._truths.of(image).links for line in lines
            )
        )
        return Read(tuple(found), True)

    def graph(self, image: Path, names: Sequence[str] = ()) -> Read[MapGraph]:
        """Build the graph, with the truth in the place of each perfect stage."""
        if "perception" in self._perfect:
            return Read(self._perfect_graph(image), True)
        found = self._reader.graph(image, names)

        def change() -> MapGraph:
            graph, known = found.value, self._truths.of(image)
            if "line_tracing" in self._perfect:
                graph = with_true_links(graph, known)
            if "graph" in self._perfect:
                texts = [item.text for item in self._reader.text(image).value.lines]
                graph = with_true_graph(graph, known, texts)
            return with_true_names(graph, known) if "ocr" in self._perfect else graph

        graph, _ = self._changed.get((found.value,), (), change)
        return found._replace(value=graph)

    def _perfect_graph(self, image: Path) -> MapGraph:
        if image not in self._whole:
            try:
                with Image.open(image) as picture:
                    size = picture.size
            except OSError as error:
                raise BadPicture(f"cannot be read ({error})", file=str(image)) from None
            self._whole[image] = perfect_graph(image, size, self._truths.of(image))
        return self._whole[image]
