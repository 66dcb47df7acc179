"""PaddleOCR's own downloads of the PP-OCRv6 medium models, at the user's choice."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any, Final

import yaml

from perception.errors import OcrUnavailable
from perception.ocr.ppocr import MEND_MODEL, Detector, PpOcrEngine, Recogniser
from perception.ocr.text_boxes import BoxConfig

KIND: Final = "ppocr-official"
MODELS: Final = {"detector": "PP-OCRv6_medium_det", "recogniser": "PP-OCRv6_medium_rec"}
_MODEL: Final = "inference.onnx"
_MEND: Final = (
    "run where PaddleOCR can download its models once, or choose the recogniser ppocr-v6-small"
)


def load_official(*, threads: int = 2) -> PpOcrEngine:
    """Load PP-OCRv6 medium, downloading it where it is not there yet.

    Raises
    ------
    OcrUnavailable
        PaddleOCR cannot download the models, or is not installed.
    """
    folders = fetch_official()
    return engine_of(KIND, folders["detector"], folders["recogniser"], threads=threads)


def engine_of(kind: str, detector: Path, recogniser: Path, *, threads: int = 2) -> PpOcrEngine:
    """Load a detector and a recogniser from folders as PaddleOCR downloads them.

    Parameters
    ----------
    kind : str
        Name in the registry.
    detector, recogniser : Path
        Each holds `inference.onnx` and `inference.yml`.
    threads : int
        See `PpOcrEngine`.

    Raises
    ------
    OcrUnavailable
        A folder is broken.
    """
    boxes, lines = (_post_processing(folder) for folder in (detector, recogniser))
    default = BoxConfig()
    return PpOcrEngine(
        kind=kind,
        detector=Detector(
            detector.name,
            detector / _MODEL,
            BoxConfig(
                threshold=boxes.get("thresh", default.threshold),
                least_score=boxes.get("box_thresh", default.least_score),
                most=boxes.get("max_candidates", default.most),
                growth=boxes.get("unclip_ratio", default.growth),
            ),
        ),
        recogniser=Recogniser(
            recogniser.name, recogniser / _MODEL, tuple(map(str, lines.get("character_dict", ())))
        ),
        threads=threads,
    )


def _post_processing(folder: Path) -> dict[str, Any]:
    """Return what a model's settings tell of its output."""
    file = folder / "inference.yml"
    try:
        settings = yaml.load(file.read_bytes(), yaml.CSafeLoader)
        told: dict[str, Any] = settings["PostProcess"]
    except (OSError, yaml.YAMLError, KeyError, TypeError) as error:
        raise OcrUnavailable(
            f"cannot be loaded ({error})", file=str(file), field="PostProcess", mend=MEND_MODEL
        ) from error
    return told


def fetch_official() -> dict[str, Path]:
    """Return the folder of each model by role, downloaded where it is not there yet.

    Raises
    ------
    OcrUnavailable
        PaddleOCR cannot download the models, or is not installed.
    """
    return {role: _download(name) for role, name in MODELS.items()}


def downloaded_files() -> dict[str, tuple[str, Path]]:
    """Return name and ONNX file of each model as downloaded before, by role; nothing is loaded.

    Raises
    ------
    OcrUnavailable
        A model has not been downloaded yet.
    """
    base = Path(os.environ.get("PADDLE_PDX_CACHE_HOME", Path.home() / ".paddlex"))
    found = {}
    for role, name in MODELS.items():
        file = base / "official_models" / f"{name}_onnx" / "inference.onnx"
        if not file.is_file():
            raise OcrUnavailable("not downloaded", file=str(file), mend=_MEND)
        found[role] = (name, file)
    return found


def _download(name: str) -> Path:
    # Each host is tried in turn; asking all of them first whether they answer takes minutes.
    os.environ.setdefault("PADDLE_PDX_DISABLE_MODEL_SOURCE_CHECK", "True")
    try:
        from paddlex.inference.utils.official_models import official_models

        logging.getLogger("paddlex").setLevel(logging.ERROR)
        return Path(official_models.get_model_path(name, model_formats=["onnx"]))
    except Exception as error:
        raise OcrUnavailable(
            f"cannot be downloaded ({error})", file=f"model {name}", mend=_MEND
        ) from error
