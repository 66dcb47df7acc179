"""`python -m tests.bench`: measure, print, exit 1 where a bar is missed."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

from tests.bench.planning import measure_planning
from tests.bench.reading import measure_reading


def main() -> int:
    """Print every figure beside its bar."""
    table = Table("figure", "value", "bar", "", "how")
    missed = False
    for measure in (measure_planning, measure_reading):
        for figure in measure():
            missed |= not figure.met
            verdict = "" if not figure.bar else "met" if figure.met else "MISSED"
            value = f"{figure.value:,.1f} {figure.unit}"
            table.add_row(figure.what, value, figure.bar, verdict, figure.note)
    Console().print(table)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
