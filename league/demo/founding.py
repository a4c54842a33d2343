"""The demo club before its first evening: calendar, people, logins, rules, leagues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final

from league.clubs.write import create_club, create_league, update_club, update_league
from league.competitions.seasons import open_season
from league.core.audit import Actor, system
from league.core.people import add_member
from league.core.permissions import Role
from league.demo.evenings import Contest, Players
from league.members.write import change_member
from league.models import Club, ClubRuleSet, League, Member, User
from league.rulebook.write import adopt_rule_set, publish_version
from rules.models import RuleVersion
from rules.parameters import RiichiParameters, override
from rules.presets import load

MAIN_SET: Final = "kinyoukai"
THREE_PLAYER_SET: Final = "nekohouse-3a"

_UMA: Final = (20_000, 10_000, -10_000, -20_000)
_CLAUSE: Final = "A-3"
_TEXT_JA: Final = (
    "25,000点持ち30,000点返し。千点未満は五捨六入。"
    "ウマは1位+20、2位+10、3位-10、4位-20。オカはトップの取り分とする(推定)。"
)
_TEXT_EN: Final = (
    "Start with 25,000, return 30,000. Round to thousands, 500 down and 600 up. "
    "Uma +20, +10, -10, -20 by place. The oka goes to the top (assumed)."
)


def publish_bigger_uma(in_club: ClubRuleSet, day: date, actor: Actor) -> RuleVersion:
    """Publish the demo's own version from ``day``: uma 5-10 becomes 10-20."""
    before = load(MAIN_SET).versions[-1]
    clauses = (
        replace(clause, text_ja=_TEXT_JA, text_en=_TEXT_EN, changed=True)
        if clause.code == _CLAUSE
        else replace(clause, changed=False)
        for clause in before.clauses
    )
    return publish_version(
        in_club=in_club,
        day=day,
        parameters=override(before.parameters, {"uma": _UMA}),
        stated_by=before.stated_by,
        sections=before.sections,
        clauses=clauses,
        changes_ja="A-3: ウマを5-10から10-20に改める(デモのための架空の改定)。",
        changes_en="A-3: uma 5-10 becomes 10-20 (invented for this demo).",
        actor=actor,
    )


_WEDNESDAY: Final = 2
_FRIDAY: Final = 4
EVENINGS: Final = 52

#: evenings of the archive, around the day on which kinyoukai's second version came into force
ARCHIVE_DAYS: Final = (date(2015, 4, 3), date(2015, 4, 4), date(2015, 4, 10))
#: the one of them with rulings
RULED_ON: Final = date(2015, 4, 4)


def fridays(today: date) -> list[date]:
    """Return the last 52 Fridays before ``today``, oldest first."""
    yesterday = today - timedelta(days=1)
    last = yesterday - timedelta(days=(yesterday.weekday() - _FRIDAY) % 7)
    return [last - timedelta(weeks=back) for back in reversed(range(EVENINGS))]


def wednesdays(today: date, count: int) -> list[date]:
    """Return the last ``count`` Wednesdays before ``today``, oldest first."""
    yesterday = today - timedelta(days=1)
    last = yesterday - timedelta(days=(yesterday.weekday() - _WEDNESDAY) % 7)
    return [last - timedelta(weeks=back) for back in reversed(range(count))]


