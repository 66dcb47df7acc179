"""What a generated map shows, exactly, in the form that `mapclew perceive --truth` reads."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from eval.atlas.composition import Composition, kilometres
from eval.atlas.marks import INSIDE
from eval.atlas.plan import PlannedPlace
from eval.atlas.style import MapStyle
from perception.map_graph import Point

_LANGUAGES = {
    "english": "en", "german": "de", "french": "fr", "spanish": "es", "nordic": "no",
    "chinese": "zh", "japanese": "ja",
}  # fmt: skip


def truth_of(
    composition: Composition,
    style: MapStyle,
    title: str,
    seed: str,
    size: tuple[int, int],
    shift: Point,
    factor: Point,
    signed: Collection[str],
) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """Return `truth.json` and the rows of `edges.csv`.

    Parameters
    ----------
    composition : Composition
        The map, in its own px.
    style : MapStyle
        Its style.
    title, seed : str
        What is printed, and what it was made from.
    size : tuple of int
        Of the finished picture, px.
    shift, factor : tuple of float
        From the composition's px to the picture's: add, then multiply.
    signed : collection of str
        Lines whose names are printed.

    Returns
    -------
    tuple
        Names are written as tables write them: `_` for a hyphen inside a name.
    """

    def up(point: Point) -> list[float]:
        return [
            round((point[0] + shift[0]) * factor[0], 1),
            round((point[1] + shift[1]) * factor[1], 1),
        ]

    plan = composition.plan
    names = {place.number: _table_name(place, style) for place in plan.places}
    lines = {way.line: way for way in reversed(plan.ways) if way.line}
    truth = {
        "city": title,
        "kind": "metro" if style.domain == "metromap" else "tourist",
        "style": style.key,
        "seed": seed,
        "languages": [_LANGUAGES[style.names.language]],
        "size": list(size),
        "stations": len(plan.places),
        "edges": len(plan.edges()),
        "names": list(names.values()),
        "other_names": {
            names[place.number]: others
            for place in plan.places
            if (others := _other_names(place, style))
        },
        "lines": [
            {"name": name, "color": way.color, "look": way.look, "named": name in signed}
            for name, way in sorted(lines.items())
        ],
        "transfers_between_different_names": [[names[a], names[b]] for a, b, _ in plan.links],
        "positions": {
            names[mark.place.number]: [
                up(dot) for dot in ((mark.place.centre,) if mark.kind in INSIDE else mark.dots)
            ]
            for mark in composition.marks
        },
        "labels": {
            names[mark.place.number]: [up(corner) for corner in spot.corners]
            for mark, spot in zip(composition.marks, composition.spots, strict=True)
        },
        "strokes": [
            {"line": way.line, "color": way.color, "points": [up(p) for p in way.curve]}
            for way in plan.ways
        ],
    }
    printed = _printed_metres(composition, style)
    rows = []
    for (a, b), on in plan.edges().items():
        row = {"Edge": f"{names[a]}-{names[b]}"}
        if printed:
            row["Metres"] = printed[a, b]
        rows += [row | {"Line": line} for line in on] if on else [row]
    return truth, rows


def _printed_metres(composition: Composition, style: MapStyle) -> dict[tuple[int, int], str]:
    """Return the distance printed at each edge of a travel map, empty where none are."""
    if "distances" not in style.scenery.extras:
        return {}
    found: dict[tuple[int, int], str] = {}
    for way in composition.plan.ways:
        a, b = sorted(way.stops)
        found.setdefault((a, b), f"{1000 * kilometres(way):.0f}")
    return found


def _table_name(place: PlannedPlace, style: MapStyle) -> str:
    script = style.names.script
    name = place.name.han if script.startswith("han") else place.name.latin
    return name.replace("-", "_")


def _other_names(place: PlannedPlace, style: MapStyle) -> list[str]:
    han, latin = place.name.han, place.name.latin
    others = []
    if style.names.script in ("han+latin", "han latin"):
        others = [latin, f"{han} {latin}"]
    elif style.names.script in ("latin+han", "latin han"):
        others = [han, f"{latin} {han}"]
    if style.names.index:
        others.append(f"{place.code} {latin}")
    if place.name.note:
        main = han if style.names.script.startswith("han") else latin
        others.append(f"{main} ({place.name.note})")
    return others
