"""Large files are prepared by a worker, for whoever may have them, and are gone after a day."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.http import HttpResponseBase, QueryDict
from django.test import Client
from django.utils import timezone

from league.core.access import Visit
from league.core.jobs import Tell, perform_job
from league.exports import download_views, prepared
from league.exports.download_views import FileThrottle, LargeFileThrottle
from league.exports.prepared import MOST_WAITING, clear_downloads, prepare
from league.models import Club, Download, DownloadPart, EveningPass, Job, League, Member, Session
from tests.factories import (
    league_of,
    logged_in,
    make_club,
    make_login,
    make_members,
    make_user,
    pass_holder,
    record,
)
from tests.league.evenings import NINE_PM, english
from tests.pages import parsed

pytestmark = pytest.mark.django_db

URL = "/c/tonan/downloads/"
#: what each page's address is, and what is asked for when its file is large
FILES = {
    "games": ("/c/tonan/games.csv?form=seats", "form=seats"),
    "ranking": ("/c/tonan/ranking/main/export.xlsx?all=1", "all=1&league=main"),
    "archive": ("/c/tonan/archive/", ""),
}


@pytest.fixture
def league() -> League:
    league = league_of(make_club())
    people = make_members(league.club)
    for _game in range(3):
        record(league, people)
    return league


@pytest.fixture
def owner(league: League) -> Client:
    return english(make_login(league.club, "owner-2", Member.Role.OWNER))


@pytest.fixture
def _large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three games are many."""
    monkeypatch.setattr(download_views, "AT_ONCE", 2)


def bytes_of(answer: Any) -> bytes:
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)


def contents(file: bytes) -> object:
    """A file; a workbook by its parts, for openpyxl dates them by the real clock."""
    if not file.startswith(b"PK"):
        return file
    with ZipFile(BytesIO(file)) as parts:
        return [(name, parts.read(name)) for name in parts.namelist()]


def asked(client: Client, kind: str = "games", query: str = "") -> Any:
    return client.post(URL, {"kind": kind, "query": query})


