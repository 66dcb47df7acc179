"""The maps of the mini split, and the characters they print."""

from __future__ import annotations

from eval.drawing.decoration import Badge, Caption, Legend
from eval.mini.maps import aldermoor, brenholt, larkspur, ostrand, qinglan, saltmere, velmora, yunze
from eval.mini.mini_map import MiniMap

MAPS: tuple[MiniMap, ...] = (
    aldermoor.MAP,
    velmora.MAP,
    ostrand.MAP,
    yunze.MAP,
    larkspur.MAP,
    saltmere.MAP,
    brenholt.MAP,
    qinglan.MAP,
)
"""Metro maps first."""


def all_text() -> str:
    """Return every character that the maps print, sorted."""
    characters: set[str] = set()
    for item in MAPS:
        network = item.network
        characters.update(network.title)
        for line in network.lines:
            characters.update(line.name)
        for station in network.stations:
            characters.update(station.text)
        for decoration in (*network.under, *network.over):
            if isinstance(decoration, Caption | Badge):
                characters.update(decoration.text)
            elif isinstance(decoration, Legend):
                characters.update(decoration.title)
    return "".join(sorted(characters - {"\n"}))
