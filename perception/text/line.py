"""One line as read, and cutting it into several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from perception.ocr.engine import Quad, Transcript
from perception.text.quad import part, sides
from perception.text.transcript import moved, sliced, with_space


@dataclass(frozen=True, slots=True)
class Gap:
    """The space between the glyphs of two printed characters.

    Attributes
    ----------
    before, after : int
        Positions of the two in the text.
    left, right : float
        Edges along the line, box heights from the box's left edge.
    size : float
        In heights of the line's ink.
    crossed : bool
        Whether ink that is no glyph, as of a marker, reaches into it.
    """

    before: int
    after: int
    left: float
    right: float
    size: float
    crossed: bool = False


@dataclass(frozen=True, slots=True)
class LineReading:
    """One line as read.

    Attributes
    ----------
    quad : numpy.ndarray, shape (4, 2)
        Box in px, in reading order; tight around the ink where that explains the characters.
    transcript : Transcript
        Characters and scores; `centers` are along `quad`.
    gaps : tuple of Gap
        Between the glyphs, in reading order; empty where the ink does not explain the characters.
    """

    quad: Quad
    transcript: Transcript
    gaps: tuple[Gap, ...] = ()

    @property
    def text(self) -> str:
        """What was read."""
        return self.transcript.text

    def is_space(self, gap: Gap) -> bool:
        """Tell whether the text has a space at `gap`."""
        return self.text[gap.before + 1 : gap.after].isspace()

    def cut(self, ends: Sequence[Gap], padding: float) -> list[LineReading]:
        """Return the pieces between `ends`, with `padding` box heights of room at the cuts."""
        if not ends:
            return [self]
        length, height = sides(self.quad)
        starts = [0, *(gap.after for gap in ends)]
        stops = [*(gap.before + 1 for gap in ends), len(self.text)]
        lefts = [0.0, *(gap.right - padding for gap in ends)]
        rights = [*(gap.left + padding for gap in ends), length / height]
        pieces = []
        for start, stop, left, right in zip(starts, stops, lefts, rights, strict=True):
            quad = part(self.quad, left, 0.0, right, 1.0)
            inner = tuple(
                replace(
                    gap,
                    before=gap.before - start,
                    after=gap.after - start,
                    left=gap.left - left,
                    right=gap.right - left,
                )
                for gap in self.gaps
                if start <= gap.before and gap.after < stop
            )
            transcript = moved(sliced(self.transcript, start, stop), self.quad, quad)
            pieces.append(LineReading(quad, transcript, inner))
        return pieces

    def with_spaces(self, positions: Sequence[int]) -> LineReading:
        """Insert a space before each of the characters at `positions`."""
        transcript = self.transcript
        for position in sorted(set(positions), reverse=True):
            transcript = with_space(transcript, position)

        def shifted(index: int) -> int:
            return index + sum(position <= index for position in set(positions))

        gaps = tuple(
            replace(gap, before=shifted(gap.before), after=shifted(gap.after)) for gap in self.gaps
        )
        return LineReading(self.quad, transcript, gaps)
