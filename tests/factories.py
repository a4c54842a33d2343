"""Builders of small, readable clubs. Every name is invented."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from typing import Any

from django.test import Client

from league.clubs.invitations import _digest
from league.clubs.write import create_club
from league.core.access import PASS_COOKIE, pass_token
from league.core.audit import Actor, system
from league.core.days import day_turns
from league.core.permissions import Role
from league.games.entry import HanchanEntry, SeatEntry
from league.games.write import record_hanchan, void_hanchan
from league.imports.spreadsheets.files import tables_in
from league.imports.spreadsheets.grid import packed
from league.imports.spreadsheets.write import keep_import
from league.imports.tenhou.write import open_import as open_tenhou_import
from league.members.write import password_link
from league.models import (
    Adjustment,
    ApiToken,
    Club,
    Download,
    DownloadPart,
    EveningPass,
    FoundingLink,
    Hanchan,
    Invitation,
    Job,
    League,
    LiveSeat,
    LiveTable,
    Member,
    MonthClose,
    ReadingLink,
    RuleChange,
    Ruling,
    Season,
    Session,
    SheetImport,
    Stage,
    Team,
    TeamMembership,
    TenhouImport,
    User,
)
from league.rulebook.write import publish_version
from rules.models import Clause, RuleVersion, Section
from rules.parameters import override

NAMES = (
    *("佐藤 健一", "鈴木 翔", "高橋 恵", "田中 実", "伊藤 葵", "渡辺 剛", "山本 梢", "中村 学"),
    *("小林 楓", "加藤 進", "吉田 茜", "山田 豊", "佐々木 望", "山口 巧", "松本 渚", "井上 薫"),
)
EVENING = date(2026, 11, 20)
ADMIN = system("tests")


def make_user(name: str = "owner") -> User:
    """A login whose password is its name."""
    return User.objects.create_user(username=name, password=name)


def make_club(slug: str = "tonan", *, rule: str = "kinyoukai", owner: str = "owner") -> Club:
    """A club under a shipped rule set with one league ``main``."""
    user = User.objects.filter(username=owner).first() or make_user(owner)
    return create_club(
        slug=slug, name="東南会", owner=user, rule_key=rule, league_name="月例リーグ"
    )


def league_of(club: Club) -> League:
    """The club's first league."""
    return League.objects.for_club(club).select_related("rule_set__rule_set")[0]


def make_members(club: Club, count: int = 4) -> list[Member]:
    """So many invented members, joined on the day before the evening."""
    return [
        Member.objects.create(club=club, display_name=NAMES[i], joined_on=date(2026, 1, 1))
        for i in range(count)
    ]


def make_login(club: Club, name: str, role: Member.Role = Member.Role.MEMBER) -> Client:
    """A browser logged in as a new member with that role."""
    user = make_user(name)
    Member.objects.create(club=club, display_name=name, user=user, role=role)
    return logged_in(user)


def logged_in(user: User) -> Client:
    """A browser logged in as ``user``."""
    client = Client()
    client.force_login(user)
    return client


def make_entry(
    league: League,
    members: Sequence[Member],
    points: Sequence[int] = (41400, 30000, 23800, 4800),
    *,
    day: date = EVENING,
    **changes: Any,
) -> HanchanEntry:
    """A result as typed: members in seat order with their points."""
    seats = tuple(
        SeatEntry(member_id=member.pk, points=held)
        for member, held in zip(members, points, strict=True)
    )
    return HanchanEntry(league=league, day=day, seats=seats, **changes)


def record(
    league: League,
    members: Sequence[Member],
    points: Sequence[int] = (41400, 30000, 23800, 4800),
    *,
    actor: Actor = ADMIN,
    **changes: Any,
) -> Hanchan:
    """A stored game; without a number it is the next of its day at table 1."""
    day = changes.get("day", EVENING)
    if "number" not in changes:
        games = Hanchan.objects.for_club(league.club).filter(day=day, session__title="")
        last = games.order_by("number").last()
        changes["number"] = last.number + 1 if last else 1
    entry = make_entry(league, members, points, **changes)
    stored = record_hanchan(
        club=league.club, entry=entry, key=uuid.uuid4(), source=Hanchan.Source.FORM, actor=actor
    )
    return stored.hanchan


def make_draft(
    league: League, *, day: date | None = date(2027, 1, 1), **parameters: Any
) -> RuleVersion:
    """A draft of the league's rules: those of its newest version, with other parameters."""
    versions = league.rule_set.rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED)
    newest = versions.order_by("-effective_from")[0]
    return RuleVersion.objects.create(
        rule_set=newest.rule_set,
        effective_from=day,
        number=0,
        status=RuleVersion.Status.DRAFT,
        parameters=override(newest.value, parameters).model_dump(mode="json"),
        stated_by=newest.stated_by,
        based_on=newest,
    )


