"""The score sheet, typed and pasted: every row is checked, all games are stored or none."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.games.write import ScoreSheetError, record_sheet
from league.models import Club, Hanchan, League, Member, Session
from tests.factories import (
    ADMIN,
    league_of,
    make_club,
    make_entry,
    make_login,
    make_members,
    make_rules,
    make_session,
    record,
)
from tests.league.evenings import english, queries_of, sheet_url, typed_sheet

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]

GOOD = ["414", "300", "238", "48"]


@pytest.fixture
def session(club: Club) -> Session:
    return make_session(club)


@pytest.fixture
def people(club: Club) -> list[Member]:
    return make_members(club, 8)


@pytest.fixture
def scorer(club: Club) -> Client:
    return english(make_login(club, "scorer", Member.Role.SCORER))


def games(club: Club) -> list[Hanchan]:
    return list(Hanchan.objects.for_club(club).prefetch_related("seats"))


def points(game: Hanchan) -> list[int]:
    return [seat.points for seat in game.seats.all()]


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split()).replace("&#x27;", "'")


def rows_of(answer: Any) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in answer.context["sheet"].rows]


def test_a_stick_of_500_counts_500_on_the_sheet_too(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    make_rules(league, riichi_stick=500)
    short = {"cells": ["414", "300", "228", "48"], "sticks": "1"}
    filled = {"cells": ["414", "300", "", "48"], "sticks": "1"}

    refused = scorer.post(sheet_url(session), typed_sheet(league, people[:4], short))
    scorer.post(sheet_url(session), typed_sheet(league, people[:4], filled))

    (game,) = games(club)
    assert refused.status_code == 422
    assert game.sticks == 500
    assert points(game) == [41_400, 30_000, 23_300, 4_800]


def test_chips_are_typed_below_the_results_where_the_rule_counts_them(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    without = scorer.get(sheet_url(session)).content.decode()
    make_rules(league, chip_value=0, chip_ura=1)
    row = {"cells": GOOD, "chips": ["3枚", "▲2", "", "-1"]}

    page = scorer.get(sheet_url(session)).content.decode()
    scorer.post(sheet_url(session), typed_sheet(league, people[:4], row))

    assert 'name="chips-0-0"' not in without
    assert 'name="chips-0-0"' in page
    (game,) = games(club)
    assert [seat.chips for seat in game.seats.all()] == [3, -2, 0, -1]


@pytest.mark.parametrize(
    ("chips", "says"),
    [
        pytest.param(["3", "-2", "", ""], "The chips must add up to 0", id="that do not add up"),
        pytest.param(["three", "", "", ""], "How many chips?", id="that are no number"),
        pytest.param(["99999", "-99999", "", ""], "How many chips?", id="beyond every table"),
    ],
)
def test_chips_that_cannot_be_are_refused_and_stay_typed(
    club: Club,
    league: League,
    session: Session,
    people: list[Member],
    scorer: Client,
    chips: list[str],
    says: str,
) -> None:
    make_rules(league, chip_value=0, chip_ura=1)

    answer = scorer.post(
        sheet_url(session), typed_sheet(league, people[:4], {"cells": GOOD, "chips": chips})
    )

    assert answer.status_code == 422
    assert says in words(answer)
    assert [cell.chips for cell in answer.context["sheet"].rows[0].cells] == chips
    assert games(club) == []


def test_a_typed_sheet_becomes_games(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    data = typed_sheet(
        league,
        [*people[:5]],
        {"cells": ["414", "300", "238", "48", ""]},
        {"cells": ["", "-12", "512", "300", "200"]},
    )

    answer = scorer.post(sheet_url(session), data, follow=True)

    first, second = games(club)
    assert points(first) == [41_400, 30_000, 23_800, 4_800]
    assert points(second) == [-1_200, 51_200, 30_000, 20_000]
    assert [seat.member_id for seat in second.seats.all()] == [m.pk for m in people[1:5]]
    assert first.source == Hanchan.Source.SHEET
    assert "2 games have been saved." in words(answer)


def test_one_row_that_does_not_add_up_keeps_all_out(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    data = typed_sheet(
        league,
        people[:4],
        {"cells": GOOD},
        {"cells": ["414", "300", "238", "58"]},
    )

    answer = scorer.post(sheet_url(session), data)

    assert answer.status_code == 422
    assert games(club) == []
    assert "Nothing has been saved yet" in words(answer)
    assert "The points add up to 101,000, 1,000 more than the 100,000 dealt out." in words(answer)
    assert rows_of(answer) == [GOOD, ["414", "300", "238", "58"]]
    assert [row.is_wrong for row in answer.context["sheet"].rows] == [False, True]


def test_the_same_sheet_sent_twice_makes_each_game_once(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    data = typed_sheet(league, people[:4], {"cells": GOOD}, {"cells": GOOD})

    answers = [scorer.post(sheet_url(session), data) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert [game.number for game in games(club)] == [1, 2]


def test_rows_added_to_a_sheet_whose_answer_was_lost_are_stored_alone(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    scorer.post(sheet_url(session), typed_sheet(league, people[:4], {"cells": GOOD}))
    longer = typed_sheet(league, people[:4], {"cells": GOOD}, {"cells": GOOD})

    checked = scorer.post(f"{sheet_url(session)}check/", longer)
    scorer.post(sheet_url(session), longer)

    assert "This row has already been saved." in words(checked)
    assert [game.number for game in games(club)] == [1, 2]


def test_a_row_that_was_saved_with_other_figures_is_refused(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    scorer.post(sheet_url(session), typed_sheet(league, people[:4], {"cells": GOOD}))
    changed = typed_sheet(
        league, people[:4], {"cells": ["300", "414", "238", "48"], "number": 2}, {"cells": []}
    )

    answer = scorer.post(sheet_url(session), changed)

    assert answer.status_code == 422
    assert "Correct that game instead" in words(answer)
    assert [points(game) for game in games(club)] == [[41_400, 30_000, 23_800, 4_800]]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param(
            {"cells": ["414", "300", "238", "48", "0"]},
            (
                "A game has 4 results, but this row has 5. Leave the cell empty for anyone who "
                "sat out."
            ),
            id="five results",
        ),
        pytest.param(
            {"cells": ["414", "300", "238"]},
            "A game has 4 results, but this row has 3. Enter the missing one too",
            id="three of five columns",
        ),
        pytest.param(
            {"cells": ["414"]}, "A game has 4 results, but this row has 1.", id="one result"
        ),
        pytest.param(
            {"cells": ["414", "300", "238", "47"]}, "100 short of the 100,000", id="a wrong sum"
        ),
        pytest.param(
            {"cells": ["41x", "300", "238", "48"]},
            "“41x” is not a valid number of points.",
            id="letters",
        ),
        pytest.param(
            {"cells": ["41410", "30000", "23790", "4800"]}, "Points must be in hundreds.", id="tens"
        ),
        pytest.param(
            {"cells": ["999999900", "1", "2", "3"]}, "more than a table can have", id="absurd size"
        ),
        pytest.param({"cells": GOOD, "number": ""}, "Which game of the session?", id="no number"),
        pytest.param({"cells": GOOD, "number": 100}, "numbered from 1 to 99", id="number 100"),
        pytest.param({"cells": GOOD, "table": "x"}, "Which table?", id="no table"),
        pytest.param({"cells": GOOD, "sticks": "x"}, "How many riichi sticks", id="odd sticks"),
        pytest.param({"cells": GOOD, "sticks": "1"}, "1,000 more than", id="a stick too many"),
        pytest.param({"cells": GOOD, "seats": "ABC"}, "letters of 4 columns", id="three seats"),
        pytest.param({"cells": GOOD, "seats": "AABC"}, "letters of 4 columns", id="a seat twice"),
        pytest.param({"cells": GOOD, "seats": "ABCZ"}, "letters of 4 columns", id="no such column"),
        pytest.param(
            {"cells": GOOD, "seats": "ABCE"},
            "Someone has a result in this row but is not in its seat order.",
            id="seat of another",
        ),
        pytest.param(
            {"cells": ["414"], "seats": "ABCD"},
            "A game has 4 results, but this row has 1",
            id="seats, no points",
        ),
    ],
)
def test_what_cannot_stand_is_said_and_stays_typed(
    club: Club,
    league: League,
    session: Session,
    people: list[Member],
    scorer: Client,
    row: dict[str, Any],
    expected: str,
) -> None:
    answer = scorer.post(sheet_url(session), typed_sheet(league, people[:5], row))

    assert answer.status_code == 422
    assert expected in words(answer)
    typed = [text for text in rows_of(answer)[0] if text]
    assert typed == row["cells"]
    assert games(club) == []


def test_the_same_slot_twice_within_the_sheet_is_refused(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    data = typed_sheet(
        league, people[:4], {"cells": GOOD, "number": 3}, {"cells": GOOD, "number": 3}
    )

    answer = scorer.post(sheet_url(session), data)

    assert answer.status_code == 422
    assert "Game 3 of table 1 is on this sheet twice." in words(answer)
    assert games(club) == []


def test_a_slot_that_is_stored_already_is_refused(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    record(league, people[:4], (41_300, 30_100, 23_800, 4_800))

    answer = scorer.post(
        sheet_url(session), typed_sheet(league, people[:4], {"cells": GOOD}, {"cells": GOOD})
    )

    assert answer.status_code == 422
    assert "Game 1 of table 1 was entered at" in words(answer)
    assert "佐藤 健一 41,300" in words(answer)
    assert len(games(club)) == 1


def test_a_member_of_another_club_gets_no_column(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    stranger = make_members(make_club("other", owner="other"), 1)[0]

    answer = scorer.post(
        sheet_url(session), typed_sheet(league, [*people[:3], stranger], {"cells": GOOD})
    )

    assert answer.status_code == 422
    assert "This person is not on the club's list." in words(answer)
    assert stranger.pk not in {c.member_id for c in answer.context["sheet"].columns}
    assert rows_of(answer)[0] == GOOD
    assert games(club) == []


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        pytest.param([0, 1, 2, 2], "This person already has a column.", id="somebody twice"),
        pytest.param([0, 1, 2, None], "Who is this? Choose a person.", id="nobody chosen"),
    ],
)
def test_every_column_with_points_is_one_person(
    club: Club,
    league: League,
    session: Session,
    people: list[Member],
    scorer: Client,
    columns: list[int | None],
    expected: str,
) -> None:
    chosen: list[Member | int | str] = ["" if i is None else people[i] for i in columns]

    answer = scorer.post(sheet_url(session), typed_sheet(league, chosen, {"cells": GOOD}))

    assert answer.status_code == 422
    assert expected in words(answer)
    assert games(club) == []


@pytest.mark.parametrize("column", ["x", "-1", "9" * 40, "①", "1 OR 1=1"])
def test_a_column_that_is_nobody_is_refused(
    club: Club,
    league: League,
    session: Session,
    people: list[Member],
    scorer: Client,
    column: str,
) -> None:
    answer = scorer.post(
        sheet_url(session), typed_sheet(league, [*people[:3], column], {"cells": GOOD})
    )

    assert answer.status_code == 422
    assert games(club) == []


@pytest.mark.parametrize(
    ("row", "stored"),
    [
        pytest.param({"cells": ["414", "300", "238", ""]}, [41_400, 30_000, 23_800, 4_800], id="4"),
        pytest.param(
            {"cells": ["414", "", "238", "48"], "sticks": "2"},
            [41_400, 28_000, 23_800, 4_800],
            id="with two sticks left",
        ),
        pytest.param(
            {"cells": ["", "600", "▲１２", "400"]}, [1_200, 60_000, -1_200, 40_000], id="minus"
        ),
    ],
)
def test_the_last_result_is_filled_in_from_the_sum(
    club: Club,
    league: League,
    session: Session,
    people: list[Member],
    scorer: Client,
    row: dict[str, Any],
    stored: list[int],
) -> None:
    scorer.post(sheet_url(session), typed_sheet(league, people[:4], row))

    assert [points(game) for game in games(club)] == [stored]


def test_equal_points_go_by_the_seats_that_the_row_names(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    level = ["250", "250", "250", "250"]
    data = typed_sheet(
        league, people[:5], {"cells": [*level, ""]}, {"cells": [*level, ""], "seats": "ｃ a-d b"}
    )

    scorer.post(sheet_url(session), data)

    first, second = games(club)
    assert [s.member_id for s in first.seats.all()] == [m.pk for m in people[:4]]
    assert [s.member_id for s in second.seats.all()] == [people[i].pk for i in (2, 0, 3, 1)]


def test_named_seats_tell_whose_result_is_missing(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    data = typed_sheet(
        league, people[:5], {"cells": ["414", "300", "238", "", ""], "seats": "ABCE"}
    )

    scorer.post(sheet_url(session), data)

    (game,) = games(club)
    assert points(game) == [41_400, 30_000, 23_800, 4_800]
    assert [s.member_id for s in game.seats.all()][3] == people[4].pk


def pasted(league: League, columns: list[Any], text: str, **more: str) -> dict[str, str]:
    empty = [{"cells": [""] * len(columns)} for _ in range(2)]
    return {**typed_sheet(league, columns, *empty, do="paste"), "paste": text, **more}


def test_rows_pasted_from_excel_with_names_find_their_columns(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    text = (
        "回戦\t鈴木 翔\t佐藤　健一\t田中 実\t高橋 恵\t伊藤 葵\r\n"
        "１\t３００\t４１４\t４８\t２３８\t\r\n"
        "2回戦\t\t51,200\t▲1,200\t３０，０００\t20000\r\n"
        "合計\t10\t20\t30\t40\t50\r\n"
    )

    answer = scorer.post(sheet_url(session), pasted(league, people[:4], text))

    assert answer.status_code == 200
    assert games(club) == []
    sheet = answer.context["sheet"]
    assert [column.member_id for column in sheet.columns] == [m.pk for m in people[:5]]
    assert rows_of(answer)[0] == ["414", "300", "238", "48", ""]
    assert [row.number for row in sheet.typed] == ["1", "2"]
    assert [row.is_ready for row in sheet.typed] == [True, True]


def test_rows_pasted_without_names_go_in_where_the_cursor_is(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    data = pasted(
        league, people[:5], "414\t300\t238\t48\n300\t414\t238\t48\n", **{"at-column": "1"}
    )

    answer = scorer.post(sheet_url(session), {**data, "at-row": "1"})

    assert rows_of(answer) == [
        ["", "", "", "", ""],
        ["", *GOOD],
        ["", "300", "414", "238", "48"],
    ]


def test_table_sticks_and_seats_are_pasted_with_the_results(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    text = (
        "No.\t供託\t席順\t佐藤 健一\t鈴木 翔\t高橋 恵\t田中 実\t\n"
        "2-3\t1\tBADC\t404\t300\t238\t48\n"
        "？\t\t\t414\t300\t238\t48\n"
    )

    answer = scorer.post(sheet_url(session), pasted(league, people[:4], text))

    first, second = answer.context["sheet"].typed
    assert (first.table, first.number, first.sticks, first.seats) == ("2", "3", "1", "BADC")
    assert first.order == (1, 0, 3, 2)
    assert first.is_ready
    assert second.number == "2"


def test_more_names_than_a_sheet_is_wide_are_left_out(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    names = "\t".join(f"客{number}" for number in range(30))

    answer = scorer.post(sheet_url(session), pasted(league, people[:4], f"{names}\n" + "1\t" * 30))

    assert answer.status_code == 200
    assert len(answer.context["sheet"].columns) == 16


def test_a_key_that_is_none_is_replaced(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    scorer.post(sheet_url(session), typed_sheet(league, people[:4], {"cells": GOOD, "key": "x"}))

    assert len(games(club)) == 1


def test_labels_before_the_rows_are_left_out(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    text = "1回戦\t414\t300\t238\t48\n2回戦\t414\t300\t238\t48\n"

    answer = scorer.post(sheet_url(session), pasted(league, people[:4], text))

    assert rows_of(answer) == [GOOD, GOOD]


def test_a_pasted_name_that_nobody_has_is_asked_about(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    text = "佐藤 健一\t鈴木 翔\t高橋 恵\t謎の人\n414\t300\t238\t48\n"

    answer = scorer.post(sheet_url(session), pasted(league, ["", "", "", ""], text))

    assert "“謎の人” is not on the club's list. Choose who it is." in words(answer)
    assert rows_of(answer)[0] == GOOD


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\r\n\r\n",
        "\t\t\t",
        '"',
        "=1+1\t@x\n-\t+",
        "佐藤\x00\t1",
        "\ufffd\ud7ff\t\t1",
        "1\t" * 60,
    ],
    ids=["nothing", "line ends", "tabs", "a quote", "formulas", "a null", "odd letters", "wide"],
)
def test_whatever_is_pasted_the_page_stands(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client, text: str
) -> None:
    answer = scorer.post(sheet_url(session), pasted(league, people[:4], text))

    assert answer.status_code == 200
    assert games(club) == []


def test_a_paste_of_hundreds_of_rows_is_cut_and_says_so(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    answer = scorer.post(
        sheet_url(session), pasted(league, people[:4], "414\t300\t238\t48\n" * 200)
    )

    assert "A sheet can have at most 60 rows; the rest was left out." in words(answer)
    assert len(answer.context["sheet"].rows) == 60


def test_the_check_says_scores_and_mistakes_and_stores_nothing(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    data = typed_sheet(league, people[:4], {"cells": GOOD}, {"cells": ["414", "300", "238", "58"]})

    answer = scorer.post(f"{sheet_url(session)}check/", data)

    text = words(answer)
    assert answer.status_code == 200
    assert "+41" in text
    assert "1,000 more than the 100,000" in text
    assert "1 game adds up" in text
    assert games(club) == []


def test_totals_join_stored_and_typed_games(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    record(league, people[:4])
    data = typed_sheet(league, people[:4], {"cells": GOOD, "number": 2})

    answer = scorer.post(f"{sheet_url(session)}check/", data)

    totals = [column.total for column in answer.context["sheet"].columns]
    assert totals == [82_000, 10_000, -22_000, -70_000]


def test_a_fresh_sheet_shows_stored_games_and_goes_on_counting(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    record(league, people[:4])
    session.attendants.add(people[5])

    answer = scorer.get(sheet_url(session))

    sheet = answer.context["sheet"]
    assert [c.member_id for c in sheet.columns] == [m.pk for m in [*people[:4], people[5]]]
    assert [c.is_fixed for c in sheet.columns] == [True] * 4 + [False]
    assert sheet.rows[0].number == "2"
    assert len({row.key for row in sheet.rows}) == len(sheet.rows)
    game = games(club)[0]
    assert f"/c/{club.slug}/games/{game.pk}/edit/" in words(answer)


@pytest.mark.parametrize(
    ("do", "columns", "rows"),
    [("column", 5, 1), ("rows", 4, 7), ("check", 4, 1), ("league", 4, 1), ("nonsense", 4, 1)],
)
def test_the_other_buttons_store_nothing_and_keep_what_is_typed(
    club: Club,
    league: League,
    session: Session,
    people: list[Member],
    scorer: Client,
    do: str,
    columns: int,
    rows: int,
) -> None:
    answer = scorer.post(
        sheet_url(session), typed_sheet(league, people[:4], {"cells": GOOD}, do=do)
    )

    sheet = answer.context["sheet"]
    assert answer.status_code == 200
    assert (len(sheet.columns), len(sheet.rows)) == (columns, rows)
    assert rows_of(answer)[0][:4] == GOOD
    assert games(club) == []


def test_an_empty_sheet_is_not_saved(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    answers = [
        scorer.post(sheet_url(session), typed_sheet(league, people[:4], {"cells": [""]})),
        scorer.post(sheet_url(session), {"do": "save"}),
    ]

    assert [answer.status_code for answer in answers] == [422, 422]
    assert "Nothing has been entered yet." in words(answers[0])


def test_a_league_of_another_club_is_never_taken(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    foreign = league_of(make_club("other", owner="other"))

    scorer.post(sheet_url(session), typed_sheet(foreign, people[:4], {"cells": GOOD}))

    assert {game.league_id for game in games(club)} <= {league.pk}
    assert not Hanchan.objects.for_club(foreign.club_id).exists()


def test_htmx_gets_the_fragment_and_is_sent_on_after_saving(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    headers = {"HX-Request": "true"}
    wrong = typed_sheet(league, people[:4], {"cells": ["1", "2", "3", "4"]})
    right = typed_sheet(league, people[:4], {"cells": GOOD})

    refused = scorer.post(sheet_url(session), wrong, headers=headers)
    stored = scorer.post(sheet_url(session), right, headers=headers)

    assert refused.status_code == 422
    assert "<html" not in words(refused)
    assert stored.headers["HX-Redirect"] == f"/c/{club.slug}/sessions/{session.pk}/"


def test_the_sheet_takes_the_same_queries_for_two_stored_games_and_for_twenty(
    club: Club, league: League, session: Session, people: list[Member], scorer: Client
) -> None:
    for number in (1, 2):
        record(league, people[:4], number=number)
    two = queries_of(scorer, sheet_url(session))
    for number in range(3, 21):
        record(league, people[:4], number=number)
    twenty = queries_of(scorer, sheet_url(session))

    assert len(twenty) == len(two)
    assert len(two) <= 17


def test_a_sheet_of_a_day_before_the_rules_says_so(club: Club, scorer: Client) -> None:
    early = make_session(club, date(2014, 1, 10))

    shown = scorer.get(sheet_url(early))
    sent = scorer.post(
        sheet_url(early), typed_sheet(league_of(club), make_members(club, 4), {"cells": GOOD})
    )

    assert "take effect on" in words(shown)
    assert sent.status_code == 422
    assert rows_of(sent)[0] == GOOD
    assert games(club) == []


def test_a_club_without_a_league_is_told_so(club: Club, session: Session, scorer: Client) -> None:
    League.objects.for_club(club).update(is_active=False)

    answers = [
        scorer.get(sheet_url(session)),
        scorer.post(sheet_url(session), {"do": "save"}),
        scorer.post(f"{sheet_url(session)}check/", {}),
    ]

    assert [answer.status_code for answer in answers] == [200, 422, 204]
    assert "No league yet" in words(answers[0])


def test_a_sheet_of_three_player_games_takes_three_results_a_row() -> None:
    club = make_club("sanma", rule="yakyu-3p-tonnan")
    session, people = make_session(club), make_members(club, 4)
    scorer = english(make_login(club, "scorer", Member.Role.SCORER))
    start = 35_000
    data = typed_sheet(
        league_of(club), people[:3], {"cells": ["500", "400", ""]}, {"cells": ["500", "400", "150"]}
    )

    answer = scorer.post(sheet_url(session), data)

    assert answer.status_code == 302
    assert [sum(points(game)) for game in games(club)] == [3 * start, 3 * start]


def test_the_service_stores_all_or_nothing_and_names_each_mistake(
    club: Club, league: League, session: Session, people: list[Member]
) -> None:
    good, bad = uuid.uuid4(), uuid.uuid4()
    entries = {
        good: make_entry(league, people[:4], session=session),
        bad: make_entry(league, people[:4], (1000, 0, 0, 0), session=session, number=2),
    }

    with pytest.raises(ScoreSheetError) as caught:
        record_sheet(club=club, entries=entries, actor=ADMIN)

    assert set(caught.value.problems) == {bad}
    assert set(caught.value.problems[bad]) == {"points"}
    assert games(club) == []