def carried_out(club: Club) -> None:
    perform_job(Job.objects.for_club(club).get(kind=Job.Kind.EXPORT, state=Job.State.WAITING).pk)


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.usefixtures("_large")
def test_a_prepared_file_holds_what_would_have_come_at_once(
    league: League, owner: Client, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, query = FILES[kind]
    with time_machine.travel(NINE_PM, tick=False):
        offered = owner.get(address, follow=True)
        form = parsed(offered).one("section", id="offer").one("form").sent
        assert (form["kind"], form["query"]) == (kind, query)
        waiting = asked(owner, kind, query).headers["Location"]
        assert "being prepared" in owner.get(waiting).text
        carried_out(league.club)
        assert "The file is ready" in owner.get(waiting).text
        later = owner.get(f"{waiting}file")
        monkeypatch.setattr(download_views, "AT_ONCE", 3)
        at_once = owner.get(address)

    assert contents(bytes_of(later)) == contents(bytes_of(at_once))
    for header in ("Content-Type", "Content-Disposition", "Cache-Control"):
        assert later.headers[header] == at_once.headers[header]


def test_a_web_process_makes_two_files_at_once_and_keeps_its_other_threads_for_pages(
    owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = FILES["games"][0]
    expected = bytes_of(owner.get(address))
    games, asked_within = prepared.kind_of("games"), list[Any]()

    def answer(visit: Visit, query: QueryDict, tell: Tell) -> HttpResponseBase:
        """Make a file, and before it is made ask for another."""
        if len(asked_within) < 3:
            asked_within.append(owner.get(address))
        return games.answer(visit, query, tell)

    monkeypatch.setitem(prepared._kinds, "games", games._replace(answer=answer))
    first = owner.get(address)
    third, second = asked_within

    assert (first.status_code, second.status_code, third.status_code) == (200, 200, 429)
    assert third.headers["Retry-After"] == "5"
    assert "try again in a few seconds" in third.text
    assert bytes_of(first) == bytes_of(second) == bytes_of(owner.get(address)) == expected


def test_a_small_file_comes_at_once(owner: Client) -> None:
    for address, _query in FILES.values():
        assert bytes_of(owner.get(address))

    assert not Download.objects.across_clubs().exists()


@pytest.mark.usefixtures("_large")
def test_asking_for_a_large_file_writes_nothing_until_the_form_is_sent(owner: Client) -> None:
    for address, _query in FILES.values():
        owner.get(address, follow=True)

    assert not Download.objects.across_clubs().exists()
    assert not Job.objects.across_clubs().filter(kind=Job.Kind.EXPORT).exists()


def test_a_second_click_finds_the_same_file_and_a_new_game_makes_another(
    league: League, owner: Client
) -> None:
    first = asked(owner).headers["Location"]
    assert asked(owner).headers["Location"] == first
    carried_out(league.club)
    assert asked(owner).headers["Location"] == first

    record(league, list(Member.objects.for_club(league.club).filter(user=None)[:4]))

    assert asked(owner).headers["Location"] != first


def test_a_reader_has_one_file_prepared_at_a_time(league: League, owner: Client) -> None:
    asked(owner, "games")

    refused = asked(owner, "archive")

    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert "Another file is being prepared for you" in refused.text
    assert Download.objects.for_club(league.club).count() == 1
    carried_out(league.club)
    assert asked(owner, "archive").status_code == 302


def test_a_club_has_a_few_files_prepared_at_a_time(league: League, owner: Client) -> None:
    for number in range(MOST_WAITING):
        prepare(club=league.club, kind="games", query=f"x={number}", language="ja", reader=None)

    refused = asked(owner)

    assert refused.status_code == 429
    assert "Several files are being prepared" in refused.text
    carried_out(league.club)
    assert asked(owner).status_code == 302


def test_who_asks_for_one_file_after_the_other_is_asked_to_wait(
    owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FileThrottle, "rate", "1/min")
    monkeypatch.setattr(LargeFileThrottle, "rate", "1/min")
    first, second = (owner.get("/c/tonan/games.csv") for _time in range(2))
    assert (first.status_code, second.status_code) == (200, 429)
    assert int(second["Retry-After"]) > 0
    asked(owner)

    refused = asked(owner)

    assert refused.status_code == 429
    assert "Please wait" in refused.text


def test_a_file_is_its_readers_alone(league: League, owner: Client) -> None:
    other = make_login(league.club, "owner-3", Member.Role.OWNER)
    place = asked(owner).headers["Location"]
    carried_out(league.club)

    assert owner.get(f"{place}file").status_code == 200
    assert other.get(place).status_code == 404
    assert other.get(f"{place}file").status_code == 404
    assert Client().get(f"{place}file").status_code != 200


def test_who_may_no_longer_have_a_file_does_not_get_it(league: League, owner: Client) -> None:
    place = asked(owner, "archive").headers["Location"]
    carried_out(league.club)
    Member.objects.for_club(league.club).filter(user__username="owner-2").update(role="member")

    assert owner.get(f"{place}file").status_code == 404
    assert asked(owner, "archive").status_code == 403


@pytest.mark.usefixtures("_large")
def test_strangers_of_a_public_club_take_small_files_and_cost_no_worker(league: League) -> None:
    Club.objects.update(visibility=Club.Visibility.PUBLIC)
    stranger = english(Client())
    offered = parsed(stranger.get("/c/tonan/games.csv", follow=True))
    assert "Only the club's own people" in offered.words
    assert not offered.one("section", id="offer").all("form")

    assert asked(stranger).headers["Location"].startswith("/accounts/login/")
    assert asked(logged_in(make_user("outsider"))).status_code == 403
    assert not Download.objects.across_clubs().exists()


def test_a_pass_has_a_file_prepared_under_an_address_that_nobody_guesses(league: League) -> None:
    holder = pass_holder(
        EveningPass.objects.create(
            session=Session.objects.for_club(league.club).get(),
            expires_at=timezone.now() + timedelta(hours=1),
        )
    )
    place = asked(holder).headers["Location"]
    carried_out(league.club)

    assert bytes_of(holder.get(f"{place}file"))
    assert asked(holder, "archive").status_code == 403


def test_a_file_is_gone_after_a_day(league: League, owner: Client) -> None:
    place = asked(owner).headers["Location"]
    carried_out(league.club)
    Download.objects.across_clubs().update(created_at=timezone.now() - timedelta(hours=23))
    clear_downloads()
    assert owner.get(f"{place}file").status_code == 200

    Download.objects.across_clubs().update(created_at=timezone.now() - timedelta(hours=25))

    assert owner.get(f"{place}file").status_code == 404
    clear_downloads()
    assert not DownloadPart.objects.across_clubs().exists()


def test_a_file_that_cannot_be_made_says_so_and_keeps_no_other_from_being_made(
    league: League, owner: Client
) -> None:
    prepare(club=league.club, kind="games", query="league=gone", language="ja", reader=None)
    place = asked(owner).headers["Location"]

    carried_out(league.club)

    assert owner.get(f"{place}file").status_code == 200
    gone = Download.objects.across_clubs().get(query="league=gone")
    assert "could not be prepared" in owner.get(f"{URL}{gone.key}/").text


def test_what_a_lost_worker_has_left_of_a_file_is_written_anew(
    league: League, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepared, "_PART", 100)
    place = asked(owner).headers["Location"]
    [waiting] = Download.objects.across_clubs()
    DownloadPart.objects.create(download=waiting, number=0, data=b"half")
    DownloadPart.objects.create(download=waiting, number=99, data=b"half")

    carried_out(league.club)

    assert bytes_of(owner.get(f"{place}file")) == bytes_of(owner.get("/c/tonan/games.csv"))


@pytest.mark.usefixtures("_large")
def test_a_page_that_waits_learns_how_far_it_is(league: League, owner: Client) -> None:
    place = asked(owner).headers["Location"]
    Job.objects.for_club(league.club).filter(kind=Job.Kind.EXPORT).update(done=1_500, total=42_000)

    part = owner.get(f"{place}?part=1", headers={"HX-Request": "true"})

    assert "1,500 of 42,000" in parsed(part).shown
    carried_out(league.club)
    assert owner.get(f"{place}?part=1").headers["HX-Refresh"] == "true"


def test_two_files_of_one_reader_never_wait_even_if_nobody_has_looked(league: League) -> None:
    owner = Member.objects.for_club(league.club).get(role="owner").user
    wanted: dict[str, Any] = {
        "club": league.club,
        "kind": "games",
        "language": "ja",
        "reader": owner,
    }
    Download.objects.create(**wanted, query="x=1")

    with pytest.raises(IntegrityError), transaction.atomic():
        Download.objects.create(**wanted, query="x=2")
    with pytest.raises(prepared.TooManyError):
        prepare(**wanted, query="x=2")


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "nothing"},
        {"kind": "games", "query": "x" * 501},
        {"kind": "games", "query": "from=x"},
    ],
    ids=["kind", "long", "day"],
)
def test_what_no_page_offers_is_not_there(owner: Client, fields: dict[str, str]) -> None:
    assert owner.post(URL, fields).status_code == 404
    assert owner.get(URL, fields).status_code == 404
