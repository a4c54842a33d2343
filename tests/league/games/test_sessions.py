"""The evenings of a club and their score sheets."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.archive.document import dump_club, load_archive
from league.clubs.write import create_league, issue_pass
from league.games.evening import (
    describe_session,
    listed,
    open_session,
    session_sheets,
    take_off_list,
)
from league.games.write import record_hanchan, void_hanchan
from league.models import AuditEvent, Club, Hanchan, League, Member, Session
from tests.factories import (
    ADMIN,
    EVENING,
    make_club,
    make_entry,
    make_login,
    make_members,
    make_session,
    record,
)
from tests.league.evenings import NINE_PM, english, queries_of, writes_of
from tests.league.rulebook.test_options import leave_open

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]


@pytest.fixture
def session(club: Club) -> Session:
    return make_session(club)


@pytest.fixture
def scorer(club: Club) -> Client:
    return english(make_login(club, "scorer", Member.Role.SCORER))


def page(session: Session, rest: str = "") -> str:
    return f"/c/{session.club.slug}/sessions/{session.pk}/{rest}"


def test_the_sheet_adds_up_each_members_evening(
    club: Club, league: League, session: Session, scorer: Client
) -> None:
    a, b, c, d, e = make_members(club, 5)
    record(league, [a, b, c, d], [41400, 30000, 23800, 4800])  # +41 +5 -11 -35
    record(league, [e, a, b, c], [41400, 30000, 23800, 4800])

    (sheet,) = session_sheets(session)

    assert [member.pk for member in sheet.members] == [a.pk, b.pk, c.pk, d.pk, e.pk]
    assert [total.score for total in sheet.totals] == [46_000, -6_000, -46_000, -35_000, 41_000]
    assert [total.games for total in sheet.totals] == [2, 2, 2, 1, 1]
    assert sheet.totals[0].places == (1, 1, 0, 0)
    text = scorer.get(page(session)).content.decode()
    assert "+46" in text
    assert "−46" in text


def test_a_voided_game_is_shown_and_counts_nowhere(
    club: Club, league: League, session: Session, scorer: Client
) -> None:
    members = make_members(club, 4)
    record(league, members)
    wrong = record(league, members)
    void_hanchan(hanchan=wrong, revision=1, reason="typed twice", actor=ADMIN)

    (sheet,) = session_sheets(session)

    assert [total.score for total in sheet.totals] == [41_000, 5_000, -11_000, -35_000]
    assert [voided.pk for voided in sheet.voided] == [wrong.pk]
    text = scorer.get(page(session)).content.decode()
    assert "1 voided game" in text
    assert "typed twice" in text


def test_scores_of_two_leagues_stand_on_two_sheets(
    club: Club, league: League, session: Session
) -> None:
    members = make_members(club, 4)
    cup = create_league(club=club, rule_set=league.rule_set, slug="cup", name="春の杯", actor=ADMIN)
    record(league, members)
    record(cup, members)

    sheets = session_sheets(session)

    assert [sheet.league.pk for sheet in sheets] == [league.pk, cup.pk]
    assert [sheet.totals[0].score for sheet in sheets] == [41_000, 41_000]


def test_chips_stand_below_when_any_changed_hands(
    club: Club, league: League, session: Session
) -> None:
    game = record(league, make_members(club, 4))
    assert not session_sheets(session)[0].has_chips

    for seat, chips in enumerate((3, -1, -1, -1)):
        game.seats.filter(seat=seat).update(chips=chips)
    (sheet,) = session_sheets(session)

    assert sheet.has_chips
    assert [total.chips for total in sheet.totals] == [3, -1, -1, -1]


def test_the_session_page_takes_the_same_queries_for_two_games_and_for_twenty(
    club: Club, league: League, session: Session, scorer: Client
) -> None:
    members = make_members(club, 6)
    for number in (1, 2):
        record(league, members[:4], number=number)
    two = queries_of(scorer, page(session))
    for number in range(3, 21):
        record(league, members[number % 3 : number % 3 + 4], number=number)
    twenty = queries_of(scorer, page(session))

    assert Hanchan.objects.for_club(club).count() == 20
    assert len(twenty) == len(two)
    assert len(two) <= 16


def test_the_list_takes_the_same_queries_whatever_it_holds(
    club: Club, league: League, scorer: Client
) -> None:
    url = f"/c/{club.slug}/sessions/"
    make_session(club)
    one = queries_of(scorer, url)
    members = make_members(club, 4)
    for day in range(1, 19):
        record(league, members, day=date(2026, 11, day), number=1)

    assert len(queries_of(scorer, url)) == len(one)


def test_evenings_are_listed_newest_first_and_tonight_is_marked(
    club: Club, league: League, scorer: Client
) -> None:
    for day in (6, 20, 13):
        make_session(club, date(2026, 11, day))
    make_session(club, date(2026, 10, 30))

    answer = scorer.get(f"/c/{club.slug}/sessions/")

    month = answer.context["month"]
    assert [session.day.day for session in month["sessions"]] == [20, 13, 6]
    assert answer.content.decode().count("tonight") == 1
    assert "?month=2026-10" in answer.content.decode()
    older = scorer.get(f"/c/{club.slug}/sessions/?month=2026-10").context["month"]
    assert [session.day for session in older["sessions"]] == [date(2026, 10, 30)]
    assert older["later"] == date(2026, 11, 6)


@pytest.mark.parametrize("month", ["", "x", "2026-13", "0000-01", "99999-01", "2026-11-20"])
def test_a_month_that_is_none_shows_the_newest(club: Club, scorer: Client, month: str) -> None:
    make_session(club)

    answer = scorer.get(f"/c/{club.slug}/sessions/", {"month": month})

    assert answer.status_code == 200
    assert answer.context["month"]["first"] == date(2026, 11, 1)


def test_a_scorer_opens_an_evening_of_any_day(club: Club, scorer: Client) -> None:
    answer = scorer.post(
        f"/c/{club.slug}/sessions/new/",
        {"day": "2026-12-05", "title": "忘年会", "place": "公民館", "note": "18時から"},
    )

    session = Session.objects.for_club(club).get()
    assert answer.headers["Location"] == page(session)
    assert (session.day, session.title) == (date(2026, 12, 5), "忘年会")


def test_the_form_of_a_new_evening_proposes_the_clubs_day(club: Club, scorer: Client) -> None:
    with time_machine.travel(NINE_PM.replace(day=21, hour=3), tick=False):
        text = scorer.get(f"/c/{club.slug}/sessions/new/").content.decode()

    assert 'value="2026-11-20"' in text


def test_a_member_opens_tonights_evening_only(club: Club) -> None:
    member = english(make_login(club, "member"))
    url = f"/c/{club.slug}/sessions/new/"

    refused = member.post(url, {"day": "2026-11-19", "title": "昨日"})
    allowed = member.post(url, {"day": "2026-11-20", "title": "今日"})

    assert refused.status_code == 422
    assert "昨日" in refused.content.decode()
    assert allowed.status_code == 302
    assert [s.title for s in Session.objects.for_club(club)] == ["今日"]


def test_two_evenings_of_a_day_need_different_titles(club: Club, scorer: Client) -> None:
    make_session(club, title="例会")

    answer = scorer.post(f"/c/{club.slug}/sessions/new/", {"day": EVENING, "title": "例会"})

    assert answer.status_code == 422
    assert "There is already a session with that title on that day." in answer.content.decode()
    assert Session.objects.for_club(club).count() == 1


def test_whoever_sat_at_a_table_stays_on_the_list_of_who_came(
    club: Club, league: League, session: Session, scorer: Client
) -> None:
    *seated, extra = make_members(club, 5)
    record(league, seated)

    answer = scorer.post(page(session, "attendance/"), {"people": [extra.pk], "do": "save"})

    assert answer.status_code == 302
    here = set(session.attendants.values_list("pk", flat=True))
    assert here == {member.pk for member in [*seated, extra]}


def test_looking_for_somebody_stores_nothing_and_keeps_the_ticks(
    club: Club, session: Session, scorer: Client
) -> None:
    first, *_others = make_members(club, 16)
    sought = Member.objects.create(club=club, display_name="遠山 桜", kana="とおやま さくら")

    answer = scorer.post(
        page(session, "attendance/"), {"people": [first.pk], "q": "とおやま", "do": "find"}
    )

    ticks = {tick["member"].pk: tick["is_here"] for tick in answer.context["ticks"]}
    assert answer.status_code == 200
    assert ticks[first.pk] is True
    assert ticks[sought.pk] is False
    assert not session.attendants.exists()


def test_a_new_guest_is_on_both_lists(club: Club, session: Session, scorer: Client) -> None:
    first, *_others = make_members(club, 2)

    scorer.post(
        page(session, "attendance/"), {"people": [first.pk], "guest": "旅の人", "do": "guest"}
    )

    guest = Member.objects.for_club(club).get(display_name="旅の人")
    assert guest.is_guest
    assert set(session.attendants.values_list("pk", flat=True)) == {first.pk, guest.pk}


@pytest.mark.parametrize(
    ("guest", "words"),
    [
        pytest.param("", "Enter the guest&#x27;s name.", id="no name"),
        pytest.param("佐藤 健一", "is on the list already", id="a name that is taken"),
        pytest.param("長" * 41, "at most 40", id="a name that is too long"),
    ],
)
def test_a_guest_that_cannot_be_added_is_said_beside_the_field(
    club: Club, session: Session, scorer: Client, guest: str, words: str
) -> None:
    first, *_others = make_members(club, 2)

    answer = scorer.post(
        page(session, "attendance/"), {"people": [first.pk], "guest": guest, "do": "guest"}
    )

    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not session.attendants.exists()


def test_a_guest_named_like_somebody_of_the_list_is_asked_about_once(
    club: Club, session: Session, scorer: Client
) -> None:
    first, *_others = make_members(club, 2)
    sought = Member.objects.create(club=club, display_name="遠山 桜", kana="とおやま さくら")
    typed = {"people": [first.pk], "guest": "遠山", "do": "guest"}

    answer = scorer.post(page(session, "attendance/"), typed)

    words = answer.content.decode()
    assert answer.status_code == 422
    assert "Is “遠山” somebody of the list?" in words
    assert 'value="遠山"' in words
    assert [tick["member"] for tick in answer.context["ticks"] if tick["is_here"]] == [first]
    assert not session.attendants.exists()
    assert not Member.objects.for_club(club).filter(display_name="遠山").exists()

    scorer.post(page(session, "attendance/"), {**typed, "take": sought.pk})

    assert set(session.attendants.values_list("pk", flat=True)) == {first.pk, sought.pk}
    assert not Member.objects.for_club(club).filter(display_name="遠山").exists()


def test_a_guest_who_is_somebody_else_is_added_once_that_was_said(
    club: Club, session: Session, scorer: Client
) -> None:
    Member.objects.create(club=club, display_name="遠山 桜", kana="とおやま さくら")
    Member.objects.create(club=club, display_name="川野 桜", kana="かわの さくら")

    scorer.post(page(session, "attendance/"), {"guest": "遠山", "about": "遠山"})
    asked_anew = scorer.post(page(session, "attendance/"), {"guest": "川野", "about": "遠山"})

    guest = Member.objects.for_club(club).get(display_name="遠山")
    assert guest.is_guest
    assert set(session.attendants.all()) == {guest}
    assert asked_anew.status_code == 422


def test_nobody_of_another_club_can_be_meant_by_a_guests_name(
    club: Club, session: Session, scorer: Client
) -> None:
    stranger = make_members(make_club("other", owner="other"), 1)[0]

    answer = scorer.post(page(session, "attendance/"), {"guest": "遠山", "take": stranger.pk})

    assert answer.status_code == 422
    assert not session.attendants.exists()


def test_people_of_another_club_cannot_be_noted(
    club: Club, session: Session, scorer: Client
) -> None:
    stranger = make_members(make_club("other", owner="other"), 1)[0]

    answer = scorer.post(page(session, "attendance/"), {"people": [stranger.pk], "do": "save"})

    assert answer.status_code == 422
    assert not session.attendants.exists()


@pytest.mark.parametrize("rest", ["", "attendance/", "sheet/"])
def test_an_evening_of_another_club_is_not_there(club: Club, scorer: Client, rest: str) -> None:
    foreign = make_session(make_club("other", owner="other"))

    answer = scorer.get(f"/c/{club.slug}/sessions/{foreign.pk}/{rest}")

    assert answer.status_code == 404


@pytest.mark.parametrize("rest", ["attendance/", "sheet/"])
def test_a_member_cannot_write_on_a_past_evening(club: Club, rest: str) -> None:
    past = make_session(club, date(2026, 11, 13))
    member = make_login(club, "member")

    assert member.get(page(past)).status_code == 200
    assert member.get(page(past, rest)).status_code == 403
    assert member.post(page(past, rest)).status_code == 403


@pytest.mark.parametrize("rest", ["", "attendance/", "sheet/"])
def test_reading_an_evening_writes_nothing(
    club: Club, league: League, session: Session, scorer: Client, rest: str
) -> None:
    record(league, make_members(club, 4))

    assert writes_of(scorer, page(session, rest)) == []


def test_a_visitor_is_sent_to_the_login(session: Session) -> None:
    answer = Client().get(page(session))

    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")


def test_an_evening_gets_another_title_place_and_note(
    club: Club, league: League, session: Session, scorer: Client
) -> None:
    record(league, make_members(club, 4))
    revision = League.objects.for_club(club).get().revision

    values = {"title": " Autumn cup ", "place": "Upstairs", "note": "Two tables"}
    answer = scorer.post(page(session, "edit/"), values)

    assert answer.status_code == 302
    session.refresh_from_db()
    assert (session.title, session.place, session.note) == ("Autumn cup", "Upstairs", "Two tables")
    event = AuditEvent.objects.for_club(club).get(type="session.described")
    assert event.before == {"title": "", "place": "", "note": ""}
    assert event.after == {"title": "Autumn cup", "place": "Upstairs", "note": "Two tables"}
    # pages that show its games are made anew
    assert League.objects.for_club(club).get().revision > revision
    assert b"Autumn cup" in scorer.get(page(session)).content


def test_saving_an_evening_as_it_is_is_nothing_to_tell(
    club: Club, session: Session, scorer: Client
) -> None:
    assert scorer.post(page(session, "edit/"), {"title": session.title}).status_code == 302

    assert not AuditEvent.objects.for_club(club).filter(type="session.described").exists()


def test_two_evenings_of_a_day_do_not_get_one_title(
    club: Club, session: Session, scorer: Client
) -> None:
    Session.objects.create(club=club, day=session.day, title="Autumn cup")

    answer = scorer.post(page(session, "edit/"), {"title": "Autumn cup", "note": "kept as typed"})

    assert answer.status_code == 422
    assert b"There is already a session with that title on that day." in answer.content
    assert b"kept as typed" in answer.content
    session.refresh_from_db()
    assert session.title == ""


def on_the_list(club: Club) -> list[Session]:
    return list(listed(club))


def test_an_evening_that_was_opened_by_mistake_goes(
    club: Club, session: Session, scorer: Client
) -> None:
    assert b"Remove it from the list" in scorer.get(page(session, "edit/")).content

    for _click in range(2):  # the second says the same
        answer = scorer.post(page(session, "edit/"), {"do": "remove"}, follow=True)

        assert b"The session has been removed from the list." in answer.content
    assert on_the_list(club) == []
    event = AuditEvent.objects.for_club(club).get(type="session.removed")
    assert event.before == {"day": EVENING.isoformat(), "title": "", "options": {}}
    for address in (f"/c/{club.slug}/", f"/c/{club.slug}/sessions/"):
        assert page(session).encode() not in scorer.get(address).content


def test_an_evening_that_is_off_the_list_says_so_and_can_be_put_back(
    club: Club, session: Session, scorer: Client
) -> None:
    take_off_list(session=session, actor=ADMIN)

    assert b"This session has been removed from the list." in scorer.get(page(session)).content
    for _click in range(2):
        answer = scorer.post(page(session, "edit/"), {"do": "restore"}, follow=True)

        assert b"The session is back on the list." in answer.content
    assert on_the_list(club) == [session]
    assert AuditEvent.objects.for_club(club).filter(type="session.restored").count() == 1


def test_a_result_that_was_typed_for_an_evening_off_the_list_brings_it_back(
    club: Club, league: League, scorer: Client
) -> None:
    session = open_session(club=club, day=EVENING, title="月例会", actor=ADMIN)
    seats = {f"seat-{at}": member.pk for at, member in enumerate(make_members(club, 4))}
    points = {f"points-{at}": held for at, held in enumerate((414, 300, 238, 48))}
    where = {"league": league.slug, "session": session.pk, "table": 1, "number": 1, "sticks": 0}
    take_off_list(session=session, actor=ADMIN)

    answer = scorer.post(
        f"/c/{club.slug}/enter/", {"key": str(uuid.uuid4())} | seats | points | where
    )

    assert answer.status_code == 302
    assert Hanchan.objects.for_club(club).get().session == session
    assert on_the_list(club) == [session]
    assert b"removed from the list" not in scorer.get(page(session)).content


@pytest.mark.parametrize(
    ("rest", "sent"),
    [
        ("edit/", {"title": "月例会", "place": "別館", "note": ""}),
        ("attendance/", {"guest": "客 一郎", "do": "guest"}),
        ("options/", {"option-open_tanyao": "no"}),
    ],
    ids=["its place", "who came", "what it chooses"],
)
def test_whatever_is_saved_for_an_evening_off_the_list_brings_it_back(
    club: Club, league: League, scorer: Client, rest: str, sent: dict[str, str]
) -> None:
    leave_open(league, "open_tanyao", open_tanyao=True)
    session = open_session(club=club, day=EVENING, title="月例会", actor=ADMIN)
    take_off_list(session=session, actor=ADMIN)

    answer = scorer.post(page(session, rest), sent)

    assert answer.status_code == 302
    assert on_the_list(club) == [session]


def test_an_evening_off_the_list_forgets_what_it_chose_and_who_was_ticked(
    club: Club, session: Session
) -> None:
    session.options = {"open_tanyao": False}
    session.save()
    session.attendants.set(make_members(club, 2))

    take_off_list(session=session, actor=ADMIN)

    session.refresh_from_db()
    assert session.options == {}
    assert not session.attendants.exists()
    event = AuditEvent.objects.for_club(club).get(type="session.removed")
    assert event.before is not None
    assert event.before["options"] == {"open_tanyao": False}


def test_opening_an_evening_of_the_same_title_brings_back_the_one_off_the_list(
    club: Club, scorer: Client
) -> None:
    first = open_session(club=club, day=EVENING, title="月例会", place="本館", actor=ADMIN)
    take_off_list(session=first, actor=ADMIN)

    again = {"day": EVENING.isoformat(), "title": "月例会", "place": "別館", "note": ""}
    scorer.post(f"/c/{club.slug}/sessions/new/", again)

    (found,) = on_the_list(club)
    assert (found.pk, found.place) == (first.pk, "別館")


def test_an_evening_off_the_list_is_not_proposed_to_whoever_enters_a_result(
    club: Club, league: League, scorer: Client
) -> None:
    make_members(club, 4)
    session = open_session(club=club, day=EVENING, title="月例会", actor=ADMIN)
    address = f"/c/{club.slug}/enter/"
    assert f'name="session" value="{session.pk}"' in scorer.get(address).content.decode()

    take_off_list(session=session, actor=ADMIN)

    assert 'name="session" value=""' in scorer.get(address).content.decode()


def test_a_title_of_more_than_sixty_letters_is_said_beside_the_field(
    session: Session, scorer: Client
) -> None:
    answer = scorer.post(page(session, "edit/"), {"title": "会" * 61, "place": "", "note": ""})

    assert answer.status_code == 422
    assert "at most 60 characters" in answer.content.decode()
    assert "会" * 61 in answer.content.decode()


def test_a_character_that_cannot_be_stored_is_called_so_in_japanese(
    club: Club, session: Session
) -> None:
    scorer = make_login(club, "scorer", Member.Role.SCORER)

    answer = scorer.post(page(session, "edit/"), {"title": "月例\0会", "place": "", "note": ""})

    assert answer.status_code == 422
    assert "使えない制御文字が含まれています。" in answer.content.decode()


def test_an_evening_with_a_game_stays_even_if_the_game_is_voided(
    club: Club, league: League, session: Session, scorer: Client
) -> None:
    wrong = record(league, make_members(club, 4))
    void_hanchan(hanchan=wrong, revision=1, reason="typed twice", actor=ADMIN)

    assert b"Remove it from the list" not in scorer.get(page(session, "edit/")).content
    answer = scorer.post(page(session, "edit/"), {"do": "remove"}, follow=True)

    assert b"This session cannot be removed" in answer.content
    assert on_the_list(club) == [session]
    assert not AuditEvent.objects.for_club(club).filter(type="session.removed").exists()


def test_an_evening_with_a_pass_stays(club: Club, session: Session, scorer: Client) -> None:
    issue_pass(session=session, actor=ADMIN)

    answer = scorer.post(page(session, "edit/"), {"do": "remove"}, follow=True)

    assert b"This session cannot be removed" in answer.content


def test_a_member_describes_tonights_evening_and_no_earlier_one(club: Club) -> None:
    member = english(make_login(club, "member", Member.Role.MEMBER))
    tonight = make_session(club)
    earlier = Session.objects.create(club=club, day=date(2026, 1, 1))

    assert member.get(page(tonight, "edit/")).status_code == 200
    assert member.post(page(earlier, "edit/"), {"title": "x"}).status_code == 403
    assert member.post(page(earlier, "edit/"), {"do": "remove"}).status_code == 403
    assert b"edit/" not in member.get(page(earlier)).content


def test_an_evening_that_is_off_the_list_stays_behind_until_it_has_a_game(
    club: Club, league: League
) -> None:
    session = open_session(club=club, day=EVENING, title="月例会", actor=ADMIN)
    take_off_list(session=session, actor=ADMIN)
    assert dump_club(club)["sessions"] == []

    entry = replace(make_entry(league, make_members(club, 4)), session=session)
    record_hanchan(
        club=club, entry=entry, key=uuid.uuid4(), source=Hanchan.Source.FORM, actor=ADMIN
    )

    again = load_archive(dump_club(club), slug="again")
    assert [each.title for each in listed(again)] == ["月例会"]


def test_describing_an_evening_leaves_one_event_if_anything_changes(
    club: Club, session: Session
) -> None:
    told = AuditEvent.objects.for_club(club).filter(type="session.described")
    same: dict[str, Any] = {name: getattr(session, name) for name in ("title", "place", "note")}
    same["actor"] = ADMIN

    describe_session(session=session, **same)
    assert told.count() == 0

    take_off_list(session=session, actor=ADMIN)
    describe_session(session=session, **same)  # which puts it on the list again
    assert told.count() == 1
    assert not Session.objects.for_club(club).get(pk=session.pk).is_off_list
