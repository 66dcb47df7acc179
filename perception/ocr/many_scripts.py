"""PP-OCR with Tesseract beside it, for the scripts that PP-OCR's weights do not know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from perception.ocr.engine import OcrEngine, RecognisedLine, RgbArray, TextRegion, Transcript
from perception.ocr.tesseract import TesseractLines, TesseractProgram
from perception.ocr.writing_systems import FOREIGN, KNOWN, WritingSystem


class ManyScriptEngine:
    """Finds text with PP-OCR and reads each script with what knows it.

    The text stage decides from the picture which scripts it holds, see `perception.text.foreign`.

    Parameters
    ----------
    kind : str
        Name in the registry.
    first : OcrEngine
        Finds all text, and reads Latin, Chinese and Japanese.
    program : TesseractProgram or None
        Reads the other scripts; None where it is not installed.
    only_second : bool
        Whether Tesseract reads everything; `first` then only finds.
    """

    def __init__(
        self,
        kind: str,
        first: OcrEngine,
        program: TesseractProgram | None,
        *,
        only_second: bool = False,
    ) -> None:
        self._kind = kind
        self._readers: dict[str, TesseractLines] = {}
        self.first = first
        self.program = program
        self.only_second = only_second

    @property
    def kind(self) -> str:
        """Name in the registry."""
        return self._kind

    def describe(self) -> dict[str, Any]:
        """Return what `first` is and which version and languages of Tesseract are there."""
        program = self.program
        return {
            **self.first.describe(),
            "kind": self._kind,
            "finds": self.first.kind,
            "tesseract": program.version if program else "not installed",
            "languages": sorted(self.languages()),
        }

    def systems(self) -> tuple[WritingSystem, ...]:
        """Return the writing systems that Tesseract may have to read and has a language for."""
        wanted = (*KNOWN, *FOREIGN) if self.only_second else FOREIGN
        return tuple(system for system in wanted if self.installed(system))

    def languages(self) -> frozenset[str]:
        """Return the installed languages of `systems`."""
        return frozenset(name for system in self.systems() for name in self.installed(system))

    def installed(self, system: WritingSystem) -> tuple[str, ...]:
        """Return the installed languages of `system`, the first choice first."""
        there = self.program.languages if self.program else ()
        return tuple(language for language in system.languages if language in there)

    def reader(self, language: str) -> TesseractLines:
        """Return the reader of an installed language.

        Raises
        ------
        OcrUnavailable
            It is not installed.
        """
        if language not in self._readers:
            assert self.program is not None
            self._readers[language] = TesseractLines(self.program, language)
        return self._readers[language]

    def read_by(self, languages: Iterable[str]) -> str:
        """Return who read, e.g. "ppocr-v6-small+tesseract-5.3.0(rus)"."""
        named = "+".join(languages)
        readers = [] if self.only_second else [self.first.kind]
        if named and self.program is not None:
            readers.append(f"tesseract-{self.program.version}({named})")
        return "+".join(readers)

    def detect(self, rgb: RgbArray) -> list[TextRegion]:
        """Find text lines with `first`."""
        return self.first.detect(rgb)

    def detect_all(self, rgbs: Sequence[RgbArray]) -> list[list[TextRegion]]:
        """Find text lines in several arrays with `first`."""
        return self.first.detect_all(rgbs)

    def transcribe(self, crops: Sequence[RgbArray]) -> list[Transcript]:
        """Read upright single-line crops with `first`."""
        return self.first.transcribe(crops)

    def recognise(self, rgb: RgbArray) -> list[RecognisedLine]:
        """Find and read in one pass with `first`."""
        return self.first.recognise(rgb)
