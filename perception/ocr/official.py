"""PaddleOCR's own downloads of the PP-OCRv6 medium models, at the user's choice."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Final

from perception.errors import OcrUnavailable
from perception.ocr.ppocr import PpOcrEngine

KIND: Final = "ppocr-official"
MODELS: Final = {"detector": "PP-OCRv6_medium_det", "recogniser": "PP-OCRv6_medium_rec"}
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
    return PpOcrEngine(
        kind=KIND,
        detector=(MODELS["detector"], folders["detector"]),
        recogniser=(MODELS["recogniser"], folders["recogniser"]),
        threads=threads,
    )


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
