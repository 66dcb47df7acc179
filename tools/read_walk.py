"""Read instructions back into a path of the scene graph (MapBench, algorithm 2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from perception.errors import OutputFormatError
from tools.name_folding import ORDINALS
from tools.scene_graph import SceneGraph
from tools.write_walk import alternatives

_NUMBER: Final = re.compile(r"^\s*(?:[-*•]\s+|\(?\d+[.):]\s*)?")
_STEP: Final = re.compile(
    r"(?:follow the road|take the path),? "
    rf"(?:the (?P<which>{'|'.join(ORDINALS)}) way from the left )?"
    r"(?P<heading>north|northeast|east|southeast|south|southwest|west|northwest) to (?P<place>.+)",
    re.DOTALL,
)
_FROM: Final = re.compile(r"\bfrom (?:the )?([A-Za-z]+(?:[- ]?(?:east|west))?)", re.IGNORECASE)
_ALONG: Final = re.compile(r"\balong\s+(.+)$", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class WalkLeg:
    """One line of instructions.

    Attributes
    ----------
    source, target : str
        Names, as written.
    came_from : str
        Direction, as written; empty where it says none.
    along : str
        Road and steps, as written; empty where it says none.
    """

    source: str
    target: str
    came_from: str = ""
    along: str = ""


def walk_lines(response: str) -> list[str]:
    """Return the lines of a response that are instructions: those that hold one arrow."""
    return [line.strip() for line in response.splitlines() if line.count("->") == 1]


def read_leg(line: str) -> WalkLeg | None:
    """Read one line; None where it does not have the form.

    A number before it and a missing last bracket are tolerated.

    Examples
    --------
    >>> read_leg("1. Soto -> Trancos (from East, moving along the path")
    WalkLeg(source='Soto', target='Trancos', came_from='East', along='the path')
    """
    text = _NUMBER.sub("", line.strip(), count=1).replace("**", "")
    ends, bracket, rest = text.partition(" (from ")
    if not bracket:
        ends, bracket, rest = text.partition(" (")
        if not bracket:
            return None
    else:
        rest = f"from {rest}"
    source, arrow, target = ends.partition(" -> ")
    if not arrow or not source.strip() or not target.strip():
        return None
    rest = rest.strip()
    rest = rest[:-1] if rest.endswith(")") else rest
    came = _FROM.search(rest)
    along = _ALONG.search(rest)
    return WalkLeg(
        source.strip(), target.strip(), came[1] if came else "", along[1].strip() if along else ""
    )


def read_walk(scene: SceneGraph, source: int, lines: Sequence[str]) -> tuple[int, ...]:
    """Follow instructions as `write_walk` tells them.

    Parameters
    ----------
    scene : SceneGraph
        Where to walk.
    source : int
        Where the first leg starts.
    lines : sequence of str
        A leg each.

    Returns
    -------
    tuple of int
        The path.

    Raises
    ------
    OutputFormatError
        A line or a step does not have the form, or leads nowhere.
    """
    path = [source]
    for line in lines:
        leg = read_leg(line)
        steps = leg.along.partition(": ")[2] if leg else ""
        if not steps:
            raise OutputFormatError(f"tells no steps: {line!r}", mend="write A -> B (from ...)")
        for step in re.split(r"; (?=follow the road|take the path)", steps):
            path.append(_follow(scene, path[-1], step))
    return tuple(path)


def _follow(scene: SceneGraph, node: int, step: str) -> int:
    match = _STEP.fullmatch(step.strip())
    if match is None:
        raise OutputFormatError(f"is no step: {step!r}", mend="follow the road EAST to PLACE")
    found = alternatives(scene, node, match["heading"], match["place"].strip())
    number = ORDINALS.index(match["which"]) if match["which"] else 0
    if number >= len(found):
        raise OutputFormatError(f"leads nowhere: {step!r}", mend="name a place that is there")
    return found[number]
