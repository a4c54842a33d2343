"""Who of the list a typed name may mean, in a list of any length."""

from __future__ import annotations

from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core import likeness
from league.core.likeness import MOST_COMPARED, Names, likenesses, nearest
from league.imports import people as imported
from league.imports.people import NameBook
from league.models import Club, Member
from tests.factories import make_club

LETTERS = st.text("佐藤健一さとうけんいち", min_size=1, max_size=8)


@given(one=LETTERS, other=LETTERS)
def test_whoever_is_ruled_out_by_letters_is_not_near(one: str, other: str) -> None:
    ratio = SequenceMatcher(None, one, other, autojunk=False).ratio()

    if likeness.KANJI.search(one) and ratio >= 0.66 and min(len(one), len(other)) >= 3:
        assert likeness._may_be_near(one, other)


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


def listed(club: Club, number: int, **more: object) -> list[Member]:
    return Member.objects.bulk_create(
        Member(
            club=club,
            display_name=f"長い名前の客 {place:05}",
            search=f"長い名前の客{place:05}",
            is_guest=True,
            **more,
        )
        for place in range(number)
    )


def test_in_a_long_list_a_name_is_held_against_a_number_of_people_that_does_not_grow(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed(club, MOST_COMPARED + 50)
    aligned: list[str] = []
    near = likeness._near

    def counted(one: str, other: str) -> bool:
        aligned.append(other)
        return near(one, other)

    monkeypatch.setattr(likeness, "_near", counted)

    found = likenesses(club, ["長い名前の客 00000", "長い名前の各 77777"])

    assert found["長い名前の客 00000"][0].display_name == "長い名前の客 00000"
    assert found["長い名前の各 77777"]
    assert len(aligned) <= 2 * 2 * likeness._MOST_ALIGNED


def test_somebody_mistyped_is_found_among_many_who_are_called_quite_differently() -> None:
    others = [(Names.of(f"客{place}番", f"客{place}番"), place) for place in range(900)]
    sato = Names.of("佐藤健一", "佐藤 健一")

    assert nearest(Names.of("佐籐健一", "佐籐 健一"), [*others, (sato, -1)]) == [-1]


def test_an_import_of_many_new_names_stops_offering_people_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(imported, "_MOST_LOOKS", 10)
    book = NameBook(
        Member(pk=place, display_name=f"佐藤{place}", search=f"佐藤{place}")
        for place in range(1, 5)
    )

    offered = [book._offered(name) for name in ("佐藤", "藤1", "佐", "佐藤2番")]

    assert [bool(each) for each in offered] == [True, True, False, False]
