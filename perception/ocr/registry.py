"""The text recognisers by kind: loading one, and telling what is there without loading it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from perception.errors import ConfigError, OcrUnavailable
from perception.ocr.engine import OcrEngine
from perception.ocr.official import KIND as OFFICIAL
from perception.ocr.official import downloaded_files, fetch_official
from perception.ocr.weights import DETECTOR, RECOGNISER, sha256_of, weights_file

DEFAULT_KIND: Final = "ppocr-v6-small"


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

    return load_small(threads=threads, kind=DEFAULT_KIND)


def _load_official(threads: int) -> OcrEngine:
    from perception.ocr.official import load_official

    return load_official(threads=threads)


def _small_files() -> dict[str, tuple[str, Path]]:
    roles = {"detector": DETECTOR, "recogniser": RECOGNISER}
    return {role: (w.model_name, weights_file(w)) for role, w in roles.items()}


ENGINES: Final[Mapping[str, EngineKind]] = {
    kind.kind: kind
    for kind in (
        EngineKind(
            DEFAULT_KIND, "PP-OCRv6 small from the rapidocr wheel", _load_small, _small_files
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
"""Every kind; none is chosen by what happens to be installed."""


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
    listed = ", ".join(f"{w['name']} sha256 {w['sha256'][:12]}" for w in weights.values())
    return EngineState(kind.kind, True, default, f"{kind.what}: {listed}")
