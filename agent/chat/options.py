"""How an endpoint is called, and how pictures are sent to it."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator

from perception.ocr.cache_folder import cache_folder

DEFAULT_BASE_URL = "https://api.openai.com/v1"
HOW_PATIENTLY = frozenset(
    {
        "attempts",
        "timeout",
        "backoff",
        "backoff_cap",
        "longest_call",
        "requests_per_minute",
        "keep_replies",
        "replies",
        "prices",
    }
)
"""Options that determine when a reply comes and what is noted of it, not what it says."""


class PictureOptions(BaseModel):
    """How a picture is sent.

    A picture within the limits whose file is a PNG, JPEG or WebP goes as it is; any other is
    decoded, reduced where need be (Lanczos) and sent as JPEG.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    max_pixels: int = Field(
        default=10_000_000,
        ge=1,
        description="Largest width x height, px; more is reduced, aspect kept.",
    )
    square: int | None = Field(
        default=None, ge=1, description="Stretch to this many px on both sides; the aspect is lost."
    )
    quality: int = Field(default=95, ge=1, le=100, description="JPEG quality.")
    always_jpeg: bool = Field(
        default=False, description="Encode as JPEG even where the file could go."
    )
    chroma_subsampling: bool = Field(
        default=False, description="Halve the colour resolution, as Pillow's JPEG default does."
    )


PICTURE_PRESETS: dict[str, PictureOptions] = {
    "default": PictureOptions(),
    # MapTab's released code: at most 10 megapixels, Lanczos, JPEG at quality 95.
    "released": PictureOptions(always_jpeg=True, chroma_subsampling=True),
}


class ChatOptions(BaseModel):
    """Model, endpoint and request, and how patiently it is called."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str = Field(min_length=1, description="Model name as the endpoint knows it.")
    base_url: str = Field(default=DEFAULT_BASE_URL, description="Endpoint, up to and with its /v1.")
    temperature: float = Field(default=0.0, ge=0)
    max_tokens: int = Field(default=2048, ge=1, description="Output tokens of one call.")
    seed: int = 42
    extra_body: dict[str, Any] = Field(
        default_factory=dict,
        description="Merged into the request, e.g. a thinking budget; null removes a field.",
    )
    picture: PictureOptions = PICTURE_PRESETS["default"]

    attempts: int = Field(default=5, ge=1, description="Tries of one call, the first included.")
    timeout: float = Field(default=600.0, gt=0, description="Seconds that a call may stay silent.")
    backoff: float = Field(
        default=1.0, ge=0, description="Seconds before the second call; then doubled."
    )
    backoff_cap: float = Field(
        default=60.0, ge=0, description="Longest wait, s, Retry-After included."
    )
    longest_call: float = Field(
        default=1800.0, gt=0, description="Seconds until a reply must be whole."
    )
    requests_per_minute: int | None = Field(
        default=None, ge=1, description="Of all workers together; None: as many as they make."
    )
    keep_replies: bool = Field(
        default=False, description="Whether replies at temperature 0 are kept and found again."
    )
    replies: Path | None = Field(
        default=None, description="Folder of kept replies; None: in the user's cache folder."
    )
    prices: Path | None = Field(default=None, description="Price table, YAML.")

    @property
    def replies_folder(self) -> Path:
        """Where replies are kept."""
        return self.replies or cache_folder() / "replies"

    @field_validator("base_url")
    @classmethod
    def _plain_url(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("is no http or https address")
        # The address is logged with every run, so it may not carry a secret.
        if parts.username or parts.password or parts.query:
            raise ValueError("holds a user, password or query; put the key in MAPCLEW_API_KEY")
        return value.rstrip("/")

    @field_validator("extra_body")
    @classmethod
    def _keeps_the_call(cls, value: dict[str, Any]) -> dict[str, Any]:
        fixed = sorted({"model", "messages", "stream", "n"} & set(value))
        if fixed:
            raise ValueError(f"may not set {', '.join(fixed)}")
        return value

    @property
    def loopback(self) -> bool:
        """Whether the endpoint is on this machine."""
        host = urlsplit(self.base_url).hostname or ""
        if host == "localhost":
            return True
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return False
