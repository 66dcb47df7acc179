"""Tesseract as a second reader of single lines, for scripts that PP-OCR's weights do not know.

The program is called on a list of crops at a time, so that its language data is loaded once; its
hOCR output holds the place of every character. One thread a process: on lines this small OpenMP
costs more than it gives, and results stay the same on every machine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import unicodedata
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.errors import OcrUnavailable
from perception.ocr.engine import RgbArray, Transcript
from perception.ocr.weights import sha256_of
from perception.text.colors import two_colors

KIND: Final = "tesseract"
PROGRAM: Final = "tesseract"
MEND_PROGRAM: Final = "apt-get install tesseract-ocr (or the like; `apt.txt` lists all packages)"
# Height of the box and the margin around it as Tesseract sees a line, px. Its letters are then
# about 32 px high, for which its networks were trained. Small print comes out differently at each
# size, so a doubtful line is read at the others too and the surest reading kept.
LINE_HEIGHT: Final = 48
OTHER_HEIGHTS: Final = (64, 36)
DOUBTFUL: Final = 0.9
MARGIN: Final = 12
LONGEST: Final = 8000
# Scripts written without spaces between words, as Unicode begins the names of their letters; their
# words are parted by gaps from this share of the line's height on.
UNSPACED: Final = ("THAI", "LAO", "KHMER", "MYANMAR", "CJK", "HIRAGANA", "KATAKANA")
WORD_GAP: Final = 0.3
# One process reads at most so many lines, and takes at most so long, s.
CHUNK: Final = 60
PATIENCE: Final = 300.0
# What a word of confidence 0 lacks to a score of 1.
WORST: Final = 0.4
_XHTML: Final = "{http://www.w3.org/1999/xhtml}"


@dataclass(frozen=True, slots=True)
class TesseractProgram:
    """An installed Tesseract.

    Attributes
    ----------
    path : Path
        The program.
    version : str
        E.g. "5.3.0".
    data : Path
        Folder of its language data.
    languages : tuple of str
        Languages whose data is there, e.g. "rus".
    """

    path: Path
    version: str
    data: Path
    languages: tuple[str, ...]

    def digest(self, language: str) -> str:
        """Return the SHA-256 of a language's data."""
        return sha256_of(self.data / f"{language}.traineddata")


def find_program() -> TesseractProgram:
    """Return the Tesseract that is on the path.

    Raises
    ------
    OcrUnavailable
        There is none, or it does not run.
    """
    path = shutil.which(PROGRAM)
    if path is None:
        raise OcrUnavailable("not installed", file=f"program {PROGRAM}", mend=MEND_PROGRAM)
    return _examined(path)


@lru_cache(maxsize=4)
def _examined(path: str) -> TesseractProgram:
    told = _output([path, "--version"])
    version = re.search(r"tesseract v?(\d+(?:\.\d+)*)", told)
    listed = _output([path, "--list-langs"])
    folder = re.search(r'"(.+?)"', listed)
    if version is None or folder is None:
        raise OcrUnavailable(
            "does not tell its version and languages", file=path, mend=MEND_PROGRAM
        )
    languages = [line.strip() for line in listed.splitlines()[1:] if line.strip()]
    return TesseractProgram(Path(path), version[1], Path(folder[1]), tuple(sorted(languages)))


