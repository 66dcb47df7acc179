"""How a network is drawn: everything that may vary while the network stays the same."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """Look of one picture. Lengths in px of the finished picture, colours as `#rrggbb`.

    Attributes
    ----------
    background : str
        Ground colour.
    texture : str
        "" (flat), "paper" (soft clouds) or "grass" (small tufts).
    texture_seed : int
        Seed of the texture.
    line_width : float
        Stroke width.
    track_gap : float
        Free space between lines that run side by side.
    casing, casing_color
        Width of the border round each solid stroke (0: none) and its colour.
    corner_radius : float
        Of the turns of a line.
    marker : str
        Kind of an ordinary station's marker, see `eval.drawing.markers`.
    marker_radius, marker_outline : float
        Radius to the outer edge, and thickness of the outline.
    marker_ink, marker_fill : str
        Outline and inside; an empty ink takes the line's colour.
    interchange : str
        Kind where several lines stop: "capsule" (round the platforms) or "circle".
    interchange_radius : float
        Radius to the outer edge.
    interchange_ink : str
        Outline of capsules and circles.
    font : str
        Family, see `eval.drawing.fonts`.
    label_size : float
        Font size of station names.
    label_ink : str
        Colour of station names.
    label_gap : float
        Free space between marker and name.
    label_halo, label_halo_color
        Width of the border round the letters (0: none) and its colour.
    """

    background: str = "#ffffff"
    texture: str = ""
    texture_seed: int = 0
    line_width: float = 12.0
    track_gap: float = 3.0
    casing: float = 0.0
    casing_color: str = "#ffffff"
    corner_radius: float = 36.0
    marker: str = "ring"
    marker_radius: float = 9.0
    marker_outline: float = 3.5
    marker_ink: str = "#1a1a1a"
    marker_fill: str = "#ffffff"
    interchange: str = "capsule"
    interchange_radius: float = 13.0
    interchange_ink: str = "#1a1a1a"
    font: str = "humanist"
    label_size: float = 22.0
    label_ink: str = "#1a1a1a"
    label_gap: float = 10.0
    label_halo: float = 0.0
    label_halo_color: str = "#ffffff"

    @property
    def pitch(self) -> float:
        """Distance between the middles of two lines that run side by side, px."""
        return self.line_width + self.track_gap
