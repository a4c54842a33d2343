"""Result sheets through the API: previewed, stored and undone by a program."""

from __future__ import annotations

from base64 import b64encode
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from league.core.confined import run_confined
from league.core.throttles import UploadThrottle
from league.games.entry import entry_of
from league.games.write import edit_hanchan
from league.imports import open_imports
from league.models import Club, Member, SheetImport
from tests.factories import ADMIN, league_of, make_members, record
from tests.league.api.calls import error_of, get, post, send
from tests.league.imports.spreadsheets.bombs import one_long_line
from tests.league.imports.spreadsheets.imports import games_of
from tests.league.imports.spreadsheets.tables import GAMES, workbook

pytestmark = pytest.mark.django_db

IMPORTS = "clubs/tonan/sheet-imports"


def key(name: str) -> dict[str, Any]:
    return {"HTTP_IDEMPOTENCY_KEY": f"a-key-{name}"}


@pytest.fixture
def five(club: Club) -> list[Member]:
    return make_members(club, 5)


def opened(organizer: Client, text: str = GAMES, **more: Any) -> Any:
    """The answer to a table."""
    answer = post(organizer, IMPORTS, {"league": "main", "text": text}, **more)
    assert answer.status_code == 201, answer.content.decode()
    return answer.json()


def here(shown: Any, *rest: str) -> str:
    return "/".join([IMPORTS, str(shown["id"]), *rest])


@pytest.mark.usefixtures("five")
def test_a_table_is_previewed_stored_and_undone(organizer: Client, club: Club) -> None:
    shown = opened(organizer)

    assert (shown["state"], shown["preview"]["ready"], shown["preview"]["blocking"]) == (
        "open",
        3,
        0,
    )
    assert games_of(club) == []
    lines = get(organizer, here(shown, "games")).json()["games"]
    assert [(line["day"], line["number"], line["seats"][0]["points"]) for line in lines] == [
        ("2026-04-10", 1, 41400),
        ("2026-04-10", 2, 40200),
        ("2026-04-17", 1, 35000),
    ]
    stored = post(organizer, here(shown, "store"), {}).json()
    assert (stored["state"], stored["games"], len(games_of(club))) == ("stored", 3, 3)
    assert [day["games"] for day in stored["result"]["days"]] == [2, 1]
    undone = post(organizer, here(shown, "undo"), {"reason": "別の表"}).json()
    assert (undone["state"], undone["result"]["undo_reason"]) == ("undone", "別の表")
    assert games_of(club) == []


@pytest.mark.usefixtures("five")
def test_a_workbook_comes_as_base64(organizer: Client) -> None:
    rows = [row.split(",") for row in GAMES.replace('"30,000"', "30000").splitlines()]
    file = b64encode(workbook(rows)).decode()

    answer = post(organizer, IMPORTS, {"league": "main", "base64": file, "name": "春.xlsx"})

    assert (answer.status_code, answer.json()["name"]) == (201, "春.xlsx")
    assert answer.json()["preview"]["layout"]["sheets"] == ["成績"]
    assert answer.json()["preview"]["ready"] == 3
    assert get(organizer, here(answer.json())).json() == answer.json()


def test_who_the_names_are_is_said_one_by_one_or_for_all_others(
    organizer: Client, club: Club
) -> None:
    people = make_members(club, 2)
    shown = opened(organizer, GAMES.replace("高橋 恵", "たかはし"))
    names = {each["name"]: each for each in shown["preview"]["names"]}
    assert [name for name, each in names.items() if each["open"]] == ["たかはし", "田中 実"]
    refused = post(organizer, here(shown, "store"), {})
    assert (refused.status_code, error_of(refused)["code"]) == (422, "refused")

    told: Any = {"names": {"たかはし": people[0].pk, "田中 実": "member"}}
    clash = send(organizer, "patch", here(shown), told).json()["preview"]
    assert clash["blocking"] == 3  # 佐藤 sits at the same tables
    told = {"names": {"たかはし": None}, "others": "guests"}
    settled = send(organizer, "patch", here(shown), told).json()["preview"]

    assert (settled["ready"], settled["blocking"]) == (3, 0)
    new = {each["name"]: each["new"] for each in settled["names"] if each["new"]}
    assert new == {"たかはし": "guest", "田中 実": "member"}
    assert post(organizer, here(shown, "store"), {}).status_code == 200
    guests = Member.objects.for_club(club).filter(is_guest=True)
    assert [each.display_name for each in guests] == ["たかはし"]


