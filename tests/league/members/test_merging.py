"""Somebody who was entered twice becomes one person, and two again."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable
from datetime import date, timedelta

import pytest

from league.clubs.verification import verify_club
from league.core.audit import Actor
from league.core.days import Period
from league.core.errors import EntryError, LeagueError
from league.core.people import add_member, find_members
from league.core.permissions import Role
from league.games.entry import PenaltyEntry, YakumanEntry, entry_of
from league.games.write import edit_hanchan, void_hanchan
from league.live.write import open_live
from league.members.merging import merge_members, merge_plan, undo_merge, undo_problems
from league.members.write import change_member, set_role
from league.models import (
    Adjustment,
    AuditEvent,
    Club,
    Hanchan,
    League,
    Member,
    Seat,
    Session,
    Team,
    TeamMembership,
    User,
)
from league.rankings.table import ranking_of
from league.rankings.write import close_month
from tests import factories as make
from tests.factories import ADMIN, EVENING
from tests.league.archive.whole import whole
from tests.league.games.boo.evening import POINTS
from tests.league.games.test_cards import CARDS

pytestmark = pytest.mark.django_db

ORGANIZER = Actor(name="幹事", role=Role.ORGANIZER)
APRIL = date(2026, 4, 1)


@pytest.fixture
def people(club: Club) -> list[Member]:
    """Five members; the fifth is 佐藤 once more, as a guest."""
    found = make.make_members(club, 5)
    twin = found[4]
    twin.display_name, twin.kana, twin.is_guest = "サトー", "さとう", True
    twin.save()
    return found


def again(member: Member) -> Member:
    return Member.objects.for_club(member.club_id).select_related("club").get(pk=member.pk)


def sound(club: Club) -> bool:
    return bool(verify_club(club)["differences"] == 0)


def games_of(member: Member) -> int:
    return Seat.objects.for_club(member.club_id).filter(member=member).count()


def merged(kept: Member, gone: Member) -> Member:
    merge_members(kept=again(kept), gone=again(gone), actor=ADMIN)
    return again(gone)


def test_a_merge_takes_everything_along_and_its_undo_gives_everything_back(
    league: League, people: list[Member]
) -> None:
    club, (kept, *three, gone) = league.club, people
    make.record(league, [kept, *three])
    won = (YakumanEntry(seat=0, name="daisangen"),)
    fined = (PenaltyEntry(seat=0, kind="chombo"),)
    mine = make.record(league, [gone, *three], yakuman=won, penalties=fined)
    void_hanchan(
        hanchan=make.record(league, [gone, *three]), revision=1, reason="二重", actor=ADMIN
    )
    later = EVENING + timedelta(days=40)
    make.record(league, [*three, gone], day=later)
    Adjustment.objects.create(league=league, member=gone, day=EVENING, points=-5_000, reason="遅刻")
    team = Team.objects.create(league=league, name="緑龍")
    TeamMembership.objects.create(team=team, member=gone, joined_on=APRIL)
    before = whole(club)

    gone = merged(kept, gone)

    assert sound(club)
    assert games_of(kept) == 4
    assert games_of(gone) == 0
    assert mine.yakuman.get().member == kept
    assert Adjustment.objects.for_club(club).get().member == kept
    assert TeamMembership.objects.for_club(club).get().member == kept
    assert not Session.objects.for_club(club).filter(attendants=gone).exists()
    assert again(kept).aliases == ["サトー"]
    assert again(kept).kana == "さとう"
    assert [each.pk for each in find_members(club, "ｻﾄｰ")] == [kept.pk]

    undo_merge(gone=gone, actor=ADMIN)

    assert sound(club)
    assert whole(club) == before
    types = AuditEvent.objects.for_club(club).filter(type__startswith="member.")
    assert list(types.values_list("type", "object_id")) == [
        ("member.merged", gone.pk),
        ("member.parted", gone.pk),
    ]


def test_the_ranking_counts_the_games_of_both_for_the_one_who_stays(
    league: League, people: list[Member]
) -> None:
    kept, *three, gone = people
    make.record(league, [kept, *three])
    make.record(league, [gone, *three])

    merged(kept, gone)

    period = Period(first=EVENING.replace(day=1), last=EVENING, minimum_games=0)
    found = ranking_of(league.club, league, period)
    assert {line.member_id: line.record.games for line in found.ranked} == {
        kept.pk: 2,
        **{each.pk: 2 for each in three},
    }
    assert not found.guests


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rule", ["kinyoukai", "cards", "boo"])
def test_whatever_was_played_a_merge_is_sound_and_its_undo_restores_what_was(
    rule: str, seed: int
) -> None:
    rng = random.Random(seed)
    club = make.make_club(rule="nekohouse-boo" if rule == "boo" else "kinyoukai")
    league = make.league_of(club)
    if rule == "cards":
        make.make_rules(league, penalty_table=CARDS)
    people = make.make_members(club, 6)
    kept, gone, *others = people
    for number in range(1, 13):
        one = rng.choice([kept, gone, others[3]])
        table = rng.sample([one, *others[:3]], 4)
        day = EVENING + timedelta(days=rng.choice([0, 0, 1, 20]))
        cards = (PenaltyEntry(seat=table.index(one), kind="yellow_card"),)
        points = POINTS[rng.choice("ABC")] if rule == "boo" else (41_400, 30_000, 23_800, 4_800)
        game = make.record(
            league,
            table,
            points,
            day=day,
            number=number,
            penalties=cards if rule == "cards" else (),
        )
        if rng.random() < 0.2:
            void_hanchan(hanchan=game, revision=1, reason="取り消し", actor=ADMIN)
    before, games = whole(club), games_of(kept) + games_of(gone)

    gone = merged(kept, gone)

    assert sound(club)
    assert games_of(kept) == games

    undo_merge(gone=gone, actor=ADMIN)

    assert sound(club)
    assert whole(club) == before


def _in_one_game(league: League, people: list[Member]) -> None:
    game = make.record(league, [*people[:3], people[4]])
    void_hanchan(hanchan=game, revision=1, reason="二重", actor=ADMIN)


def _in_two_teams(league: League, people: list[Member]) -> None:
    for name, member in (("緑龍", people[0]), ("紅龍", people[4])):
        team = Team.objects.create(league=league, name=name)
        TeamMembership.objects.create(team=team, member=member, joined_on=APRIL)


def _at_one_live_table(league: League, people: list[Member]) -> None:
    entry = make.make_entry(league, [*people[:3], people[4]])
    open_live(club=league.club, entry=entry, key=uuid.uuid4(), actor=ADMIN)


def _already(league: League, people: list[Member]) -> None:
    merged(people[1], people[4])


@pytest.mark.parametrize(
    ("arrange", "words"),
    [
        (_in_one_game, "同じ対局"),
        (_in_two_teams, "緑龍"),
        (_at_one_live_table, "記録中"),
        (_already, "すでに統合"),
    ],
    ids=["in one game, if only a voided one", "two teams", "one live table", "merged before"],
)
def test_what_shows_that_they_are_two_people_forbids_a_merge(
    league: League,
    people: list[Member],
    arrange: Callable[[League, list[Member]], None],
    words: str,
) -> None:
    arrange(league, people)
    before = whole(league.club)
    kept, gone = again(people[0]), again(people[4])

    assert words in merge_plan(kept, gone, ADMIN).problems[0]
    with pytest.raises(LeagueError, match=words):
        merge_members(kept=kept, gone=gone, actor=ADMIN)
    assert whole(league.club) == before


def test_nobody_is_merged_with_themselves(people: list[Member]) -> None:
    with pytest.raises(LeagueError):
        merge_members(kept=people[0], gone=people[0], actor=ADMIN)


def test_whoever_saw_another_state_looks_again(league: League, people: list[Member]) -> None:
    kept, gone = people[0], people[4]
    seen = merge_plan(again(kept), again(gone), ADMIN).mark
    make.record(league, [gone, *people[1:4]])

    with pytest.raises(LeagueError):
        merge_members(kept=again(kept), gone=again(gone), actor=ADMIN, seen=seen)

    seen = merge_plan(again(kept), again(gone), ADMIN).mark
    merge_members(kept=again(kept), gone=again(gone), actor=ADMIN, seen=seen)


@pytest.mark.parametrize(
    ("theirs", "mine", "left"),
    [
        ((APRIL, None), (date(2026, 6, 1), None), (APRIL, None)),
        ((date(2026, 6, 1), None), (APRIL, date(2026, 7, 1)), (APRIL, None)),
        (
            (date(2026, 6, 1), date(2026, 6, 30)),
            (APRIL, date(2026, 7, 1)),
            (APRIL, date(2026, 7, 1)),
        ),
    ],
    ids=["within", "begins before", "around"],
)
def test_the_same_team_on_the_same_days_is_one_membership_and_two_again(
    league: League,
    people: list[Member],
    theirs: tuple[date, date | None],
    mine: tuple[date, date | None],
    left: tuple[date, date | None],
) -> None:
    team = Team.objects.create(league=league, name="緑龍")
    for member, (first, last) in ((people[0], theirs), (people[4], mine)):
        TeamMembership.objects.create(team=team, member=member, joined_on=first, left_on=last)
    before = whole(league.club)

    gone = merged(people[0], people[4])

    row = TeamMembership.objects.for_club(league.club).get()
    assert (row.member, row.joined_on, row.left_on) == (people[0], *left)
    undo_merge(gone=gone, actor=ADMIN)
    assert whole(league.club) == before


def test_an_account_comes_along_with_its_role_and_goes_back(
    league: League, people: list[Member]
) -> None:
    gone = people[4]
    gone.user, gone.role = make.make_user("sato"), Member.Role.SCORER
    gone.save()
    assert merge_plan(again(people[0]), again(gone), ADMIN).login_moves

    gone = merged(people[0], gone)

    assert again(people[0]).user == User.objects.get(username="sato")
    assert again(people[0]).role == Member.Role.SCORER
    set_role(member=again(people[0]), role=Member.Role.ORGANIZER, actor=ADMIN)
    undo_merge(gone=gone, actor=ADMIN)
    assert (again(people[0]).user, again(people[0]).role) == (None, Member.Role.MEMBER)
    assert again(gone).role == Member.Role.ORGANIZER


def test_of_two_accounts_the_other_opens_the_club_no_more(people: list[Member]) -> None:
    for member, name in ((people[0], "sato"), (people[4], "sato2")):
        member.user = make.make_user(name)
        member.save()
    browser = make.logged_in(User.objects.get(username="sato2"))
    page = f"/c/{people[0].club.slug}/members/"
    assert browser.get(page).status_code == 200

    gone = merged(people[0], people[4])

    assert browser.get(page).status_code != 200
    undo_merge(gone=gone, actor=ADMIN)
    assert browser.get(page).status_code == 200


def test_an_organizer_ends_no_owners_account_by_a_merge(club: Club, people: list[Member]) -> None:
    owner = club.members.get(role="owner")
    people[0].user = make.make_user("sato")
    people[0].save()

    with pytest.raises(LeagueError):
        merge_members(kept=again(people[0]), gone=owner, actor=ORGANIZER)


def test_games_entered_after_a_merge_stay_with_whoever_was_kept(
    league: League, people: list[Member]
) -> None:
    kept, *three, gone = people
    make.record(league, [gone, *three])
    gone = merged(kept, gone)
    make.record(league, [kept, *three])
    with pytest.raises(EntryError):
        make.record(league, [gone, *three])

    undo_merge(gone=gone, actor=ADMIN)

    assert (games_of(kept), games_of(gone)) == (1, 1)
    assert sound(league.club)
    evening = Session.objects.for_club(league.club).get()
    assert {kept.pk, gone.pk} <= set(evening.attendants.values_list("pk", flat=True))


def test_a_game_corrected_after_a_merge_goes_back_with_its_correction(
    league: League, people: list[Member]
) -> None:
    kept, *three, gone = people
    game = make.record(league, [gone, *three])
    gone = merged(kept, gone)
    again_ = Hanchan.objects.for_club(league.club).select_related("club", "league").get(pk=game.pk)
    right = make.make_entry(league, [three[0], kept, *three[1:]], number=game.number)
    edit_hanchan(hanchan=again_, entry=right, revision=1, reason="席順", actor=ADMIN)

    undo_merge(gone=gone, actor=ADMIN)

    stored = Hanchan.objects.for_club(league.club).get(pk=game.pk)
    assert entry_of(stored).seats[1].member_id == gone.pk
    assert sound(league.club)


def test_names_typed_after_a_merge_stay(people: list[Member]) -> None:
    kept, gone = people[0], merged(people[0], people[4])
    names = [*again(kept).aliases, "ケンちゃん"]
    change_member(member=again(kept), values={"aliases": names, "kana": "さとう"}, actor=ADMIN)

    undo_merge(gone=gone, actor=ADMIN)

    assert again(kept).aliases == ["ケンちゃん"]


def test_whoever_was_merged_into_somebody_comes_back_after_them(people: list[Member]) -> None:
    first = merged(people[0], people[4])
    second = merged(people[1], people[0])

    assert undo_problems(first)
    with pytest.raises(LeagueError):
        undo_merge(gone=first, actor=ADMIN)
    undo_merge(gone=second, actor=ADMIN)
    undo_merge(gone=again(first), actor=ADMIN)
    assert not Member.objects.for_club(people[0].club_id).exclude(merged_into=None).exists()


def test_an_account_that_was_given_to_another_since_forbids_the_undo(people: list[Member]) -> None:
    people[4].user = make.make_user("sato")
    people[4].save()
    gone = merged(people[0], people[4])
    Member.objects.for_club(gone.club_id).filter(pk=people[0].pk).update(user=None)

    with pytest.raises(LeagueError):
        undo_merge(gone=gone, actor=ADMIN)


def test_team_days_that_were_changed_since_forbid_the_undo(
    league: League, people: list[Member]
) -> None:
    team = Team.objects.create(league=league, name="緑龍")
    for member, first in ((people[0], date(2026, 6, 1)), (people[4], APRIL)):
        TeamMembership.objects.create(team=team, member=member, joined_on=first)
    gone = merged(people[0], people[4])
    TeamMembership.objects.for_club(league.club).update(left_on=EVENING)

    with pytest.raises(LeagueError, match="緑龍"):
        undo_merge(gone=gone, actor=ADMIN)


def test_a_closed_month_stays_as_it_was(league: League, people: list[Member]) -> None:
    kept, *three, gone = people
    day = date(2026, 3, 20)
    make.record(league, [gone, *three], day=day)
    close = close_month(league=league, month=date(2026, 3, 1), actor=ADMIN)
    rows = close.rows
    assert merge_plan(again(kept), again(gone), ADMIN).closed == (close,)

    merged(kept, gone)

    close.refresh_from_db()
    assert close.rows == rows


def test_who_left_and_came_back_as_somebody_new_is_there_again(people: list[Member]) -> None:
    change_member(member=again(people[0]), values={"left_on": APRIL}, actor=ADMIN)

    gone = merged(people[0], people[4])

    assert again(people[0]).left_on is None
    undo_merge(gone=gone, actor=ADMIN)
    assert again(people[0]).left_on == APRIL


def test_a_right_to_double_goes_with_the_person() -> None:
    club = make.make_club(rule="nekohouse-boo")
    league = make.league_of(club)
    kept, gone, *others = make.make_members(club, 5)
    make.record(league, [gone, *others], POINTS["A"])
    second = make.record(league, [kept, *others], POINTS["A"])
    was = second.settlement
    assert was is not None

    parted = merged(kept, gone)

    now = Hanchan.objects.for_club(club).get(pk=second.pk).settlement
    assert now is not None
    assert (was.dabu_ken, now.dabu_ken) == (None, 0)
    event = AuditEvent.objects.for_club(club).get(type="member.merged")
    assert event.after is not None
    assert event.after["also"] == [second.pk]
    undo_merge(gone=parted, actor=ADMIN)
    assert sound(club)


def test_somebody_new_may_not_bear_the_name_of_who_was_merged_away(people: list[Member]) -> None:
    merged(people[0], people[4])

    with pytest.raises(LeagueError):
        add_member(club=people[0].club, values={"display_name": "サトー"}, actor=ADMIN)


ORGANIZER = Actor(name="幹事", role=Role.ORGANIZER)


def with_login(member: Member, role: Member.Role) -> Member:
    member.user, member.role = make.make_user(f"login-{member.pk}"), role
    member.save()
    return again(member)


def test_an_organizer_does_not_bring_an_owner_back_by_a_merge(people: list[Member]) -> None:
    owner = with_login(people[0], Member.Role.OWNER)
    change_member(member=owner, values={"left_on": EVENING}, actor=ADMIN)

    with pytest.raises(LeagueError, match=r"account of an owner|代表のアカウント"):
        merge_members(kept=again(people[4]), gone=again(owner), actor=ORGANIZER)
    with pytest.raises(LeagueError, match=r"account of an owner|代表のアカウント"):
        change_member(member=again(owner), values={"left_on": None}, actor=ORGANIZER)

    change_member(member=again(owner), values={"left_on": None}, actor=ADMIN)
    assert again(owner).left_on is None


def test_an_organizer_does_not_give_an_owner_s_account_back_by_an_undo(
    people: list[Member],
) -> None:
    owner = with_login(people[0], Member.Role.OWNER)
    gone = merged(people[4], owner)

    with pytest.raises(LeagueError, match=r"account of an owner|代表のアカウント"):
        undo_merge(gone=gone, actor=ORGANIZER)

    assert again(gone).merged_into_id == people[4].pk
    undo_merge(gone=gone, actor=ADMIN)
    assert again(gone).user_id is not None


def test_who_has_left_since_a_merge_does_not_come_back_by_its_undo(people: list[Member]) -> None:
    gone = merged(people[0], with_login(people[4], Member.Role.MEMBER))
    change_member(member=again(people[0]), values={"left_on": EVENING}, actor=ADMIN)

    undo_merge(gone=gone, actor=ADMIN)

    assert again(gone).left_on == EVENING


def test_an_organizer_brings_no_owner_back_whose_account_ended_with_the_merge(
    people: list[Member],
) -> None:
    owner = with_login(people[0], Member.Role.OWNER)
    gone = merged(with_login(people[4], Member.Role.MEMBER), owner)

    with pytest.raises(LeagueError, match=r"account of an owner|代表のアカウント"):
        undo_merge(gone=gone, actor=ORGANIZER)

    assert again(gone).merged_into_id == people[4].pk
