"""Aldermoor Metro: interchanges, a branch, a crossing without a stop, a river, a legend."""

from __future__ import annotations

from eval.drawing.decoration import Caption, Legend, River
from eval.drawing.network import At, DrawnLine, DrawnNetwork, DrawnStation
from eval.drawing.style import Style
from eval.mini.mini_map import MiniMap

HARBOUR = DrawnLine(
    "Harbour Line",
    "#d62839",
    (
        "Ferrygate",
        "Saltmarket",
        "Quillon Cross",
        (390, 560),
        (490, 460),
        "Guildhall",
        "Candlewick",
        "Elmstow",
        "Vesper_Lane",
        "Ivory Dock",
        "Thornsea",
    ),
)
CASTLE = DrawnLine(
    "Castle Line",
    "#1d5fbf",
    (
        "Northwold",
        "Beacon Hill",
        "Harrier_Down",
        "Guildhall",
        "Pump Street",
        "Old Tannery",
        "Canon Priory",
    ),
)
ORCHARD = DrawnLine(
    "Orchard Line",
    "#2f9e44",
    (
        "Wychford",
        "Larch Row",
        (320, 230),
        (430, 340),
        "Brindle",
        (430, 740),
        "Old Tannery",
        "Fennel Court",
        (790, 740),
        (850, 680),
        "Juniper Vale",
        "Elmstow",
        "Oxbow",
        "Highmere Park",
    ),
)
ORCHARD_BRANCH = DrawnLine(
    "Orchard Line", "#2f9e44", ("Oxbow", (910, 240), "Dunmarsh", "Cloud Lea")
)
MILL = DrawnLine(
    "Mill Line",
    "#f08c00",
    (
        At("Saltmarket", (230, 590)),
        "Withy Bank",
        (230, 860),
        "Copperfield",
        "Canon Priory",
        "Glasshouse",
        (870, 860),
        "Plover Point",
        (1090, 640),
        "Ivory Dock",
        "Rookery",
    ),
)

NETWORK = DrawnNetwork(
    title="Aldermoor",
    size=(1340, 980),
    stations=(
        DrawnStation("Ferrygate", (100, 560), "n"),
        DrawnStation("Saltmarket", (230, 560), "n"),
        DrawnStation("Quillon Cross", (360, 560), "s", label="Quillon\nCross"),
        DrawnStation("Guildhall", (600, 460), "nw"),
        DrawnStation("Candlewick", (730, 460), "s"),
        DrawnStation("Elmstow", (850, 460), "ne"),
        DrawnStation("Vesper_Lane", (970, 460), "s"),
        DrawnStation("Ivory Dock", (1090, 460), "ne"),
        DrawnStation("Thornsea", (1250, 460), "s"),
        DrawnStation("Northwold", (600, 130), "e"),
        DrawnStation("Beacon Hill", (600, 230), "e"),
        DrawnStation("Harrier_Down", (600, 350), "e"),
        DrawnStation("Pump Street", (600, 600), "e"),
        DrawnStation("Old Tannery", (600, 740), "nw"),
        DrawnStation("Canon Priory", (600, 860), "s"),
        DrawnStation("Wychford", (130, 230), "s"),
        DrawnStation("Larch Row", (270, 230), "n"),
        DrawnStation("Brindle", (430, 420), "w"),
        DrawnStation("Fennel Court", (730, 740), "s"),
        DrawnStation("Juniper Vale", (850, 600), "e"),
        DrawnStation("Oxbow", (850, 300), "w"),
        DrawnStation("Highmere Park", (850, 180), "e", label="Highmere\nPark"),
        DrawnStation("Dunmarsh", (1010, 240), "s"),
        DrawnStation("Cloud Lea", (1150, 240), "s"),
        DrawnStation("Withy Bank", (230, 720), "w"),
        DrawnStation("Copperfield", (390, 860), "n"),
        DrawnStation("Glasshouse", (760, 860), "s"),
        DrawnStation("Plover Point", (980, 750), "se"),
        DrawnStation("Rookery", (1090, 350), "e"),
    ),
    lines=(HARBOUR, ORCHARD, ORCHARD_BRANCH, MILL, CASTLE),
    under=(
        River(((-40, 330), (150, 350), (330, 440), (480, 660), (700, 665), (960, 560), (1200, 600),
               (1400, 690))),
        Caption("River Orle", (1235, 618), 22, "#5f93b5", angle=-18),
    ),
    over=(
        Caption("Aldermoor Metro", (50, 36), 44, "#22313f", bold=True),
        Legend((1095, 800), size=21),
    ),
)  # fmt: skip

MAP = MiniMap("aldermoor", "metromap", NETWORK, Style(font="humanist", label_size=24))
