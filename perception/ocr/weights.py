"""Model folders for PaddleOCR out of the bare ONNX weights of the `rapidocr` wheel.

PaddleOCR loads a model from a folder that holds `inference.onnx` and `inference.yml`. The wheel
ships the ONNX files alone, so the folder is written once into the user's cache, named by the hash
of the weights. Pre- and post-processing are those of the published PP-OCR models; the
recogniser's characters come from the metadata of its own ONNX file.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from perception.errors import OcrUnavailable
from perception.ocr.cache_folder import cache_folder

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


def prepare_model_folder(weights: Weights, *, cache: Path | None = None) -> Path:
    """Return a folder that PaddleOCR loads, writing it on first use.

    Several processes may prepare the same folder at once: each writes its own and renames it into
    place, and the first one wins.

    Parameters
    ----------
    weights : Weights
        What to prepare.
    cache : Path, optional
        Cache folder, see `cache_folder`.

    Raises
    ------
    OcrUnavailable
        The weights are missing or broken, or the cache folder cannot be written.
    """
    source = weights_file(weights)
    digest = sha256_of(source)
    parent = cache_folder(cache) / "ocr"
    folder = parent / f"{weights.model_name}-{digest[:16]}"
    if _is_whole(folder, digest):
        return folder
    config = _inference_config(weights, source)
    try:
        parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{weights.model_name}-", dir=parent))
    except OSError as error:
        raise OcrUnavailable(
            f"cannot be written ({error.strerror})",
            file=str(parent),
            mend="set MAPCLEW_CACHE_DIR to a folder that can",
        ) from error
    try:
        shutil.copyfile(source, draft / "inference.onnx")
        text = yaml.safe_dump(config, allow_unicode=True, sort_keys=False)
        (draft / "inference.yml").write_text(text, encoding="utf-8")
        draft.chmod(0o755)
        if folder.exists() and not _is_whole(folder, digest):
            shutil.rmtree(folder, ignore_errors=True)
        try:
            os.rename(draft, folder)  # noqa: PTH104 - Path.rename is the same call
        except OSError:
            if not _is_whole(folder, digest):
                raise
    except OSError as error:
        raise OcrUnavailable(
            f"cannot be written ({error.strerror})",
            file=str(folder),
            mend="free some space or set MAPCLEW_CACHE_DIR to another folder",
        ) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return folder


def _is_whole(folder: Path, digest: str) -> bool:
    model = folder / "inference.onnx"
    config = folder / "inference.yml"
    return config.is_file() and model.is_file() and sha256_of(model) == digest


def _inference_config(weights: Weights, source: Path) -> dict[str, Any]:
    """Return what PaddleOCR expects in `inference.yml`."""
    decode = {"DecodeImage": {"channel_first": False, "img_mode": "BGR"}}
    if weights is DETECTOR:
        operations: list[dict[str, Any]] = [
            decode,
            {"DetResizeForTest": None},
            {
                "NormalizeImage": {
                    "mean": [0.485, 0.456, 0.406],
                    "std": [0.229, 0.224, 0.225],
                    "scale": "1./255.",
                    "order": "hwc",
                }
            },
            {"ToCHWImage": None},
        ]
        post: dict[str, Any] = {
            "name": "DBPostProcess",
            "thresh": 0.3,
            "box_thresh": 0.6,
            "max_candidates": 3000,
            "unclip_ratio": 1.5,
        }
    else:
        operations = [decode, {"RecResizeImg": {"image_shape": [3, 48, 320]}}]
        post = {"name": "CTCLabelDecode", "character_dict": _characters(source)}
    return {
        "Global": {"model_name": weights.model_name},
        "PreProcess": {"transform_ops": operations},
        "PostProcess": post,
    }


def _characters(source: Path) -> list[str]:
    import onnxruntime

    try:
        session = onnxruntime.InferenceSession(str(source), providers=["CPUExecutionProvider"])
    except Exception as error:
        raise OcrUnavailable(
            f"not a readable ONNX model ({error})", file=str(source), mend=MEND_WHEEL
        ) from error
    listed: str = session.get_modelmeta().custom_metadata_map.get("character", "")
    # Not splitlines(): some of the characters are line separators themselves.
    characters = listed.split("\n")
    # The output holds one class per character, the CTC blank and the space.
    classes = session.get_outputs()[0].shape[-1]
    if len(characters) + 2 != classes:
        raise OcrUnavailable(
            f"{len(characters)} characters for {classes} classes",
            file=str(source),
            field="metadata `character`",
            mend=MEND_WHEEL,
        )
    return characters
