"""The games, leagues, seasons and teams of an archive, out and in again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from uuid import UUID

from league.archive.file import Plain, at, checked, fields_in, limited, plain, stored
from league.archive.rules import ArchivedRules
from league.games.entry import (
    HanchanEntry,
    KyokuEntry,
    PenaltyEntry,
    SeatEntry,
    YakumanEntry,
    kyoku_again,
    kyoku_entry,
)
from league.games.store import FinishedGame
from league.games.tallies import with_scores
from league.models import (
    Adjustment,
    Club,
    Hanchan,
    Kyoku,
    League,
    Member,
    MonthClose,
    Penalty,
    Prize,
    Season,
    Seat,
    Session,
    Stage,
    Team,
    TeamMembership,
    Yakuman,
)
from league.rulebook.versions import RuleLine

GAME = (
    *("table", "number", "sticks", "ended_by_time", "remark"),
    *("source", "revision", "voided_at", "void_reason"),
)
RARE = ("scores_are_given", "points_are_known", "outside_id", "options")
SEAT = ("points", "chips", "is_yakitori", "busted_by")
RARE_SEAT = ("given_score", "is_substitute")
PENALTY = ("seat", "kind", "count", "reason")
#: written and read where they say something
RARE_PENALTY = ("amount", "held")

#: games that are read together
_TOGETHER = 250


def games_of(club: Club) -> Iterator[Hanchan]:
    """Yield every game, voided ones too, in a stable order.

    Six queries for each 250 games, which are in memory at a time.
    """
    games = with_scores(Hanchan.objects.for_club(club).select_related("league"))
    details = ("seats", "penalties", "yakuman", "kyoku")
    ordered = games.prefetch_related(*details).order_by("day", "pk")
    for game in ordered.iterator(chunk_size=_TOGETHER):
        yield game
        # a game and its rows hold each other: let go, or they wait for the garbage collector
        game._prefetched_objects_cache.clear()  # type: ignore[attr-defined]
        game.counted = []


def dump_game(
    game: Hanchan, line: RuleLine, person: Mapping[int, int], evening: Mapping[int, int]
) -> Plain:
    counted = game.settlement
    assert counted is not None  # every stored game is settled
    version = line.on(game.day) or counted.version
    return {
        "key": str(game.key),
        "league": game.league.slug,
        "session": evening[game.session_id],
        **plain(game, (*GAME, "entered_at")),
        **_rare(game),
        "seats": [
            {
                "member": person[seat.member_id],
                **plain(seat, SEAT),
                **({} if seat.given_score is None else {"given_score": seat.given_score}),
                **({"is_substitute": True} if seat.is_substitute else {}),
            }
            for seat in game.seats.all()
        ],
        "penalties": [
            {**plain(one, PENALTY), **_rare_of_penalty(one)} for one in game.penalties.all()
        ],
        "yakuman": [_dump_yakuman(one) for one in game.yakuman.all()],
        "counted": {
            "version": version.label,
            "places": list(counted.places),
            "scores": list(counted.scores),
        },
    }


def _rare(game: Hanchan) -> Plain:
    """Dump what only some games have and earlier releases did not know."""
    found: Plain = {}
    if game.scores_are_given:
        found["scores_are_given"] = True
    if not game.points_are_known:
        found["points_are_known"] = False
    if game.outside_id:
        found["outside_id"] = game.outside_id
    if game.options:
        found["options"] = game.options
    hands = [_dump_kyoku(row) for row in game.kyoku.all()]
    return {**found, "kyoku": hands} if hands else found


def _dump_kyoku(row: Kyoku) -> Plain:
    values = asdict(kyoku_entry(row))
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in values.items()
    }


def _dump_yakuman(won: Yakuman) -> Plain:
    """Dump a yakuman; as in earlier releases, only an existing responsible seat is named."""
    pao = {} if won.pao is None else {"pao": won.pao}
    return {**plain(won, ("seat", "name", "discarder")), **pao}


def load_game(
    values: Plain,
    members: Sequence[Member],
    leagues: Mapping[str, League],
    sessions: Sequence[Session],
) -> FinishedGame:
    session = at(sessions, values["session"])
    row = _row(values, session)
    entry = HanchanEntry(
        league=leagues[values["league"]],
        day=session.day,
        session=session,
        seats=tuple(_seat(seat, members) for seat in values["seats"]),
        penalties=tuple(_penalty(one) for one in limited("penalties", values["penalties"])),
        yakuman=tuple(_yakuman(one, session.day) for one in limited("yakuman", values["yakuman"])),
        kyoku=_hands(values["kyoku"]) if "kyoku" in values else None,
        **{name: getattr(row, name) for name in (*GAME[:5], *RARE[:3])},
    )
    return FinishedGame(
        key=row.key,
        entry=entry,
        source=row.source,
        revision=row.revision,
        voided_at=row.voided_at,
        void_reason=row.void_reason,
        entered_at=row.entered_at if "entered_at" in values else None,
        options=row.options,
    )


def _hands(entries: Iterable[Plain]) -> tuple[KyokuEntry, ...]:
    return tuple(map(kyoku_again, limited("kyoku", entries)))


def _rare_of_penalty(one: Penalty) -> Plain:
    return {name: kept for name in RARE_PENALTY if (kept := getattr(one, name)) not in (None, 0)}


def _row(values: Plain, session: Session) -> Hanchan:
    return checked(
        Hanchan(
            day=session.day,
            key=UUID(values["key"]),
            **{name: values[name] for name in GAME},
            **fields_in(values, (*RARE, "entered_at")),
        )
    )


def _seat(values: Plain, members: Sequence[Member]) -> SeatEntry:
    names = (*SEAT, *RARE_SEAT)
    seat = checked(Seat(seat=0, **fields_in(values, names)))
    return SeatEntry(
        member_id=at(members, values["member"]).pk,
        **{name: getattr(seat, name) for name in names},
    )


def _penalty(values: Plain) -> PenaltyEntry:
    stated = {name: values[name] for name in PENALTY} | fields_in(values, RARE_PENALTY)
    taken = checked(Penalty(**stated))
    return PenaltyEntry(**{name: getattr(taken, name) for name in (*PENALTY, *RARE_PENALTY)})


def _yakuman(values: Plain, day: date) -> YakumanEntry:
    won = checked(Yakuman(day=day, **fields_in(values, ("seat", "name", "discarder", "pao"))))
    return YakumanEntry(seat=won.seat, name=won.name, discarder=won.discarder, pao=won.pao)


LEAGUE = (
    *("slug", "name", "minimum_games", "guests_ranked", "position", "is_active"),
    *("record_scores", "teams_from_names"),
)
_COUNTING = ("minimum_games", "maximum_games", "best_games", "worst_dropped")
SEASON = ("name", "starts_on", "ends_on", *_COUNTING, "has_teams", "options")
STAGE = ("position", "name", "starts_on", "ends_on", *_COUNTING, "carry")
TEAM = ("name",)
PLAYS_FOR = ("joined_on", "left_on")
ADJUSTMENT = (
    *("day", "points", "reason", "made_by_name"),
    *("withdrawn_at", "withdrawn_by_name", "withdraw_reason"),
)
PRIZE = ("position", "name", "measure", "minimum_games")
CLOSE = ("versions", "prizes", "games", "reopened_at", "reopened_by_name", "reopen_reason")


def dump_league(league: League, person: Mapping[int, int]) -> Plain:
    return {
        **plain(league, LEAGUE),
        "rule_set": league.rule_set.slug,
        "seasons": [
            {**plain(season, SEASON), "stages": [plain(s, STAGE) for s in season.stages.all()]}
            for season in league.seasons.all()
        ],
        "teams": [
            {
                **plain(team, TEAM),
                "members": [
                    {"member": person[one.member_id], **plain(one, PLAYS_FOR)}
                    for one in team.memberships.all()
                ],
            }
            for team in league.teams.all()
        ],
        "adjustments": [
            {"member": person[one.member_id], **plain(one, (*ADJUSTMENT, "made_at"))}
            for one in league.adjustments.order_by("pk")
        ],
        "prizes": [plain(prize, PRIZE) for prize in league.prizes.all()],
    }


def load_league(
    club: Club, values: Plain, rules: ArchivedRules, members: Sequence[Member]
) -> League:
    """Restore a league; archives of earlier releases contain only its seasons."""
    in_club = rules.in_club[values["rule_set"]]
    league = stored(League(club=club, rule_set=in_club, **fields_in(values, LEAGUE)))
    for one in limited("seasons", values["seasons"]):
        season = stored(Season(league=league, **fields_in(one, SEASON)))
        for stage in limited("stages", one.get("stages", ())):
            stored(Stage(season=season, **fields_in(stage, STAGE)))
    for one in limited("teams", values.get("teams", ())):
        team = stored(Team(league=league, **fields_in(one, TEAM)))
        for plays in limited("memberships", one["members"]):
            member = at(members, plays["member"])
            stored(TeamMembership(team=team, member=member, **fields_in(plays, PLAYS_FOR)))
    for one in limited("adjustments", values.get("adjustments", ())):
        member = at(members, one["member"])
        stored(
            Adjustment(league=league, member=member, **fields_in(one, ADJUSTMENT)), one, "made_at"
        )
    for one in limited("prizes", values.get("prizes", ())):
        stored(Prize(league=league, **fields_in(one, PRIZE)))
    return league


def dump_closes(club: Club, person: Mapping[int, int]) -> Iterator[Plain]:
    """Dump every closing by month, revoked ones too."""
    closes = MonthClose.objects.for_club(club).select_related("league", "last_game")
    for close in closes.order_by("month", "pk"):
        yield {
            "league": close.league.slug,
            "month": f"{close.month:%Y-%m}",
            "rows": [{**row, "member": person[row["member"]]} for row in close.rows],
            **plain(close, (*CLOSE, "closed_at")),
            "last_game": str(close.last_game.key) if close.last_game else None,
            "by": close.closed_by_name,
        }


def load_close(values: Plain, leagues: Mapping[str, League], members: Sequence[Member]) -> None:
    """Restore a closing; archives of earlier releases do not say when it was made."""
    league = leagues[values["league"]]
    last_game = values.get("last_game")
    games = Hanchan.objects.for_club(league.club_id)
    for prize in values.get("prizes") or ():
        checked(Prize(league=league, **prize))
    close = MonthClose(
        league=league,
        month=date.fromisoformat(f"{values['month']}-01"),
        rows=[{**line, "member": at(members, line["member"]).pk} for line in values["rows"]],
        last_game=games.get(key=last_game) if last_game else None,
        closed_by_name=values["by"],
        **fields_in(values, CLOSE),
    )
    stored(checked(close), values, "closed_at")
