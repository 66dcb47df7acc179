"""The text recognisers by kind: loading one, and telling what is there without loading it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from perception.errors import ConfigError, OcrUnavailable
from perception.ocr.engine import OcrEngine
from perception.ocr.official import KIND as OFFICIAL
from perception.ocr.official import downloaded_files, fetch_official
from perception.ocr.tesseract import KIND as TESSERACT
from perception.ocr.tesseract import find_program
from perception.ocr.weights import DETECTOR, RECOGNISER, sha256_of, weights_file
from perception.ocr.writing_systems import FOREIGN, KNOWN, WritingSystem

SMALL: Final = "ppocr-v6-small"
DEFAULT_KIND: Final = "auto"


@dataclass(frozen=True, slots=True)
class EngineKind:
    """One kind of text recogniser.

    Attributes
    ----------
    kind : str
        As an option names it.
    what : str
        What it is, in a few words.
    load : callable
        Loads it, given the number of threads.
    files : callable
        Returns name and file of its weights by role; raises `OcrUnavailable` where they are not
        there.
    fetch : callable or None
        Brings the weights where they are not there; None where only an installation can.
    """

    kind: str
    what: str
    load: Callable[[int], OcrEngine]
    files: Callable[[], dict[str, tuple[str, Path]]]
    fetch: Callable[[], object] | None = None

    def fetched_weights(self) -> dict[str, dict[str, str]]:
        """Return the same as `weights`, brought first where they are not there.

        Raises
        ------
        OcrUnavailable
            They cannot be brought.
        """
        try:
            return self.weights()
        except OcrUnavailable:
            if self.fetch is None:
                raise
        self.fetch()
        return self.weights()

    def weights(self) -> dict[str, dict[str, str]]:
        """Return name and SHA-256 of the weights by role, without loading them.

        Raises
        ------
        OcrUnavailable
            They are not there.
        """
        return {
            role: {"name": name, "sha256": sha256_of(file)}
            for role, (name, file) in self.files().items()
        }


def _load_small(threads: int) -> OcrEngine:
    from perception.ocr.ppocr import load_small

    return load_small(threads=threads, kind=SMALL)


def _load_auto(threads: int) -> OcrEngine:
    from perception.ocr.many_scripts import ManyScriptEngine

    try:
        program = find_program()
    except OcrUnavailable:
        # Told by `describe`, by `mapclew doctor`, and in the notes of a picture that needs it.
        program = None
    return ManyScriptEngine(DEFAULT_KIND, _load_small(threads), program)


def _load_tesseract(threads: int) -> OcrEngine:
    from perception.ocr.many_scripts import ManyScriptEngine

    program = find_program()
    return ManyScriptEngine(TESSERACT, _load_small(threads), program, only_second=True)


def _load_official(threads: int) -> OcrEngine:
    from perception.ocr.official import load_official

    return load_official(threads=threads)


def _small_files() -> dict[str, tuple[str, Path]]:
    roles = {"detector": DETECTOR, "recogniser": RECOGNISER}
    return {role: (w.model_name, weights_file(w)) for role, w in roles.items()}


def _auto_files() -> dict[str, tuple[str, Path]]:
    try:
        return {**_small_files(), **_language_files(FOREIGN)}
    except OcrUnavailable:
        return _small_files()


def _tesseract_files() -> dict[str, tuple[str, Path]]:
    languages = _language_files((*KNOWN, *FOREIGN))
    role = "detector"
    return {role: _small_files()[role], **languages}


def _language_files(systems: Iterable[WritingSystem]) -> dict[str, tuple[str, Path]]:
    program = find_program()
    return {
        language: (f"tesseract-{program.version}", program.data / f"{language}.traineddata")
        for system in systems
        for language in system.languages
        if language in program.languages
    }


ENGINES: Final[Mapping[str, EngineKind]] = {
    kind.kind: kind
    for kind in (
        EngineKind(
            DEFAULT_KIND,
            "PP-OCRv6 small, and Tesseract for the scripts that it does not know",
            _load_auto,
            _auto_files,
        ),
        EngineKind(SMALL, "PP-OCRv6 small from the rapidocr wheel", _load_small, _small_files),
        EngineKind(
            TESSERACT,
            "Tesseract on lines that PP-OCRv6 small finds",
            _load_tesseract,
            _tesseract_files,
        ),
        EngineKind(
            OFFICIAL,
            "PP-OCRv6 medium as PaddleOCR downloads it",
            _load_official,
            downloaded_files,
            fetch_official,
        ),
    )
}
"""Every kind. What `auto` reads with is decided from the picture, and logged with every reading."""


def engine_kind(kind: str) -> EngineKind:
    """Return a kind by its name.

    Raises
    ------
    ConfigError
        There is none of that name.
    """
    if kind not in ENGINES:
        raise ConfigError(
            f"no text recogniser is called {kind!r}",
            field="--ocr",
            mend=f"choose of {', '.join(ENGINES)}",
        )
    return ENGINES[kind]


def load_engine(kind: str, threads: int = 2) -> OcrEngine:
    """Load a text recogniser.

    Raises
    ------
    ConfigError
        There is none of that kind.
    OcrUnavailable
        Its weights or libraries are not there.
    """
    return engine_kind(kind).load(threads)


@dataclass(frozen=True, slots=True)
class EngineState:
    """What is there of one kind.

    Attributes
    ----------
    kind : str
        Its name.
    usable : bool
        Whether its weights are there.
    default : bool
        Whether a run takes it unless told otherwise.
    found : str
        Weights with the start of their hashes, or what is missing.
    mend : str
        What to do; empty where nothing is.
    """

    kind: str
    usable: bool
    default: bool
    found: str
    mend: str = ""


def engine_states() -> tuple[EngineState, ...]:
    """Tell for every kind what is there; nothing is loaded or downloaded."""
    return tuple(_state(kind) for kind in ENGINES.values())


def _state(kind: EngineKind) -> EngineState:
    default = kind.kind == DEFAULT_KIND
    try:
        weights: dict[str, Any] = kind.weights()
    except OcrUnavailable as error:
        found = f"{error.file}: {error.found}"
        return EngineState(kind.kind, False, default, found, error.mend)
    # Of one program's languages the names do; of models, that have one name each, the hashes tell.
    names: dict[str, list[str]] = {}
    for role, part in weights.items():
        names.setdefault(part["name"], []).append(role)
    listed = ", ".join(
        f"{name} sha256 {weights[roles[0]]['sha256'][:12]}"
        if len(roles) == 1
        else f"{name} with {len(roles)} languages"
        for name, roles in names.items()
    )
    return EngineState(kind.kind, True, default, f"{kind.what}: {listed}")
