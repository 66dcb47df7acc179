from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.label_style import AS_PRINTED, LabelStyle, learn_style

CASES = [
    # Two examples from a question; then another label of the map and what is to be written.
    (
        [("UNIVERSITÉ_DE_MONTRÉAL", "Université_de_Montréal"), ("VENDÔME", "Vendôme")],
        ("CÔTE_DES_NEIGES", "Côte_des_Neiges"),
    ),
    ([("FABRE", "Fabre"), ("PARC", "Parc")], ("D'IBERVILLE", "D'Iberville")),
    ([("海山 Haishan", "海山"), ("板橋 Banqiao", "板橋")], ("府中 Fuzhong", "府中")),
    ([("海山 Haishan", "Haishan"), ("板橋 Banqiao", "Banqiao")], ("府中 Fuzhong", "Fuzhong")),
    ([("BL12 Ximen", "Ximen"), ("G08 Guting", "Guting")], ("O15 Dongmen", "Dongmen")),
    ([("ПАРНАС_36", "Парнас"), ("УДЕЛЬНАЯ_33", "Удельная")], ("ОЗЕРКИ_34", "Озерки")),
    ([("Parc / Park", "Parc"), ("Louise / Louiza", "Louise")], ("Madou / Madu", "Madou")),
    ([("Parc / Park", "Park"), ("Louise / Louiza", "Louiza")], ("Trone / Troon", "Troon")),
    (
        [("Triskett", "Triskett"), ("W.25th_Ohio City", "West 25th_Ohio City")],
        ("E. 105th_Quincy", "East 105th_Quincy"),
    ),
    # Written as printed: nothing is learnt, even where the map mixes capitals.
    ([("Merode", "Merode"), ("Parc / Park", "Parc / Park")], ("CERIA / COOVI", "CERIA / COOVI")),
    ([("OEZ", "OEZ"), ("Gern", "Gern")], ("OEZ", "OEZ")),
]


@pytest.mark.parametrize(("examples", "other"), CASES)
def test_other_labels_are_written_as_the_question_writes_its_own(
    examples: list[tuple[str, str]], other: tuple[str, str]
) -> None:
    style = learn_style(examples)
    label, written = other
    assert style.write(label) == written
    assert [style.write(label) for label, _ in examples] == [name for _, name in examples]


def test_a_misread_letter_teaches_nothing() -> None:
    assert learn_style([("Brookpork", "Brookpark"), ("Triskelt", "Triskett")]) == AS_PRINTED


def test_what_would_be_empty_stays() -> None:
    style = learn_style([("BL12 Ximen", "Ximen"), ("G08 Guting", "Guting")])
    assert style.write("101") == "101"
    assert style.write("Area 51 North") == "Area 51 North"


@given(st.lists(st.tuples(st.text(max_size=15), st.text(max_size=15)), max_size=2), st.text())
def test_a_style_never_empties_a_label(examples: list[tuple[str, str]], label: str) -> None:
    written = learn_style(examples).write(label)
    assert bool(written) == bool(label)


@pytest.mark.parametrize(
    ("printed", "written"),
    [
        ("PIE_IX", "Pie_IX"),
        ("BERRI_UQAM", "Berri_UQAM"),
        ("PARC NGR", "Parc NGR"),
        ("RUE ST LUC", "Rue St Luc"),
        ("PLACE QUAI", "Place Quai"),
        ("TERMINAL II", "Terminal II"),
        ("BLVD SUD", "Blvd Sud"),
    ],
)
def test_numerals_and_initials_stay_in_capitals(printed: str, written: str) -> None:
    assert LabelStyle(title_case=True).write(printed) == written
