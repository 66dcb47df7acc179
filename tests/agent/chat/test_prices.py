"""Usage as reported or estimated, and what it costs by a table that users write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.chat.prices import PriceTable, read_prices
from agent.chat.usage import Usage, reported_usage, usage_from
from perception.errors import ConfigError

TABLE = """
currency: EUR
models:
  big: {input: 10, cached_input: 1, output: 30}
  "big-*": {input: 5, output: 15}
  "*": {input: 0, output: 0}
"""


def test_a_table_prices_exact_names_first_then_patterns_in_order(tmp_path: Path) -> None:
    file = tmp_path / "prices.yml"
    file.write_text(TABLE)
    prices = read_prices(file)
    usage = Usage(1, 0, 1_000_000, 100_000, 400_000)
    assert prices.currency == "EUR"
    assert prices.priced(usage, "big").cost == pytest.approx(0.6 * 10 + 0.4 * 1 + 0.1 * 30)
    assert prices.priced(usage, "big-mini").cost == pytest.approx(5 + 1.5)
    assert prices.priced(usage, "local").cost == 0


def test_without_a_price_the_cost_is_unknown_not_nothing() -> None:
    assert PriceTable().priced(Usage(1, 0, 5, 5), "m").cost is None
    assert (Usage(1, cost=1.0) + Usage(1, cost=None)).cost is None
    assert (Usage(1, cost=1.0) + Usage(1, cost=0.5)).cost == 1.5


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("models: {m: {input: -1, output: 2}}", "greater than or equal to 0"),
        ("models: {m: {input: 1}}", "Field required"),
        ("models: {m: {input: .inf, output: 2}}", "finite"),
        ("models: {m: {input: 1, output: 2, mood: 3}}", "not permitted"),
        ("models: [", "cannot be read"),
        ("just text", "valid dictionary"),
    ],
)
def test_a_table_that_is_none_is_told_with_its_place(tmp_path: Path, text: str, found: str) -> None:
    file = tmp_path / "prices.yml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=found) as caught:
        read_prices(file)
    assert "prices.yml" in str(caught.value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: st.dictionaries(
            st.sampled_from(
                [
                    "usage",
                    "prompt_tokens",
                    "completion_tokens",
                    "prompt_tokens_details",
                    "cached_tokens",
                ]
            ),
            inner,
        ),
        max_leaves=6,
    )
)
def test_whatever_a_server_reports_tokens_are_sound(reported: Any) -> None:
    usage = reported_usage({"usage": reported}, 40, 8)
    assert 0 <= usage.cached_tokens <= usage.input_tokens
    assert 0 <= usage.tokens < 10**9
    assert usage_from(usage.as_dict()) == usage