@pytest.mark.usefixtures("five")
def test_lines_that_are_wrong_say_where_and_are_left_out_when_told(organizer: Client) -> None:
    shown = opened(organizer, GAMES.replace("41400", "41500"))

    wrong = get(organizer, here(shown, "games?show=wrong")).json()["games"]
    assert [(line["line"], line["problems"][0]["at"]) for line in wrong] == [(2, "2")]
    assert "100,100" in wrong[0]["problems"][0]["message"]
    left = send(organizer, "patch", here(shown), {"left_out": [2]}).json()["preview"]
    assert (left["ready"], left["blocking"], left["left_out"]) == (2, 0, [2])
    assert post(organizer, here(shown, "store"), {}).json()["games"] == 2


@pytest.mark.usefixtures("five")
def test_columns_can_be_named_and_another_kind_of_line_is_guessed_anew(organizer: Client) -> None:
    shown = opened(organizer)
    columns = shown["preview"]["layout"]["columns"]

    other = send(organizer, "patch", here(shown), {"kind": "seats"}).json()["preview"]
    assert other["layout"]["columns"] != columns
    told = {"kind": "games", "columns": [*columns[:-1], ""]}
    back = send(organizer, "patch", here(shown), told).json()["preview"]
    assert back["layout"]["columns"] == [*columns[:-1], ""]
    assert back["ready"] == 3


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        pytest.param({"league": "main"}, 422, "base64", id="nothing"),
        pytest.param({"league": "main", "text": "a", "base64": "YQ=="}, 422, "text", id="both"),
        pytest.param({"league": "no", "text": GAMES}, 422, "league", id="no such league"),
        pytest.param({"league": "main", "base64": "!"}, 400, "base64", id="no base64"),
        pytest.param({"league": "main", "base64": "AAAA"}, 422, "base64", id="no table"),
        pytest.param({"league": "main", "text": "\n \n"}, 422, "base64", id="blanks"),
        pytest.param({"league": "main", "text": "a\x00b,c"}, 422, "text", id="a NUL"),
        pytest.param({"league": "main", "text": "\ud800,1"}, 400, "text", id="half a letter"),
        pytest.param({"league": "main", "text": GAMES, "name": 1}, 400, "name", id="no name"),
    ],
)
def test_what_is_no_table_is_refused_beside_its_key(
    organizer: Client, body: Any, status: int, field: str
) -> None:
    answer = post(organizer, IMPORTS, body)

    assert (answer.status_code, list(error_of(answer)["fields"])) == (status, [field])


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        pytest.param({"sheet": 1}, 422, "sheet", id="no such sheet"),
        pytest.param({"header": 999}, 422, "header", id="no such line"),
        pytest.param({"league": "no"}, 422, "league", id="no such league"),
        pytest.param({"columns": ["soup"]}, 422, "columns", id="no such column"),
        pytest.param({"year": 12}, 422, "year", id="no such year"),
        pytest.param({"names": {"佐藤": 999_999}}, 422, "names", id="nobody"),
        pytest.param({"names": {"佐藤": "else"}}, 400, "names", id="no choice"),
        pytest.param({"names": {"": 1}}, 400, "names", id="no name"),
        pytest.param({"others": "all"}, 400, "others", id="no such others"),
        pytest.param({"colour": 1}, 400, "colour", id="a key too many"),
    ],
)
def test_what_cannot_be_chosen_is_refused_beside_its_key(
    organizer: Client, body: Any, status: int, field: str
) -> None:
    shown = opened(organizer)

    answer = send(organizer, "patch", here(shown), body)

    assert (answer.status_code, list(error_of(answer)["fields"])) == (status, [field])
    assert get(organizer, here(shown)).json() == shown


