"""Games of Tenhou through the API: taken in, previewed, stored at once or by a worker."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from django.test import Client

from league.core.throttles import UploadThrottle
from league.imports import open_imports
from league.imports.tenhou import write
from league.models import Club, Job, Member, TenhouImport
from tests.factories import make_login
from tests.league.api.calls import error_of, get, post, send
from tests.league.evenings import english
from tests.league.imports.tenhou.imports import NAMES, games_of, line, listed, record, tenhou_club

pytestmark = pytest.mark.django_db

IMPORTS = "clubs/tonan/tenhou-imports"
DAY = "2021-11-20"


@pytest.fixture
def club() -> Club:
    return tenhou_club()


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


def opened(organizer: Client, **sent: Any) -> Any:
    """The answer to files or lines."""
    answer = post(organizer, IMPORTS, {"day": DAY, "text": line(), **sent})
    assert answer.status_code == 201, answer.content.decode()
    return answer.json()


def here(shown: Any, *rest: str) -> str:
    return "/".join([IMPORTS, str(shown["id"]), *rest])


def test_a_list_is_previewed_and_stored_once_everybody_is_named(
    organizer: Client, club: Club
) -> None:
    someone = listed(club, "翡翠")
    shown = opened(organizer)
    assert (shown["state"], shown["preview"]["new"]) == ("ready", 1)
    assert [each["open"] for each in shown["preview"]["names"]] == [True] * 4
    refused = post(organizer, here(shown, "store"), {})
    assert (refused.status_code, error_of(refused)["code"]) == (422, "unanswered")
    assert list(error_of(refused)["fields"]) == ["names"]

    told = {"names": {NAMES[0]: someone.pk}, "others": "members"}
    settled = send(organizer, "patch", here(shown), told).json()
    assert not any(each["open"] for each in settled["preview"]["names"])
    stored = post(organizer, here(shown, "store"), {})

    assert stored.status_code == 200
    assert stored.json()["result"] == {"stored": 1, "known": 0, "refused": 0}
    (game,) = games_of(club)
    told_of = get(organizer, here(shown, "games")).json()["games"][0]
    assert (told_of["status"], told_of["hanchan"], told_of["day"]) == ("stored", game.pk, DAY)
    assert Member.objects.for_club(club).get(pk=someone.pk).tenhou_names == [NAMES[0]]


def test_a_record_and_what_is_none_come_as_files(organizer: Client, club: Club) -> None:
    files = [
        {"name": "a.mjlog", "base64": b64encode(record()).decode()},
        {"name": "b.txt", "base64": b64encode("何もない".encode()).decode()},
    ]
    shown = opened(organizer, text="", files=files, league="main")

    lines = get(organizer, here(shown, "games")).json()["games"]

    assert [(each["file"], each["status"]) for each in lines] == [
        ("a.mjlog", "new"),
        ("b.txt", "cannot"),
    ]
    assert [seat["name"] for seat in lines[0]["seats"]] == list(NAMES)
    assert lines[1]["why"]
    only = get(organizer, here(shown, "games?show=cannot")).json()["games"]
    assert only == [lines[1]]


def test_a_game_that_is_stored_already_is_known(organizer: Client, club: Club) -> None:
    for _ in range(2):
        shown = opened(organizer)
        send(organizer, "patch", here(shown), {"others": "guests"})
        stored = post(organizer, here(shown, "store"), {}).json()

    assert stored["result"] == {"stored": 0, "known": 1, "refused": 0}
    assert len(games_of(club)) == 1


def test_what_takes_long_is_left_to_a_worker_and_can_be_resumed(
    organizer: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = opened(organizer, text="\n".join(line(time=f"21:{at:02}") for at in range(3)))
    send(organizer, "patch", here(shown), {"others": "guests"})
    monkeypatch.setattr(write, "AT_ONCE_SECONDS", -1.0)

    begun = post(organizer, here(shown, "store"), {})

    assert (begun.status_code, begun.json()["state"]) == (202, "storing")
    assert begun.json()["job"]["state"] == "waiting"
    jobs = Job.objects.for_club(club)
    jobs.update(state=Job.State.FAILED)
    assert post(organizer, here(shown, "resume"), {}).status_code == 202
    assert jobs.get().state == Job.State.WAITING
    write.carry_out_import(jobs.get())
    done = get(organizer, here(shown)).json()
    assert (done["state"], done["job"], done["result"]["stored"]) == ("done", None, 3)
    assert post(organizer, here(shown, "resume"), {}).status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        pytest.param({"text": ""}, 422, "files", id="nothing"),
        pytest.param({"text": "", "files": [{"base64": ""}]}, 422, "files", id="an empty file"),
        pytest.param({"files": [{"base64": "?"}]}, 400, "files", id="no base64"),
        pytest.param({"league": "no"}, 422, "league", id="no such league"),
        pytest.param({"lobby": "lobby"}, 422, "lobby", id="no lobby"),
        pytest.param({"day": "yesterday"}, 400, "day", id="no day"),
        pytest.param({"remember": True}, 400, "remember", id="a key of the preview"),
    ],
)
def test_what_cannot_be_read_is_refused_beside_its_key(
    organizer: Client, body: Any, status: int, field: str
) -> None:
    answer = post(organizer, IMPORTS, {"text": line(), **body})

    assert (answer.status_code, list(error_of(answer)["fields"])) == (status, [field])


def test_only_what_the_preview_said_is_stored(organizer: Client, club: Club) -> None:
    shown = opened(organizer)
    told = send(organizer, "patch", here(shown), {"others": "guests"})
    send(organizer, "patch", here(shown), {"others": "members"})

    refused = post(organizer, here(shown, "store"), {}, HTTP_IF_MATCH=told["ETag"])

    assert (refused.status_code, games_of(club)) == (412, [])


def test_an_import_is_taken_in_and_stored_once_under_a_key(organizer: Client, club: Club) -> None:
    body, key = {"day": DAY, "text": line()}, {"HTTP_IDEMPOTENCY_KEY": "taken-in"}
    first, again = (post(organizer, IMPORTS, body, **key) for _ in range(2))
    assert (again.content, again["Idempotency-Hit"]) == (first.content, "true")
    assert TenhouImport.objects.for_club(club).count() == 1
    shown = first.json()
    send(organizer, "patch", here(shown), {"others": "guests"})

    stored, replayed = (
        post(organizer, here(shown, "store"), {}, HTTP_IDEMPOTENCY_KEY="stored-it") for _ in "12"
    )

    assert (replayed.content, replayed["Idempotency-Hit"]) == (stored.content, "true")
    assert len(games_of(club)) == 1


def test_an_import_is_discarded_while_nothing_is_stored(organizer: Client, club: Club) -> None:
    shown, kept = opened(organizer), opened(organizer)
    send(organizer, "patch", here(kept), {"others": "guests"})
    post(organizer, here(kept, "store"), {})

    assert send(organizer, "delete", here(shown), None).status_code == 204
    assert send(organizer, "delete", here(kept), None).status_code == 422
    assert [each["id"] for each in get(organizer, IMPORTS).json()["imports"]] == [kept["id"]]


def test_files_are_counted_as_on_the_page(
    organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(UploadThrottle, "rate", "1/min")
    opened(organizer)

    waits = post(organizer, IMPORTS, {"text": line()})

    assert (waits.status_code, error_of(waits)["code"]) == (429, "too-many-requests")


def test_a_club_with_many_imports_to_review_finishes_or_discards_one_first(
    organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_imports, "MOST_OPEN", 1)
    first = opened(organizer)

    refused = post(organizer, IMPORTS, {"text": line()})

    assert (refused.status_code, refused["Content-Type"]) == (422, "application/problem+json")
    assert error_of(refused)["code"] == "too-many-imports"
    assert "Please finish or discard one" in error_of(refused)["message"]
    send(organizer, "delete", here(first), None)
    assert opened(organizer)
