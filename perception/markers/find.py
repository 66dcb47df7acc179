"""All marker detectors."""

from __future__ import annotations

from collections.abc import Callable

from perception.markers.area_parts import without_area_parts
from perception.markers.blobs import Blob, find_blobs
from perception.markers.bulges import Bulge, find_bulges
from perception.markers.candidate import Candidate
from perception.markers.candidates import collect
from perception.markers.covered_boxes import find_covered_boxes
from perception.markers.crossbars import find_crossbars, outside_bars
from perception.markers.gaps import Gap, find_gaps
from perception.markers.line_dots import without_line_dots
from perception.markers.mixed_blobs import find_mixed_blobs
from perception.markers.occluded import find_occluded, is_part
from perception.markers.outlines import find_outlines
from perception.markers.parted_discs import find_parted_discs
from perception.markers.pictures import with_pictures
from perception.markers.rings_on_lines import find_rings_on_lines
from perception.markers.scene import Scene
from perception.markers.targets import find_targets
from perception.markers.ticks import Tick, find_ticks
from perception.side_by_side import side_by_side


def find_candidates(scene: Scene) -> list[Candidate]:
    """Find every mark that may be a station's."""
    blobs: list[Blob] = []
    bulges: list[Bulge] = []
    gaps: list[Gap] = []
    ticks: list[Tick] = []
    bars: list[Tick] = []
    mixed: list[Blob] = []
    side_by_side(
        _run,
        (
            lambda: blobs.extend(find_blobs(scene)),
            lambda: bulges.extend(find_bulges(scene)),
            lambda: gaps.extend(find_gaps(scene)),
            lambda: ticks.extend(find_ticks(scene)),
            lambda: bars.extend(find_crossbars(scene)),
            lambda: mixed.extend(find_mixed_blobs(scene)),
        ),
    )
    ticks = bars + outside_bars(ticks, bars)
    bulges = outside_bars(bulges, bars)
    outlines = find_outlines(scene, blobs)
    outlines += find_covered_boxes(scene, outlines)
    wholes = find_parted_discs(scene, blobs) + find_targets(scene, blobs)
    wholes += find_rings_on_lines(scene)
    found = collect(scene, blobs, bulges, gaps, ticks, outlines, wholes, mixed)
    found = without_line_dots(scene, without_area_parts(scene, found))
    hidden = find_occluded(scene, blobs, found)
    found = [c for c in found if not any(is_part(c, mark) for mark in hidden)] + hidden
    return with_pictures(scene, found)


def _run(detect: Callable[[], None]) -> None:
    detect()