def test_what_is_stored_is_what_the_preview_said_or_nothing(
    organizer: Client, club: Club, five: list[Member]
) -> None:
    shown = opened(organizer)
    tag = get(organizer, here(shown))["ETag"]
    record(league_of(club), five[:4], number=1, day=date(2026, 4, 10))

    refused = post(organizer, here(shown, "store"), {}, HTTP_IF_MATCH=tag)

    assert (refused.status_code, error_of(refused)["code"]) == (412, "changed-meanwhile")
    assert len(games_of(club)) == 1


@pytest.mark.usefixtures("five")
def test_an_import_that_is_sent_again_is_opened_and_stored_once(
    organizer: Client, club: Club
) -> None:
    body = {"league": "main", "text": GAMES}
    first, again = (post(organizer, IMPORTS, body, **key("open")) for _ in range(2))
    assert (again.content, again["Idempotency-Hit"]) == (first.content, "true")
    assert SheetImport.objects.for_club(club).count() == 1

    path = here(first.json(), "store")
    stored, replayed = (post(organizer, path, {}, **key("store")) for _ in range(2))

    assert (replayed.content, replayed["Idempotency-Hit"]) == (stored.content, "true")
    assert len(games_of(club)) == 3
    assert post(organizer, path, {}).status_code == 422


@pytest.mark.usefixtures("five")
def test_games_corrected_since_are_voided_only_when_told(organizer: Client, club: Club) -> None:
    shown = opened(organizer)
    post(organizer, here(shown, "store"), {})
    game = games_of(club)[0]
    edit_hanchan(hanchan=game, entry=entry_of(game), revision=1, reason="誤記", actor=ADMIN)

    refused = post(organizer, here(shown, "undo"), {"reason": "違う"})
    assert (refused.status_code, error_of(refused)["code"]) == (422, "corrected-since")
    assert get(organizer, here(shown)).json()["result"]["corrected"] == [game.pk]
    undone = post(organizer, here(shown, "undo"), {"reason": "違う", "also_corrected": True})

    assert undone.json()["state"] == "undone"
    assert games_of(club) == []


def test_an_import_is_discarded_once(organizer: Client, club: Club) -> None:
    shown = opened(organizer)

    assert send(organizer, "delete", here(shown), None).status_code == 204
    assert send(organizer, "delete", here(shown), None).status_code == 404
    assert get(organizer, IMPORTS).json() == {"imports": []}


def test_a_workbook_that_would_cost_too_much_is_refused_as_on_the_page(organizer: Client) -> None:
    file = b64encode(one_long_line()).decode()

    answer = post(organizer, IMPORTS, {"league": "main", "base64": file})

    assert (answer.status_code, list(error_of(answer)["fields"])) == (422, ["base64"])


def test_files_are_counted_as_on_the_page(
    organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(UploadThrottle, "rate", "1/min")
    opened(organizer)

    waits = post(organizer, IMPORTS, {"league": "main", "text": GAMES})

    assert (waits.status_code, error_of(waits)["code"]) == (429, "too-many-requests")
    assert 0 < int(waits["Retry-After"]) <= 61


def test_a_table_is_read_before_the_key_is_claimed_so_that_nobody_waits_for_it(
    organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    depths = []

    def noted(*given: Any) -> bytes:
        depths.append(len(connection.savepoint_ids))
        return run_confined(*given)

    monkeypatch.setattr("league.imports.spreadsheets.reader.run_confined", noted)
    outside = len(connection.savepoint_ids)

    opened(organizer, **key("open"))

    assert depths == [outside]


def test_a_club_with_many_imports_to_review_finishes_or_discards_one_first(
    organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_imports, "MOST_OPEN", 1)
    first = opened(organizer)

    refused = post(organizer, IMPORTS, {"league": "main", "text": GAMES})

    assert (refused.status_code, refused["Content-Type"]) == (422, "application/problem+json")
    assert error_of(refused)["code"] == "too-many-imports"
    assert "Please finish or discard one" in error_of(refused)["message"]
    send(organizer, "delete", here(first), None)
    assert opened(organizer)
