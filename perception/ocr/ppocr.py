"""PP-OCR on ONNX Runtime.

What goes into the networks and what is made of their output is as PaddleOCR publishes it. Its own
predictors are not called: the text stage chooses the scale itself and needs the place of every
character, and they take longer to be imported than a small map to be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.errors import OcrUnavailable
from perception.ocr.engine import RecognisedLine, RgbArray, TextRegion, Transcript
from perception.ocr.text_boxes import BoxConfig, text_boxes
from perception.ocr.weights import DETECTOR, RECOGNISER, sha256_of, weights_file

DETECTOR_STRIDE = 32
# Mean and spread that the detector was trained with, over the channels as they come: BGR.
DETECTOR_MEAN = (0.485, 0.456, 0.406)
DETECTOR_SPREAD = (0.229, 0.224, 0.225)
READ_HEIGHT = 48
# Longer lines are pressed to this width, px.
READ_WIDEST = 3200
LIBRARIES = ("onnxruntime", "opencv-contrib-python", "pyclipper")
MEND_MODEL = "install or download it anew; then run `mapclew doctor`"
# Widths that the recogniser sees are rounded up to this, so that ONNX Runtime plans few shapes.
WIDTH_STEP = 32
# How many other candidates are kept for each character.
ALTERNATIVES = 8
# Characters scored higher have no other candidates worth keeping.
CERTAIN = 0.995


@dataclass(frozen=True, slots=True)
class Detector:
    """A text detector.

    Attributes
    ----------
    name : str
        As PaddleOCR names it.
    model : Path
        ONNX file.
    boxes : BoxConfig
        How boxes are made of its output.
    """

    name: str
    model: Path
    boxes: BoxConfig = field(default_factory=BoxConfig)


@dataclass(frozen=True, slots=True)
class Recogniser:
    """A text recogniser.

    Attributes
    ----------
    name : str
        As PaddleOCR names it.
    model : Path
        ONNX file.
    characters : sequence of str
        Of its classes, the blank before and the space behind them left out; where there are none,
        the ONNX file tells them.
    """

    name: str
    model: Path
    characters: Sequence[str] = ()


class PpOcrEngine:
    """Text detection and recognition with PP-OCR weights.

    Parameters
    ----------
    kind : str
        Name in the registry.
    detector, recogniser : Detector, Recogniser
        The models.
    threads : int
        Of the detector, and lines read at a time.

    Raises
    ------
    OcrUnavailable
        ONNX Runtime is not installed, or a model is broken.
    """

    def __init__(
        self, *, kind: str, detector: Detector, recogniser: Recogniser, threads: int = 2
    ) -> None:
        self._kind = kind
        self._models = {
            "detector": (detector.name, detector.model),
            "recogniser": (recogniser.name, recogniser.model),
        }
        self._boxes = detector.boxes
        self._detector = _Network(detector.model, threads)
        self._threads = threads
        self._lone_detector = _Network(detector.model, 1) if threads > 1 else self._detector
        # Lines are short: several are read at a time instead.
        self._recogniser = _Network(recogniser.model, 1)
        self._alphabet = _alphabet(recogniser, self._recogniser)

    @property
    def kind(self) -> str:
        """Name in the registry."""
        return self._kind

    def describe(self) -> dict[str, Any]:
        """Return kind, versions and weight hashes."""
        return {
            "kind": self._kind,
            "versions": {p: version(p) for p in LIBRARIES},
            "weights": {
                role: {"name": name, "sha256": sha256_of(model)}
                for role, (name, model) in self._models.items()
            },
        }

    def detect(self, rgb: RgbArray) -> list[TextRegion]:
        """Find text lines in `rgb`, shape (H, W, 3), at the scale given."""
        return self._detect(self._detector, rgb)

    def detect_all(self, rgbs: Sequence[RgbArray]) -> list[list[TextRegion]]:
        """Find text lines in several arrays.

        As many as there are threads at a time, each on one, is faster than one on all of them;
        what is left over gets them all.
        """
        threads = self._threads
        even = len(rgbs) // threads * threads if threads > 1 else 0
        found: list[list[TextRegion]] = []
        if even:
            with ThreadPoolExecutor(threads) as pool:
                found += pool.map(lambda rgb: self._detect(self._lone_detector, rgb), rgbs[:even])
        found += [self.detect(rgb) for rgb in rgbs[even:]]
        if len(rgbs) > threads:
            for network in (self._lone_detector, self._detector):
                network.release()
        return found

    def _detect(self, network: _Network, rgb: RgbArray) -> list[TextRegion]:
        height, width = rgb.shape[:2]
        below = _round_up(height, DETECTOR_STRIDE) - height
        beside = _round_up(width, DETECTOR_STRIDE) - width
        padded = np.pad(rgb, ((0, below), (0, beside), (0, 0)), mode="edge")
        probability = network(detector_input(padded))[0, 0]
        return text_boxes(probability, self._boxes)

    def transcribe(self, crops: Sequence[RgbArray]) -> list[Transcript]:
        """Read upright single-line crops, each of shape (h, w, 3)."""
        if len(crops) < 2:
            return [self._transcribe(crop) for crop in crops]
        # Batches of ONNX Runtime gain nothing on a CPU; several lines at a time do.
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(self._transcribe, crops))

    def recognise(self, rgb: RgbArray) -> list[RecognisedLine]:
        """Find and read in one pass."""
        from perception.ocr.crop import crop_quad

        regions = self.detect(rgb)
        readings = self.transcribe([crop_quad(rgb, region.quad) for region in regions])
        return [
            RecognisedLine(region.quad, reading.text, reading.confidence)
            for region, reading in zip(regions, readings, strict=True)
        ]

    def _transcribe(self, crop: RgbArray) -> Transcript:
        height, width = crop.shape[:2]
        ratio = max(width / height, WIDTH_STEP / READ_HEIGHT)
        padded_width = _round_up(int(np.ceil(READ_HEIGHT * ratio)), WIDTH_STEP)
        scores = self._recogniser(recogniser_input(crop, padded_width)[None])[0]
        alphabet = self._alphabet
        # Greedy CTC decoding: equal neighbours are one character, class 0 is the blank.
        best = scores.argmax(axis=-1)
        kept = best != 0
        kept[1:] &= best[1:] != best[:-1]
        columns = np.flatnonzero(kept)
        if columns.size == 0:
            return Transcript("", 0.0)
        own = scores[columns, best[columns]].astype(np.float64)
        drawn_width = min(READ_HEIGHT * width / height, padded_width)
        centers = (columns + 0.5) * (padded_width / len(best)) / drawn_width
        return Transcript(
            text="".join(alphabet[best[c]] for c in columns),
            confidence=float(own.mean()),
            centers=tuple(float(center) for center in centers),
            scores=tuple(float(score) for score in own),
            alternatives=tuple(
                _runners_up(scores[c], alphabet) if score < CERTAIN else ()
                for c, score in zip(columns, own, strict=True)
            ),
        )


def _runners_up(scores: Any, alphabet: Sequence[str]) -> tuple[tuple[str, float], ...]:
    candidates = np.argpartition(-scores, ALTERNATIVES + 1)[: ALTERNATIVES + 2]
    ranked = candidates[np.argsort(-scores[candidates], kind="stable")]
    others = [c for c in ranked[1:] if c != 0][:ALTERNATIVES]
    return tuple((alphabet[c], float(scores[c])) for c in others)


def load_small(*, threads: int = 2, kind: str = "ppocr-v6-small") -> PpOcrEngine:
    """Load PP-OCRv6 small from the weights in the `rapidocr` wheel; no network is used.

    Raises
    ------
    OcrUnavailable
        The weights or ONNX Runtime are not installed.
    """
    return PpOcrEngine(
        kind=kind,
        detector=Detector(DETECTOR.model_name, weights_file(DETECTOR)),
        recogniser=Recogniser(RECOGNISER.model_name, weights_file(RECOGNISER)),
        threads=threads,
    )


def _alphabet(recogniser: Recogniser, network: _Network) -> tuple[str, ...]:
    """Return the character of every class: the CTC blank, those of the recogniser, the space."""
    # Not splitlines(): some of the characters are line separators themselves.
    characters = recogniser.characters or network.metadata.get("character", "").split("\n")
    if len(characters) + 2 != network.classes:
        raise OcrUnavailable(
            f"{len(characters)} characters for {network.classes} classes",
            file=str(recogniser.model),
            field="metadata `character`",
            mend=MEND_MODEL,
        )
    return ("", *characters, " ")


def _round_up(value: int, step: int) -> int:
    return max(-(-value // step) * step, step)


def detector_input(rgb: RgbArray) -> NDArray[np.float32]:
    """Return a picture, (H, W, 3), as the detector takes it, (1, 3, H, W)."""
    planes = np.empty((1, 3, *rgb.shape[:2]), np.float32)
    for channel, (mean, spread) in enumerate(zip(DETECTOR_MEAN, DETECTOR_SPREAD, strict=True)):
        plane = planes[0, channel]
        plane[:] = rgb[..., 2 - channel]
        plane *= 1.0 / 255.0 / spread
        plane += -mean / spread
    return planes


def recogniser_input(crop: RgbArray, padded_width: int) -> NDArray[np.float32]:
    """Return a line, (h, w, 3), as the recogniser takes it, (3, 48, W), W its padded width."""
    height, width = crop.shape[:2]
    padded_width = min(padded_width, READ_WIDEST)
    size = (min(int(np.ceil(READ_HEIGHT * (width / height))), padded_width), READ_HEIGHT)
    bgr = np.asarray(cv2.resize(np.ascontiguousarray(crop[..., ::-1]), size), np.float32)
    image = np.zeros((3, READ_HEIGHT, padded_width), np.float32)
    image[:, :, : size[0]] = (bgr.transpose(2, 0, 1) / 255 - 0.5) / 0.5
    return image


class _Network:
    """An ONNX Runtime session of one input and one output.

    Without ONNX Runtime's busy waiting, which halves the speed as soon as two processes share the
    cores.

    Attributes
    ----------
    metadata : dict of str to str
        What the file tells of itself.
    classes : int
        Last extent of the output.
    """

    def __init__(self, model: Path, threads: int) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise OcrUnavailable(
                f"cannot be imported ({error})",
                file="package onnxruntime",
                mend="install the pinned requirements",
            ) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(
                str(model), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            raise OcrUnavailable(
                f"cannot be loaded ({error})",
                file=str(model),
                mend=MEND_MODEL,
            ) from error
        self._input = self._session.get_inputs()[0].name
        self.metadata: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        self.classes: int = self._session.get_outputs()[0].shape[-1]

    def release(self) -> None:
        """Give back the memory of earlier runs, which a session keeps; a tiny run does it.

        It is more than a gigabyte after the tiles of a large picture.
        """
        import onnxruntime

        options = onnxruntime.RunOptions()
        options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
        tiny = np.zeros((1, 3, DETECTOR_STRIDE, DETECTOR_STRIDE), np.float32)
        self._session.run(None, {self._input: tiny}, options)

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(self._session.run(None, {self._input: batch})[0], np.float32)
