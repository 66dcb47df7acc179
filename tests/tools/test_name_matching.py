from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.name_folding import fold_name
from tools.name_matching import misspells, name_similarity

SAME_WRITING = [
    ("W.117th - Madison", "West 117th_Madison"),
    ("West Boulevard-Cudell", "West Boulevard_Cudell"),
    ("Louis Stokes Station at Windermere", "Louis Stokes_Windermere"),
    ("E. l05th - Quincy", "East 105th_Quincy"),
    ("Örs Vezér tere", "Ors Vezer tere"),
    ("Maillingerstraße", "Maillingerstrasse"),
    ("King St.", "King Street"),
    ("Sq. Victoria", "Square Victoria"),
    ("頂溪", "顶溪"),
    ("臺北車站", "台北车站"),
    ("動物園", "動物園站"),
    ("Чёрная речка", "ЧЕРНАЯ РЕЧКА"),
    ("Place d’Armes", "Place_d'Armes"),
]
ONE_PLACE = [
    ("Puritas - W.150th", "Puritas"),
    ("Cleveland Hopkins International Airport", "Hopkins Airport"),
    ("Parc", "Parc / Park"),
    ("Parc / Park", "Park"),
    ("Saint-Guidon", "Sint_Guido / Saint_Guidon"),
    ("W.65th - Lorain (Eco-Village)", "West 65th_Lorain"),
    ("ПАРНАС - 36", "Парнас"),
    ("托玛依神庙", "托玛伊神庙"),
    ("S.Sebastiao", "São Sebastião"),
    ("Medical Centre", "Medcal Center"),
]
TWO_PLACES = [
    ("E.79th", "East 55th"),
    ("North Coast", "South Coast"),
    ("機場第一航廈", "機場第二航廈"),
    ("Terminal 1", "Terminal 2"),
    ("West 25th_Ohio City", "West 65th_Lorain"),
    ("中山", "中和"),
    ("", "Park"),
    ("...", "Park"),
]


@pytest.mark.parametrize(("a", "b"), SAME_WRITING)
def test_names_that_differ_in_writing_only(a: str, b: str) -> None:
    assert name_similarity(a, b) > 0.975


@pytest.mark.parametrize(("a", "b"), ONE_PLACE)
def test_names_of_one_place(a: str, b: str) -> None:
    assert 0.7 < name_similarity(a, b) < 1.0


@pytest.mark.parametrize(("a", "b"), TWO_PLACES)
def test_names_of_two_places(a: str, b: str) -> None:
    assert name_similarity(a, b) < 0.6


def test_the_very_text_beats_what_folds_alike() -> None:
    assert name_similarity("動物園站", "動物園站") > name_similarity("動物園", "動物園站")


def test_vowel_signs_of_other_scripts_stay() -> None:
    assert fold_name("సికింద్రాబాద్").text != fold_name("సకందరబద").text


@given(st.text(max_size=30), st.text(max_size=30))
def test_similarity_is_symmetric_and_bounded(a: str, b: str) -> None:
    score = name_similarity(a, b)
    assert 0.0 <= score <= 1.0
    assert score == pytest.approx(name_similarity(b, a))


@given(st.text(min_size=1, max_size=30))
def test_a_name_is_most_like_itself(name: str) -> None:
    expected = 1.0 if fold_name(name).flat else 0.0
    assert name_similarity(name, name) == expected


@pytest.mark.parametrize(
    ("name", "label"),
    [("Mlocini", "Mlociny"), ("plac wilsonia", "Plac Wilsona"), ("Trisket", "TRISKETT")],
)
def test_letters_within_words_are_misspelt(name: str, label: str) -> None:
    assert misspells(name, label)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        *SAME_WRITING,
        ("Parc", "Parc / Park"),
        ("Line 1 Park", "Line 2 Park"),
        ("海山", "海山 Haishan"),
    ],
)
def test_another_way_to_write_a_name_is_no_misspelling(name: str, label: str) -> None:
    assert not misspells(name, label)
    assert not misspells(label, name)
