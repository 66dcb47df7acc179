"""`mapclew doctor`: what is present, what is missing, how to mend it."""

from __future__ import annotations

from typing import Annotated

import typer


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Tell what is present, what is missing and how to mend it; exit 1 where a run would fail."""
    import orjson
    from rich.console import Console
    from rich.table import Table

    from eval.doctor import Verdict, examine

    checks = examine()
    if as_json:
        print(orjson.dumps([check.to_dict() for check in checks]).decode())
    else:
        table = Table(box=None, pad_edge=False)
        for heading in ("", "what", "found", "what to do"):
            table.add_column(heading, overflow="fold")
        colours = {Verdict.OK: "green", Verdict.OPTIONAL: "yellow", Verdict.BROKEN: "red"}
        for check in checks:
            verdict = f"[{colours[check.verdict]}]{check.verdict}[/]"
            table.add_row(verdict, check.what, check.found, check.mend)
        Console().print(table)
    if any(check.verdict is Verdict.BROKEN for check in checks):
        raise typer.Exit(1)
