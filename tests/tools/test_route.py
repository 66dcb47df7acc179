from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.errors import OutputFormatError
from tools.route import Route, Totals, format_totals, parse_route

names = st.lists(
    st.text(
        st.characters(exclude_characters="-\r\n\t", exclude_categories=("Cc", "Cs")), min_size=1
    )
    .map(str.strip)
    .filter(lambda name: name and "(transfer)" not in name.casefold()),
    min_size=2,
    max_size=6,
)


@given(names, st.data())
def test_the_written_form_reads_back(stations: list[str], data: st.DataObject) -> None:
    middle = data.draw(
        st.lists(st.booleans(), min_size=len(stations) - 2, max_size=len(stations) - 2)
    )
    route = Route(tuple(stations), (False, *middle, False))
    assert parse_route(str(route)) == route


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "route"),
        ("A", "route"),
        ("A--B", "station 2"),
        ("-A-B", "station 1"),
        ("A-B-", "station 3"),
        ("A - B", "station 1"),
        ("A-B\n-C", "station 2"),
        ("A-B (transfer)-C", "station 2"),
        ("A-(transfer)-C", "station 2"),
        ("A-B(transfer)(transfer)-C", "station 2"),
        ("A-B(transfer)x-C", "station 2"),
        ("A-B(Transfer)-C", "station 2"),
        ("A(transfer)-B-C", "station 1"),
        ("A-B-C(transfer)", "station 3"),
    ],
)
def test_other_forms_are_refused_with_their_place(text: str, place: str) -> None:
    with pytest.raises(OutputFormatError) as error:
        parse_route(text)
    assert place in error.value.field


@pytest.mark.parametrize(
    ("stations", "transfers", "lines"),
    [
        (("A",), (False,), ()),
        (("A", "B"), (False,), ()),
        (("A", "B"), (True, False), ()),
        (("A", "B"), (False, True), ()),
        (("A", "B", "C"), (False, False, False), ("1",)),
    ],
)
def test_a_route_checks_its_own_shape(
    stations: tuple[str, ...], transfers: tuple[bool, ...], lines: tuple[str, ...]
) -> None:
    with pytest.raises(ValueError, match="Route"):
        Route(stations, transfers, lines)


def test_changes_are_counted() -> None:
    assert parse_route("A-B(transfer)-C-D(transfer)-E").changes == 2


def test_totals_are_written_as_the_labels_are() -> None:
    totals = Totals(time=440.0, price=344.0, comfort=3.1076923076923, reliability=0.6448887692)
    assert format_totals(totals) == {
        "Total_Time": "440.00",
        "Total_Price": "344.00",
        "Average_Comfort Level": "3.107692",
        "Average_Reliability": "0.644889",
    }


def test_halves_of_prices_round_up_whatever_the_float_holds() -> None:
    assert f"{2.085:.2f}" == "2.08"
    assert format_totals(Totals(1.005, 0.42 + 0.45 + 0.47 + 0.745, None, None)) == {
        "Total_Time": "1.01",
        "Total_Price": "2.09",
    }


def test_unknown_totals_are_left_out() -> None:
    assert format_totals(Totals(None, None, None, 0.5)) == {"Average_Reliability": "0.500000"}