def _output(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise OcrUnavailable(
            f"does not run ({error})", file=command[0], mend=MEND_PROGRAM
        ) from error
    # Older versions write to the error stream.
    return done.stdout or done.stderr


class TesseractLines:
    """Reads lines in one language.

    Parameters
    ----------
    program : TesseractProgram
        The installed Tesseract.
    language : str
        Name of its language data, e.g. "rus".
    processes : int
        How many run at a time.

    Raises
    ------
    OcrUnavailable
        The language data is not installed.
    """

    def __init__(self, program: TesseractProgram, language: str, processes: int = 2) -> None:
        if language not in program.languages:
            raise OcrUnavailable(
                "not installed",
                file=f"{PROGRAM} language {language}",
                mend=f"apt-get install tesseract-ocr-{language}",
            )
        self._program = program
        self._processes = processes
        self.language = language

    def describe(self) -> dict[str, Any]:
        """Return kind, version, language and the hash of its data."""
        return {
            "kind": KIND,
            "version": self._program.version,
            "language": self.language,
            "sha256": self._program.digest(self.language),
        }

    def transcribe(self, crops: Sequence[RgbArray]) -> list[Transcript]:
        """Read upright single-line crops, each of shape (h, w, 3), in the order given."""
        lines = self._at(LINE_HEIGHT, crops)
        for height in OTHER_HEIGHTS:
            doubtful = [
                i
                for i, line in enumerate(lines)
                if line.text and confidence_of(line.confidence) < DOUBTFUL
            ]
            others = self._at(height, [crops[i] for i in doubtful])
            for i, other in zip(doubtful, others, strict=True):
                # What is surer and shorter has lost something.
                if other.confidence > lines[i].confidence and _letters(other) >= _letters(lines[i]):
                    lines[i] = other
        return lines

    def look(self, crops: Sequence[RgbArray]) -> list[Transcript]:
        """Read as `transcribe`, but each line once only."""
        return self._at(LINE_HEIGHT, crops)

    def _at(self, height: int, crops: Sequence[RgbArray]) -> list[Transcript]:
        if not crops:
            return []
        images = [_prepared(crop, height) for crop in crops]
        count = max(-(-len(images) // CHUNK), min(self._processes, len(images)))
        bounds = [len(images) * k // count for k in range(count + 1)]
        chunks = [images[start:end] for start, end in pairwise(bounds)]
        with ThreadPoolExecutor(self._processes) as pool:
            return [line for lines in pool.map(self._read, chunks) for line in lines]

    def _read(self, images: Sequence[NDArray[np.uint8]]) -> list[Transcript]:
        with tempfile.TemporaryDirectory(prefix="mapclew-") as name:
            folder = Path(name)
            files = [folder / f"{i}.pgm" for i in range(len(images))]
            for file, image in zip(files, images, strict=True):
                file.write_bytes(cv2.imencode(".pgm", image)[1].tobytes())
            listed = folder / "list.txt"
            listed.write_text("".join(f"{file}\n" for file in files), encoding="utf-8")
            command = [
                *(str(self._program.path), str(listed), str(folder / "read")),
                *("-l", self.language, "--psm", "7", "--oem", "1", "--dpi", "300"),
                *("-c", "hocr_char_boxes=1", "hocr"),
            ]
            try:
                subprocess.run(
                    command,
                    env=_environment(),
                    capture_output=True,
                    timeout=PATIENCE,
                    check=True,
                )
                text = (folder / "read.hocr").read_text(encoding="utf-8")
            except (OSError, subprocess.SubprocessError) as error:
                raise OcrUnavailable(
                    f"failed on {len(images)} lines ({error})",
                    file=f"{PROGRAM} language {self.language}",
                    mend=MEND_PROGRAM,
                ) from error
        return transcripts(text, [image.shape[1] for image in images])


def detect_script(program: TesseractProgram, crops: Sequence[RgbArray]) -> str:
    """Return the script of most of the lines as Tesseract tells it, e.g. "Cyrillic".

    Returns
    -------
    str
        Empty where it cannot tell, or its data for that, "osd", is not installed.
    """
    if "osd" not in program.languages or not crops:
        return ""
    lines = [_prepared(crop) for crop in crops]
    width = max(line.shape[1] for line in lines)
    page = np.vstack(
        [np.pad(line, ((0, 0), (0, width - line.shape[1])), constant_values=255) for line in lines]
    )
    with tempfile.TemporaryDirectory(prefix="mapclew-") as name:
        file = Path(name) / "page.pgm"
        file.write_bytes(cv2.imencode(".pgm", page)[1].tobytes())
        command = [str(program.path), str(file), "-", "--psm", "0", "-l", "osd", "--dpi", "300"]
        try:
            done = subprocess.run(
                command, env=_environment(), capture_output=True, text=True, timeout=PATIENCE
            )
        except (OSError, subprocess.SubprocessError):
            return ""
    told = re.search(r"^Script: (\w+)", done.stdout, re.MULTILINE)
    return told[1] if told else ""


def _environment() -> dict[str, str]:
    return {**os.environ, "OMP_THREAD_LIMIT": "1", "LC_ALL": "C"}


def _prepared(crop: RgbArray, line_height: int = LINE_HEIGHT) -> NDArray[np.uint8]:
    """Return the line as black on white at Tesseract's size, whatever its colours were."""
    height, width = crop.shape[:2]
    size = (min(max(round(width * line_height / height), 1), LONGEST), line_height)
    method = cv2.INTER_AREA if height > line_height else cv2.INTER_CUBIC
    resized = np.asarray(cv2.resize(crop, size, interpolation=method), np.uint8)
    colors = two_colors(resized)
    if colors is None:
        gray = np.full(resized.shape[:2], 255, np.uint8)
    else:
        ground, ink = colors
        axis = ink - ground
        share = (resized.astype(np.float64) - ground) @ axis / float(axis @ axis)
        gray = np.asarray(255.0 * (1.0 - np.clip(share, 0.0, 1.0)), np.uint8)
    return np.pad(gray, MARGIN, constant_values=255)


def transcripts(hocr: str, widths: Sequence[int]) -> list[Transcript]:
    """Return the lines of an hOCR document, one a page.

    Parameters
    ----------
    hocr : str
        With the boxes of characters.
    widths : sequence of int
        Of the pages as read, `MARGIN` on either side included, px.
    """
    # The document type names a definition that no parser should fetch.
    root = ElementTree.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", hocr))
    pages = [div for div in root.iter(f"{_XHTML}div") if div.get("class") == "ocr_page"]
    return [_transcript(page, width) for page, width in zip(pages, widths, strict=True)]


def _letters(line: Transcript) -> int:
    return sum(map(str.isalnum, line.text))


def score_of(confidence: float) -> float:
    """Return a word's confidence on the scale of PP-OCR's letters.

    Tesseract tells that of the worst letter of a word: on published maps half of the words of
    confidence 0.5 are right, and the wrong ones have one wrong letter.
    """
    return 1.0 - WORST * (1.0 - confidence)


def confidence_of(score: float) -> float:
    """Return Tesseract's own confidence; the inverse of `score_of`."""
    return max(1.0 - (1.0 - score) / WORST, 0.0)


def _transcript(page: ElementTree.Element, width: int) -> Transcript:
    text = ""
    centers: list[float] = []
    scores: list[float] = []
    end = 0.0
    length = max(width - 2 * MARGIN, 1)
    for word in _spans(page, "ocrx_word"):
        sure = score_of(_numbers("x_wconf", word)[0] / 100.0)
        characters = [
            (char.text, _numbers("x_bboxes", char)) for char in _spans(word, "ocrx_cinfo")
        ]
        if not characters:
            continue
        left = characters[0][1][0]
        if text and not _runs_on(text[-1], (characters[0][0] or " ")[0], left - end):
            text += " "
            centers.append(min((centers[-1] * length + left - MARGIN) / 2, left) / length)
            scores.append(min(scores[-1], sure))
        for sign, (left, _, right, _) in characters:
            # A sign may be a letter with its marks; each code point has the place of the whole.
            for point in sign or "":
                text += point
                centers.append(((left + right) / 2 - MARGIN) / length)
                scores.append(sure)
        end = characters[-1][1][2]
    confidence = sum(scores) / len(scores) if scores else 0.0
    return Transcript(text, confidence, tuple(centers), tuple(scores))


def _runs_on(before: str, after: str, gap: float) -> bool:
    """Tell whether two words, so many px apart, are one.

    Tesseract parts the clusters of scripts that are written without spaces.
    """
    own = all(unicodedata.name(char, "").startswith(UNSPACED) for char in (before, after))
    return own and gap < WORD_GAP * LINE_HEIGHT


def _spans(parent: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [span for span in parent.iter(f"{_XHTML}span") if span.get("class") == kind]


def _numbers(name: str, element: ElementTree.Element) -> list[float]:
    found = re.search(rf"{name} ([\d. -]+)", element.get("title", ""))
    if found is None:
        raise OcrUnavailable(
            f"hOCR without {name}", file=f"program {PROGRAM}", mend="install Tesseract 5"
        )
    return [float(number) for number in found[1].split()]
