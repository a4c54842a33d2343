"""Files through the API: the same bytes as from the pages, at once or prepared by a worker."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.api import exports
from league.core.jobs import perform_job
from league.core.permissions import Scope
from league.core.throttles import turn_to_compute
from league.core.tokens import issue_token
from league.exports.download_views import FileThrottle, LargeFileThrottle
from league.models import Club, Download, Job, Member
from tests.factories import ADMIN, league_of, make_login, record
from tests.league.api.calls import error_of, get, post
from tests.league.evenings import english
from tests.league.exports.reading import content_of
from tests.league.exports.test_downloads import contents

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening", "_games")]

TONAN = "clubs/tonan"
MAIN = f"{TONAN}/leagues/main"
DOWNLOADS = f"{TONAN}/downloads"
#: each call, and the page that hands out the same
FILES = {
    f"{TONAN}/exports/games.csv": "games.csv",
    f"{TONAN}/exports/games.csv?form=seats&from=2026-11-01": "games.csv?form=seats&from=2026-11-01",
    f"{TONAN}/exports/members.csv": "members.csv",
    f"{TONAN}/exports/sessions.ics": "sessions.ics",
    f"{TONAN}/exports/archive.json": "archive/",
    f"{MAIN}/ranking.csv?year=2026": "ranking/main/export.csv?year=2026",
    f"{MAIN}/ranking.xlsx?month=2026-11": "ranking/main/export.xlsx?month=2026-11",
}


@pytest.fixture
def _games(club: Club, four: list[Member]) -> None:
    for _game in range(3):
        record(league_of(club), four)


@pytest.fixture
def owner(club: Club) -> Client:
    return english(make_login(club, "owner-2", Member.Role.OWNER))


@pytest.fixture
def member(club: Club) -> Client:
    return english(make_login(club, "member", Member.Role.MEMBER))


@pytest.fixture
def _large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three games are many."""
    monkeypatch.setattr(exports, "AT_ONCE", 2)


def program(club: Club, *scopes: Scope) -> Client:
    """A program with a token of the club's own."""
    made: Any = {"club": club, "member": None, "name": "集計", "days": 1}
    _token, secret = issue_token(**made, scopes=scopes, actor=ADMIN)
    return Client(HTTP_AUTHORIZATION=f"Bearer {secret}", HTTP_ACCEPT_LANGUAGE="en")


@pytest.mark.parametrize("path", FILES)
def test_a_file_is_the_one_of_the_page(owner: Client, path: str) -> None:
    page = owner.get(f"/c/tonan/{FILES[path]}")

    file = get(owner, path)

    assert (file.status_code, file["Content-Type"]) == (200, page["Content-Type"])
    assert contents(content_of(file)) == contents(content_of(page))
    assert file["Content-Disposition"] == page["Content-Disposition"]
    assert file["Cache-Control"] == "private, no-cache" or path.endswith(".ics")


def test_texts_say_what_the_pages_say(owner: Client, club: Club) -> None:
    evening = club.sessions.get()
    text = content_of(get(owner, f"{TONAN}/sessions/{evening.pk}/text")).decode()
    ranking = content_of(get(owner, f"{MAIN}/ranking.txt")).decode()

    assert text.strip() in owner.get(f"/c/tonan/sessions/{evening.pk}/text/").context["text"]
    assert ranking == owner.get("/c/tonan/ranking/main/text/?month=2026-11").context["text"]


def test_a_token_reads_files_and_the_list_of_people_by_its_scope(club: Club) -> None:
    reader, people = program(club), program(club, Scope.PEOPLE)

    assert get(reader, f"{TONAN}/exports/games.csv").status_code == 200
    assert get(reader, f"{TONAN}/exports/members.csv").status_code == 403
    assert get(people, f"{TONAN}/exports/members.csv").status_code == 200
    assert get(people, f"{TONAN}/exports/archive.json").status_code == 403


def test_a_file_comes_as_it_is_whatever_a_program_accepts(member: Client) -> None:
    for accepted in ("text/csv", "application/json", "image/png"):
        answer = member.get(f"/api/v1/{TONAN}/exports/games.csv", HTTP_ACCEPT=accepted)
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
    wrong = member.get(f"/api/v1/{TONAN}/exports/games.csv?from=now", HTTP_ACCEPT="text/csv")
    assert list(error_of(wrong)["fields"]) == ["from"]


@pytest.mark.parametrize(
    ("path", "field"),
    [
        (f"{TONAN}/exports/games.csv?league=no", "league"),
        (f"{TONAN}/exports/games.csv?to=2026-13-01", "to"),
        (f"{TONAN}/exports/games.csv?form=rows", "form"),
        (f"{TONAN}/exports/games.csv?voided=yes", "voided"),
        (f"{MAIN}/ranking.csv?month=never", "month"),
        (f"{MAIN}/ranking.xlsx?year=2026&month=2026-11", "month"),
    ],
)
def test_a_word_that_makes_no_sense_is_named(member: Client, path: str, field: str) -> None:
    answer = get(member, path)

    assert (answer.status_code, list(error_of(answer)["fields"])) == (400, [field])


