"""Plots of a report as SVG, each with what it shows in words."""

from __future__ import annotations

import io
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from eval.report.process_tables import seconds_of
from eval.report.samples import Collected, SampleRow
from eval.report.score_tables import LEVELS

# Told apart by colour-blind readers (Okabe and Ito 2008), and by hatching in grey print.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
HATCHES = ("", "//", "..", "xx", "\\\\", "++")
_STYLE: Any = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "hatch.linewidth": 0.6,
}
_WIDTH = 9.0
_ROW = 0.22


@dataclass(frozen=True, slots=True)
class Plot:
    """One plot.

    Attributes
    ----------
    id : str
        Short name.
    title : str
        Its heading.
    alt : str
        What it shows, for readers who do not see it.
    table : str
        Id of the table that holds its figures.
    svg : bytes
        The picture.
    """

    id: str
    title: str
    alt: str
    table: str
    svg: bytes


def draw_plots(found: Collected) -> list[Plot]:
    """Return the plots that the runs have figures for; the same runs give the same bytes."""
    with mpl.rc_context(_STYLE):
        plots = [_right_by_task(found), _right_by_difficulty(found), _seconds(found)]
    return [plot for plot in plots if plot is not None]


def _right_by_task(found: Collected) -> Plot | None:
    tasks: dict[str, list[SampleRow]] = {}
    for row in found.rows:
        tasks.setdefault(row.kind.id, []).append(row)
    if not tasks:
        return None
    shares = [[_share(rows, run) for rows in tasks.values()] for run in range(len(found.labels))]
    alt = f"Bars of the share of right answers by task, {len(tasks)} tasks. "
    alt += "; ".join(
        f"{label}: from {min(known):.1%} to {max(known):.1%}"
        for label, values in zip(found.labels, shares, strict=True)
        if (known := [value for value in values if not isnan(value)])
    )
    alt += "."
    svg = _bars(found, list(tasks), shares, "right answers", "task")
    return Plot("right_by_task", "Right answers by task", alt, "scores", svg)


def _share(rows: list[SampleRow], run: int) -> float:
    rights = [result.score.right for row in rows if (result := row.results[run])]
    return sum(rights) / len(rights) if rights else nan


def _right_by_difficulty(found: Collected) -> Plot | None:
    groups: dict[str, list[SampleRow]] = {
        f"{one} map, {other} query": rows
        for one in LEVELS
        for other in LEVELS
        if (rows := [r for r in found.rows if (r.map_level, r.query_level) == (one, other)])
    }
    if not groups:
        return None
    shares = [[_share(rows, run) for rows in groups.values()] for run in range(len(found.labels))]
    alt = "Bars of the share of right answers by difficulty. " + "; ".join(
        f"{label}: "
        + ", ".join(
            f"{name} {value:.1%}"
            for name, value in zip(groups, values, strict=True)
            if not isnan(value)
        )
        for label, values in zip(found.labels, shares, strict=True)
    )
    alt += "."
    svg = _bars(found, list(groups), shares, "right answers", "difficulty")
    return Plot("right_by_difficulty", "Right answers by difficulty", alt, "difficulty", svg)


def _bars(
    found: Collected, names: list[str], shares: list[list[float]], label: str, salt: str
) -> bytes:
    """Draw a bar a run for each name."""
    count = len(found.labels)
    figure, axes = _axes(1.2 + len(names) * (0.14 + _ROW * count))
    for number, (run, values) in enumerate(zip(found.labels, shares, strict=True)):
        places = np.arange(len(names)) + (number - (count - 1) / 2) * 0.8 / count
        axes.barh(places, values, 0.8 / count, label=run, **_look(number))
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    axes.grid(axis="x", color="#dddddd")
    axes.set_xlabel(label)
    _legend(figure, axes, found)
    return _svg(figure, salt)


def _seconds(found: Collected) -> Plot | None:
    figure, axes = _axes(3.4)
    told = []
    for number, label in enumerate(found.labels):
        values = np.sort(np.maximum(seconds_of(found, number), 1e-4))
        if not len(values):
            continue
        # A curve of 20,000 steps would be a megabyte; of 200 it looks the same.
        shares = np.linspace(0, 1, min(len(values), 200))
        style = ("-", "--", "-.", ":")[number % 4]
        color = COLORS[number % len(COLORS)]
        axes.plot(np.quantile(values, shares), shares, style, color=color, label=label, lw=2)
        middle, high = np.quantile(values, (0.5, 0.9))
        told.append(f"{label}: half within {middle:.3g} s, 90 % within {high:.3g} s")
    if not told:
        return None
    axes.set_xscale("log")
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_xlabel("seconds a sample, at most (logarithmic)")
    axes.set_ylabel("share of samples")
    axes.grid(color="#dddddd")
    _legend(figure, axes, found)
    alt = f"Curves of the share of samples that were answered within a time. {'; '.join(told)}."
    return Plot("seconds", "Time a sample", alt, "seconds", _svg(figure, "seconds"))


def _axes(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(_WIDTH, height), layout="constrained")
    return figure, figure.add_subplot()


def _look(number: int) -> dict[str, Any]:
    return {
        "color": COLORS[number % len(COLORS)],
        "hatch": HATCHES[number % len(HATCHES)],
        "edgecolor": "white",
    }


def _legend(figure: Figure, axes: Axes, found: Collected) -> None:
    if len(found.labels) > 1:
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper left", ncols=2, frameon=False)


def _svg(figure: Figure, name: str) -> bytes:
    out = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": name}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()
