"""A club's list holds so many people, however they come, and an evening's pass adds a few."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from league.clubs.write import issue_pass, revoke_pass
from league.core import people
from league.core.audit import Actor
from league.core.errors import LeagueError
from league.core.people import MOST_BY_PASS, MOST_PEOPLE, add_member
from league.core.permissions import Role
from league.games.evening import add_guest
from league.imports.people import Others
from league.imports.spreadsheets.write import store_import
from league.members.pasted import read_pasted
from league.members.write import add_people
from league.models import AuditEvent, Club, EveningPass, Hanchan, League, Member, Session
from tests.factories import ADMIN, make_members, make_session, pass_holder
from tests.league.at_once import HANDS, at_once
from tests.league.evenings import english
from tests.league.games.entry.pages import typed
from tests.league.imports.spreadsheets.imports import opened
from tests.league.imports.spreadsheets.tables import GAMES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]

FULL = "A club's list holds at most 6 people."
ENOUGH = "at most 2 new people can be added. Ask an organizer to add the others."


@pytest.fixture(autouse=True)
def _english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def _a_place_left(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner, the organizer and three members; six are the most."""
    monkeypatch.setattr(people, "MOST_PEOPLE", 6)
    make_members(club, 3)
    assert Member.objects.for_club(club).count() == 5


@pytest.fixture
def held(club: Club, monkeypatch: pytest.MonkeyPatch) -> EveningPass:
    monkeypatch.setattr(people, "MOST_BY_PASS", 2)
    return issue_pass(session=make_session(club), actor=ADMIN)


def under(held: EveningPass) -> Actor:
    return Actor(name="evening pass", role=Role.PASS, evening_pass=held)


def listed(club: Club) -> int:
    return Member.objects.for_club(club).count()


def test_no_real_club_comes_near() -> None:
    assert (MOST_PEOPLE, MOST_BY_PASS) == (5_000, 60)


