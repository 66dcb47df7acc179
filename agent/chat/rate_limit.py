"""A limit on requests a minute that all threads and processes of a run keep together."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pyrate_limiter import Duration, Limiter
from pyrate_limiter.limiter_factory import create_sqlite_limiter

from perception.errors import ConfigError, LimitExceeded


class RateLimit:
    """Lets requests to one endpoint through at a rate.

    Parameters
    ----------
    per_minute : int
        Requests a minute.
    folder : Path
        Where the processes find each other; made when first used.
    endpoint : str
        Requests to the same address count together.
    """

    def __init__(self, per_minute: int, folder: Path, endpoint: str) -> None:
        name = hashlib.sha256(f"{endpoint} {per_minute}".encode()).hexdigest()[:16]
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigError(
                f"the rate limit cannot be kept there ({error.strerror})",
                file=str(folder),
                mend="name another folder with MAPCLEW_CACHE_DIR",
            ) from None
        self._limiter: Limiter = create_sqlite_limiter(
            per_minute,
            Duration.MINUTE,
            db_path=str(folder / f"requests-{name}.sqlite"),
            use_file_lock=True,
        )

    def wait(self, longest: float) -> None:
        """Return as soon as one more request may be made.

        Parameters
        ----------
        longest : float
            Seconds to wait at most.

        Raises
        ------
        LimitExceeded
            It would take longer.
        """
        if not self._limiter.try_acquire("request", timeout=max(0.0, longest)):
            raise LimitExceeded(
                f"no request may be made within {longest:.0f} s",
                field="--requests-per-minute",
                mend="use fewer --workers or a higher rate",
            )
