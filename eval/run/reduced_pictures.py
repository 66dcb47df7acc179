"""Have a system answer about smaller pictures: what resolution is worth (MapTab, appendix G.1)."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from filelock import FileLock
from PIL import Image

from eval.run.systems import SystemPlan
from eval.systems import Outcome, Reply, System
from perception.errors import BadPicture, ConfigError
from perception.ocr.cache_folder import cache_folder
from perception.picture import load_picture
from tools.task import Task, TaskKind


class ReducedPictures:
    """A system that is shown each picture at a part of its size.

    Parameters
    ----------
    system : System
        Answers.
    divisor : int
        Width and height are divided by it (Lanczos, no side below 1 px).
    folder : Path
        Where reduced pictures are kept, by content.
    """

    def __init__(self, system: System, divisor: int, folder: Path) -> None:
        self.name = system.name
        self.system = system
        self.divisor = divisor
        self.folder = folder

    def describe(self) -> dict[str, Any]:
        """Return what determines the answers."""
        return {**self.system.describe(), "pictures": {"divided by": self.divisor}}

    def answer(self, task: Task) -> Reply:
        """Answer a task about the reduced picture."""
        if task.image is None:
            return self.system.answer(task)
        try:
            smaller = self.reduced(task.image)
        except BadPicture as error:
            return Reply(None, Outcome.ERROR, f"{type(error).__name__}: {error}")
        return self.system.answer(replace(task, image=smaller))

    def reduced(self, picture: Path) -> Path:
        """Return the file of a reduced picture, made where it is not there yet.

        Raises
        ------
        BadPicture
            The picture cannot be read.
        """
        try:
            content = picture.read_bytes()
        except OSError as error:
            raise BadPicture(f"cannot be read ({error.strerror})", file=str(picture)) from None
        digest = hashlib.sha256(content).hexdigest()
        file = self.folder / f"{picture.stem}-{self.divisor}-{digest[:16]}.png"
        if file.is_file():
            return file
        self.folder.mkdir(parents=True, exist_ok=True)
        with FileLock(file.with_suffix(".lock")):
            if not file.is_file():
                whole = load_picture(picture)
                size = (
                    max(round(whole.width / self.divisor), 1),
                    max(round(whole.height / self.divisor), 1),
                )
                partial_file = file.with_suffix(".part")
                smaller = Image.fromarray(whole.rgb).resize(size, Image.Resampling.LANCZOS)
                smaller.save(partial_file, format="PNG")
                partial_file.replace(file)
        return file


def reduce_pictures(plan: SystemPlan, divisor: int, folder: Path | None = None) -> SystemPlan:
    """Return the plan of a system that sees pictures at a part of their size.

    Parameters
    ----------
    plan : SystemPlan
        Of the system.
    divisor : int
        Of width and height; 1 changes nothing.
    folder : Path, optional
        Where reduced pictures are kept; by default in the user's cache folder.

    Raises
    ------
    ConfigError
        The divisor is below 1, or perfect tools would not know the reduced pictures.
    """
    if divisor < 1:
        raise ConfigError(f"found {divisor}", field="--reduce", mend="give a number from 1")
    if divisor == 1:
        return plan
    if plan.ablation.get("oracle"):
        raise ConfigError(
            "perfect tools know the pictures as they are",
            field="--reduce",
            mend="leave out --oracle or --reduce",
        )
    place = folder or cache_folder() / "reduced"
    return replace(
        plan,
        build=partial(_build, plan, divisor, place),
        settings={**plan.settings, "reduce": divisor},
        ablation={**plan.ablation, "reduced": [str(divisor)]},
    )


def _build(plan: SystemPlan, divisor: int, folder: Path, kinds: list[TaskKind]) -> System:
    return ReducedPictures(plan.build(kinds), divisor, folder)
