"""A list of names as clubs keep it: in a message, a document, a spreadsheet."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from league.core.likeness import Listed, Names
from league.core.naming import search_text
from league.members.pasted import look_through, read_pasted
from league.models import Club, Member
from tests.factories import make_club, make_members

SATO = {"display_name": "佐藤 健一", "kana": "さとう けんいち"}
WHOLE = {**SATO, "romaji": "Sato Kenichi"}


@pytest.mark.parametrize(
    ("line", "values"),
    [
        pytest.param("佐藤 健一", {"display_name": "佐藤 健一"}, id="name alone"),
        pytest.param("佐藤　健一", {"display_name": "佐藤 健一"}, id="wide blank in the name"),
        pytest.param("佐藤 健一\tさとう けんいち\tSato Kenichi", WHOLE, id="cells"),
        pytest.param("佐藤 健一,さとう けんいち,Sato Kenichi", WHOLE, id="commas"),
        pytest.param("佐藤 健一、さとう けんいち、Sato Kenichi", WHOLE, id="Japanese commas"),
        pytest.param("佐藤 健一，さとう けんいち；Sato Kenichi", WHOLE, id="wide commas"),
        pytest.param("佐藤 健一（さとう けんいち）", SATO, id="brackets"),
        pytest.param("佐藤 健一  さとう けんいち", SATO, id="two blanks"),
        pytest.param("佐藤 健一 さとう けんいち", SATO, id="one blank, reading of as many words"),
        pytest.param("さとう けんいち\t佐藤 健一", SATO, id="kana first"),
        pytest.param("12\t佐藤 健一\tさとう けんいち", SATO, id="numbered cells"),
        pytest.param("12. 佐藤 健一（さとう けんいち）", SATO, id="numbered line"),
        pytest.param("③佐藤 健一、さとう けんいち", SATO, id="number in a circle"),
        pytest.param("・佐藤 健一（さとう けんいち）", SATO, id="bullet"),
        pytest.param(
            "佐藤 健一\tｻﾄｳ ｹﾝｲﾁ\tＳａｔｏ",
            {"display_name": "佐藤 健一", "kana": "さとう けんいち", "romaji": "Sato"},
            id="half-width kana, wide letters",
        ),
        pytest.param(
            "健さん\t佐藤 健一\tさとう けんいち",
            {"display_name": "健さん", "full_name": "佐藤 健一", "kana": "さとう けんいち"},
            id="nickname and full name",
        ),
        pytest.param("高橋 みなみ", {"display_name": "高橋 みなみ"}, id="given name in kana"),
        pytest.param(
            "高橋 みなみ たかはし みなみ",
            {"display_name": "高橋 みなみ", "kana": "たかはし みなみ"},
            id="given name in kana, with its reading",
        ),
        pytest.param("Alice Smith", {"display_name": "Alice Smith"}, id="Latin name"),
        pytest.param("🀄 雀 太郎", {"display_name": "🀄 雀 太郎"}, id="a sign in the name"),
        pytest.param("Smith, John", {"display_name": "John Smith"}, id="family name first"),
        pytest.param("佐藤(兄)", {"display_name": "佐藤(兄)"}, id="one letter in brackets"),
        pytest.param(
            "けん（佐藤健一）", {"display_name": "けん", "full_name": "佐藤健一"}, id="nickname"
        ),
        pytest.param(
            "けんちゃん\t佐藤健一\tさとうけんいち",
            {"display_name": "けんちゃん", "full_name": "佐藤健一", "kana": "さとうけんいち"},
            id="nickname, full name, reading",
        ),
        pytest.param(
            "Ken (佐藤健一)", {"display_name": "Ken", "full_name": "佐藤健一"}, id="Latin nickname"
        ),
        pytest.param(
            "Wang Wei（王偉）", {"display_name": "王偉", "romaji": "Wang Wei"}, id="romaji first"
        ),
        pytest.param("佐藤\t健一\tさとう\tけんいち", SATO, id="four cells"),
        pytest.param(
            "佐藤健一 さとう けんいち", {**SATO, "display_name": "佐藤健一"}, id="no blank in it"
        ),
        pytest.param('"佐藤 健一","さとう けんいち"', SATO, id="quoted cells"),
        pytest.param("18:07 佐藤 健一", {"display_name": "佐藤 健一"}, id="time of a message"),
        pytest.param("3 佐藤 健一", {"display_name": "佐藤 健一"}, id="number and a blank"),
        pytest.param("●佐藤 健一／さとう けんいち", SATO, id="other marks"),
        pytest.param("会員7", {"display_name": "会員7"}, id="a digit in the name"),
        pytest.param("佐\u200b藤\ufeff", {"display_name": "佐藤"}, id="letters without width"),
        pytest.param("佐\u202e藤\x00", {"display_name": "佐藤"}, id="letters that turn the line"),
    ],
)
def test_a_line_names_a_person_however_it_is_written(line: str, values: dict[str, str]) -> None:
    [person] = read_pasted(f"\n{line}\r\n \t\n")

    assert (person.number, person.values) == (1, values)


@pytest.mark.parametrize(
    ("heads", "row", "values"),
    [
        (
            "雀友会 名簿\n氏名\tふりがな\t電話",
            "佐藤 健一\tさとう けんいち\t090-1234-5678",
            SATO | {"full_name": "佐藤 健一"},
        ),
        ("姓\t名\tセイ\tメイ\t入会日", "佐藤\t健一\tさとう\tけんいち\t2020/4/1", SATO),
        ("氏名(漢字)\t氏名(カナ)", "佐藤 健一\tさとう けんいち", SATO | {"full_name": "佐藤 健一"}),
        (
            "Display name,Full name",
            "健さん,佐藤 健一",
            {"display_name": "健さん", "full_name": "佐藤 健一"},
        ),
        ("名前\tふりがな", "みなみ\t高橋", {"display_name": "みなみ", "kana": "高橋"}),
        ("No.,氏名,カナ", "1,佐藤 健一,さとう けんいち", SATO | {"full_name": "佐藤 健一"}),
        ("Name, Kana, Romaji", "佐藤 健一,さとう けんいち,Sato Kenichi", WHOLE),
    ],
)
def test_a_line_of_heads_says_what_the_columns_are(
    heads: str, row: str, values: dict[str, Any]
) -> None:
    [person] = read_pasted(f"{heads}\n{row}")

    assert (person.number, person.values) == (1, values)


def test_a_head_without_names_is_somebody_called_so() -> None:
    assert [each.display_name for each in read_pasted("かな\n佐藤")] == ["かな", "佐藤"]


@pytest.mark.parametrize("text", ["", "\n \t\n", "\u200b", "名前,かな", ",,\t", "|---|---|", "12"])
def test_a_list_may_name_nobody(text: str) -> None:
    assert read_pasted(text) == []


@pytest.mark.django_db
class TestBesideTheList:
    @pytest.fixture
    def club(self) -> Club:
        return make_club()

    def look(self, club: Club, text: str) -> list[dict[str, Any]]:
        return [
            {
                name: tuple(who.display_name for who in value) if name == "alike_above" else value
                for name in ("problem", "same", "twice", "alike", "alike_above")
                if (value := getattr(each, name))
            }
            for each in look_through(club, read_pasted(text))
        ]

    @pytest.mark.parametrize(
        ("name", "listed"),
        [
            pytest.param("佐藤 健一", {"display_name": "佐藤健一"}, id="blank"),
            pytest.param("佐藤", {"display_name": "佐藤 健一"}, id="family name alone"),
            pytest.param("佐藤 健一", {"display_name": "佐藤"}, id="given name more"),
            pytest.param("高橋", {"display_name": "髙橋"}, id="old letter"),
            pytest.param("SATO", {"display_name": "sato"}, id="capitals"),
            pytest.param("さとう", {"display_name": "サトウ"}, id="other kana"),
            pytest.param("ニ階堂", {"display_name": "二階堂"}, id="kana that looks like kanji"),
            pytest.param("Аlice", {"display_name": "Alice"}, id="Cyrillic letter"),
            pytest.param(
                "佐藤、さとう けん", {"display_name": "左藤", "kana": "さとうけん"}, id="reading"
            ),
            pytest.param("Ohno", {"display_name": "大野", "kana": "おおの"}, id="romaji"),
        ],
    )
    def test_whoever_may_be_the_same_is_asked_about(
        self, club: Club, name: str, listed: dict[str, str]
    ) -> None:
        member = Member.objects.create(club=club, **listed)

        assert self.look(club, name) == [{"alike": (member,)}]

    @pytest.mark.parametrize("name", ["鈴木", "佐々木", "藤", "佐"])
    def test_another_name_is_somebody_else(self, club: Club, name: str) -> None:
        Member.objects.create(club=club, display_name="佐藤", kana="さとう")

        assert self.look(club, name) == [{}]

    def test_nobody_is_added_twice(self, club: Club) -> None:
        sato = make_members(club)[0]
        gone = Member.objects.create(club=club, display_name="高木", left_on="2020-01-01")

        found = self.look(club, f"{sato.display_name}\n高木\n森\n森\n森 花")

        assert found == [
            {"same": sato},
            {"same": gone},
            {},
            {"twice": 3},
            {"alike_above": ("森", "森")},
        ]

    def test_readings_in_the_list_itself_are_held_against_each_other(self, club: Club) -> None:
        assert self.look(club, "斎藤,さいとう\n齋藤,さいとう") == [{}, {"alike_above": ("斎藤",)}]

    @pytest.mark.parametrize(
        ("line", "problem"),
        [
            ("鈴" * 41, "display_name"),
            ("鈴木,鈴" + "木" * 60, "full_name"),
            ("鈴木," + "す" * 61, "kana"),
            ("鈴木," + "s" * 61, "romaji"),
            ("\u3164", "unreadable"),
        ],
    )
    def test_what_is_no_name_for_a_list_says_why(self, club: Club, line: str, problem: str) -> None:
        [found] = look_through(club, read_pasted(line))

        assert (found.problem, found.can_be_added) == (problem, False)


def test_a_line_of_twenty_thousand_blanks_is_read_at_once() -> None:
    begun = time.process_time()

    assert len(read_pasted("佐 " * 20_000)) == 1
    assert time.process_time() - begun < 0.5  # each blank was tried: three seconds


def test_looking_people_up_finds_whom_comparing_each_with_each_finds() -> None:
    dice = random.Random(1)

    def name() -> str:
        family = "".join(dice.choices("佐藤東a", k=dice.randint(1, 3)))
        given = "".join(dice.choices("一子b", k=dice.randint(0, 2)))
        return f"{family} {given}".strip()

    people = [Names.of(search_text([each]), each) for each in (name() for _ in range(300))]
    listed: Listed[int] = Listed()
    for number, names in enumerate(people):
        listed.add(names, number)

    found = [listed.alike(mine) for mine in people]

    assert found == [
        [number for number, theirs in enumerate(people) if mine.may_be(theirs)] for mine in people
    ]
    assert 5 < sum(map(len, found)) / len(people) < 200