def make_rules(league: League, *, day: date = date(2026, 11, 1), **parameters: Any) -> RuleVersion:
    """A version in force from a day: that of the league's newest one, with other parameters."""
    newest = league.rule_set.rule_set.versions.order_by("-effective_from")[0]
    return publish_version(
        in_club=league.rule_set,
        day=day,
        parameters=override(newest.value, parameters),
        stated_by=newest.stated_by,
        clauses=[],
        changes_ja="",
        changes_en="",
        actor=ADMIN,
    )


def make_session(club: Club, day: date = EVENING, title: str = "") -> Session:
    """An evening."""
    return Session.objects.create(club=club, day=day, title=title)


def actor_of(member: Member) -> Actor:
    """A member acting under their own name."""
    return Actor(
        name=member.display_name, role=Role[member.role.upper()], user=member.user, member=member
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubWorld:
    """A club with one thing of every kind, and whoever may come to it."""

    club: Club
    league: League
    season: Season
    stage: Stage
    membership: TeamMembership
    adjustment: Adjustment
    session: Session
    evening_pass: EveningPass
    token: ApiToken  # the club's own
    invitation: Invitation  # open, of the second of the four
    wall_link: ReadingLink
    ranking_link: ReadingLink
    game: Hanchan
    voided: Hanchan
    live: LiveTable  # being played
    draft: RuleVersion
    change: RuleChange  # given up
    ruling: Ruling
    close: MonthClose
    download: Download  # ready, and nobody's own
    sheet_import: SheetImport  # of one game, which can be stored
    tenhou_import: TenhouImport  # of one game between people who are not on the list
    player: Member  # on the list, without a login
    users: dict[str, User]  # outsider, member, scorer, organizer, owner

    def kwargs(self) -> dict[str, Any]:
        """What addresses of this club's things are made of."""
        links = password_link(self.users["member"]).strip("/").split("/")
        return {
            "club_slug": self.club.slug,
            "league_slug": self.league.slug,
            "session_id": self.session.pk,
            "pass_id": self.evening_pass.pk,
            "token_id": self.token.pk,
            "invitation_id": self.invitation.pk,
            "secret": f"invitation-{self.club.slug}",
            "founding_secret": f"founding-{self.club.slug}",
            "link_id": self.wall_link.pk,
            "reading_secret": reading_secret(self.club, "wall"),
            "ranking_secret": reading_secret(self.club, "ranking"),
            "game_id": self.game.pk,
            "live_id": self.live.pk,
            "member_id": self.player.pk,
            "set_slug": self.league.rule_set.slug,
            "label": self.league.rule_set.rule_set.versions.all()[0].label,
            "draft_id": self.draft.pk,
            "heading_id": self.draft.sections.all()[0].pk,
            "clause_id": self.draft.clauses.all()[0].pk,
            "change_id": self.change.pk,
            "ruling_id": self.ruling.pk,
            "close_id": self.close.pk,
            "download_key": self.download.key,
            "sheet_import_id": self.sheet_import.pk,
            "tenhou_import_id": self.tenhou_import.pk,
            "season_id": self.season.pk,
            "stage_id": self.stage.pk,
            "team_id": self.membership.team_id,
            "membership_id": self.membership.pk,
            "adjustment_id": self.adjustment.pk,
            "shipped_key": "nekohouse-4a",
            "shipped_label": "2000-01-01",
            "token": pass_token(self.evening_pass),
            "uidb36": links[-2],
            "key": links[-1],
        }


def reading_secret(club: Club, shows: str) -> str:
    """The secret of the club's own reading link."""
    return f"{club.slug}-{shows}"


def make_link(club: Club, shows: str = "wall", **changes: Any) -> ReadingLink:
    """A reading link whose secret is known."""
    secret = reading_secret(club, shows)
    return ReadingLink.objects.create(
        club=club,
        name="店のテレビ",
        shows=shows,
        digest=sha256(secret.encode()).hexdigest(),
        **changes,
    )


def _download(club: Club) -> Download:
    headers = {"Content-Type": "text/csv", "Content-Disposition": "attachment"}
    download = Download.objects.create(
        club=club,
        kind="games",
        language="ja",
        state=Download.State.DONE,
        headers=headers,
        size=4,
    )
    DownloadPart.objects.create(download=download, number=0, data=b"1,2\n")
    return download


#: the fifth game of the evening as a sheet has it, and a game of a lobby
SHEET = """\
日付,卓,回戦,東家,点数,南家,点数,西家,点数,北家,点数
2026-11-20,1,5,佐藤 健一,35000,鈴木 翔,25000,高橋 恵,22000,田中 実,18000
"""
LOBBY_LINE = (
    "L1001 | 21:03 | 四般南喰赤－ | かわせみ(+52.0) やませみ(+6.0) ひよどり(-24.0) めじろ(-34.0)"
)


def _sheet_import(league: League) -> SheetImport:
    """An import as if its table had been read, without a process of its own."""
    read = packed(tables_in(SHEET.encode()))
    return keep_import(club=league.club, league=league, name="", read=read, actor=ADMIN)


def make_world(slug: str = "tonan", *, rule: str = "kinyoukai", league: str = "main") -> ClubWorld:
    """A club on its evening with a login of every role, named after club and role."""
    owner = make_user(f"{slug}-owner")
    club = create_club(
        slug=slug, name="東南会", owner=owner, rule_key=rule, league_name="月例リーグ"
    )
    League.objects.for_club(club).update(slug=league)
    users = {"owner": owner, "outsider": make_user(f"{slug}-outsider")}
    for role in (Member.Role.MEMBER, Member.Role.SCORER, Member.Role.ORGANIZER):
        users[role] = make_user(f"{slug}-{role}")
        Member.objects.create(club=club, display_name=str(role), user=users[role], role=role)
    people = make_members(club)
    competition = league_of(club)
    game, voided = record(competition, people), record(competition, people)
    void_hanchan(hanchan=voided, revision=1, reason="二重入力", actor=ADMIN)
    season = Season.objects.create(
        league=competition,
        name="後期",
        starts_on=EVENING - timedelta(days=90),
        ends_on=EVENING,
        has_teams=True,
    )
    FoundingLink.objects.create(
        digest=_digest(f"founding-{slug}"),
        expires_at=day_turns(club, EVENING) + timedelta(days=14),
    )
    Job.objects.create(
        club=club,
        kind=Job.Kind.VERIFY_STANDINGS,
        state=Job.State.DONE,
        result={"games": 1, "tallies": 8, "differences": 0, "told": []},
    )
    return ClubWorld(
        club=club,
        league=competition,
        season=season,
        stage=Stage.objects.create(
            season=season, position=1, name="予選", starts_on=EVENING, ends_on=EVENING
        ),
        membership=TeamMembership.objects.create(
            team=Team.objects.create(league=competition, name="東雲"),
            member=people[0],
            joined_on=EVENING,
        ),
        adjustment=Adjustment.objects.create(
            league=competition, member=people[0], day=EVENING, points=-1000, reason="遅刻"
        ),
        session=game.session,
        evening_pass=EveningPass.objects.create(
            session=game.session, expires_at=day_turns(club, EVENING)
        ),
        token=ApiToken.objects.create(
            club=club,
            name="集計",
            digest=f"{club.pk:064x}",
            expires_at=day_turns(club, EVENING) + timedelta(days=90),
        ),
        invitation=Invitation.objects.create(
            member=people[1],
            digest=_digest(f"invitation-{slug}"),
            expires_at=day_turns(club, EVENING) + timedelta(days=14),
        ),
        wall_link=make_link(club),
        ranking_link=make_link(club, "ranking"),
        game=game,
        voided=voided,
        live=_live_table(game, people),
        draft=_draft_with_text(competition),
        download=_download(club),
        sheet_import=_sheet_import(competition),
        tenhou_import=open_tenhou_import(
            club=club,
            files=[("", LOBBY_LINE.encode())],
            league=competition,
            day=EVENING,
            lobby="",
            actor=ADMIN,
        ),
        change=RuleChange.objects.create(
            club=club,
            rule_set=competition.rule_set,
            kind=RuleChange.Kind.WITHDRAW,
            state=RuleChange.State.GIVEN_UP,
            leaving=competition.rule_set.rule_set.versions.all()[0],
            reason="取り違え",
        ),
        ruling=Ruling.objects.create(
            club=club,
            rule_set=competition.rule_set,
            hanchan=game,
            day=game.day,
            clause="G-9",
            facts="発声の取り消し。",
            outcome="1,000点を供託して続行。",
        ),
        close=MonthClose.objects.create(
            league=competition, month=date(2026, 10, 1), rows=[], games=0, closed_by_name="幹事"
        ),
        player=people[0],
        users=users,
    )


def _draft_with_text(league: League) -> RuleVersion:
    """A draft with a heading, and a clause under it."""
    draft = make_draft(league)
    title = {"title_ja": "運営", "title_en": "Running the club"}
    text = {"text_ja": "幹事が決める。", "text_en": "The organizers decide."}
    Section.objects.create(version=draft, position=0, code="M", **title)
    Clause.objects.create(version=draft, position=0, code="M-1", section="M", **title, **text)
    return draft


def _live_table(game: Hanchan, people: Sequence[Member]) -> LiveTable:
    """A table of the game's evening, kept live, its first hand played."""
    live = LiveTable.objects.create(
        club=game.club,
        session=game.session,
        league=game.league,
        table=9,
        number=1,
        key=uuid.uuid4(),
        hands=[{"result": "draw", "tenpai": []}],
    )
    LiveSeat.objects.bulk_create(
        LiveSeat(live=live, seat=seat, member=member) for seat, member in enumerate(people)
    )
    return live


def pass_holder(evening_pass: EveningPass) -> Client:
    """A browser that opened the link of an evening pass."""
    client = Client()
    client.cookies[PASS_COOKIE] = pass_token(evening_pass)
    return client
