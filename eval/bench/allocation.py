"""How many queries each map gets (MapTab, appendix B.4, Algorithm 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from eval.bench.difficulty import LEVELS
from perception.errors import ConfigError

EXPONENT: Final = 1.5
MINIMUM: Final = 5
SETS: Final = ("training", "test")


@dataclass(frozen=True, slots=True)
class RankedMap:
    """One map of a domain, as the distribution sees it.

    Attributes
    ----------
    key : str
        Its name.
    vertices : int
        How many there are.
    level : str
        "Easy", "Medium" or "Hard".
    split : str
        "training" or "test".
    """

    key: str
    vertices: int
    level: str
    split: str


def allocate(
    maps: Sequence[RankedMap],
    total: int,
    *,
    exponent: float = EXPONENT,
    minimum: int = MINIMUM,
) -> dict[str, int]:
    """Distribute queries over the maps of one domain.

    A third of them to each level (what is left over to Easy); of each level four fifths to its
    training maps; within these in proportion to the number of vertices to the power of `exponent`,
    no map below `minimum`. The last map of a group takes what rounding leaves; where that is below
    the minimum, the maps before it give up what they have above it, the last of them first. Then
    test queries beyond a fifth of the total go from Easy test to Medium and Hard training.

    Parameters
    ----------
    maps : sequence of RankedMap
        In their order of difficulty; "last" means last in this order.
    total : int
        Queries; exactly a fifth are test queries where 5 divides it, else the nearest number.

    Returns
    -------
    dict
        Queries by key; they add up to `total`.

    Raises
    ------
    ConfigError
        A group is empty, or the total too small for the minimum.
    """
    groups: dict[tuple[str, str], list[RankedMap]] = {
        (level, split): [] for level in LEVELS for split in SETS
    }
    for item in maps:
        groups[item.level, item.split].append(item)
    third = total // 3
    found: dict[str, int] = {}
    for level in LEVELS:
        share = total - 2 * third if level == "Easy" else third
        training = share * 4 // 5
        for split, target in (("training", training), ("test", share - training)):
            group = groups[level, split]
            if not group:
                raise ConfigError(
                    f"no {level} map in the {split} set",
                    field="maps",
                    mend="give at least nine maps of a domain, or a fixed number of pairs a map",
                )
            found |= _within(group, target, exponent, minimum)
    excess = sum(found[item.key] for item in maps if item.split == "test") - round(total / 5)
    _take(found, groups["Easy", "test"], excess, minimum)
    for level, extra in (("Medium", excess // 2), ("Hard", excess - excess // 2)):
        _take(found, groups[level, "training"], -extra, minimum)
    return found


def _within(
    group: Sequence[RankedMap], target: int, exponent: float, minimum: int
) -> dict[str, int]:
    weights = {item.key: float(item.vertices) ** exponent for item in group}
    whole = sum(weights.values())
    found = {key: max(round(w / whole * target), minimum) for key, w in weights.items()}
    last = group[-1].key
    found[last] = 0
    found[last] = target - sum(found.values())
    if found[last] < minimum:
        lacking = minimum - found[last]
        found[last] = minimum
        _take(found, group[:-1], lacking, minimum)
    return found


def _take(found: dict[str, int], group: Sequence[RankedMap], count: int, minimum: int) -> None:
    """Take queries from a group, the last map first; a negative count is given to the last."""
    if count <= 0:
        if count:
            found[group[-1].key] -= count
        return
    for item in reversed(group):
        taken = min(count, found[item.key] - minimum)
        found[item.key] -= taken
        count -= taken
    if count:
        raise ConfigError(
            f"too few queries for {minimum} a map among {len(group) + 1} maps of one level",
            field="total",
            mend="raise the total or lower the minimum",
        )


def fixed(maps: Sequence[RankedMap], pairs: int) -> Mapping[str, int]:
    """Return the same number of queries for every map."""
    return {item.key: pairs for item in maps}
