"""Loads the demo club: a year of evenings, a competition, rulings, and tonight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from league.competitions.seasons import add_stage, open_season
from league.core.audit import Actor
from league.core.errors import LeagueError
from league.demo.evenings import (
    BOO_PEOPLE,
    BOO_SET,
    ZUNG_JUNG_PEOPLE,
    ZUNG_JUNG_SET,
    boo_evening,
    play_evening,
    who_comes,
    zung_jung_evening,
)
from league.demo.founding import (
    ARCHIVE_DAYS,
    LOGINS,
    RULED_ON,
    SLUG,
    House,
    found,
    fridays,
    league_of,
    month_before,
    seasons,
    wednesdays,
)
from league.games.evening import open_session, set_attendance
from league.games.store import FinishedGame, store_games
from league.games.write import edit_hanchan, void_hanchan
from league.members.teams import create_team, join_team
from league.models import (
    Club,
    ClubRuleSet,
    League,
    Member,
    Ruling,
    Season,
    Seat,
    Session,
    Stage,
    User,
)
from league.rankings.write import give_adjustment
from league.rulings.write import Case, Decision, correct_ruling, record_ruling

_EMPTY_PON: Final = Decision(
    clause="G-10",
    facts=(
        "2卓の南2局。柴田さんが「ポン」と声を出したが、同じ牌は1枚しかなかった。"
        "打牌の前に自分で気づき、すぐに取り消した。手牌は見せていない。(デモのための架空の記録)"
    ),
    outcome="空ポンをそのほかの錯誤とみて、柴田さんはこの局の和了放棄とした。",
)
_EMPTY_PON_PUT_RIGHT: Final = Decision(
    clause="G-9",
    facts=_EMPTY_PON.facts,
    outcome=(
        "先の裁定を改める。打牌が済む前の取り消しなので、1,000点を供託してそのまま続けるのが"
        "正しかった。和了放棄は重すぎた。裁定した小野寺から柴田さんと同卓のみなさんにお詫びします。"
    ),
)
_RIICHI_TAKEN_BACK: Final = Decision(
    clause="G-2",
    facts=(
        "1卓の東4局。永井さんがリーチと声を出して牌を切り、下家がツモる前に「やっぱりやめる」と"
        "言った。流局して手を開けると、テンパイしていなかった。(デモのための架空の記録)"
    ),
    outcome=(
        "切ったあとのリーチは取り消せず、リーチのまま。流局時に見つかったノーテンリーチなので、"
        "チョンボとした。"
    ),
)


def record_rulings(*, in_club: ClubRuleSet, session: Session, actor: Actor) -> list[Ruling]:
    case = Case(rule_set=in_club, day=session.day, session=session)
    club = in_club.club
    pon = record_ruling(club=club, case=case, decision=_EMPTY_PON, actor=actor)
    riichi = record_ruling(club=club, case=case, decision=_RIICHI_TAKEN_BACK, actor=actor)
    put_right = correct_ruling(ruling=pon, decision=_EMPTY_PON_PUT_RIGHT, actor=actor)
    return [pon, riichi, put_right]


_TEAMS: Final = ("東風クラブ", "南町雀友会", "西浜サンマーズ", "北山荘")
#: which of the members goes from the second team to the third when the final begins
_CHANGES: Final = 5
_ADJUSTMENTS: Final = (
    (-20_000, "三味線行為(二度目の注意)。(デモのための架空の記録)"),
    (5_000, "会場設営を一人で引き受けてくれたお礼。(デモのための架空の記録)"),
)


def hold_competition(
    *, league: League, members: Sequence[Member], today: date, actor: Actor
) -> Season:
    """Hold this season's competition in ``league``: half is carried into the final."""
    first, last = seasons(today)[0]
    final = month_before(today, 1)
    season = open_season(
        league=league,
        name=f"三麻チーム杯{first.year}",
        starts_on=first,
        ends_on=last,
        minimum_games=3,
        has_teams=True,
        actor=actor,
    )
    add_stage(
        season=season,
        name="予選",
        starts_on=first,
        ends_on=final - timedelta(days=1),
        worst_dropped=1,
        actor=actor,
    )
    add_stage(
        season=season,
        name="決勝",
        starts_on=final,
        ends_on=last,
        carry=Stage.Carry.HALF,
        actor=actor,
    )
    _make_teams(league, members, first, final, actor)
    _adjust(league, first, final, actor)
    return season


def _make_teams(
    league: League, members: Sequence[Member], first: date, final: date, actor: Actor
) -> None:
    teams = [create_team(league=league, name=name, actor=actor) for name in _TEAMS]
    for at, member in enumerate(members):
        join_team(team=teams[at % len(teams)], member=member, joined_on=first, actor=actor)
    join_team(
        team=teams[2],
        member=members[_CHANGES],
        joined_on=final,
        leaves_other=True,
        actor=actor,
    )


