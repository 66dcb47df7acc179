"""The routes of a sample as text gives them: names and transfer marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eval.metrics.tagged_totals import tagged_route
from tools.route import SEPARATOR, TRANSFER_MARK
from tools.task import TaskKind

_MOST_STOPS = 400


@dataclass(frozen=True, slots=True)
class WrittenRoute:
    """One route as it is written.

    Attributes
    ----------
    names : tuple of str
        Without marks.
    transfers : tuple of bool
        Whether each is marked.
    """

    names: tuple[str, ...]
    transfers: tuple[bool, ...]


def split_route(text: str) -> WrittenRoute | None:
    """Split a route as the evaluator does; None where the text has a single part.

    Examples
    --------
    >>> split_route("A-B(transfer)-C")
    WrittenRoute(names=('A', 'B', 'C'), transfers=(False, True, False))
    """
    parts = [part.strip() for part in text.split(SEPARATOR)][:_MOST_STOPS]
    if len(parts) < 2:
        return None
    return WrittenRoute(
        tuple(part.removesuffix(TRANSFER_MARK).strip() for part in parts),
        tuple(part.endswith(TRANSFER_MARK) for part in parts),
    )


def answered_route(kind: TaskKind, response: object) -> WrittenRoute | None:
    """Return the route of a response; None where it is none, or answers a question."""
    if kind.question_type or not isinstance(response, str):
        return None
    return split_route(tagged_route(response) if kind.with_totals else response)


def reference_routes(kind: TaskKind, record: Mapping[str, Any]) -> list[WrittenRoute]:
    """Return the reference routes of a sample's record."""
    references = record.get("references")
    if kind.question_type or not isinstance(references, list):
        return []
    routes = (split_route(text) for text in references if isinstance(text, str))
    return [route for route in routes if route is not None]
