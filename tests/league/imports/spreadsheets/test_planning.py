"""The dry run says of every line what it would become, or what is wrong with it and where."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.utils import translation

from league.imports.people import NEW_GUEST, NEW_MEMBER, Others
from league.imports.spreadsheets.layout import Figures
from league.models import Club, Hanchan, Member
from tests.factories import EVENING, NAMES, league_of, make_club, make_members, record
from tests.league.imports.spreadsheets.imports import games_of, opened, problems_of, run_of
from tests.league.imports.spreadsheets.tables import GAMES, MEMBERS, SCORES, SEATS

pytestmark = pytest.mark.django_db
HEADS = "日付,卓,回戦,東家,点数,南家,点数,西家,点数,北家,点数\n"
GOOD = "佐藤 健一,41400,鈴木 翔,30000,高橋 恵,23800,田中 実,4800"


@pytest.fixture(autouse=True)
def _english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def club() -> Club:
    club = make_club()
    make_members(club, 5)
    return club


@pytest.mark.parametrize("table", [GAMES, MEMBERS, SEATS, SCORES])
def test_a_sheet_in_order_would_be_stored_whole_and_nothing_is_yet(club: Club, table: str) -> None:
    run = run_of(opened(club, table, layout={"year": 2026}))

    assert len(run.good) == len(run.games) >= 2
    assert games_of(club) == []
    assert Member.objects.for_club(club).count() == 6  # with the owner


@pytest.mark.parametrize(
    ("line", "where", "words"),
    [
        pytest.param(
            "2026/4/10,1,1,佐藤 健一,41400,鈴木 翔,30000,高橋 恵,23800,田中 実,4700",
            "2", "The points add up to 99,900, 100 short of the 100,000", id="sum",
        ),
        pytest.param(
            "2026/4/10,1,1,佐藤 健一,41400,鈴木 翔,30000,高橋 恵,23800,だれか,4800",
            "J2", "“だれか” is not on the list: choose who it is.", id="unknown",
        ),
        pytest.param(f",1,1,{GOOD}", "A2", "The date is missing.", id="no-date"),
        pytest.param(f"きのう,1,1,{GOOD}", "A2", "“きのう” is not a date.", id="bad-date"),
        pytest.param(f"4/10,1,1,{GOOD}", "A2", "“4/10” has no year.", id="no-year"),
        pytest.param(f"1901/4/10,1,1,{GOOD}", "2", "1901-04-10: Please choose", id="too-early"),
        pytest.param(f"2088/4/10,1,1,{GOOD}", "2", "more than a year away", id="too-late"),
        pytest.param(
            "2026/4/10,1,1,佐藤 健一,41400,鈴木 翔,30000,高橋 恵,28600,,", "2",
            "These rules are for 4 players, but the line has 3.", id="three-players",
        ),
        pytest.param(
            "2026/4/10,1,1,佐藤 健一,41400,サトウ ケンイチ,30000,高橋 恵,23800,田中 実,4800", "F2",
            "“サトウ ケンイチ” is not on the list", id="kana-that-nobody-noted",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_words(club: Club, line: str, where: str, words: str) -> None:
    found = problems_of(opened(club, HEADS + line + "\n"))

    assert where in [at for at, _words in found]
    assert any(words in text for _at, text in found)


def test_a_day_before_the_rules_is_told_with_their_first_day(club: Club) -> None:
    ((where, words),) = problems_of(opened(club, f"{HEADS}1960/4/10,1,1,{GOOD}\n"))

    assert where == "2"
    assert words.startswith("1960-04-10: These rules take effect on ")


def test_two_games_at_one_table_and_number_are_told(club: Club) -> None:
    other = GOOD.replace("41400", "41300").replace("4800", "4900")
    batch = opened(club, f"{HEADS}2026/4/10,1,1,{GOOD}\n,1,1,{other}\n")

    assert problems_of(batch) == [("3", "Game 1 of table 1 is on this sheet twice.")]


def test_a_line_that_stands_twice_is_told(club: Club) -> None:
    batch = opened(club, f"{HEADS}2026/4/10,1,1,{GOOD}\n,1,2,{GOOD}\n")

    assert problems_of(batch) == [("3", "The same result also appears in line 2.")]


def test_a_result_that_is_stored_already_is_told_with_the_game(club: Club) -> None:
    people = list(Member.objects.for_club(club).filter(display_name__in=NAMES[:4]).order_by("pk"))
    stored = record(league_of(club), people, day=date(2026, 4, 10), number=7)
    batch = opened(club, f"{HEADS}2026/4/10,1,1,{GOOD}\n")

    ((problem,),) = [each.problems for each in run_of(batch).wrong]

    assert (problem.words, problem.game) == (
        "The same result is already stored for that day.",
        stored.pk,
    )


def test_a_place_that_is_taken_is_told(club: Club) -> None:
    people = list(Member.objects.for_club(club).filter(display_name__in=NAMES[:4]).order_by("pk"))
    record(league_of(club), people, (40_000, 30_000, 20_000, 10_000), day=date(2026, 4, 10))

    assert problems_of(opened(club, f"{HEADS}2026/4/10,1,1,{GOOD}\n")) == [
        ("2", "Game 1 of table 1 has already been entered.")
    ]


def test_games_without_numbers_go_behind_those_that_are_stored(club: Club) -> None:
    people = list(Member.objects.for_club(club).filter(display_name__in=NAMES[:4]).order_by("pk"))
    record(league_of(club), people, (40_000, 30_000, 20_000, 10_000), day=date(2026, 4, 10))
    run = run_of(opened(club, MEMBERS.replace("10日,1,", "10日,,"), layout={"year": 2026}))

    places = [(each.entry.table, each.entry.number) for each in run.good if each.entry]
    assert places == [(1, 3), (2, 2), (1, 1)] or places == [(1, 3), (1, 2), (1, 1)]


def test_one_round_at_several_tables_goes_to_tables_one_after_the_other(club: Club) -> None:
    lines = "2026/4/10,1,414,300,238,48,\n,1,400,310,240,50,\n,2,350,250,220,180,\n"
    run = run_of(opened(club, f"日付,回戦,{','.join(NAMES[:5])}\n{lines}"))

    assert [(each.entry.table, each.entry.number) for each in run.good if each.entry] == [
        *((1, 1), (2, 1), (1, 2)),
    ]


def test_names_are_found_however_widths_and_kana_differ(club: Club) -> None:
    sato = Member.objects.for_club(club).get(display_name=NAMES[0])
    Member.objects.for_club(club).filter(pk=sato.pk).update(
        kana="さとう けんいち", aliases=["サトケン"]
    )
    for name in ("サトウ　ケンイチ", "ｻﾄｳ ｹﾝｲﾁ", "さとけん", "佐藤健一"):
        run = run_of(opened(club, f"{HEADS}2026/4/10,1,1,{GOOD.replace('佐藤 健一', name)}\n"))
        assert run.games[0].seats[0].member == sato, name


def test_a_new_name_is_one_person_however_it_is_spelt(club: Club) -> None:
    other = "ｶﾜｾﾐ,31000,鈴木 翔,40400,高橋 恵,23800,田中 実,4800"
    one = GOOD.replace("佐藤 健一", "カワセミ")
    table = f"{HEADS}2026/4/10,1,1,{one}\n,1,2,{other}\n"
    run = run_of(opened(club, table, others=Others.GUESTS))

    assert run.new == {"カワセミ": NEW_GUEST}
    assert run.blocking == []


@pytest.mark.parametrize(
    ("choice", "words"),
    [(NEW_MEMBER, None), (NEW_GUEST, None), (10**9, "had already left the club by that day")],
)
def test_a_name_is_who_was_chosen(club: Club, choice: int, words: str | None) -> None:
    table = f"{HEADS}2026/4/10,1,1,{GOOD.replace('佐藤 健一', 'だれか')}\n"
    batch = opened(club, table, choices={"だれか": choice})

    assert [text for _at, text in problems_of(batch) if words is None or words not in text] == []
    assert run_of(batch).new == ({"だれか": choice} if words is None else {})


def test_who_had_left_is_not_meant_and_cannot_be_added_again(club: Club) -> None:
    Member.objects.for_club(club).filter(display_name=NAMES[0]).update(left_on=date(2026, 1, 31))
    batch = opened(club, f"{HEADS}2026/4/10,1,1,{GOOD}\n", others=Others.MEMBERS)

    assert [words for _at, words in problems_of(batch)] == [
        f"“{NAMES[0]}” is already on the list: choose them there, or enter a more distinctive name."
    ]


def test_a_name_of_two_members_and_two_names_of_one_are_asked_about(club: Club) -> None:
    people = Member.objects.for_club(club)
    people.filter(display_name__in=NAMES[:2]).update(aliases=["部長"])
    several = opened(club, f"{HEADS}2026/4/10,1,1,{GOOD.replace(NAMES[0], '部長')}\n")
    assert ("D2", "“部長” could be any of several members: choose who it is.") in problems_of(
        several
    )

    people.filter(display_name=NAMES[1]).update(aliases=[])
    one = opened(club, f"{HEADS}2026/4/10,1,1,{GOOD.replace(NAMES[1], '部長')}\n")
    assert any(
        "matches someone already in another seat" in words for _at, words in problems_of(one)
    )


def test_names_that_cannot_stand_on_the_list_are_told(club: Club) -> None:
    long = opened(
        club, f"{HEADS}2026/4/10,1,1,{GOOD.replace(NAMES[0], 'あ' * 41)}\n", others=Others.MEMBERS
    )
    blank = opened(club, f"{HEADS}2026/4/10,1,1,{GOOD.replace(NAMES[0], 'ㅤ')}\n")

    assert problems_of(long) == [("D2", "This name is too long.")]
    assert [words for _at, words in problems_of(blank)] == [
        "Choose a name with readable characters."
    ]


def test_scores_of_the_table_may_count_and_go_by_place(club: Club) -> None:
    table = f"日付,{','.join(NAMES[:4])}\n2026/4/10,-16.2,+61.4,-55.2,10.0\n"
    (planned,) = run_of(opened(club, table)).good

    assert planned.entry is not None
    assert [seat.given_score for seat in planned.entry.seats] == [61_400, 10_000, -16_200, -55_200]
    assert planned.entry.scores_are_given
    assert not planned.entry.points_are_known
    assert planned.scores == (61_400, 10_000, -16_200, -55_200)


def test_scores_that_do_not_come_to_nothing_are_told(club: Club) -> None:
    ((_where, words),) = problems_of(
        opened(club, SCORES.replace("61.4", "62.4").replace("△61.2", "△61.2"))
    )

    assert "must add up to 0, but they add up to 1,000" in words


def test_other_scores_than_the_rules_give_are_noted(club: Club) -> None:
    table = (
        "日付,回戦,名前,素点,ポイント\n2026/4/10,1,佐藤 健一,41400,+50\n,1,鈴木 翔,30000,+10\n"
        ",1,高橋 恵,23800,-20\n,1,田中 実,4800,-40\n"
    )
    (planned,) = run_of(opened(club, table)).good
    (given,) = run_of(opened(club, table, layout={"figures": Figures.SCORES})).good

    assert planned.differs
    assert not given.differs
    assert given.scores == (50_000, 10_000, -20_000, -40_000)
    assert given.entry is not None
    assert given.entry.points_are_known


def test_points_that_do_not_add_up_do_not_keep_scores_out(club: Club) -> None:
    table = (
        "日付,回戦,名前,素点,ポイント\n2026/4/10,1,佐藤 健一,41500,+50\n,1,鈴木 翔,30000,+10\n"
        ",1,高橋 恵,23800,-20\n,1,田中 実,4800,-40\n"
    )
    (given,) = run_of(opened(club, table, layout={"figures": Figures.SCORES})).good

    assert given.entry is not None
    assert not given.entry.points_are_known
    assert "only the scores are stored" in given.notes[0]


def test_equal_points_without_seats_are_noted(club: Club) -> None:
    table = f"日付,{','.join(NAMES[:4])}\n2026/4/10,300,300,250,150\n"

    assert "the table gives no seats" in run_of(opened(club, table)).good[0].notes[0]


def test_boo_is_not_added_to_a_table_that_has_games() -> None:
    club = make_club("boo", rule="nekohouse-boo")
    people = make_members(club, 4)
    league = league_of(club)
    record(league, people, (14_000, 9_000, 6_000, 3_000), day=EVENING)
    line = "{day},2,佐藤 健一,{a},鈴木 翔,9000,高橋 恵,6000,田中 実,{d}\n"
    heads = "日付,回戦,東家,点数,南家,点数,西家,点数,北家,点数\n"
    table = (
        heads
        + line.format(day="2026/11/20", a=14_100, d=2_900)
        + line.format(day="2026/11/27", a=14_000, d=3_000)
    )
    found = run_of(opened(club, table))

    assert Hanchan.objects.for_club(club).count() == 1
    assert len(found.good) == 1


def test_single_points_are_read_in_full_where_the_rule_counts_them() -> None:
    club = make_club("zj", rule="zung-jung")
    make_members(club, 4)
    table = f"日付,{','.join(NAMES[:4])}\n2026/11/20,640,-320,-320,0\n"
    run = run_of(opened(club, table, layout={"figures": Figures.POINTS}))

    assert [[seat.points for seat in each.game.seats] for each in run.games] == [
        [640, -320, -320, 0]
    ]
    scores = run_of(opened(club, table, layout={"figures": Figures.SCORES}))
    assert "riichi rules" in scores.wrong[0].problems[0].words
