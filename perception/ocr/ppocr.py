"""PP-OCR through PaddleOCR on ONNX Runtime.

PaddleOCR's own predictors load the models and do the pre- and post-processing. They are called
step by step rather than through `predict`, because the text stage chooses the scale itself and
needs the place of every character.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from perception.errors import OcrUnavailable
from perception.ocr.engine import RecognisedLine, RgbArray, TextRegion, Transcript
from perception.ocr.weights import DETECTOR, RECOGNISER, Weights, prepare_model_folder, sha256_of

DETECTOR_STRIDE = 32
READ_HEIGHT = 48
# Widths that the recogniser sees are rounded up to this, so that ONNX Runtime plans few shapes.
WIDTH_STEP = 32
# How many other candidates are kept for each character.
ALTERNATIVES = 8
# Characters scored higher have no other candidates worth keeping.
CERTAIN = 0.995


class PpOcrEngine:
    """Text detection and recognition with PP-OCR weights.

    Parameters
    ----------
    kind : str
        Name in the registry.
    detector, recogniser : tuple of (str, Path)
        Model names, and their folders as PaddleOCR loads them.
    threads : int
        Of the detector, and lines read at a time.

    Raises
    ------
    OcrUnavailable
        PaddleOCR or ONNX Runtime is not installed, or a model folder is broken.
    """

    def __init__(
        self,
        *,
        kind: str,
        detector: tuple[str, Path],
        recogniser: tuple[str, Path],
        threads: int = 2,
    ) -> None:
        self._kind = kind
        self._folders = {"detector": detector, "recogniser": recogniser}
        self._detector = _load_predictor("detector", *detector, threads)
        # Lines are short: several are read at a time instead.
        self._readers = threads
        self._recogniser = _load_predictor("recogniser", *recogniser, 1)

    @property
    def kind(self) -> str:
        """Name in the registry."""
        return self._kind

    def describe(self) -> dict[str, Any]:
        """Return kind, versions and weight hashes."""
        return {
            "kind": self._kind,
            "versions": {p: version(p) for p in ("paddleocr", "paddlex", "onnxruntime")},
            "weights": {
                role: {"name": name, "sha256": sha256_of(folder / "inference.onnx")}
                for role, (name, folder) in self._folders.items()
            },
        }

    def detect(self, rgb: RgbArray) -> list[TextRegion]:
        """Find text lines in `rgb`, shape (H, W, 3), at the scale given."""
        height, width = rgb.shape[:2]
        below = _round_up(height, DETECTOR_STRIDE) - height
        beside = _round_up(width, DETECTOR_STRIDE) - width
        # The models were trained on BGR.
        padded = np.pad(rgb[..., ::-1], ((0, below), (0, beside), (0, 0)), mode="edge")
        tools = self._detector.pre_tfs
        batch = tools["ToBatch"](imgs=tools["ToCHW"](imgs=tools["Normalize"](imgs=[padded])))
        scores = self._detector.runner(x=batch)
        shape = np.array([padded.shape[0], padded.shape[1], 1.0, 1.0])
        quads, box_scores = self._detector.post_op(scores, [shape])
        return [
            TextRegion(np.asarray(quad, np.float64), float(score))
            for quad, score in zip(quads[0], box_scores[0], strict=True)
        ]

    def transcribe(self, crops: Sequence[RgbArray]) -> list[Transcript]:
        """Read upright single-line crops, each of shape (h, w, 3)."""
        if len(crops) < 2:
            return [self._transcribe(crop) for crop in crops]
        # Batches of ONNX Runtime gain nothing on a CPU; several lines at a time do.
        with ThreadPoolExecutor(self._readers) as pool:
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
        normalise = self._recogniser.pre_tfs["ReisizeNorm"]
        image = normalise.resize_norm_img(
            np.ascontiguousarray(crop[..., ::-1]), padded_width / READ_HEIGHT
        )
        scores = np.asarray(self._recogniser.runner(x=[image[None].astype(np.float32)])[0])[0]
        alphabet = self._recogniser.post_op.character
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


def load_small(
    *, threads: int = 2, cache: Path | None = None, kind: str = "ppocr-v6-small"
) -> PpOcrEngine:
    """Load PP-OCRv6 small from the weights in the `rapidocr` wheel; no network is used.

    Raises
    ------
    OcrUnavailable
        The weights, PaddleOCR or ONNX Runtime are not installed.
    """
    folders = [_named(weights, cache) for weights in (DETECTOR, RECOGNISER)]
    return PpOcrEngine(kind=kind, detector=folders[0], recogniser=folders[1], threads=threads)


def _named(weights: Weights, cache: Path | None) -> tuple[str, Path]:
    return weights.model_name, prepare_model_folder(weights, cache=cache)


def _round_up(value: int, step: int) -> int:
    return max(-(-value // step) * step, step)


def _load_predictor(role: str, name: str, folder: Path, threads: int) -> Any:
    # PaddleX looks its model hosts up when it is imported unless told not to.
    os.environ.setdefault("PADDLE_PDX_DISABLE_MODEL_SOURCE_CHECK", "True")
    try:
        from paddlex.inference.models.predictors import BasePredictor
        from paddlex.inference.models.text_detection import TextDetRunnerPredictor
        from paddlex.inference.models.text_recognition import TextRecRunnerPredictor
    except ImportError as error:
        raise OcrUnavailable(
            f"cannot be imported ({error})",
            file="package paddlex",
            mend="install the pinned requirements",
        ) from error
    except OSError as error:
        raise OcrUnavailable(
            f"cannot set up its cache ({error})",
            file="package paddlex",
            mend="set PADDLE_PDX_CACHE_HOME to a folder that can be written",
        ) from error
    logging.getLogger("paddlex").setLevel(logging.ERROR)
    predictor = TextDetRunnerPredictor if role == "detector" else TextRecRunnerPredictor
    try:
        return predictor(
            runner=_Runner(folder / "inference.onnx", threads),
            model_name=name,
            model_dir=str(folder),
            model_config=BasePredictor.load_config(folder),
        )
    except Exception as error:
        raise OcrUnavailable(
            f"cannot be loaded ({error})",
            file=str(folder),
            mend="delete the folder, it is written anew; then run `mapclew doctor`",
        ) from error


class _Runner:
    """An ONNX Runtime session in the form PaddleX calls.

    PaddleX's own runner leaves ONNX Runtime's busy waiting on, which halves the speed as soon as
    two processes share the cores, and offers no option for it.
    """

    def __init__(self, model: Path, threads: int) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self._input = self._session.get_inputs()[0].name

    def __call__(self, x: Sequence[Any]) -> Any:
        return self._session.run(None, {self._input: np.ascontiguousarray(x[0])})
