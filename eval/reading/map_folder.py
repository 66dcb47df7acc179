"""The maps of a folder, each with its picture and its truth."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from perception.errors import BadPicture, ConfigError

TRUTH = "truth.json"


@dataclass(frozen=True, slots=True)
class MapFolder:
    """One map.

    Attributes
    ----------
    name : str
        Of its folder.
    truth : Path
        Folder of `truth.json` and `edges.csv`.
    pictures : Path
        Folder of the picture.
    stem : str
        The picture's file name without suffix.
    """

    name: str
    truth: Path
    pictures: Path
    stem: str = "map"

    def picture(self) -> Path:
        """Return the picture.

        Raises
        ------
        BadPicture
            There is none, or more than one.
        """
        found = sorted(self.pictures.glob(f"{self.stem}.*"))
        if len(found) != 1:
            raise BadPicture(
                f"{len(found)} pictures in it",
                file=str(self.pictures),
                field=f"{self.stem}.*",
                mend="keep one",
            )
        return found[0]


def find_maps(folder: Path) -> tuple[MapFolder, ...]:
    """Return the maps below a folder, or the folder itself if it is one, by name.

    Parameters
    ----------
    folder : Path
        Holds one folder per map, each with a `map.*` and a `truth.json`; or "mini", where no such
        folder exists: the embedded split.

    Raises
    ------
    ConfigError
        It is no folder, or holds no `map.*` and no `truth.json`.
    """
    if str(folder) == "mini" and not folder.exists():
        return _mini()
    if not folder.is_dir():
        raise ConfigError(
            "is no folder",
            file=str(folder),
            mend="give a folder that holds one folder per map, or mini",
        )
    inside = [folder] if (folder / TRUTH).exists() else sorted(folder.iterdir())
    maps = tuple(
        MapFolder(each.resolve().name, each, each)
        for each in inside
        if each.is_dir() and ((each / TRUTH).exists() or any(each.glob("map.*")))
    )
    if not maps:
        raise ConfigError(
            "no map with truth in it",
            file=str(folder),
            mend="give each map a folder with map.png, edges.csv and truth.json",
        )
    return maps


def _mini() -> tuple[MapFolder, ...]:
    from eval.mini.paths import mini_root, truth_root

    pictures = sorted(path for path in mini_root().rglob("images/*/*") if path.is_file())
    return tuple(
        MapFolder(path.stem, truth_root() / path.stem, path.parent, path.stem) for path in pictures
    )
