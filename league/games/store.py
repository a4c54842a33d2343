"""The one door by which games come into the database, one or many: rows, settlements, trail."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from league.core.audit import Actor, record_event
from league.core.errors import EntryError, LeagueError
from league.core.people import check_list_room
from league.games.cards import Card, recount_cards, with_cards
from league.games.check import CheckedEntry
from league.games.entry import HanchanEntry, SeatEntry, bits_of, entry_of
from league.games.outcomes import Outcome, Resettled, resettled, settle_table, settlement_row
from league.games.played import Played
from league.games.tallies import raise_revision, rebuild_tallies
from league.models import (
    AuditEvent,
    Club,
    Hanchan,
    Kyoku,
    League,
    Member,
    Penalty,
    Seat,
    Session,
    Settlement,
    SheetImport,
    Yakuman,
)
from league.rulebook.versions import rule_line, version_for


@dataclass(frozen=True, kw_only=True)
class FinishedGame:
    """A game whose evening and members the club already has."""

    key: UUID
    entry: HanchanEntry
    source: str  # a ``Hanchan.Source``
    digest: str = ""  # of the entry as it was typed; empty: of this one
    revision: int = 1
    voided_at: datetime | None = None
    void_reason: str = ""
    entered_at: datetime | None = None  # None: now
    options: Mapping[str, Any] = field(default_factory=dict)
    from_sheet: SheetImport | None = None

    @property
    def session(self) -> Session:
        """Return the evening.

        Raises:
            ValueError: the entry names none.
        """
        if self.entry.session is None:
            raise ValueError("an evening is missing")
        return self.entry.session


@transaction.atomic
def store_games(*, club: Club, games: Sequence[FinishedGame], actor: Actor) -> list[Hanchan]:
    """Store games with settlements, trail and tallies. A few queries, however many games.

    Args:
        club: whose games they are.
        games: valid results; every seat a member of the club.
        actor: who stores them.

    Raises:
        ValueError: a league, evening or member of another club; nothing is stored.
        ScoringError: a result that cannot be settled; nothing is stored.
        NoVersionError: a day before the rules.
    """
    stored = store_part(club=club, games=games, actor=actor)
    leagues = {game.entry.league.pk: game.entry.league for game in games}
    for _pk, league in sorted(leagues.items()):
        rebuild_tallies(league)
    return stored


@transaction.atomic
def store_part(*, club: Club, games: Sequence[FinishedGame], actor: Actor) -> list[Hanchan]:
    """Store whole evenings as ``store_games`` does, but leave the tallies to the caller."""
    _check_home(club, games)
    leagues = {game.entry.league.pk: game.entry.league for game in games}
    for _pk, league in sorted(leagues.items()):
        raise_revision(league)
    stored = store_rows(club, games, actor)[0]
    games = _with_cards(stored, games)
    rows = [settlement_row(each, outcome) for each, outcome in _settled(stored, games)]
    Settlement.objects.bulk_create(rows)
    AuditEvent.objects.bulk_create(
        AuditEvent(
            club=club,
            type="hanchan.recorded",
            object_id=row.hanchan_id,
            actor=actor.user,
            actor_name=actor.name[:80],
            after=snapshot_of(hanchan, game.entry, row),
        )
        for hanchan, row, game in zip(stored, rows, games, strict=True)
    )
    return stored


def _with_cards(stored: Sequence[Hanchan], games: Sequence[FinishedGame]) -> list[FinishedGame]:
    """Count the cards of the games' days; games of before that they change are settled anew."""
    days: dict[League, set[date]] = defaultdict(set)
    for game in games:
        if game.entry.penalties:
            days[game.entry.league].add(game.entry.day)
    cards: dict[int, list[Card]] = defaultdict(list)
    mine = {hanchan.pk for hanchan in stored}
    for league, noted in days.items():
        for card in recount_cards(league, noted):
            cards[card.game].append(card)
    for card in (found[0] for game, found in cards.items() if game not in mine):
        before = Hanchan.objects.across_clubs().select_related("league").get(pk=card.game)
        settle_table(
            league=before.league,
            session=card.session,
            table=card.table,
            game=card.game,
            version=version_for(before.league, before.day),
        )
    return [
        replace(game, entry=with_cards(game.entry, cards.get(hanchan.pk, ())))
        for hanchan, game in zip(stored, games, strict=True)
    ]


def _check_home(club: Club, games: Sequence[FinishedGame]) -> None:
    ours = set(Member.objects.for_club(club).values_list("pk", flat=True))
    for game in games:
        if game.entry.league.club_id != club.pk or game.session.club_id != club.pk:
            raise ValueError("a league or an evening belongs to another club")
        if any(seat.member_id not in ours for seat in game.entry.seats):
            raise ValueError("somebody is not on the club's list")