def month_before(day: date, back: int) -> date:
    """Return the first day of the month ``back`` months before that of ``day``."""
    months = day.year * 12 + day.month - 1 - back
    return date(months // 12, months % 12 + 1, 1)


def change_day(today: date) -> date:
    """Return the day the demo's own version comes into force: a 15th, four months back.

    It is in this season, and its month has at least two Fridays on either side.
    """
    return month_before(today, 4).replace(day=15)


def seasons(today: date) -> tuple[tuple[date, date], tuple[date, date]]:
    """Return this and the previous half-year season; the present one ends with this month."""
    this, last = month_before(today, 5), month_before(today, 11)
    one_day = timedelta(days=1)
    return (this, month_before(today, -1) - one_day), (last, this - one_day)


@dataclass(frozen=True, slots=True)
class Person:
    full_name: str
    kana: str
    romaji: str
    skill: int
    display_name: str = ""  # empty: the family name
    aliases: tuple[str, ...] = ()
    tenhou_names: tuple[str, ...] = ()

    def values(self) -> dict[str, Any]:
        return {
            "display_name": self.display_name or self.full_name.split()[0],
            "full_name": self.full_name,
            "kana": self.kana,
            "romaji": self.romaji,
            "aliases": list(self.aliases),
            "tenhou_names": list(self.tenhou_names),
        }


@dataclass(frozen=True, slots=True)
class Login:
    """A login of the demo club. Its password is no secret: it is printed and documented."""

    username: str
    password: str
    role: Member.Role
    person: int  # place in PEOPLE


PEOPLE: Final = (
    Person(
        "桐山 修平", "きりやま しゅうへい", "Kiriyama Shuhei", 112, tenhou_names=("きりきり舞",)
    ),
    Person("小野寺 千夏", "おのでら ちなつ", "Onodera Chinatsu", 106, aliases=("ちなっちゃん",)),
    Person("三宅 大輔", "みやけ だいすけ", "Miyake Daisuke", 97),
    Person("早川 文子", "はやかわ ふみこ", "Hayakawa Fumiko", 103),
    Person("大野 雄一郎", "おおの ゆういちろう", "Ohno Yuichiro", 121, tenhou_names=("oono_u16",)),
    Person("柴田 恵", "しばた めぐみ", "Shibata Megumi", 95, "めぐさん"),
    Person("岩崎 隆", "いわさき たかし", "Iwasaki Takashi", 88),
    Person("森下 沙織", "もりした さおり", "Morishita Saori", 109, tenhou_names=("さおりんご",)),
    Person("髙橋 正人", "たかはし まさと", "Takahashi Masato", 99, "髙橋(正)"),
    Person("髙橋 由美", "たかはし ゆみ", "Takahashi Yumi", 104, "髙橋(由)"),
    Person("永井 誠", "ながい まこと", "Nagai Makoto", 92, aliases=("マコっさん",)),
    Person("藤本 和也", "ふじもと かずや", "Fujimoto Kazuya", 116),
    Person("西村 優", "にしむら ゆう", "Nishimura Yu", 98),
    Person("上原 久美子", "うえはら くみこ", "Uehara Kumiko", 90),
    Person("平野 武", "ひらの たけし", "Hirano Takeshi", 101, tenhou_names=("平野流",)),
    Person("坂口 遥", "さかぐち はるか", "Sakaguchi Haruka", 107),
    Person("野田 光男", "のだ みつお", "Noda Mitsuo", 84, "みっちゃん"),
    Person("渡邉 翼", "わたなべ つばさ", "Watanabe Tsubasa", 102),
    Person("宮本 静香", "みやもと しずか", "Miyamoto Shizuka", 96),
    Person("石川 俊", "いしかわ しゅん", "Ishikawa Shun", 111, tenhou_names=("石の上にも",)),
    Person("長谷川 純", "はせがわ じゅん", "Hasegawa Jun", 94),
    Person("村上 和子", "むらかみ かずこ", "Murakami Kazuko", 100),
    Person("木村 圭", "きむら けい", "Kimura Kei", 93, aliases=("キムケイ",)),
    Person("今井 達郎", "いまい たつろう", "Imai Tatsuro", 105),
)

GUESTS: Final = (
    Person("", "", "", 92, "ゲスト・秋元"),
    Person("", "", "", 100, "ゲスト・ベルナール"),
    Person("", "", "", 86, "ゲスト・須藤"),
)

LOGINS: Final = (
    Login("owner", "demo-owner", Member.Role.OWNER, 0),
    Login("organizer", "demo-organizer", Member.Role.ORGANIZER, 1),
    Login("scorer", "demo-scorer", Member.Role.SCORER, 2),
    Login("member", "demo-member", Member.Role.MEMBER, 3),
)


SLUG: Final = "demo"
_JOINED: Final = date(2015, 4, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    club: Club
    actor: Actor
    organizer: Actor
    scorer: Actor
    players: Players
    main: Contest
    three: Contest
    archive: Contest


def found(today: date) -> House:
    users = [_user(at) for at in range(len(LOGINS))]
    club = create_club(
        slug=SLUG,
        name="雀帳デモクラブ",
        owner=users[0],
        rule_key=MAIN_SET,
        league_name="金曜リーグ",
        is_demo=True,
    )
    actor = system("load_demo")
    update_club(club=club, values={"visibility": Club.Visibility.PUBLIC}, actor=actor)
    members = _add_people(club, users, actor)
    people = [*PEOPLE, *GUESTS]
    in_club = (
        ClubRuleSet.objects.for_club(club).select_related("club", "rule_set").get(slug=MAIN_SET)
    )
    publish_bigger_uma(in_club, change_day(today), actor)
    return House(
        club=club,
        actor=actor,
        organizer=_acting(members[1], Role.ORGANIZER),
        scorer=_acting(members[2], Role.SCORER),
        players=Players(
            members=members[: len(PEOPLE)],
            guests=members[len(PEOPLE) :],
            skill={m.pk: person.skill for m, person in zip(members, people, strict=True)},
        ),
        main=_main_league(club, today, actor),
        three=_three_player_league(club, today, actor),
        archive=_archive_league(club, in_club, actor),
    )


def _acting(member: Member, role: Role) -> Actor:
    return Actor(name=member.display_name, role=role, user=member.user, member=member)


def _user(at: int) -> User:
    login = LOGINS[at]
    name = PEOPLE[login.person].full_name
    return User.objects.create_user(
        username=login.username, password=login.password, first_name=name
    )


def _add_people(club: Club, users: Sequence[User], actor: Actor) -> list[Member]:
    founder = Member.objects.for_club(club).select_related("club").get(user=users[0])
    values = {**PEOPLE[0].values(), "joined_on": _JOINED}
    members = [change_member(member=founder, values=values, actor=actor)]
    for person in PEOPLE[1:]:
        values = {**person.values(), "joined_on": _JOINED}
        members.append(add_member(club=club, values=values, actor=actor))
    for guest in GUESTS:
        given: dict[str, Any] = {"display_name": guest.display_name, "is_guest": True}
        members.append(add_member(club=club, values=given, actor=actor))
    for login, user in list(zip(LOGINS, users, strict=True))[1:]:
        member = members[login.person]
        member.user, member.role = user, login.role
        member.save(update_fields=["user", "role", "search"])
    return members


def _main_league(club: Club, today: date, actor: Actor) -> Contest:
    league = (
        League.objects.for_club(club).select_related("club", "rule_set__rule_set").get(slug="main")
    )
    update_league(league=league, values={"minimum_games": 6}, actor=actor)
    for first, last in reversed(seasons(today)):
        open_season(
            league=league,
            name=f"{first.year}年{first.month}月〜{last.year}年{last.month}月",
            starts_on=first,
            ends_on=last,
            minimum_games=30,
            actor=actor,
        )
    return Contest(league=league, rule=_rule(MAIN_SET), keeps_hands_from=month_before(today, 1))


def _three_player_league(club: Club, today: date, actor: Actor) -> Contest:
    in_club = adopt_rule_set(club=club, key=THREE_PLAYER_SET, actor=actor)
    league = create_league(
        club=club, rule_set=in_club, slug="sanma", name="三人打ちリーグ", actor=actor, position=1
    )
    return Contest(
        league=league, rule=_rule(THREE_PLAYER_SET), keeps_hands_from=month_before(today, 1)
    )


def _archive_league(club: Club, in_club: ClubRuleSet, actor: Actor) -> Contest:
    league = create_league(
        club=club,
        rule_set=in_club,
        slug="archive-2015",
        name="2015年の記録",
        actor=actor,
        position=2,
    )
    update_league(league=league, values={"is_active": False}, actor=actor)
    return Contest(league=league, rule=_rule(MAIN_SET))


def league_of(club: Club, key: str, *, slug: str, name: str, position: int, actor: Actor) -> League:
    in_club = adopt_rule_set(club=club, key=key, actor=actor)
    return create_league(
        club=club, rule_set=in_club, slug=slug, name=name, actor=actor, position=position
    )


def _rule(key: str) -> RiichiParameters:
    parameters = load(key).versions[-1].parameters
    assert isinstance(parameters, RiichiParameters)
    return parameters