def _adjust(league: League, first: date, final: date, actor: Actor) -> None:
    """Adjust each of the first two players in the first round, on the day that they played."""
    seats = Seat.objects.for_club(league.club_id).filter(
        hanchan__league=league,
        hanchan__voided_at=None,
        hanchan__day__range=(first, final - timedelta(days=1)),
    )
    ordered = seats.order_by("hanchan__day", "hanchan__table", "hanchan__number", "seat")
    for seat, (points, reason) in zip(
        ordered.select_related("member", "hanchan"), _ADJUSTMENTS, strict=False
    ):
        give_adjustment(
            league=league,
            member=seat.member,
            day=seat.hanchan.day,
            points=points,
            reason=reason,
            actor=actor,
        )


SEED: Final = 20_150_410
_PLACE: Final = "中央公民館 和室"
_ARCHIVE_NOTE: Final = "2015年版ルールの二つの版をまたぐ三夜(架空の記録)。"
_WRONG: Final = (  # which game from the end was typed wrong first, and why it was corrected
    (9, "東家と南家の点棒を取り違えて入力していた"),
    (57, "1,000点棒の数え間違い"),
    (140, "写真と照合して訂正"),
)
_VOIDED: Final = ((23, "同じ対局の二重入力"), (98, "途中で中断したため無効とした"))


@transaction.atomic
def load_demo(*, today: date, seed: int = SEED) -> Club:
    """Create the demo club as of the club day ``today``; the same seed gives the same club.

    Raises:
        LeagueError: there is a demo club, or one of its logins' names is taken.
    """
    if Club.objects.filter(slug=SLUG).exists():
        raise LeagueError(_("There is a demo club already."))
    names = [login.username for login in LOGINS]
    if User.objects.filter(username__in=names).exists():
        raise LeagueError(
            _("These login names of the demo accounts are already taken: %(names)s.")
            % {"names": ", ".join(names)}
        )
    rng = Random(seed)
    house = found(today)
    games: list[FinishedGame] = []
    archive = _open_sessions(house, ARCHIVE_DAYS, note=_ARCHIVE_NOTE)
    for session in archive:
        here = rng.sample(list(house.players.members), 8)
        games += play_evening(rng, session, here, house.players, house.archive, house.three)
    for session in _open_sessions(house, fridays(today)):
        here = who_comes(rng, house.players)
        games += play_evening(rng, session, here, house.players, house.main, house.three)
    # with chance of their own: how long the games above were is another every day
    games = [*_other_games(Random(seed), house, today), *games]
    _store(house, games)
    record_rulings(
        in_club=house.archive.league.rule_set,
        session=archive[ARCHIVE_DAYS.index(RULED_ON)],
        actor=house.organizer,
    )
    hold_competition(
        league=house.three.league,
        members=house.players.members,
        today=today,
        actor=house.organizer,
    )
    tonight = open_session(club=house.club, day=today, actor=house.actor, place=_PLACE)
    here = [one for one in who_comes(rng, house.players) if not one.is_guest]
    set_attendance(session=tonight, members=here, actor=house.scorer)
    return house.club


def _other_games(rng: Random, house: House, today: date) -> list[FinishedGame]:
    club, members = house.club, list(house.players.members)
    boo = league_of(club, BOO_SET, slug="boo", name="ブー麻雀リーグ", position=3, actor=house.actor)
    zung_jung = league_of(
        club, ZUNG_JUNG_SET, slug="zung-jung", name="中庸麻雀の会", position=4, actor=house.actor
    )
    days = wednesdays(today, 4)
    sessions = _open_sessions(house, days)
    here = rng.sample(members, BOO_PEOPLE)
    four = rng.sample(members, ZUNG_JUNG_PEOPLE)
    games = []
    for which in (0, 1):
        games += zung_jung_evening(rng, sessions[2 * which], zung_jung, four, which)
        games += boo_evening(rng, sessions[2 * which + 1], boo, here, which)
    return games


def _open_sessions(house: House, days: Sequence[date], note: str = "") -> list[Session]:
    return [
        open_session(club=house.club, day=day, actor=house.actor, place=_PLACE, note=note)
        for day in days
    ]


def _store(house: House, games: list[FinishedGame]) -> None:
    """Store all games; some are entered wrong first and corrected, some are voided."""
    right = {len(games) - back: reason for back, reason in _WRONG}
    typed = [_mistyped(game) if at in right else game for at, game in enumerate(games)]
    stored = store_games(club=house.club, games=typed, actor=house.scorer)
    for at, reason in right.items():
        edit_hanchan(
            hanchan=stored[at], entry=games[at].entry, revision=1, reason=reason, actor=house.scorer
        )
    for back, reason in _VOIDED:
        game = stored[len(games) - back]
        void_hanchan(hanchan=game, revision=1, reason=reason, actor=house.scorer)


def _mistyped(game: FinishedGame) -> FinishedGame:
    """Return the game with a stick of 1,000 counted for the wrong player."""
    first, second, *others = game.entry.seats
    assert first.points is not None
    assert second.points is not None
    first, second = (
        replace(first, points=first.points - 1000),
        replace(second, points=second.points + 1000),
    )
    return replace(game, entry=replace(game.entry, seats=(first, second, *others)))