def store_rows(
    club: Club, games: Sequence[FinishedGame], actor: Actor
) -> tuple[list[Hanchan], Details]:
    """Store games and their details, not settled yet. Up to seven queries."""
    stored = Hanchan.objects.bulk_create(
        Hanchan(
            club=club,
            session=game.session,
            league=game.entry.league,
            day=game.entry.day,
            table=game.entry.table,
            number=game.entry.number,
            sticks=game.entry.sticks,
            ended_by_time=game.entry.ended_by_time,
            remark=game.entry.remark,
            scores_are_given=game.entry.scores_are_given,
            points_are_known=game.entry.points_are_known,
            outside_id=game.entry.outside_id,
            options=dict(game.options),
            source=game.source,
            from_sheet=game.from_sheet,
            key=game.key,
            digest=game.digest or game.entry.digest(),
            revision=game.revision,
            entered_by=actor.user,
            entered_with=actor.evening_pass,
            voided_at=game.voided_at,
            void_reason=game.void_reason,
        )
        for game in games
    )
    _date_back(club, stored, games)
    details = store_details([(row, game.entry) for row, game in zip(stored, games, strict=True)])
    return stored, details


def _date_back(club: Club, stored: Sequence[Hanchan], games: Sequence[FinishedGame]) -> None:
    """Set the entry time of games from elsewhere to when they were entered there."""
    dated = []
    for hanchan, game in zip(stored, games, strict=True):
        if game.entered_at is not None:
            hanchan.entered_at = game.entered_at
            dated.append(hanchan)
    if dated:
        Hanchan.objects.for_club(club).bulk_update(dated, ["entered_at"], batch_size=250)


class Details(NamedTuple):
    """The rows of games that their pages read beside the games' own."""

    seats: list[Seat]
    penalties: list[Penalty]
    yakuman: list[Yakuman]

    def belong_to(self, game: Hanchan, members: Iterable[Member]) -> None:
        """Let a game answer with its rows as if they were prefetched, with members by seat.

        Penalties are still to be counted with those of the day, and are read when asked for.
        """
        for seat, member in zip(self.seats, members, strict=True):
            seat.member = member
        known: dict[str, list[Any]] = {"seats": self.seats, "yakuman": self.yakuman}
        if not self.penalties:
            known["penalties"] = []
        game._prefetched_objects_cache = {}  # type: ignore[attr-defined]
        for name, rows in known.items():
            found = getattr(game, name).all()
            found._result_cache = rows
            game._prefetched_objects_cache[name] = found  # type: ignore[attr-defined]


def store_details(games: Sequence[tuple[Hanchan, HanchanEntry]]) -> Details:
    """Store seats, hands, penalties and yakuman, and attendance. Up to five queries."""
    seats = Seat.objects.bulk_create(
        Seat(
            hanchan=hanchan,
            seat=at,
            member_id=_member(seat),
            points=seat.points or 0,  # a checked entry has points at every seat
            chips=seat.chips,
            is_yakitori=seat.is_yakitori,
            is_substitute=seat.is_substitute,
            busted_by=seat.busted_by,
            given_score=seat.given_score,
        )
        for hanchan, entry in games
        for at, seat in enumerate(entry.seats)
    )
    Kyoku.objects.bulk_create(
        (row for hanchan, entry in games for row in _kyoku_rows(hanchan, entry)), batch_size=1_000
    )
    penalties = Penalty.objects.bulk_create(
        Penalty(
            hanchan=hanchan,
            seat=p.seat,
            kind=p.kind,
            count=p.count,
            amount=p.amount,
            reason=p.reason,
            held=p.held,
        )
        for hanchan, entry in games
        for p in entry.penalties
    )
    yakuman = Yakuman.objects.bulk_create(
        Yakuman(
            hanchan=hanchan,
            seat=won.seat,
            member_id=_member(entry.seats[won.seat]),
            day=hanchan.day,
            discarder=won.discarder,
            pao=won.pao,
            name=won.name,
        )
        for hanchan, entry in games
        for won in entry.yakuman
    )
    came = Session.attendants.through
    present = {(game.session_id, _member(seat)) for game, entry in games for seat in entry.seats}
    came.objects.bulk_create(
        (came(session_id=session, member_id=member) for session, member in sorted(present)),
        ignore_conflicts=True,
    )
    return Details(seats, penalties, yakuman)


def _member(seat: SeatEntry) -> int:
    assert seat.member_id is not None  # guests are on the list by now
    return seat.member_id


def _kyoku_rows(hanchan: Hanchan, entry: HanchanEntry) -> Iterator[Kyoku]:
    for number, hand in enumerate(entry.kyoku or ()):
        deltas = (*hand.deltas, None)[:4]
        yield Kyoku(
            hanchan=hanchan,
            number=number,
            round=hand.round,
            dealer=hand.dealer,
            honba=hand.honba,
            sticks=hand.sticks,
            result=hand.result,
            winners=bits_of(hand.winners),
            discarder=hand.discarder,
            riichi=bits_of(hand.riichi),
            tenpai=bits_of(hand.tenpai),
            called=None if hand.called is None else bits_of(hand.called),
            told=hand.told,
            **{f"delta_{seat}": delta for seat, delta in enumerate(deltas)},
        )


