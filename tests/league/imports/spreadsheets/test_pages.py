"""The pages of an import: upload, dry run, storing, undoing; nothing typed or chosen is lost."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.core.throttles import turn_to_compute
from league.games.entry import entry_of
from league.games.write import edit_hanchan
from league.imports import open_imports
from league.imports.spreadsheets.layout import settings_of
from league.imports.spreadsheets.write import store_import
from league.models import Club, League, Member, MonthClose, SheetImport
from tests.factories import ADMIN, NAMES, league_of, make_club, make_login, make_members
from tests.league.evenings import english, queries_of, writes_of
from tests.league.imports.spreadsheets.imports import URL, games_of, opened, posted, text_of
from tests.league.imports.spreadsheets.tables import GAMES, MEMBERS, workbook
from tests.pages import parsed

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = make_club()
    make_members(club, 5)
    return club


@pytest.fixture
def client(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


def address(batch: SheetImport) -> str:
    return f"{URL}?import={batch.pk}"


def the_import(club: Club) -> SheetImport:
    return SheetImport.objects.for_club(club).latest("pk")


def as_posted(client: Client, batch: SheetImport, **changes: Any) -> dict[str, Any]:
    """The form of a dry run as a browser sends it back, with changes."""
    form = client.get(address(batch)).context["form"]
    fields = {name: form[name].value() for name in form.fields}
    sent = {name: "" if value is None else value for name, value in fields.items()}
    return {"import": batch.pk, **sent, **changes}


def test_a_pasted_table_is_looked_at_stored_and_undone(club: Club, client: Client) -> None:
    looked = posted(client, league="main", text=GAMES)

    assert "3 ready, 0 with problems, 0 skipped" in text_of(looked)
    assert games_of(club) == []
    batch = the_import(club)
    found = text_of(posted(client, **as_posted(client, batch, do="store")))
    assert "Games stored: 3" in found
    assert len(games_of(club)) == 3
    found = text_of(posted(client, **{"import": batch.pk, "do": "undo", "reason": "取り違え"}))
    assert "Games voided: 3" in found
    assert "取り違え" in found
    assert games_of(club) == []


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("成績.csv", GAMES.encode("cp932", "replace")),
        ("成績.csv", GAMES.encode("utf-16")),
        ("成績.xlsx", workbook([["日付", *NAMES[:4]], [date(2026, 4, 10), 414, 300, 238, 48]])),
    ],
    ids=["shift-jis", "utf-16", "excel"],
)
def test_a_file_is_looked_at(club: Club, client: Client, name: str, data: bytes) -> None:
    looked = posted(client, league="main", upload=SimpleUploadedFile(name, data))

    assert looked.status_code == 200
    assert name in text_of(looked)
    assert the_import(club).name == name


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Choose a file, or paste something"),
        ({"text": " "}, "Choose a file, or paste something"),
        ({"upload": SimpleUploadedFile("a.xlsx", b"PK\x03\x04")}, "This workbook cannot be read"),
        ({"upload": SimpleUploadedFile("a.csv", b"")}, "There is nothing to import"),
        ({"upload": SimpleUploadedFile("a.csv", b"a" * 5_000_001)}, "more than 5 MB"),
        ({"upload": SimpleUploadedFile("a.csv", b"a"), "text": "b"}, "not both"),
        ({"text": "a", "league": "elsewhere"}, "Select a valid choice"),
    ],
    ids=["nothing", "blanks", "broken", "empty", "large", "both", "league"],
)
def test_an_upload_that_cannot_be_read_is_told_beside_its_field(
    club: Club, client: Client, fields: dict[str, Any], words: str
) -> None:
    response = posted(client, **{"league": "main", **fields})

    assert response.status_code == 422
    assert words in text_of(response)
    assert not SheetImport.objects.for_club(club).exists()


def test_a_line_with_something_wrong_is_left_out_by_a_tick_and_taken_back_in(
    club: Club, client: Client
) -> None:
    batch = opened(club, GAMES.replace("23800", "23700"))
    text = text_of(client.get(address(batch)))
    assert "2 ready, 1 with problems" in text
    assert "Skip line 2" in text
    assert 'value="store"' not in text

    text = text_of(posted(client, **as_posted(client, batch, shown="2", out="2", do="plan")))
    assert "2 ready, 0 with problems, 1 skipped" in text
    assert 'value="store"' in text
    text = text_of(posted(client, **as_posted(client, batch, shown="2", do="plan")))
    assert "1 with problems, 0 skipped" in text


def test_a_store_that_is_sent_all_the_same_is_refused(club: Club, client: Client) -> None:
    batch = opened(club, GAMES.replace("23800", "23700"))

    text = text_of(posted(client, **as_posted(client, batch, do="store")))

    assert "Nothing is stored" in text
    assert games_of(club) == []


def test_every_wrong_line_is_left_out_at_once(club: Club, client: Client) -> None:
    batch = opened(club, GAMES.replace("23800", "23700").replace("25000", "25100"))

    text = text_of(
        posted(client, **as_posted(client, batch, **{"leave-out-wrong": "on", "do": "plan"}))
    )

    assert "1 ready, 0 with problems, 2 skipped" in text


def test_names_are_said_to_be_members_new_members_or_guests(club: Club, client: Client) -> None:
    table = (
        GAMES.replace("佐藤 健一", "部長").replace("鈴木 翔", "めじろ").replace("高橋 恵", "ひよ")
    )
    batch = opened(club, table)
    chosen = {
        "name-0": "部長",
        "who-0": "佐藤 健一",
        "as-0": "",
        "name-1": "めじろ",
        "as-1": "member",
    }
    chosen |= {"name-2": "ひよ", "as-2": "guest"}

    text = text_of(posted(client, **as_posted(client, batch, do="store", **chosen)))

    assert "Games stored: 3" in text
    people = {m.display_name: m.is_guest for m in Member.objects.for_club(club)}
    assert (people["めじろ"], people["ひよ"]) == (False, True)
    assert "部長" not in people


def test_a_mistake_loses_nothing_that_was_typed_or_chosen(club: Club, client: Client) -> None:
    batch = opened(club, MEMBERS.replace("伊藤 葵", "めじろ"))
    chosen = {"name-0": "めじろ", "who-0": "いない人", "as-0": "", "year": "2026", "shown": "4"}
    response = posted(client, **as_posted(client, batch, do="plan", **chosen))

    text = text_of(response)
    assert response.status_code == 422
    assert "That name does not match exactly one person on the list" in text
    assert 'value="いない人"' in text
    assert 'value="2026"' in text
    wrong = {"name-0": "めじろ", "who-0": "佐藤 健一", "as-0": "guest", "year": "1700"}
    response = posted(client, **as_posted(client, batch, do="plan", **wrong))
    text = text_of(response)
    assert response.status_code == 422
    assert "Choose either someone on the list or someone new" in text
    assert 'value="1700"' in text
    assert "guest" in parsed(text).sent.values()
    assert settings_of(the_import(club)).layout.year is None


def test_columns_are_changed_by_hand(club: Club, client: Client) -> None:
    batch = opened(club, GAMES)
    posted(client, **as_posted(client, batch, do="plan", **{"column-2": "", "column-11": ""}))

    columns = settings_of(the_import(club)).layout.columns
    assert (columns[1], columns[2], columns[11]) == ("table", "", "")
    twice = posted(client, **as_posted(client, batch, do="plan", **{"column-2": "table"}))
    assert twice.status_code == 422
    assert "“Table” is chosen for two columns" in text_of(twice)


def test_another_kind_of_line_heads_or_sheet_has_the_columns_recognised_anew(
    club: Club, client: Client
) -> None:
    rows: list[list[Any]] = [["日付", *NAMES[:4]], [date(2026, 4, 10), 414, 300, 238, 48]]
    batch = opened(club, workbook(rows, more=["別"]), name="a.xlsx")
    posted(client, **as_posted(client, batch, do="plan", kind="seats", year="2026"))
    settings = settings_of(the_import(club))
    assert (settings.layout.kind, settings.layout.year) == ("seats", 2026)

    posted(client, **as_posted(client, batch, do="plan", sheet="1"))
    settings = settings_of(the_import(club))
    assert settings.sheet == 1
    posted(client, **as_posted(client, batch, do="plan", sheet="0"))
    assert settings_of(the_import(club)).layout.kind == "members"


def test_a_day_that_no_game_has_is_refused(club: Club, client: Client) -> None:
    batch = opened(club, GAMES)
    response = posted(client, **as_posted(client, batch, do="plan", day="1900-01-01"))

    assert response.status_code == 422


def test_the_same_table_says_where_it_is_stored(club: Club, client: Client) -> None:
    first = opened(club, GAMES)
    store_import(batch=first, actor=ADMIN)
    again = opened(club, GAMES)

    text = text_of(client.get(address(again)))

    assert "The same table has already been imported" in text
    assert f"?import={first.pk}" in text
    assert 'value="store"' not in text


def test_an_import_is_thrown_away(club: Club, client: Client) -> None:
    batch = opened(club, GAMES)

    assert "Nothing was stored" in text_of(posted(client, **{"import": batch.pk, "do": "drop"}))
    assert client.get(address(batch)).status_code == 404


def test_an_import_that_was_stored_meanwhile_is_told(club: Club, client: Client) -> None:
    batch = opened(club, GAMES)
    sent = as_posted(client, batch, do="store")
    store_import(batch=batch, actor=ADMIN)

    assert "This import has already been stored" in text_of(posted(client, **sent))
    assert "This import has already been stored" in text_of(
        posted(client, **{"import": batch.pk, "do": "drop"})
    )
    assert len(games_of(club)) == 3


def test_undoing_asks_for_a_reason_and_names_what_was_corrected(club: Club, client: Client) -> None:
    batch = opened(club, GAMES)
    store_import(batch=batch, actor=ADMIN)
    first = games_of(club)[0]
    edit_hanchan(hanchan=first, entry=entry_of(first), revision=1, reason="見直し", actor=ADMIN)

    refused = posted(client, **{"import": batch.pk, "do": "undo", "reason": ""})
    assert refused.status_code == 422
    refused = posted(client, **{"import": batch.pk, "do": "undo", "reason": "取り違え"})
    assert refused.status_code == 422
    assert "corrected since" in text_of(refused)
    assert 'value="取り違え"' in text_of(refused)
    assert f"/games/{first.pk}/" in text_of(refused)
    sent = {"import": batch.pk, "do": "undo", "reason": "取り違え", "also-corrected": "on"}
    assert "Games voided: 3" in text_of(posted(client, **sent))


def test_closed_months_are_named_before_and_after(club: Club, client: Client) -> None:
    MonthClose.objects.create(
        league=league_of(club), month=date(2026, 4, 1), rows=[], games=0, closed_by_name="幹事"
    )
    batch = opened(club, GAMES)
    assert "does not change the closed ranking" in text_of(client.get(address(batch)))

    store_import(batch=batch, actor=ADMIN)

    assert "the closed ranking has not changed" in text_of(client.get(address(batch)))


def test_a_league_out_of_play_is_not_offered_but_an_open_import_keeps_it(
    club: Club, client: Client
) -> None:
    batch = opened(club, GAMES)
    League.objects.for_club(club).update(is_active=False)

    assert client.get(address(batch)).status_code == 200
    assert posted(client, league="main", text=GAMES).status_code == 422


def test_imports_of_other_clubs_are_not_there(club: Club, client: Client) -> None:
    other = make_club("seihoku")
    batch = opened(other, GAMES)

    for key in (batch.pk, 0, "x", "９", 10**20):
        assert client.get(URL, {"import": key}).status_code == 404
        assert client.post(URL, {"import": key, "do": "store"}).status_code == 404


def test_while_two_costly_pages_are_made_a_third_waits_and_changes_nothing(
    club: Club, client: Client
) -> None:
    posted(client, league="main", text=GAMES)
    batch = the_import(club)
    stores = as_posted(client, batch, do="store")
    with turn_to_compute(), turn_to_compute():
        busy = [client.get(address(batch)), client.post(URL, stores)]

    assert [(each.status_code, each["Retry-After"]) for each in busy] == [(429, "5")] * 2
    assert "Please wait 5 seconds" in busy[1].content.decode()
    assert games_of(club) == []
    assert "Games stored: 3" in text_of(posted(client, **stores))


def test_looking_writes_nothing_and_takes_few_queries(club: Club, client: Client) -> None:
    batch = opened(club, GAMES)

    assert writes_of(client, address(batch)) == []
    assert len(queries_of(client, address(batch))) <= 22
    store_import(batch=batch, actor=ADMIN)
    assert writes_of(client, address(batch)) == []
    assert len(queries_of(client, address(batch))) <= 18
    assert writes_of(client, URL) == []


def test_the_settings_lead_to_it(client: Client) -> None:
    assert URL in text_of(client.get("/c/tonan/settings/"))


def test_a_club_with_many_imports_to_review_finishes_or_discards_one_first(
    club: Club, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_imports, "MOST_OPEN", 2)
    first, _second = opened(club, GAMES), opened(club, GAMES)

    refused = posted(client, league="main", text=GAMES)

    assert refused.status_code == 422
    assert "2 imports are waiting for review. Please finish or discard one" in text_of(refused)
    assert "東家" in refused.text
    posted(client, **{"import": first.pk, "do": "drop"})
    assert posted(client, league="main", text=GAMES).status_code == 200


def test_an_open_import_is_listed_however_many_came_after_it(club: Club, client: Client) -> None:
    still_open = opened(club, GAMES)
    for _later in range(12):
        done = opened(club, GAMES)
        SheetImport.objects.for_club(club).filter(pk=done.pk).update(state="stored")

    shown = client.get(URL).text

    assert shown.count("?import=") == 11
    assert f"?import={still_open.pk}" in shown
