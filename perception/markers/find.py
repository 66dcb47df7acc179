"""All marker detectors, one after the other."""

from __future__ import annotations

from perception.markers.area_parts import without_area_parts
from perception.markers.blobs import find_blobs
from perception.markers.bulges import find_bulges
from perception.markers.candidate import Candidate
from perception.markers.candidates import collect
from perception.markers.covered_boxes import find_covered_boxes
from perception.markers.gaps import find_gaps
from perception.markers.occluded import find_occluded, is_part
from perception.markers.outlines import find_outlines
from perception.markers.parted_discs import find_parted_discs
from perception.markers.scene import Scene
from perception.markers.targets import find_targets
from perception.markers.ticks import find_ticks


def find_candidates(scene: Scene) -> list[Candidate]:
    """Find every mark that may be a station's."""
    blobs = find_blobs(scene)
    outlines = find_outlines(scene, blobs)
    outlines += find_covered_boxes(scene, outlines)
    wholes = find_parted_discs(scene, blobs) + find_targets(scene, blobs)
    found = collect(
        scene, blobs, find_bulges(scene), find_gaps(scene), find_ticks(scene), outlines, wholes
    )
    found = without_area_parts(scene, found)
    hidden = find_occluded(scene, blobs, found)
    return [c for c in found if not any(is_part(c, mark) for mark in hidden)] + hidden
