"""Which name each line gets: all claims weighed together, no name twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linear_sum_assignment

from perception.line_names.claim import Claim
from perception.line_names.forms import form_of, is_line_name, is_number, key_of
from perception.line_names.series import missing_one

# A claim of the commonest manner of names of the picture, and of another, by this factor.
_USUAL_FORM, _OTHER_FORM = 1.0, 0.6
# Less than this is no name; bare numbers that no legend or badge has tell little.
_LEAST, _SURE, _BARE = 0.3, 1.0, 0.25
# A line has badges of so many different texts at most; more number its stops.
_BADGES_OF_A_LINE = 3
# Against a name stands that the line has none.
_NONE = 0.3
# Confidence of a name that only the others tell.
_BY_PLACE = 0.5


@dataclass(frozen=True, slots=True)
class LineName:
    """The name of a line.

    Attributes
    ----------
    text : str
        As printed.
    confidence : float
        In [0, 1].
    others : tuple of (str, float)
        Other names it may have, likeliest first, with their confidences.
    """

    text: str
    confidence: float
    others: tuple[tuple[str, float], ...] = field(default=())


def choose_names(claims: Sequence[Claim], layers: Sequence[str] = ()) -> dict[str, LineName]:
    """Return the names of the layers that have one.

    Names are given to layers one to one, so that the claims that are met weigh most. Claims of one
    text for one layer add up; badges of many different texts on one layer number its stops. Where
    one line has none and the others are a series that lacks one, it is that.

    Parameters
    ----------
    claims : sequence of Claim
        Of one picture.
    layers : sequence of str
        Ids of the lines.
    """
    claims = [claim for claim in claims if claim.name]
    weights: dict[tuple[str, str], float] = defaultdict(float)
    spelt: dict[str, Counter[str]] = defaultdict(Counter)
    told: dict[tuple[str, str], float] = defaultdict(float)
    for claim in claims:
        if _tells(claim):
            pair = (form_of(claim.name), claim.layer)
            told[pair] = max(told[pair], claim.weight)
    forms: dict[str, float] = defaultdict(float)
    for (form, _), weight in told.items():
        forms[form] += weight
    usual = max(forms.values(), default=0.0)
    crowded = _crowded(claims)
    # Bare numbers name lines where most lines have one, and none is far beyond their number.
    count = len({*layers, *(claim.layer for claim in claims)})
    numbered = 2 * len({claim.layer for claim in claims if is_number(claim.name)}) >= count
    most = 2 * count + 2
    for claim in claims:
        if claim.kind != "legend" and (claim.layer, claim.kind) in crowded:
            continue
        factor = _USUAL_FORM if forms.get(form_of(claim.name)) == usual else _OTHER_FORM
        key = key_of(claim.name)
        if is_number(claim.name) and (
            factor < _USUAL_FORM or (claim.weight < _SURE and not (numbered and int(key) <= most))
        ):
            factor *= _BARE
        weights[claim.layer, key] += factor * claim.weight
        spelt[key][claim.name] += 1
    weights = {pair: weight for pair, weight in weights.items() if weight >= _LEAST}
    if not weights:
        return {}
    claimed = sorted({layer for layer, _ in weights})
    keys = sorted({key for _, key in weights})
    table = np.zeros((len(claimed), len(keys)))
    for (layer, key), weight in weights.items():
        table[claimed.index(layer), keys.index(key)] = weight
    chosen: dict[str, LineName] = {}
    for row, column in zip(*linear_sum_assignment(table, maximize=True), strict=True):
        if table[row, column] <= 0:
            continue
        total = table[row].sum() + _NONE
        ranked = sorted(
            (-table[row, k] / total, _spelling(spelt[keys[k]]))
            for k in np.flatnonzero(table[row])
            if k != column
        )
        others = tuple((name, round(float(-share), 4)) for share, name in ranked)
        confidence = round(float(table[row, column] / total), 4)
        chosen[claimed[row]] = LineName(_spelling(spelt[keys[column]]), confidence, others)
    unnamed = [layer for layer in layers if layer not in chosen]
    last = missing_one([name.text for name in chosen.values()]) if len(unnamed) == 1 else ""
    if last:
        chosen[unnamed[0]] = LineName(last, _BY_PLACE)
    return chosen


def _tells(claim: Claim) -> bool:
    """Tell whether a claim shows how lines are called here."""
    return claim.kind == "legend" or is_line_name(claim.name)


def _crowded(claims: Sequence[Claim]) -> set[tuple[str, str]]:
    """Return the layers, by kind of claim, with many texts that each stand there but once."""
    texts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for claim in claims:
        texts[claim.layer, claim.kind][claim.name] += 1
    return {
        key
        for key, found in texts.items()
        if len(found) > _BADGES_OF_A_LINE and max(found.values()) == 1
    }


def _spelling(found: Counter[str]) -> str:
    return min(found, key=lambda text: (-found[text], -len(text), text))
