"""Answers of the route-with-totals tasks: reading the tags, judging each total."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any, Final

from eval.maptab.records import TOTALS, Label

_STEPS: Final = dict(
    zip(TOTALS, (Decimal("0.01"), Decimal("0.01"), Decimal("1e-6"), Decimal("1e-6")), strict=True)
)
"""To what each total is rounded before it is compared."""


def tagged_text(response: str, tag: str) -> str | None:
    """Return what stands between `<tag_begin>` and `<tag_end>`, None without them.

    Tags in any case; over several lines; without surrounding white space.
    """
    name = re.escape(tag)
    match = re.search(f"<{name}_begin>(.*?)<{name}_end>", response, re.IGNORECASE | re.DOTALL)
    return match[1].strip() if match else None


def tagged_route(response: str) -> str:
    """Return the route between its tags; the whole response where it has none.

    Released results files hold the route already taken out of its tags.
    """
    route = tagged_text(response, "route")
    return response if route is None else route


def judge_totals(
    label: Label, response: str, record: Mapping[str, Any], asked: Collection[str] = TOTALS
) -> dict[str, bool]:
    """Tell for each total that is asked for whether it equals the label's, rounded halves up.

    A total is read from its tags in the response, else from the released files' own field
    ("Answer_Total_Time"). One that is missing or does not parse is wrong, and so is any where
    the label has none.
    """
    right = {}
    for name, reference in label.totals.items():
        if name not in asked:
            continue
        given = tagged_text(response, name)
        if given is None:
            given = record.get("Answer_" + name.replace(" ", "_"))
        found, wanted = _rounded(given, name), _rounded(reference, name)
        right[name] = found is not None and found == wanted
    return right


def _rounded(value: object, name: str) -> Decimal | None:
    if value is None or isinstance(value, bool):
        return None
    try:
        number = Decimal(str(value).strip())
        return number.quantize(_STEPS[name], ROUND_HALF_UP) if number.is_finite() else None
    except InvalidOperation:
        return None
