"""Styles kept aside: nothing is tuned on their maps, they only measure."""

from __future__ import annotations

from eval.atlas.style import LayoutChoice, LineLook, MapStyle, MarkLook, NameLook, Scenery

DEEP = (
    "#c8102e", "#003da5", "#007a53", "#ff8200", "#6d2077", "#00a3e0", "#78350f", "#d0006f",
    "#7a9a01", "#53565a", "#b58500", "#006272",
)  # fmt: skip
VIVID = (
    "#ee3124", "#0039a6", "#00933c", "#ff6319", "#b933ad", "#6cbe45", "#fccc0a", "#996633",
    "#808183", "#00add0",
)  # fmt: skip

KEPT_ASIDE = (
    MapStyle(
        "connectors",
        "metromap",
        LayoutChoice("curved", (30, 70), (4, 8), rings=1, splits=0.75),
        LineLook(10, 2, palette=DEEP),
        MarkLook("black", "ring", 5, 9, 3),
        NameLook("nordic", font="condensed", size=17, rows=2),
        Scenery(rivers=1, extras=("title", "legend", "logo")),
        (0.9, 1.4),
    ),
    MapStyle(
        "city-grid",
        "metromap",
        LayoutChoice(
            "rectilinear", (24, 60), (4, 8), bundle=4, shared=0.5, branches=0.3, express=0.6
        ),
        LineLook(8, 1, palette=VIVID),
        MarkLook("black", "capsule", 4.5, 6.5, 2),
        NameLook("english", font="grotesque", size=16, bold_changes=True, rows=2),
        Scenery(
            "#f5f2e8", water="#c6dcec", rivers=1, parks=2, extras=("title", "legend", "badges")
        ),
        (1.0, 1.6),
        (85, 92),
    ),
    MapStyle(
        "suburban",
        "metromap",
        LayoutChoice("octilinear", (30, 80), (4, 8), bundle=3, shared=0.4, branches=0.5),
        LineLook(12, 0, ("cased",), "#ffffff", DEEP),
        MarkLook("white", "circle", 3.8, 8, 2.5),
        NameLook("french", font="open", size=17, angles=(0, 45), rows=2, bold_changes=True),
        Scenery(
            "#eef1f4", rivers=1, water="#bcd9ee", extras=("title", "legend", "scale", "border")
        ),
        (0.9, 1.5),
    ),
    MapStyle(
        "framed",
        "metromap",
        LayoutChoice("octilinear", (30, 90), (4, 8), rings=1),
        LineLook(9, 2, palette=VIVID),
        MarkLook("square", "square", 6, 9, 2.5),
        NameLook("german", font="humanist", size=17, rows=2, angles=(0, 45)),
        Scenery(rivers=1, zones=1, zone="#e9eef0", extras=("title", "legend", "grid")),
        (0.9, 1.4),
    ),
    MapStyle(
        "bilingual-coded",
        "metromap",
        LayoutChoice("octilinear", (25, 60), (3, 6), rings=1, bundle=2, shared=0.2, walks=0.1),
        LineLook(10, 2, ("solid", "solid", "two-tone"), palette=DEEP),
        MarkLook("dot", "capsule", 7, 9, 2.5),
        NameLook("chinese", "latin+han", "open", "hei", 18, rows=2, index="above"),
        Scenery("#fbfbf6", parks=2, rivers=1, extras=("title", "districts")),
        (0.9, 1.4),
        (80, 90),
    ),
    MapStyle(
        "plain-bars",
        "metromap",
        LayoutChoice("octilinear", (20, 50), (3, 6), branches=0.4),
        LineLook(12, 2, ("solid", "solid", "hatched"), palette=VIVID),
        MarkLook("bar", "circle", 8, 9, 4, "#202020"),
        NameLook("spanish", font="serif", size=17, rows=2),
        Scenery("#ffffff", rivers=1, extras=("title", "legend", "footer")),
        (0.9, 1.4),
        (85,),
    ),
    MapStyle(
        "park",
        "travelmap",
        LayoutChoice("ring", (12, 28)),
        LineLook(6, 1, ("solid",), palette=("#a8431f", "#b3541e", "#2f6f9f")),
        MarkLook("diamond", "diamond", 8, 8, 2, "#3b2a1a", "#ffe08a"),
        NameLook("nordic", font="humanist", size=18, rows=2, halo=2.5),
        Scenery(
            "#dfe8cf", parks=5, park="#c3d9a5", rivers=2, water="#a9d3ea",
            extras=("title", "scale", "trees", "arrows"),
        ),
        (0.9, 1.3),
        (80, 90),
    ),
    MapStyle(
        "sketch",
        "travelmap",
        LayoutChoice("web", (12, 24)),
        LineLook(3.5, 1, palette=("#333333", "#44546a", "#7f7f7f")),
        MarkLook("label", "label", 8, 8, 2, "#333333", "#fff3c4"),
        NameLook("english", font="hand", size=22, rows=2),
        Scenery("#fdfdfb", "paper", extras=("title", "north")),
        (0.8, 1.2),
    ),
    MapStyle(
        "campus",
        "travelmap",
        LayoutChoice("web", (14, 28)),
        LineLook(11, 1, ("cased",), "#c9c9c9", ("#ffffff",)),
        MarkLook("ring", "ring", 8, 8, 3, "#b22222"),
        NameLook("chinese", "han+latin", "open", "hei", 18, rows=2),
        Scenery("#e9efe0", parks=4, park="#cbe2b4", extras=("title", "scale")),
        (0.9, 1.3),
        (80, 90),
    ),
)  # fmt: skip
