"""A write that is sent again under its key is answered again, and not done again."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from league.api import idempotency
from league.api.base import ClubView
from league.clubs.write import issue_pass
from league.core.access import PASS_COOKIE, genuine_pass, pass_token
from league.core.days import club_day
from league.core.permissions import Scope
from league.core.tokens import issue_token
from league.models import ApiCall, AuditEvent, Club, EveningPass, Hanchan, Member, User
from league.tasks import clear_api_calls
from tests.factories import ADMIN, make_login, make_members, make_session
from tests.league.api.calls import body_of, error_of, get, new_key, post, put
from tests.league.at_once import HANDS, at_once

pytestmark = pytest.mark.django_db

MEMBERS = "clubs/tonan/members"
GAMES = "clubs/tonan/hanchan"
EAST = {"display_name": "東野"}


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> None:
    cache.clear()


@pytest.fixture
def organizer(club: Club) -> Client:
    return make_login(club, "organizer", Member.Role.ORGANIZER)


def under(key: str) -> dict[str, Any]:
    return {"headers": {"Idempotency-Key": key}}


def test_what_is_sent_twice_is_done_once_and_answered_with_the_same_bytes(
    organizer: Client, club: Club
) -> None:
    key = new_key()

    first = post(organizer, MEMBERS, EAST, **under(key))
    again = post(organizer, MEMBERS, EAST, **under(key))

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again.get("Location") == first.get("Location")
    assert ("Idempotency-Hit" in first, again["Idempotency-Hit"]) == (False, "true")
    assert Member.objects.for_club(club).filter(display_name="東野").count() == 1
    assert AuditEvent.objects.for_club(club).filter(type="member.added").count() == 1


def test_the_answer_stays_as_it_was_when_the_thing_has_changed_since(
    organizer: Client, club: Club
) -> None:
    key = new_key()
    first = post(organizer, MEMBERS, EAST, **under(key))
    path = f"{MEMBERS}/{first.json()['id']}"
    organizer.patch(f"/api/v1/{path}", '{"kana": "とうの"}', content_type="application/json")

    again = post(organizer, MEMBERS, EAST, **under(key))

    assert again.content == first.content
    assert get(organizer, path).json()["kana"] == "とうの"


@pytest.mark.parametrize("key_in_header", [False, True])
def test_a_game_sent_again_after_its_correction_is_answered_as_it_was_entered(
    organizer: Client, club: Club, key_in_header: bool
) -> None:
    body = body_of(make_members(club))
    headers = under(new_key()) if key_in_header else {}
    first = post(organizer, GAMES, body, **headers)
    corrected = {name: body[name] for name in ("league", "number", "seats")}
    corrected |= {"remark": "写し間違い", "reason": "写し間違い", "revision": 1}
    path = f"{GAMES}/{first.json()['id']}"
    assert put(organizer, path, corrected).status_code == 200

    again = post(organizer, GAMES, body, **headers)

    assert again.status_code == (201 if key_in_header else 200)
    assert again.content == first.content
    assert again["Idempotency-Hit"] == "true"
    assert get(organizer, path).json()["remark"] == "写し間違い"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param(MEMBERS, {"display_name": "西野"}, id="another body"),
        pytest.param(GAMES, EAST, id="another address"),
    ],
)
def test_a_key_is_good_for_one_request(organizer: Client, club: Club, path: str, body: Any) -> None:
    key = new_key()
    post(organizer, MEMBERS, EAST, **under(key))

    answer = post(organizer, path, body, **under(key))

    assert (answer.status_code, error_of(answer)["code"]) == (409, "key-reused")
    assert not Member.objects.for_club(club).filter(display_name="西野").exists()


def test_what_was_refused_may_be_sent_again(organizer: Client, club: Club) -> None:
    key = new_key()
    taken = Member.objects.for_club(club).create(club=club, display_name="東野")
    assert post(organizer, MEMBERS, EAST, **under(key)).status_code == 422
    Member.objects.for_club(club).filter(pk=taken.pk).update(display_name="北野")

    assert post(organizer, MEMBERS, EAST, **under(key)).status_code == 201


def test_a_write_that_breaks_leaves_neither_itself_nor_its_key(
    organizer: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = new_key()
    fill = idempotency._fill
    monkeypatch.setattr(idempotency, "_fill", lambda *_given: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        post(organizer, MEMBERS, EAST, **under(key))
    assert not Member.objects.for_club(club).filter(display_name="東野").exists()
    monkeypatch.setattr(idempotency, "_fill", fill)

    assert post(organizer, MEMBERS, EAST, **under(key)).status_code == 201


def test_two_callers_may_choose_the_same_key(organizer: Client, club: Club) -> None:
    key = new_key()
    _token, secret = issue_token(
        club=club, member=None, name="script", scopes=[Scope.PEOPLE], days=30, actor=ADMIN
    )
    bearer = {"headers": {"Idempotency-Key": key, "Authorization": f"Bearer {secret}"}}

    by_login = post(organizer, MEMBERS, EAST, **under(key))
    by_token = post(Client(), MEMBERS, {"display_name": "西野"}, **bearer)

    assert (by_login.status_code, by_token.status_code) == (201, 201)


def test_a_pass_has_keys_of_its_own(organizer: Client, club: Club) -> None:
    four, today = make_members(club), str(club_day(club))
    tonight = make_session(club, club_day(club))
    visitor = Client()
    visitor.cookies[PASS_COOKIE] = pass_token(issue_pass(session=tonight, actor=ADMIN))
    body = body_of(four, day=today, session=tonight.pk)
    del body["day"]
    key = new_key()

    first = post(visitor, GAMES, body, **under(key))
    again = post(visitor, GAMES, body, **under(key))

    assert first.status_code == 201
    assert (again.content, again["Idempotency-Hit"]) == (first.content, "true")


@pytest.mark.parametrize("key", ["", "short", "a" * 65, "with blanks in it", "半荘半荘半荘半荘"])
def test_what_is_no_key_is_refused_beside_the_header(
    organizer: Client, club: Club, key: str
) -> None:
    answer = post(organizer, MEMBERS, EAST, HTTP_IDEMPOTENCY_KEY=key)

    assert answer.status_code == 400
    assert set(error_of(answer)["fields"]) == {"Idempotency-Key"}
    assert not Member.objects.for_club(club).filter(display_name="東野").exists()


def test_who_has_lost_the_right_is_not_answered_again(organizer: Client, club: Club) -> None:
    key = new_key()
    post(organizer, MEMBERS, EAST, **under(key))
    Member.objects.for_club(club).filter(user__username="organizer").update(role=Member.Role.MEMBER)

    assert post(organizer, MEMBERS, EAST, **under(key)).status_code == 403


def test_answers_are_kept_for_thirty_days(organizer: Client, club: Club) -> None:
    key, other = new_key(), new_key()
    post(organizer, MEMBERS, EAST, **under(key))
    post(organizer, MEMBERS, {"display_name": "西野"}, **under(other))
    older, younger = ApiCall.objects.for_club(club).order_by("pk")
    calls = ApiCall.objects.for_club(club)
    calls.filter(pk=older.pk).update(created_at=timezone.now() - timedelta(days=30, minutes=1))
    calls.filter(pk=younger.pk).update(created_at=timezone.now() - timedelta(days=29))

    clear_api_calls()

    assert list(calls.all()) == [younger]


def in_the_database(text: str) -> list[str]:
    """The columns of the whole database that hold this text."""
    return [
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if any(text in str(held) for held in model._base_manager.values_list(field.name, flat=True))
    ]


class TestAnAnswerWithASecret:
    @pytest.fixture
    def passes(self, club: Club) -> str:
        tonight = make_session(club, club_day(club), "忘年会")
        return f"clubs/tonan/sessions/{tonight.pk}/passes"

    def test_is_given_again_and_cannot_be_read_from_a_copy_of_the_database(
        self, organizer: Client, passes: str
    ) -> None:
        key = new_key()

        first = post(organizer, passes, {}, **under(key))
        again = post(organizer, passes, {}, **under(key))

        assert (first.status_code, again.content) == (201, first.content)
        secret = first.json()["link"].strip("/").rpartition("/")[2]
        assert genuine_pass(secret) is not None
        assert in_the_database("忘年会") == ["Session.title"]
        assert (in_the_database(secret), in_the_database(key)) == ([], [])

    def test_would_be_found_there_if_it_were_kept_as_it_is(
        self, organizer: Client, passes: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(idempotency, "_box", lambda *_given: _OpenBox())

        link = post(organizer, passes, {}, **under(new_key())).json()["link"]

        assert in_the_database(link) == ["ApiCall.body"]

    @pytest.mark.parametrize("older", [["tests-only"], []], ids=["kept beside", "thrown away"])
    def test_outlives_a_new_secret_of_the_server_while_the_old_one_is_kept_beside(
        self, organizer: Client, club: Club, passes: str, settings: Any, older: list[str]
    ) -> None:
        key = new_key()
        first = post(organizer, passes, {}, **under(key))
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", older
        organizer.force_login(User.objects.get(username="organizer"))

        again = post(organizer, passes, {}, **under(key))

        if older:
            assert again.content == first.content
        else:
            assert (again.status_code, error_of(again)["code"]) == (409, "answer-lost")
        assert EveningPass.objects.for_club(club).count() == 1

    def test_of_a_game_that_can_no_longer_be_read_is_the_game_as_it_stands(
        self, organizer: Client, club: Club, settings: Any
    ) -> None:
        body = body_of(make_members(club))
        first = post(organizer, GAMES, body)
        settings.SECRET_KEY = "another"
        organizer.force_login(User.objects.get(username="organizer"))

        again = post(organizer, GAMES, body)

        assert (again.status_code, again.json()) == (200, first.json())
        assert Hanchan.objects.for_club(club).count() == 1


class _OpenBox:
    """The control: keeps what it is given as it is."""

    def encrypt(self, text: bytes) -> bytes:
        return text


@contextmanager
def _logged_in(club: Club) -> Iterator[Callable[[], Client]]:
    """Browsers of one login, each with a session of its own."""
    member = make_login(club, "organizer", Member.Role.ORGANIZER)

    def another() -> Client:
        browser = Client()
        browser.cookies.update(member.cookies)
        return browser

    yield another
    connection.close()


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_eight_calls_under_one_key_do_the_work_once(self, club: Club) -> None:
        key = str(uuid.uuid4())
        with _logged_in(club) as browser:
            answers = at_once(lambda _n: post(browser(), MEMBERS, EAST, **under(key)))

        assert [getattr(each, "status_code", each) for each in answers] == [201] * HANDS
        assert len({each.content for each in answers}) == 1  # type: ignore[union-attr]
        assert Member.objects.for_club(club).filter(display_name="東野").count() == 1
        assert AuditEvent.objects.for_club(club).filter(type="member.added").count() == 1

    def test_without_the_key_all_but_one_are_refused(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The control: the answers above come from the kept call and from nothing else."""
        key = str(uuid.uuid4())
        monkeypatch.setattr(ClubView, "_do_once", lambda *_given: None)
        with _logged_in(club) as browser:
            answers = at_once(lambda _n: post(browser(), MEMBERS, EAST, **under(key)))

        codes = sorted(each.status_code for each in answers)  # type: ignore[union-attr]
        assert codes == [201, *[422] * (HANDS - 1)]

    def test_eight_entries_of_one_game_are_answered_alike(self, club: Club) -> None:
        body = body_of(make_members(club))
        with _logged_in(club) as browser:
            answers = at_once(lambda _n: post(browser(), GAMES, body))

        assert len({each.content for each in answers}) == 1  # type: ignore[union-attr]
        assert Hanchan.objects.for_club(club).count() == 1
