"""Marker candidates: what the detectors found, brought to one form and freed of doubles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from perception.markers.blobs import Blob
from perception.markers.bulges import Bulge
from perception.markers.candidate import Candidate, grow
from perception.markers.discs_in_lines import disc_in_line, is_opposite
from perception.markers.doubles import (
    outside_shapes,
    with_rings,
    without_doubles,
    without_parts,
    without_remains,
    without_same,
)
from perception.markers.flat_colors import to_lab
from perception.markers.gaps import Gap
from perception.markers.mixed_blobs import where_nothing_else
from perception.markers.scene import Scene
from perception.markers.ticks import Tick
from perception.raster import tight_sides

_FAINT = 22.0
# Flat colours of a layer that vary, in a picture drawn or scaled softly.
_OWN = 15.0
# A rim is at most this share of the mark's size.
_WIDEST_RIM = 0.45
# A rim goes all round over this share of directions; lines beyond it take less than this share.
_RINGED, _HALF_RINGED, _ALL_ROUND = 0.8, 0.5, 0.95
# A rim goes round what has a line's colour in at least such a share of directions.
_ENCIRCLED = 0.65
# Ground so many text heights large is no mark but has a rim all round.
_LOOP = 5.0
# Share of a piece of ground that lies in boxes of text.
_POCKET = 0.1
# What is so much longer than wide, and with its borders as wide as a stroke, is its inside.
_LONG = 3.0
_AS_WIDE = 1.3
# Letters, and what is inside them, are at most so large, in heights of a text line.
_LETTER, _INSIDE_LETTER = 1.2, 0.55
# Belief in a bar in the colour of its line, across it and on one side of it.
_CROSSING, _STICKING = 0.6, 0.35
# Cosine of the angle between a bar and the line that it ends.
_ACROSS = 0.5


def collect(
    scene: Scene,
    blobs: list[Blob],
    bulges: list[Bulge],
    gaps: list[Gap],
    ticks: list[Tick],
    outlines: list[Candidate],
    wholes: list[Candidate],
    mixed: list[Blob],
) -> list[Candidate]:
    """Bring the detectors' finds to one form, best first, without doubles.

    Parts of `wholes`, the marks of several parts, go; those of `mixed`, of several colours, are
    taken where nothing else was found.
    """
    found = [candidate for blob in blobs if (candidate := _from_blob(scene, blob)) is not None]
    found += [_from_bulge(bulge) for bulge in bulges]
    found += [candidate for gap in gaps if (candidate := _from_gap(scene, gap)) is not None]
    found += without_remains([_from_tick(tick) for tick in ticks], [*found, *outlines, *wholes])
    whole = [candidate for blob in mixed if (candidate := _from_blob(scene, blob)) is not None]
    whole = where_nothing_else(whole, [*found, *outlines, *wholes])
    found = without_parts(found, whole) + whole
    believed = _by_family(outlines + found)
    shapes, marks = believed[: len(outlines)], believed[len(outlines) :]
    shapes = with_rings(without_same(shapes, wholes), marks)
    return shapes + without_doubles(outside_shapes(shapes, wholes + without_parts(marks, wholes)))


def _from_blob(scene: Scene, blob: Blob) -> Candidate | None:
    long, short = blob.sides
    elongation = long / short
    if not blob.layers:
        return None
    usual = float(scene.widths[list(blob.layers)].mean())
    rimmed = blob.rim_color >= len(scene.widths) and 1.0 <= blob.rim <= _WIDEST_RIM * blob.size
    rimmed = rimmed and _apart(scene, blob.color, blob.rim_color) > _FAINT
    # an outline in the colour of a line, as on a map with black lines
    thin = 0 < blob.wall <= min(_WIDEST_RIM * short, 0.6 * usual)
    walled = blob.enclosed >= 0.8 and thin and blob.size < 3.5 * usual
    if walled and elongation > _LONG and short + 2 * blob.wall <= _AS_WIDE * usual:
        return None  # the core of a cased stroke
    rim_drawn = walled or (rimmed and blob.rim_color != scene.background)
    rimmed = rimmed or walled
    solidity, size = blob.solidity, blob.size
    if rim_drawn and solidity > 0.55:
        # a sign inside may notch what is seen of the disc; its rim shows the whole
        size, solidity = size / float(np.sqrt(solidity)), 1.0
    fill = size**2 / (long * short)
    if fill < 0.62 or solidity < 0.8:
        return None
    own = _own_layer(scene, blob.color)
    disc = elongation < 1.2 and solidity > 0.93 and 0.7 < fill < 0.87
    in_line = disc_in_line(scene, blob, own)
    if in_line is not None:
        return in_line
    piece = own in blob.layers or not disc
    if own >= 0 and piece and (elongation > 1.45 or short <= 1.3 * float(scene.widths[own])):
        return None  # a piece of a stroke between two others
    opposite = is_opposite(blob)
    if blob.outside > 0.3 and blob.size > 1.6 * usual and not (rim_drawn or disc):
        return None  # ground between two strokes
    if blob.color == scene.background:
        closed = elongation <= 1.35 and solidity > 0.9 and blob.contact > 0.12
        if (
            blob.rim < 1.0
            and blob.enclosed < 0.6
            and (blob.under_text > _POCKET or not (opposite or closed))
        ):
            return None  # a pocket of ground between a line and the lettering beside it
        whole = walled or (blob.ringed > _RINGED and blob.contact < _ALL_ROUND)
        if elongation > 1.45 and (not rim_drawn or (blob.contact > 0.5 and not whole)):
            return None  # ground between two strokes
        wide = blob.size > max(2.5 * usual, 1.3 * blob.text_height)
        if wide and not (rim_drawn and (walled or blob.ringed > _HALF_RINGED)):
            return None
        if blob.size > _LOOP * blob.text_height > 0 and blob.ringed <= _RINGED:
            return None  # ground in a loop of a line
    if blob.enclosed >= 0.5 and _contrast(scene, blob) < _FAINT:
        return None  # noise inside a stroke
    # a ring read as the letter O, or the inside of a letter printed over a line
    encircled = rimmed and rim_drawn and blob.ringed > _ENCIRCLED
    ring = (
        (own < 0 or encircled)
        and rimmed
        and blob.size > (0.45 if opposite else 0.6) * blob.text_height
    )
    # something drawn over a line, much wider than it
    striking = opposite and own < 0 and size > 2.0 * usual and solidity > 0.85
    if blob.under_text > 0.5:
        inks = {blob.color, *(blob.layers if blob.enclosed >= 0.6 else ())}
        # no letter of that text is so large, or so large inside
        letter = _LETTER if blob.color == blob.ink and not disc else _INSIDE_LETTER
        spacious = blob.enclosed >= 0.8 and blob.size > letter * blob.text_height
        if (blob.ink in inks and not spacious) or (
            blob.enclosed < 0.6 and not ring and not striking
        ):
            return None
    belief = 0.25
    if blob.enclosed >= 0.75:
        belief += 0.35
    elif opposite:
        belief += 0.3 if short >= 1.2 * usual else 0.2
    round_or_square = elongation <= 1.35 and solidity > 0.88
    stadium = rim_drawn and solidity > 0.95 and fill > 0.75
    if rimmed:
        belief += 0.25 if round_or_square or stadium else 0.15
    if round_or_square or stadium:
        belief += 0.2
    belief -= 0.12 * max(0.0, blob.size / max(usual, 0.9 * blob.text_height) - 2.5)
    if elongation <= 1.45:
        kind = "ring" if rimmed else ("square" if fill > 0.9 else "dot")
    elif rimmed:
        kind = "capsule"
    else:
        kind = "icon" if opposite else "tick"
        belief += 0.2 if striking else -0.1
    if own < 0 and elongation > 1.45 and not stadium and _ends_line(blob, usual):
        belief += 0.35
    outline = grow(blob.contour, blob.centre, blob.rim + 0.5)
    return Candidate(
        centre=blob.centre,
        kind=kind,
        size=size,
        outline=outline,
        layers=blob.layers,
        color=blob.color,
        rim_color=blob.rim_color,
        rim=blob.rim,
        elongation=elongation,
        belief=belief,
    )


def _own_layer(scene: Scene, color: int) -> int:
    """Return the layer that has a flat colour, or nearly; -1 where none has."""
    present = [i for i in range(len(scene.widths)) if scene.present[i]]
    apart = [(_apart(scene, color, i), i) for i in present]
    nearest = min(apart, default=(np.inf, -1))
    return nearest[1] if nearest[0] < _OWN else -1


def _apart(scene: Scene, one: int, other: int) -> float:
    """Return the Lab distance of two flat colours."""
    first, second = to_lab(scene.colors[[one, other]])
    return float(np.linalg.norm(first - second))


def _contrast(scene: Scene, blob: Blob) -> float:
    """Return the Lab distance between a blob and the lines that touch it."""
    own = to_lab(scene.colors[blob.color : blob.color + 1])
    lines = to_lab(scene.colors[list(blob.layers)])
    return float(np.linalg.norm(lines - own, axis=1).min())


def _ends_line(blob: Blob, usual: float) -> bool:
    """Tell whether a bar stands across the end of a line, as a letter T."""
    if len(blob.arcs) != 1 or not 1.3 * usual <= blob.sides[0] <= 5.0 * usual:
        return False
    spread = np.cov((blob.hull - blob.hull.mean(axis=0)).T)
    along = np.linalg.eigh(spread)[1][:, 1]
    direction, span = blob.arcs[0]
    to_line = np.array([np.cos(direction), np.sin(direction)])
    return bool(span < 0.8 * np.pi and abs(float(along @ to_line)) < _ACROSS)


def _from_bulge(bulge: Bulge) -> Candidate:
    angles = np.arange(24) / 24 * 2 * np.pi
    outline = np.array(bulge.centre) + bulge.radius * np.stack(
        [np.cos(angles), np.sin(angles)], axis=1
    )
    return Candidate(
        centre=bulge.centre,
        kind="bulge",
        size=float(np.sqrt(np.pi) * bulge.radius),
        outline=outline,
        layers=(bulge.layer,),
        color=bulge.layer,
        rim_color=-1,
        rim=0.0,
        elongation=1.0,
        belief=0.5 if bulge.arms in (1, 2) else 0.2,
    )


def _from_tick(tick: Tick) -> Candidate:
    long, short = tight_sides(tick.contour)
    return Candidate(
        centre=tick.centre,
        kind="tick",
        size=tick.size,
        outline=grow(tick.contour, tick.centre, 0.5),
        layers=(tick.layer,),
        color=tick.layer,
        rim_color=-1,
        rim=0.0,
        elongation=long / short,
        belief=_CROSSING if tick.crosses else _STICKING,
    )


def _from_gap(scene: Scene, gap: Gap) -> Candidate | None:
    if gap.purity < 0.5:
        return None
    long, short = tight_sides(gap.contour)
    elongation = long / short
    if elongation > 2.0:
        return None
    return Candidate(
        centre=gap.centre,
        kind="gap",
        size=gap.size,
        outline=grow(gap.contour, gap.centre, 0.5),
        layers=(gap.layer,),
        color=gap.color,
        rim_color=-1,
        rim=0.0,
        elongation=elongation,
        belief=0.45 if gap.purity > 0.8 else 0.3,
    )


def _by_family(found: list[Candidate]) -> list[Candidate]:
    """Raise the belief in candidates that have many like them, lower it in singular ones."""
    sizes = np.log(np.array([max(c.size, 1.0) for c in found]) if found else np.zeros(0))
    colors = np.array([c.color if c.kind != "bulge" else -2 for c in found])
    gap = np.array([c.kind == "gap" for c in found], bool)
    out = []
    for index, candidate in enumerate(found):
        like = (np.abs(sizes - sizes[index]) < 0.12) & (colors == colors[index])
        like &= gap == gap[index]
        others = int(like.sum()) - 1
        change = 0.3 * (1.0 - np.exp(-others / 4.0)) - 0.12
        out.append(replace(candidate, belief=float(np.clip(candidate.belief + change, 0.02, 0.98))))
    return out
