"""Reading one detected region: the right turn, the exact extent, the right spaces.

The detector's boxes are a little too long where a station marker touches a label, a little too
short where a stroke crosses its end, and join neighbouring labels of one row. The recogniser loses
narrow spaces. Both are mended by the ink of the line (`text_ink`), and only where that ink
explains the characters that were read.

Reading a region takes several looks, each depending on the last. So that a recogniser may get many
lines at a time, the steps are generators: they yield a crop and are sent its transcript
(`perception.text.turns` runs them).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.ocr.crop import crop_quad
from perception.ocr.engine import Quad, RgbArray, TextRegion, Transcript
from perception.text.cleaning import MARKER_LOOKALIKES
from perception.text.extent import extents, with_neighbours
from perception.text.ink import LineInk, line_ink
from perception.text.line import LineReading
from perception.text.quad import angle_of, part, reading_orders, rectangle, sides
from perception.text.spacing import SpacingConfig, find_gaps, label_ends, spaced
from perception.text.transcript import moved, printed, sliced, without_capital_i

# Yields crops to be read, is sent their transcripts, and returns the lines of its region.
Looks = Generator[RgbArray, Transcript, "list[LineReading]"]
_Look = Generator[RgbArray, Transcript, Transcript]


@dataclass(frozen=True, slots=True)
class ReaderConfig:
    """When a reading is doubted.

    Attributes
    ----------
    sure : float
        A reading of this confidence is not tried again.
    snap : float
        Degrees within which a line is taken to run at a multiple of 45 degrees.
    padding : float
        Room around the ink of a box, in heights of the box.
    stretch : float
        How much wider a doubtful line is read the second time; it parts touching letters.
    """

    sure: float = 0.97
    snap: float = 6.0
    padding: float = 0.12
    stretch: float = 1.2
    spacing: SpacingConfig = field(default_factory=SpacingConfig)


class LineReader:
    """Reads regions of one picture."""

    def __init__(self, rgb: RgbArray, config: ReaderConfig | None = None) -> None:
        self._rgb = rgb
        self._config = config or ReaderConfig()
        self._inks: dict[bytes, LineInk | None] = {}

    def read(self, region: TextRegion) -> Looks:
        """Find what stands in `region`: usually one line, several where labels were joined."""
        reading = yield from self._turned(region.quad)
        if not printed(reading.transcript.text):
            return []
        pieces: list[LineReading] = []
        for fitted in (yield from self._fitted(reading)):
            pieces += self._parted((yield from self._retried(fitted)))
        return pieces

    def _look(self, quad: Quad, *, stretch: float = 1.0) -> _Look:
        crop = crop_quad(self._rgb, quad)
        if stretch != 1.0:
            size = (max(round(crop.shape[1] * stretch), 1), crop.shape[0])
            crop = np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_CUBIC), np.uint8)
        return without_capital_i((yield crop))

    def _ink(self, quad: Quad) -> LineInk | None:
        key = quad.tobytes()
        if key not in self._inks:
            self._inks[key] = line_ink(self._rgb, quad)
        return self._inks[key]

    def _turned(self, quad: Quad) -> Generator[RgbArray, Transcript, LineReading]:
        """Read in each order that makes sense and keep the one that explains most."""
        best = LineReading(quad, Transcript("", 0.0))
        for order in reading_orders(quad):
            transcript = yield from self._look(order)
            if _weight(transcript) > _weight(best.transcript):
                best = LineReading(order, transcript)
            if len(transcript.text) > 2 and transcript.confidence >= self._config.sure:
                break
        return best

    def _fitted(self, reading: LineReading) -> Looks:
        """Fit the box to the ink of its characters; read again where that changes which."""
        frame = self._frame(reading.quad)
        old = moved(reading.transcript, reading.quad, frame)
        as_found = [LineReading(frame, old)]
        ink = self._ink(frame)
        if ink is None:
            return as_found
        width = sides(frame)[0] / sides(frame)[1]
        found = extents(old, width, ink)
        if not found:
            return as_found
        kept = {i for extent in found for i in range(extent.first, extent.last + 1)}
        dropped = [i for i in printed(old.text) if i not in kept]
        if dropped and not _is_marker(old, dropped):
            return as_found
        fitted = []
        for extent in found:
            glyphs = with_neighbours(extent, ink)
            quad = self._around(frame, glyphs)
            part_of = sliced(old, extent.first, extent.last + 1)
            same = moved(part_of, frame, quad)
            longer = bool(glyphs[:, 0].min() < -0.02 or glyphs[:, 2].max() > width + 0.02)
            if not longer and not dropped and same.confidence >= self._config.sure:
                fitted.append(LineReading(quad, same))
                continue
            new = yield from self._look(quad)
            allowance = 0.05 if longer else 0.03 if dropped else 0.0
            if new.confidence < same.confidence - allowance or len(new.text) < len(same.text):
                new = same
            fitted.append(LineReading(quad, new))
        return fitted

    def _around(self, frame: Quad, glyphs: NDArray[np.float64]) -> Quad:
        pad = self._config.padding
        return part(
            frame,
            float(glyphs[:, 0].min()) - pad,
            float(glyphs[:, 1].min()) - pad,
            float(glyphs[:, 2].max()) + pad,
            float(glyphs[:, 3].max()) + pad,
        )

    def _frame(self, quad: Quad) -> Quad:
        """Return the rectangle of the line, at a multiple of 45 degrees where its ink allows."""
        own = rectangle(quad)
        angle = angle_of(own)
        straight = round(angle / 45.0) * 45.0
        if abs(angle - straight) > self._config.snap or abs(angle - straight) < 1e-6:
            return own
        snapped = rectangle(quad, angle=straight)
        thickness = [self._thickness(frame) for frame in (own, snapped)]
        return snapped if thickness[1] <= thickness[0] * 1.05 else own

    def _thickness(self, frame: Quad) -> float:
        """Return how high the ink between the ends of `frame` is, px."""
        ink = self._ink(frame)
        if ink is None:
            return float("inf")
        length, height = sides(frame)
        inner = ink.glyphs[(ink.glyphs[:, 2] > 0) & (ink.glyphs[:, 0] < length / height)]
        if not len(inner):
            return float("inf")
        return float(inner[:, 3].max() - inner[:, 1].min()) * height

    def _retried(self, reading: LineReading) -> Generator[RgbArray, Transcript, LineReading]:
        """Read a doubtful line again, wider and with more room around; keep the surest."""
        if reading.transcript.confidence >= self._config.sure or _is_hopeless(reading.transcript):
            return reading
        length, height = sides(reading.quad)
        roomy = part(reading.quad, -0.1, -0.1, length / height + 0.1, 1.1)
        trials = (
            (yield from self._look(reading.quad, stretch=self._config.stretch)),
            moved((yield from self._look(roomy)), roomy, reading.quad),
        )
        best = reading.transcript
        for trial in trials:
            lost = trial.text.count(" ") < best.text.count(" ") and _letters(trial) == _letters(
                best
            )
            if trial.confidence > best.confidence + 0.01 and not lost:
                best = trial
        return LineReading(reading.quad, best)

    def _parted(self, reading: LineReading) -> list[LineReading]:
        """Cut between labels, and space the words of each."""
        ink = self._ink(reading.quad)
        if ink is None:
            return [reading]
        width = sides(reading.quad)[0] / sides(reading.quad)[1]
        found = extents(reading.transcript, width, ink)
        inner = printed(reading.text)
        whole = len(found) == 1 and found[0].whole
        if not whole or (found[0].first, found[0].last) != (inner[0], inner[-1]):
            return [reading]
        line = LineReading(
            reading.quad,
            reading.transcript,
            find_gaps(reading.transcript, width, found[0], ink),
        )
        config = self._config.spacing
        return [
            spaced(piece, config) for piece in line.cut(label_ends(line, config), config.padding)
        ]


def _weight(transcript: Transcript) -> float:
    """Return how much was read, and how surely."""
    return sum(score - 0.6 for score in transcript.scores)


def _is_hopeless(transcript: Transcript) -> bool:
    """Tell whether a reading is of a drawing: one or two signs, and none of them sure."""
    return len(transcript.text) <= 2 and transcript.confidence < 0.5


def _letters(transcript: Transcript) -> str:
    return "".join(transcript.text.split())


def _is_marker(transcript: Transcript, positions: list[int]) -> bool:
    """Tell whether the characters may be what a marker was read as.

    Not so a capital before a small letter, or a small letter after one: they belong to a word.
    """
    text = transcript.text
    gone = set(positions)
    for i in positions:
        if text[i].isupper() and i + 1 not in gone and text[i + 1 : i + 2].islower():
            return False
        if text[i].islower() and i - 1 not in gone and text[max(i - 1, 0) : i].islower():
            return False
    if all(text[i] in MARKER_LOOKALIKES for i in positions):
        return True
    return float(np.mean([transcript.scores[i] for i in positions])) < 0.6