def _settled(
    stored: Sequence[Hanchan], games: Sequence[FinishedGame]
) -> list[tuple[Resettled, Outcome]]:
    """Settle each game under its day's version, in the order of ``games``.

    A voided game of Boo neither takes nor leaves a right to double.
    """
    leagues = {game.entry.league.pk: game.entry.league for game in games}
    found: dict[int, Resettled] = {}
    for key, league in leagues.items():
        line = rule_line(league.rule_set.rule_set)
        mine = [
            (as_played(hanchan, game), game.voided_at is not None)
            for hanchan, game in zip(stored, games, strict=True)
            if game.entry.league.pk == key
        ]
        live = sorted((each for each, voided in mine if not voided), key=lambda each: each[1:5])
        found |= {each.game.game: each for each in resettled(live, line)}
        for each, voided in mine:
            if voided:
                found |= {one.game.game: one for one in resettled([each], line)}
    return [_sound(found[hanchan.pk], game) for hanchan, game in zip(stored, games, strict=True)]


def as_played(hanchan: Hanchan, game: FinishedGame) -> Played:
    entry = game.entry
    return Played(
        game=hanchan.pk,
        day=entry.day,
        session=hanchan.session_id,
        table=entry.table,
        number=entry.number,
        revision=game.revision,
        members=tuple(map(_member, entry.seats)),
        result=entry.result(),
        options=game.options,
    )


def _sound(found: Resettled, game: FinishedGame) -> tuple[Resettled, Outcome]:
    if found.why is not None:
        raise found.why
    if found.outcome is None:
        version_for(game.entry.league, game.entry.day)  # says which day the rules begin
        raise ValueError("the rule version of that day cannot be read")
    return found, found.outcome


def with_people(
    club: Club, checked: CheckedEntry, actor: Actor
) -> tuple[HanchanEntry, list[Member]]:
    """Return the entry with its evening and members in all seats, created if need be.

    The members come by seat beside it.

    Raises:
        EntryError: there is no room for the new people.
    """
    check_room_for_seats(club, checked, actor)
    entry = checked.entry
    session = checked.session or evenings_on(club, {entry.day})[entry.day]
    members = [
        member or _new_person(club, seat, entry, actor)
        for member, seat in zip(checked.members, entry.seats, strict=True)
    ]
    seats = (
        replace(seat, guest="", member_id=member.pk, new_member=False, kana=None)
        for member, seat in zip(members, entry.seats, strict=True)
    )
    return replace(entry, session=session, seats=tuple(seats)), members


def check_room_for_seats(club: Club, checked: CheckedEntry, actor: Actor) -> None:
    """See that the club has room for those in an entry's seats who are not on its list yet.

    Raises:
        EntryError: it has none.
    """
    new = [f"seat-{seat}" for seat, member in enumerate(checked.members) if member is None]
    if not new:
        return
    try:
        check_list_room(club, actor, len(new))
    except LeagueError as error:
        raise EntryError({seat: [error.message] for seat in new}) from error


def _new_person(club: Club, seat: SeatEntry, entry: HanchanEntry, actor: Actor) -> Member:
    # not ``add_member``: a name taken meanwhile has to come through as an IntegrityError
    values = values_of_new(seat, entry.day)
    person = Member.objects.create(club=club, **values)
    record_event(
        "member.added",
        club=club,
        object_id=person.pk,
        actor=actor,
        after={name: value for name, value in values.items() if name != "joined_on"},
    )
    return person


def values_of_new(seat: SeatEntry, day: date) -> dict[str, Any]:
    """Return what the list says of somebody whose name was typed for a seat."""
    kana = {} if seat.kana is None else {"kana": seat.kana}
    name = seat.guest.strip()
    return {
        "display_name": name,
        **kana,
        "is_guest": not seat.new_member,
        "joined_on": day,
    }


def evenings_on(club: Club, days: Collection[date]) -> dict[date, Session]:
    """Return the untitled evenings of some days, creating missing ones. At most three queries."""
    untitled = Session.objects.for_club(club).filter(title="", day__range=(min(days), max(days)))
    found = {session.day: session for session in untitled}
    missing = sorted(set(days) - set(found))
    if not missing:
        return found
    # somebody else may make the same evening at this moment
    Session.objects.bulk_create(
        (Session(club=club, day=day) for day in missing), ignore_conflicts=True
    )
    return {session.day: session for session in untitled.all()}


def snapshot(hanchan: Hanchan) -> dict[str, object]:
    return snapshot_of(hanchan, entry_of(hanchan), hanchan.settlement)


def snapshot_of(
    hanchan: Hanchan, entry: HanchanEntry, settlement: Settlement | None
) -> dict[str, object]:
    return {
        **replace(entry, kyoku=None).snapshot(),
        "revision": hanchan.revision,
        "voided": hanchan.is_voided,
        "version": settlement.version_id if settlement else None,
        "places": settlement.places if settlement else None,
        "scores": settlement.scores if settlement else None,
    }


def member_ids(entries: Iterable[HanchanEntry]) -> set[int]:
    return {_member(seat) for entry in entries for seat in entry.seats}
