"""The legend: a box that names each line beside a sample of its stroke."""

from __future__ import annotations

from collections.abc import Sequence

from eval.drawing.canvas import Canvas
from eval.drawing.decoration import Legend
from eval.drawing.fonts import load_font
from eval.drawing.network import DrawnLine
from eval.drawing.style import Style

# In font sizes.
STEP, SAMPLE, MARGIN, GAP = 1.6, 2.6, 0.9, 0.7


def legend_entries(lines: Sequence[DrawnLine]) -> list[DrawnLine]:
    """Return one line of each name, sorted by name."""
    named = {line.name: line for line in lines}
    return [named[name] for name in sorted(named)]


def legend_box(
    legend: Legend, lines: Sequence[DrawnLine], style: Style
) -> tuple[float, float, float, float]:
    """Return the box (x0, y0, x1, y1) of a legend, image px."""
    size = legend.size
    entries = legend_entries(lines)
    font = load_font(style.font, size)
    words = max((font.getlength(entry.name) for entry in entries), default=0.0)
    width = (SAMPLE + GAP) * size + words
    width = max(width, load_font(style.font, size, bold=True).getlength(legend.title))
    rows = len(entries) + bool(legend.title)
    height = (STEP * rows - 0.6) * size
    x, y = legend.xy
    return (x, y, x + width + 2 * MARGIN * size, y + height + 2 * MARGIN * size)


def draw_legend(canvas: Canvas, legend: Legend, lines: Sequence[DrawnLine], style: Style) -> None:
    """Draw a legend of `lines`."""
    size = legend.size
    x0, y0, x1, y1 = legend_box(legend, lines, style)
    canvas.box((x0 - 2, y0 - 2, x1 + 2, y1 + 2), 8, legend.outline)
    canvas.box((x0, y0, x1, y1), 7, legend.fill)
    left, baseline = x0 + MARGIN * size, y0 + (MARGIN + 0.8) * size
    if legend.title:
        heading = [(legend.title, (left, baseline))]
        canvas.text(heading, family=style.font, size=size, fill=legend.ink, bold=True)
        baseline += STEP * size
    for line in legend_entries(lines):
        middle, right = baseline - 0.36 * size, left + SAMPLE * size
        stroke = ((left, middle), (right, middle))
        width = line.width or style.line_width
        canvas.stroke(stroke, width, line.color, line.dash, flat=True)
        name = [(line.name, (right + GAP * size, baseline))]
        canvas.text(name, family=style.font, size=size, fill=legend.ink)
        baseline += STEP * size