class TestFull:
    pytestmark = pytest.mark.usefixtures("organizer", "_a_place_left")

    def test_the_form_says_so_beside_the_name_and_keeps_it(
        self, club: Club, organizer: Client
    ) -> None:
        add_member(club=club, values={"display_name": "六"}, actor=ADMIN)

        answer = organizer.post("/c/tonan/members/new/", {"display_name": "七"})

        assert answer.status_code == 422
        assert answer.context["form"].errors == {"display_name": [FULL]}
        assert 'value="七"' in answer.text
        assert listed(club) == 6

    def test_of_a_pasted_list_nobody_is_added(self, club: Club, organizer: Client) -> None:
        lines = {"text": "森 花\n遠山 桜", "kind": "members", "do": "add", "number": [1, 2]}

        answer = organizer.post("/c/tonan/members/paste/", lines)

        assert FULL in answer.text.replace("&#x27;", "'")
        assert "森 花\n遠山 桜" in answer.text
        assert listed(club) == 5

    def test_a_list_that_does_not_fit_is_refused_before_anybody_is_added(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("league.members.write.add_member", None)

        with pytest.raises(LeagueError, match="at most 6"):
            add_people(club=club, people=read_pasted("森 花\n遠山 桜"), is_guest=False, actor=ADMIN)

    def test_a_program_is_told(self, club: Club, organizer: Client) -> None:
        answers = [
            organizer.post(
                "/api/v1/clubs/tonan/members",
                json.dumps({"display_name": name}),
                content_type="application/json",
                headers={"Accept-Language": "en"},
            )
            for name in ("六", "七")
        ]

        assert [answer.status_code for answer in answers] == [201, 422]
        assert FULL in answers[1].text

    def test_a_game_with_new_guests_is_refused_beside_their_seats(
        self, club: Club, league: League, organizer: Client
    ) -> None:
        sit = Member.objects.for_club(club).filter(user=None)[:2]

        answer = organizer.post("/c/tonan/enter/", typed(league, [*sit, "東野", "西野"]))

        assert answer.status_code == 422
        assert answer.text.replace("&#x27;", "'").count(FULL) >= 2
        assert 'value="東野"' in answer.text
        assert not Hanchan.objects.for_club(club).exists()
        assert listed(club) == 5

    def test_an_import_of_games_is_refused_as_a_whole(self, club: Club) -> None:
        batch = opened(club, GAMES.replace("高橋 恵", "めじろ"), others=Others.GUESTS)

        with pytest.raises(LeagueError, match="at most 6"):
            store_import(batch=batch, actor=ADMIN)

        assert not Hanchan.objects.for_club(club).exists()
        assert listed(club) == 5


class TestByPass:
    def test_an_evenings_pass_adds_a_few_guests_and_says_whom_to_ask(
        self, club: Club, held: EveningPass
    ) -> None:
        browser = english(pass_holder(held))
        page = f"/c/tonan/sessions/{held.session_id}/attendance/"

        answers = [browser.post(page, {"guest": name, "do": "guest"}) for name in "東西南"]

        assert [answer.status_code for answer in answers] == [302, 302, 422]
        assert ENOUGH in answers[2].text
        assert 'value="南"' in answers[2].text
        assert Member.objects.for_club(club).filter(is_guest=True).count() == 2

    def test_games_count_with_it(
        self, club: Club, league: League, held: EveningPass, four: list[Member]
    ) -> None:
        add_guest(session=held.session, name="東", also=[], actor=under(held))
        browser = english(pass_holder(held))
        form = typed(league, [*four[:2], "西", "南"], session=str(held.session_id))

        answer = browser.post("/c/tonan/enter/", form)

        assert answer.status_code == 422
        assert ENOUGH in answer.text
        assert not Hanchan.objects.for_club(club).exists()

    def test_another_pass_for_the_same_evening_adds_no_more(
        self, club: Club, held: EveningPass
    ) -> None:
        for name in "東西":
            add_guest(session=held.session, name=name, also=[], actor=under(held))
        revoke_pass(evening_pass=held, actor=ADMIN)
        second = issue_pass(session=held.session, actor=ADMIN)

        with pytest.raises(LeagueError, match="at most 2"):
            add_guest(session=held.session, name="南", also=[], actor=under(second))

    def test_another_evening_and_an_organizer_still_do(self, club: Club, held: EveningPass) -> None:
        for name in "東西":
            add_guest(session=held.session, name=name, also=[], actor=under(held))
        other = issue_pass(session=make_session(club, title="別室"), actor=ADMIN)

        add_guest(session=other.session, name="南", also=[], actor=under(other))
        add_guest(session=held.session, name="北", also=[], actor=ADMIN)

        assert Member.objects.for_club(club).filter(is_guest=True).count() == 4

    def test_games_of_known_people_are_entered_whatever_was_added(
        self, league: League, held: EveningPass, four: list[Member]
    ) -> None:
        for name in "東西":
            add_guest(session=held.session, name=name, also=[], actor=under(held))
        form = typed(league, four, session=str(held.session_id))

        assert english(pass_holder(held)).post("/c/tonan/enter/", form).status_code == 302


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_of_eight_guests_at_once_two_are_added(self, club: Club, held: EveningPass) -> None:
        def add(number: int) -> Member:
            session = Session.objects.for_club(club).get(pk=held.session_id)
            return add_guest(session=session, name=f"客{number}", also=[], actor=under(held))

        results = at_once(add)

        assert sum(isinstance(each, LeagueError) for each in results) == HANDS - 2
        assert Member.objects.for_club(club).filter(is_guest=True).count() == 2

    def test_control_counting_first_and_adding_then_lets_more_in(
        self, club: Club, held: EveningPass
    ) -> None:
        def naive(number: int) -> None:
            added = AuditEvent.objects.for_club(club).filter(
                type="member.added", evening_pass__session=held.session_id
            )
            if added.count() < people.MOST_BY_PASS:
                time.sleep(0.1)
                Member.objects.create(club=club, display_name=f"客{number}", is_guest=True)

        at_once(naive)

        assert Member.objects.for_club(club).filter(is_guest=True).count() > 2
