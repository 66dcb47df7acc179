"""Which ink belongs to which characters."""

from __future__ import annotations

import numpy as np
import pytest

from perception.ocr.engine import Transcript
from perception.text.extent import extents
from perception.text.ink import LineInk

WIDTH = 0.7
"""Of a glyph, box heights."""


def parts(text: str, first: tuple[float, float]) -> list[str]:
    """Return the runs of a line whose first glyph has the given top and bottom, box heights."""
    boxes = [(k, *(first if k == 0 else (0.2, 0.8)), k + WIDTH) for k in range(len(text))]
    glyphs = np.array([(left, top, right, bottom) for left, top, bottom, right in boxes])
    ink = LineInk(glyphs, np.empty((0, 4)), (0, 0, 0), (255, 255, 255), 441.0)
    count = len(text)
    centers = tuple((k + WIDTH / 2) / count for k in range(count))
    reading = Transcript(text, 0.99, centers, (0.99,) * count)
    return [text[run.first : run.last + 1] for run in extents(reading, float(count), ink)]


def test_the_tail_of_a_q_makes_no_ring() -> None:
    assert parts("QUAY", (0.19, 0.93)) == ["QUAY"]


@pytest.mark.parametrize("char", ["O", "Q", "0"])
def test_a_ring_that_is_taller_at_both_ends_is_left_out(char: str) -> None:
    assert parts(f"{char}HILL", (0.05, 0.95)) == ["HILL"]
