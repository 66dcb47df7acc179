"""The ONNX weights of PP-OCR that the `rapidocr` wheel carries."""

from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

from perception.errors import OcrUnavailable

WHEEL = "rapidocr"
MEND_WHEEL = "install its model files with `pip install --no-deps 'rapidocr>=3.10,<4'`"


@dataclass(frozen=True, slots=True)
class Weights:
    """One model as shipped in the wheel.

    Attributes
    ----------
    model_name : str
        As PaddleOCR names it.
    file_name : str
        Within the wheel's `models` folder.
    """

    model_name: str
    file_name: str


DETECTOR = Weights("PP-OCRv6_small_det", "PP-OCRv6_det_small.onnx")
RECOGNISER = Weights("PP-OCRv6_small_rec", "PP-OCRv6_rec_small.onnx")


def wheel_models_folder() -> Path:
    """Return the `models` folder of the installed wheel without importing it.

    Raises
    ------
    OcrUnavailable
        The wheel is not installed.
    """
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or not spec.submodule_search_locations:
        raise OcrUnavailable("not installed", file=f"package {WHEEL}", mend=MEND_WHEEL)
    return Path(next(iter(spec.submodule_search_locations))) / "models"


def weights_file(weights: Weights) -> Path:
    """Return the ONNX file of `weights`.

    Raises
    ------
    OcrUnavailable
        The wheel or the file is missing.
    """
    path = wheel_models_folder() / weights.file_name
    if not path.is_file():
        raise OcrUnavailable("no such file", file=str(path), mend=MEND_WHEEL)
    return path


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
