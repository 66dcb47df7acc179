"""All marker detectors, one after the other."""

from __future__ import annotations

from perception.markers.blobs import find_blobs
from perception.markers.bulges import find_bulges
from perception.markers.candidates import Candidate, collect
from perception.markers.gaps import find_gaps
from perception.markers.scene import Scene


def find_candidates(scene: Scene) -> list[Candidate]:
    """Find every mark that may be a station's."""
    return collect(scene, find_blobs(scene), find_bulges(scene), find_gaps(scene))
