"""Makes the demo club whole: founded, a year of evenings played in it, and tonight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from random import Random
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.demo.boo import (
    BOO_PEOPLE,
    BOO_SET,
    ZUNG_JUNG_PEOPLE,
    ZUNG_JUNG_SET,
    boo_evening,
    zung_jung_evening,
)
from league.demo.calendar import ARCHIVE_DAYS, RULED_ON, fridays, wednesdays
from league.demo.competition import hold_competition
from league.demo.evenings import play_evening, who_comes
from league.demo.founding import SLUG, House, found, league_of
from league.demo.people import LOGINS
from league.demo.rulings import record_rulings
from league.errors import LeagueError
from league.models import Club, Session
from league.services.bulk import FinishedGame, store_games
from league.services.hanchan import edit_hanchan, void_hanchan
from league.services.sessions import open_session, set_attendance

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
    """Make the demo club as it stands on the club day ``today``; the same seed gives the same club.

    Raises:
        LeagueError: there is a demo club, or one of its logins' names is taken.
    """
    if Club.objects.filter(slug=SLUG).exists():
        raise LeagueError(_("There is a demo club already."))
    names = [login.username for login in LOGINS]
    if User.objects.filter(username__in=names).exists():
        raise LeagueError(
            _("The names of the demo logins are taken: %(names)s.") % {"names": ", ".join(names)}
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
    """Two Wednesdays of Boo and two of Zung Jung, each in a league of its own."""
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
    """Store all games; some were typed wrong first and corrected, some are voided."""
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
    """The same game with a stick of 1,000 counted for the wrong player."""
    first, second, *others = game.entry.seats
    assert first.points is not None
    assert second.points is not None
    first, second = (
        replace(first, points=first.points - 1000),
        replace(second, points=second.points + 1000),
    )
    return replace(game, entry=replace(game.entry, seats=(first, second, *others)))
