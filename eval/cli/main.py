"""The `mapclew` command."""

from __future__ import annotations

import sys

import typer

from perception.errors import MapclewError

app = typer.Typer(
    name="mapclew",
    help="Read map pictures, plan routes on them, and score it as the benchmarks do.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command; an error that a user can mend is one line on stderr and exit code 2."""
    from eval.cli import commands

    commands.register(app)
    try:
        app()
    except MapclewError as error:
        print(f"mapclew: {type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
