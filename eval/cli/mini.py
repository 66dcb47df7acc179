"""`mapclew mini`: build and check the embedded split."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(name="mini", help="The embedded mini split.", no_args_is_help=True)


@app.command()
def build(
    out: Annotated[Path, typer.Option(help="Folder to write `data/` and `truth/` into.")],
) -> None:
    """Draw the maps and write their tables, queries and truth files."""
    from eval.mini.build import build as build_split

    written = build_split(out)
    size = sum(path.stat().st_size for path in written)
    typer.echo(f"{len(written)} files, {size / 1e6:.2f} MB, in {out}")


@app.command()
def check() -> None:
    """Build the split anew and compare it with the shipped one, byte for byte."""
    from eval.mini.check import compare_split, environment
    from eval.mini.paths import mini_root

    count, differences = compare_split(mini_root().parent)
    for difference in differences:
        typer.echo(f"{difference.problem}: {difference.file}")
    typer.echo(f"{count} files built, {len(differences)} differences ({environment()})")
    if differences:
        raise typer.Exit(code=1)