@pytest.mark.usefixtures("_large")
@pytest.mark.parametrize(
    ("kind", "path", "query"),
    [
        ("games", f"{TONAN}/exports/games.csv?form=seats", {"form": "seats"}),
        ("ranking", f"{MAIN}/ranking.xlsx?all=1", {"league": "main", "all": "1"}),
        ("archive", f"{TONAN}/exports/archive.json", {}),
    ],
)
def test_a_large_file_is_prepared_and_holds_what_would_have_come_at_once(
    owner: Client,
    club: Club,
    kind: str,
    path: str,
    query: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused = get(owner, path)
    assert (refused.status_code, error_of(refused)["code"]) == (422, "large-file")
    assert not Download.objects.for_club(club).exists()

    asked = post(owner, DOWNLOADS, {"kind": kind, "query": query})
    assert (asked.status_code, asked.json()["state"], asked.json()["file"]) == (
        202,
        "waiting",
        None,
    )
    waiting = owner.get(asked["Location"])
    assert waiting.json() == asked.json()
    assert owner.get(f"{asked['Location']}/file").status_code == 404
    perform_job(Job.objects.for_club(club).get(kind=Job.Kind.EXPORT).pk)
    ready = owner.get(asked["Location"]).json()
    assert get(owner, DOWNLOADS).json() == {"downloads": [ready]}
    later = owner.get(ready["file"])
    monkeypatch.setattr(exports, "AT_ONCE", 3)
    at_once = get(owner, path)

    assert later["Content-Type"] == at_once["Content-Type"]
    assert contents(content_of(later)) == contents(content_of(at_once))


def test_the_same_is_prepared_once_and_one_at_a_time(member: Client, club: Club) -> None:
    first = post(member, DOWNLOADS, {"kind": "games"})
    again = post(member, DOWNLOADS, {"kind": "games"})
    other = post(member, DOWNLOADS, {"kind": "games", "query": {"form": "seats"}})

    assert again.json() == first.json()
    assert (other.status_code, error_of(other)["code"]) == (429, "too-many-downloads")
    assert other["Retry-After"] == "60"


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"kind": "members"}, 400, "kind"),
        ({"kind": "games", "query": {"league": "no"}}, 422, "query"),
        ({"kind": "games", "query": {"from": "now"}}, 422, "query"),
        (
            {"kind": "games", "query": {"form": "s" * 200, "league": "l" * 200, "x": "y" * 200}},
            422,
            "query",
        ),
        ({"kind": "ranking", "query": {"league": "main", "month": "never"}}, 422, "query"),
        ({"kind": "games", "query": {"Form": "seats"}}, 400, "query"),
    ],
)
def test_what_cannot_be_prepared_is_refused(
    member: Client, body: Any, status: int, field: str
) -> None:
    answer = post(member, DOWNLOADS, body)

    assert (answer.status_code, list(error_of(answer)["fields"])) == (status, [field])


def test_nobody_takes_what_was_prepared_for_another_or_may_not_be_read(
    owner: Client, member: Client, club: Club
) -> None:
    asked = post(owner, DOWNLOADS, {"kind": "archive"})
    assert member.get(asked["Location"]).status_code == 404
    assert post(member, DOWNLOADS, {"kind": "archive"}).status_code == 403

    Club.objects.filter(pk=club.pk).update(visibility=Club.Visibility.PUBLIC)
    stranger = Client()
    assert get(stranger, f"{TONAN}/exports/games.csv").status_code == 200
    refused = post(stranger, DOWNLOADS, {"kind": "games"})
    assert (refused.status_code, error_of(refused)["code"]) == (403, "login-needed")


def test_files_are_counted_with_those_of_the_pages(
    member: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FileThrottle, "rate", "1/min")
    monkeypatch.setattr(LargeFileThrottle, "rate", "1/hour")
    assert member.get("/c/tonan/games.csv").status_code == 200
    post(member, DOWNLOADS, {"kind": "games"})

    waits = [get(member, f"{TONAN}/exports/games.csv"), post(member, DOWNLOADS, {"kind": "games"})]

    assert [each.status_code for each in waits] == [429, 429]
    assert {error_of(each)["code"] for each in waits} == {"too-many-requests"}


def test_a_file_for_which_there_is_no_room_now_is_asked_for_again(member: Client) -> None:
    with turn_to_compute(), turn_to_compute():
        waits = get(member, f"{TONAN}/exports/games.csv")

    assert (waits.status_code, error_of(waits)["code"]) == (429, "too-many-requests")
    assert int(waits["Retry-After"]) <= 6
    assert get(member, f"{TONAN}/exports/games.csv").status_code == 200
