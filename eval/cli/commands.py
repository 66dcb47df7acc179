"""Which module serves which subcommand.

Every command module imports what is heavy inside its function, so that `mapclew --help` is quick.
"""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add every subcommand to `app`."""
    from eval.cli import (
        ablate,
        bench,
        compare,
        doctor,
        draw,
        mini,
        perceive,
        report,
        run,
        score,
        solve,
        tasks,
    )

    app.command()(run.run)
    app.command()(ablate.ablate)
    app.command()(compare.compare)
    app.command()(perceive.perceive)
    app.command()(draw.draw)
    app.command()(score.score)
    app.command()(report.report)
    app.command()(solve.solve)
    app.command()(tasks.tasks)
    app.command()(doctor.doctor)
    app.add_typer(mini.app)
    app.add_typer(bench.app)
