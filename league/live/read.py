"""A live table as its page, its poll and the API show it; nothing of it is stored but hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from league.core.errors import EntryError, NoVersionError
from league.core.formats import score_name
from league.games.check import CheckedEntry, check_entry
from league.live.game import LiveGame, Offers, offers_of, riichi_of
from league.live.tables import (
    corrected_entry,
    entries_since,
    live_entry,
    live_game,
    names_at,
    seats_of_live,
)
from league.models import LiveEntry, LiveTable, Member
from league.wording.errors import hand_problem
from league.wording.hands import at_short, at_text, hand_text, why_text
from rules.parameters import ZungJungParameters
from scoring.game import GameState, TableHand
from scoring.game.outcomes import deposits
from scoring.settlement import standing


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatNow:
    seat: int
    member: int
    name: str
    wind: int  # of the hand being played, 0 East
    points: int  # with a declared riichi's stick put down
    place: int
    riichi: bool
    may_riichi: bool

    @property
    def is_dealer(self) -> bool:
        return self.wind == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDone:
    number: int  # from 1
    at: str  # East 1
    short: str  # E1
    honba: int
    dealer: int
    result: str
    text: str
    riichi: tuple[int, ...]
    winners: tuple[int, ...]
    deltas: tuple[int, ...]
    points: tuple[int, ...]  # after it


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    place: int
    name: str
    points: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePage:
    live: LiveTable
    game: LiveGame | None  # None: the day is before the rules by now
    names: tuple[str, ...]
    seats: tuple[SeatNow, ...] = ()
    hands: tuple[HandDone, ...] = ()
    offers: Offers | None = None
    at: str = ""
    stick: int = 0  # what one costs
    problem: str = ""  # why the hands do not fit any more
    why: str = ""  # why the game is over
    settled: tuple[Standing, ...] = ()
    unsettled: tuple[str, ...] = ()  # why it cannot be settled
    score_name: str = ""
    decimals: int = 1

    @property
    def state(self) -> GameState | None:
        return self.game.state if self.game else None

    @property
    def is_open(self) -> bool:
        return self.live.state == LiveTable.State.OPEN

    @property
    def is_over(self) -> bool:
        return self.game is not None and self.game.is_over

    @property
    def takes_hands(self) -> bool:
        return self.is_open and self.offers is not None and not self.is_over and not self.problem

    @property
    def sticks(self) -> int:
        """Return the riichi sticks on the table, those of this hand included."""
        state = self.state
        down = sum(seat.riichi for seat in self.seats)
        return down + (state.sticks // self.stick if state and self.stick else 0)


def live_page(live: LiveTable, *, settle: bool = True, known: LiveGame | None = None) -> LivePage:
    """Read the whole state of a table. Two queries, about six more once the game is over.

    Args:
        live: the table, with its seats.
        settle: whether to compute the result of a finished game.
        known: an earlier replay; unchanged hands are not played again.
    """
    names = tuple(names_at(live))
    try:
        game = live_game(live, known)
    except NoVersionError as error:
        return LivePage(live=live, game=None, names=names, problem=error.message)
    rule, offers, problem = game.rule, offers_of(game), ""
    if game.misfit is not None:
        problem = hand_problem(game.misfit, names)[1]
    checked, unsettled = _checked(live, game) if settle and game.is_over else (None, ())
    return LivePage(
        live=live,
        game=game,
        names=names,
        seats=seats_now(live, game, names, offers),
        hands=hands_done(game, names),
        offers=offers,
        at=at_text(game.state.round, game.state.dealer),
        stick=0 if isinstance(rule, ZungJungParameters) else rule.play.riichi_stick,
        problem=problem,
        why=why_text(game.state.why if game.is_over else None),
        settled=_standings(checked, names),
        unsettled=unsettled,
        score_name=score_name(rule.ranking.score_name),
        decimals=rule.ranking.score_decimals,
    )


def seats_now(
    live: LiveTable, game: LiveGame, names: tuple[str, ...], offers: Offers
) -> tuple[SeatNow, ...]:
    state, declared = game.state, set(riichi_of(live.current))
    held = list(state.points)
    if declared and not isinstance(game.rule, ZungJungParameters):
        # after a correction somebody may hold too little for the riichi of a hand taken back
        stand = tuple(seat for seat in sorted(declared) if offers.riichi[seat])
        hand = TableHand(result="draw", riichi=stand)
        down = deposits(game.rule, state.points, hand)
        held = [points - each for points, each in zip(held, down, strict=True)]
    order = standing(tuple(held), shared=False).order
    return tuple(
        SeatNow(
            seat=each.seat,
            member=each.member_id,
            name=names[each.seat],
            wind=(each.seat - state.dealer) % len(held),
            points=held[each.seat],
            place=order.index(each.seat) + 1,
            riichi=each.seat in declared,
            may_riichi=offers.riichi[each.seat] and not game.is_over,
        )
        for each in seats_of_live(live)
    )


def hands_done(game: LiveGame, names: tuple[str, ...]) -> tuple[HandDone, ...]:
    """Return the hands that fit, first one first."""
    return tuple(
        HandDone(
            number=number,
            at=at_text(line.before.round, line.before.dealer),
            short=at_short(line.before.round, line.before.dealer),
            honba=line.before.honba,
            dealer=line.before.dealer,
            result=line.hand.result,
            text=hand_text(line.record, names, line.hand),
            riichi=line.hand.riichi,
            winners=tuple(win.winner for win in line.hand.wins),
            deltas=line.played.deltas,
            points=line.played.after.points,
        )
        for number, line in enumerate(game.lines, start=1)
    )


def _checked(live: LiveTable, game: LiveGame) -> tuple[CheckedEntry | None, tuple[str, ...]]:
    entry = live_entry(live, game)
    if live.hanchan is not None:
        entry = corrected_entry(live.hanchan, entry)
    try:
        return check_entry(live.club, entry, replacing=live.hanchan), ()
    except EntryError as error:
        return None, tuple(error.messages)


def _standings(checked: CheckedEntry | None, names: tuple[str, ...]) -> tuple[Standing, ...]:
    if checked is None:
        return ()
    settled = checked.settled
    lines = [
        Standing(place=place, name=name, points=seat.points or 0, score=score)
        for place, name, seat, score in zip(
            settled.places, names, checked.entry.seats, settled.scores, strict=True
        )
    ]
    return tuple(sorted(lines, key=lambda line: line.place))


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryShown:
    when: datetime
    who: str
    what: str


def shown_since(live: LiveTable, seen: int) -> list[EntryShown]:
    """Return what was entered after a revision, oldest first. Two queries."""
    return shown_entries(live, entries_since(live, seen))


def shown_entries(live: LiveTable, entries: Iterable[LiveEntry]) -> list[EntryShown]:
    """Describe entries in words. One query."""
    entries = list(entries)
    users = {entry.entered_by_id for entry in entries if entry.entered_by_id}
    members = Member.objects.for_club(live.club_id).filter(user__in=users)
    who = {member.user_id: member.shown_name(live.club) for member in members}
    names = names_at(live)
    return [
        EntryShown(
            when=entry.entered_at,
            who=who.get(entry.entered_by_id) or _("an evening pass"),
            what=_entry_text(entry, names),
        )
        for entry in entries
    ]


def _entry_text(entry: LiveEntry, names: Sequence[str]) -> str:
    entered = entry.told
    match entry.action:
        case "hand":
            return hand_text(entered, names)
        case "riichi":
            words = _("%(name)s: riichi") if entered["declared"] else _("%(name)s: no riichi")
            return words % {"name": names[entered["seat"]]}
        case "correct":
            words = _("hand %(number)s corrected: %(hand)s")
            return words % {"number": entered["at"] + 1, "hand": hand_text(entered["hand"], names)}
        case "insert":
            words = _("added before hand %(number)s: %(hand)s")
            return words % {"number": entered["at"] + 1, "hand": hand_text(entered["hand"], names)}
        case "drop":
            return _("hand %(number)s removed") % {"number": entered["at"] + 1}
    return {
        "undo": _("last hand undone"),
        "redo": _("hand redone"),
        "finish": _("game finished"),
        "give_up": _("live table abandoned"),
        "reopen": _("game reopened"),
    }.get(entry.action, _("live table started"))
