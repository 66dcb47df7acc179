"""What a question may ask of a route that no tool plans for: said, rather than passed over."""

from __future__ import annotations

import re

# Lower case only: names of stations have capitals ("Via Roma").
_STOPS = r"\b(?:avoid(?:ing)?|bypassing|without (?:passing|going|stopping|using)|via|by way of)\b"
_CHANGES = r"\b(?:fewest|least|minimum) (?:number of )?(?:transfers|changes)\b"
_CRITERIA = r"\b(?:cheapest|least expensive|fastest|quickest|most comfortable|most reliable)\b"
_CONDITIONS = (
    (_STOPS, False, "ask from where to where alone"),
    (_CHANGES, False, "ask from where to where alone: routes have the fewest stations"),
    (_CRITERIA, True, "give the tables, and the criterion by --weights (time, price, ...)"),
)


def refuse_conditions(question: str, weights: str | None) -> None:
    """Refuse a question for a route with a condition that the route would not keep.

    Raises
    ------
    BadQuestion
        It names stops to avoid or to pass, or a criterion for which no weights are given.
    """
    from perception.errors import BadQuestion

    for pattern, is_criterion, mend in _CONDITIONS:
        found = re.search(pattern, question)
        if found and not (is_criterion and weights is not None):
            raise BadQuestion(
                f"routes do not take {found[0]!r} into account", field="--question", mend=mend
            )
