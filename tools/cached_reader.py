"""The picture reader of a run: perception, each picture and configuration read once."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from perception.errors import OcrUnavailable
from perception.map_graph import MapGraph
from perception.ocr.engine import OcrEngine
from perception.ocr.registry import engine_kind, load_engine
from perception.perceive import (
    LayerSummary,
    Perception,
    PerceptionConfig,
    perceive_shapes,
    read_picture_text,
)
from perception.picture import load_picture
from perception.text_reading import TextReading
from tools.map_cache import MapCache
from tools.map_reader import Read
from tools.table_vocabulary import TableVocabulary

_READING = TypeAdapter(TextReading)
_PERCEPTION = TypeAdapter(Perception)


TEXT_CODE = (
    "errors.py",
    "ocr/*.py",
    "picture.py",
    "side_by_side.py",
    "text/*.py",
    "text_reading.py",
)
"""Files of `perception` that decide what the text stage reads."""
_ALL_CODE = ("**/*.py", "**/*.json")
_MATCHING_CODE = ("name_folding.py", "name_matching.py", "table_vocabulary.py")
_TEXT_LIBRARIES = ("numpy", "onnxruntime", "opencv-contrib-python", "pyclipper", "shapely")
_SHAPE_LIBRARIES = ("numpy", "opencv-contrib-python", "scikit-image", "scipy", "shapely")


class CachedReader:
    """Reads pictures with the perception pipeline and keeps what it read.

    The text stage, which takes longest, is kept apart from the stages after it, so that a change
    of those does not cost another reading. Keys hold the settings, the weights, the versions of
    the libraries and the code itself.

    Parameters
    ----------
    config : PerceptionConfig, optional
        Perception settings.
    folder : Path, optional
        Where results are kept; by default the user's cache folder.

    Raises
    ------
    ConfigError
        No text recogniser has the name that `config.ocr` gives.
    """

    def __init__(self, config: PerceptionConfig | None = None, folder: Path | None = None) -> None:
        self._config = config or PerceptionConfig()
        engine_kind(self._config.ocr)
        self._cache = MapCache(folder)
        self._engine: OcrEngine | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Leave the loaded models to the process that has them."""
        return {**self.__dict__, "_engine": None}

    def describe(self) -> dict[str, Any]:
        """Return what determines the readings.

        Returns
        -------
        dict
            Settings, engine with weight hashes, library versions and a digest of the code; the
            engine is told as missing where its weights are not installed.
        """
        return {"text": self._text_settings(), "shapes": self._shape_settings()}

    def text(self, image: Path) -> Read[TextReading]:
        """Read the text; see `MapReader`."""
        return Read(
            *self._cache.get(
                image,
                "text",
                self._text_settings(),
                lambda: self._read_text(image),
                _READING.dump_json,
                _READING.validate_json,
            )
        )

    def lines(self, image: Path, names: Sequence[str] = ()) -> Read[tuple[LayerSummary, ...]]:
        """Trace the drawn lines; see `MapReader`."""
        found = self.perception(image, names)
        return Read(found.value.layers, found.cached)

    def graph(self, image: Path, names: Sequence[str] = ()) -> Read[MapGraph]:
        """Build the graph; see `MapReader`."""
        found = self.perception(image, names)
        return Read(found.value.graph, found.cached)

    def _read_text(self, image: Path) -> TextReading:
        picture = load_picture(image, max_pixels=self._config.max_pixels)
        if self._engine is None:
            self._engine = load_engine(self._config.ocr)
        return read_picture_text(picture, self._config, self._engine)

    def perception(self, image: Path, names: Sequence[str] = ()) -> Read[Perception]:
        """Run all stages; see `MapReader`. The graph names the picture as the caller does."""
        found = self._shapes(image, names)
        graph = found.value.graph
        if graph.image_path == str(image):
            return found
        named = replace(found.value, graph=replace(graph, image_path=str(image)))
        return Read(named, found.cached)

    def _shapes(self, image: Path, names: Sequence[str]) -> Read[Perception]:
        vocabulary = TableVocabulary(names) if names else None
        settings = {"text": self._text_settings(), **self._shape_settings()}
        if vocabulary is not None:
            settings |= {"names": list(vocabulary.names), "matching": _matching_code()}

        def compute() -> Perception:
            reading = self.text(image).value
            picture = load_picture(image, max_pixels=self._config.max_pixels)
            return perceive_shapes(picture, reading, self._config, vocabulary)

        return Read(
            *self._cache.get(
                image,
                "shapes",
                settings,
                compute,
                _PERCEPTION.dump_json,
                _PERCEPTION.validate_json,
            )
        )

    def _text_settings(self) -> dict[str, Any]:
        return {
            "engine": _engine_identity(self._config.ocr),
            "settings": asdict(self._config.text),
            "max_pixels": self._config.max_pixels,
            "code": _code_digest(TEXT_CODE),
            "libraries": _versions(_TEXT_LIBRARIES),
        }

    def _shape_settings(self) -> dict[str, Any]:
        settings = self._config.to_dict()
        return {
            "settings": {key: value for key, value in settings.items() if key != "text"},
            "code": _code_digest(_ALL_CODE),
            "libraries": _versions(_SHAPE_LIBRARIES),
        }


@lru_cache(maxsize=8)
def _engine_identity(kind: str) -> dict[str, Any]:
    try:
        weights = engine_kind(kind).fetched_weights()
    except OcrUnavailable as error:
        return {"kind": kind, "missing": str(error)}
    return {"kind": kind, "weights": weights}


def _matching_code() -> str:
    """Return a digest of the code that compares names."""
    return _code_digest(_MATCHING_CODE, "tools")


@lru_cache(maxsize=8)
def _code_digest(patterns: Sequence[str], package: str = "perception") -> str:
    root = Path(next(iter(import_module(package).__path__)))
    digest = hashlib.sha256()
    for path in sorted({file for pattern in patterns for file in root.glob(pattern)}):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=8)
def _versions(names: Sequence[str]) -> dict[str, str]:
    return {name: version(name) for name in names}
