"""How exactly the names of paired stations were read."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from perception.map_graph import MapGraph
from perception.scoring.truth_score import MapTruth


@dataclass(frozen=True, slots=True)
class NameErrors:
    """Wrong characters and all characters.

    Attributes
    ----------
    errors : int
        Insertions, deletions and substitutions.
    characters : int
        Length of the names that should have been read.
    """

    errors: int
    characters: int

    @property
    def rate(self) -> float | None:
        """The character error rate; None where no station was paired."""
        return self.errors / self.characters if self.characters else None


def count_name_errors(graph: MapGraph, truth: MapTruth, names: Mapping[str, str]) -> NameErrors:
    """Compare each paired station's name with the nearest spelling that the truth accepts.

    Letters, digits and combining marks are compared, in any case: spaces, hyphens and the `_` that
    tables write for them do not count, accents do.

    Parameters
    ----------
    graph : MapGraph
        What was read.
    truth : MapTruth
        What the map shows.
    names : mapping of str to str
        Station id to name of the truth, as `score_graph` pairs them.
    """
    errors = characters = 0
    for station in graph.stations:
        if station.id not in names:
            continue
        read = spelling(station.name)
        name = names[station.id]
        accepted = [spelling(n) for n in (name, *truth.other_names.get(name, ()))]
        wrong, nearest = min(
            ((Levenshtein.distance(read, right), right) for right in accepted),
            key=lambda pair: pair[0],
        )
        errors += wrong
        characters += len(nearest)
    return NameErrors(errors, characters)


def spelling(name: str) -> str:
    """Return the letters, digits and marks of a name, case folded, accents kept.

    Examples
    --------
    >>> spelling("Honoré_Beaugrand 2")
    'honorébeaugrand2'
    """
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(char for char in folded if unicodedata.category(char)[0] in "LMN")
