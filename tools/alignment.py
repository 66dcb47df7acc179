"""Which label of a map stands for which name of a table, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MIN_SCORE = 0.62
"""Two names below this are not taken for one place unless nothing else is left for either."""


@dataclass(frozen=True, slots=True)
class Label:
    """One station of the map as a candidate.

    Attributes
    ----------
    id : str
        Station id.
    readings : tuple of str
        Its printed name and other readings of it, best first.
    confidence : float
        In [0, 1].
    """

    id: str
    readings: tuple[str, ...]
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class NamePair:
    """A label and the table name it stands for.

    Attributes
    ----------
    station : str
        Station id on the map.
    label : str
        The reading that matched.
    name : str
        As the table (or question) writes it.
    score : float
        Similarity, in [0, 1].
    confidence : float
        In [0, 1]: the score, less where another place matches nearly as well.
    """

    station: str
    label: str
    name: str
    score: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Unpaired:
    """A label or a name without a partner.

    Attributes
    ----------
    key : str
        Station id of a label, or the name of the table.
    text : str
        As printed or tabled.
    runners_up : tuple of (str, float)
        Best of the other side (name or station id) with its score, best first, taken or not.
    """

    key: str
    text: str
    runners_up: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Alignment:
    """Pairs of map labels and table names.

    Attributes
    ----------
    pairs : tuple of NamePair
        In the order of the names.
    unpaired_labels, unpaired_names : tuple of Unpaired
        What found no partner: stations that only the map has, names that only the table has.
    confidence : float
        In [0, 1]: mean confidence over all names, an unpaired one counting 0.
    min_score : float
        Similarity that was asked for.
    """

    pairs: tuple[NamePair, ...]
    unpaired_labels: tuple[Unpaired, ...]
    unpaired_names: tuple[Unpaired, ...]
    confidence: float
    min_score: float = MIN_SCORE

    def name_by_station(self) -> dict[str, str]:
        """Return the table name of each paired station id."""
        return {pair.station: pair.name for pair in self.pairs}

    def station_by_name(self) -> dict[str, str]:
        """Return the station id of each paired table name."""
        return {pair.name: pair.station for pair in self.pairs}

    def summary(self) -> dict[str, Any]:
        """Return the short JSON form, for records."""
        return {
            "pairs": len(self.pairs),
            "unpaired_labels": len(self.unpaired_labels),
            "unpaired_names": [item.text for item in self.unpaired_names],
            "confidence": self.confidence,
        }
