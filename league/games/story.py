"""How a game's points became scores, step by step, each with the clause that says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from league.core.charts import Chart, Series, line_chart
from league.games.entry import HanchanEntry, entry_of, seats_of
from league.games.played import boo_table
from league.games.tallies import with_settlements
from league.models import Club, Hanchan, Kyoku, Member, Settlement
from league.wording.hands import ABORTS, at_short, at_text, hand_text
from rules.clauses import ASSUMED, CLUB
from rules.errors import ParametersError
from rules.models import Clause, RuleVersion, version_in_force
from rules.parameters import BooParameters, Parameters, Ranking, chosen_under
from scoring.errors import ScoringError
from scoring.results import Part, Settled
from scoring.settlement import FLOATING, settle


class Step(NamedTuple):
    kind: str  # held, return, or the kind of a settlement's part
    points: int
    clause: Clause | None  # what states it, where the version has such a clause
    is_assumed: bool  # the club's document is silent on it
    is_club: bool = False  # the club chose it itself, in no clause


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatStory:
    seat: int
    member: Member
    name: str
    points: int | None  # None: not known
    chips: int
    is_yakitori: bool
    is_substitute: bool
    place: int | None
    score: int | None
    is_floating: bool | None  # Boo; None in other families
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStory:
    hanchan: Hanchan
    entry: HanchanEntry
    settlement: Settlement | None
    seats: tuple[SeatStory, ...]
    clauses: tuple[Clause, ...]  # those that the sums name, in the version's order
    is_explained: bool  # whether the steps give the stored scores
    version: RuleVersion | None  # in force on its day; of a voided game, the one it counted under
    ranking: Ranking  # how that version names and shows a score
    #: who held the right to double (ダブ権) before and after a game of Boo that counts
    right: tuple[list[str], list[str]] | None

    @property
    def result(self) -> str:
        """Return the Boo result of the top; empty in other families."""
        return self.settlement.result if self.settlement else ""


def find_game(club: Club, game_id: int) -> Hanchan:
    """Find the club's game with all that its pages read. Seven queries.

    Raises:
        Http404: the club has no such game.
    """
    found = (
        Hanchan.objects.for_club(club)
        .filter(pk=game_id)
        .select_related("club", "session", "league__rule_set__rule_set")
        .prefetch_related("seats__member", "penalties", "yakuman")
    )
    return get_object_or_404(with_settlements(found))


def game_story(hanchan: Hanchan) -> GameStory:
    """Explain a game's scores. Two queries beside those of :func:`find_game`, six for Boo.

    The steps come from the stored figures and the version in force on its day; of a voided game,
    from the version that it counted under.
    """
    entry, settlement = entry_of(hanchan), hanchan.settlement
    version = _version(hanchan)
    settled = _settled(entry, settlement, version, hanchan.options)
    clauses = {c.code: c for c in version.clauses.all()} if version else {}
    seats = tuple(
        SeatStory(
            seat=chair.seat,
            member=chair.member,
            name=chair.member.shown_name(hanchan.club),
            points=chair.held,
            chips=chair.chips,
            is_yakitori=chair.is_yakitori,
            is_substitute=chair.is_substitute,
            place=settlement.places[chair.seat] if settlement else None,
            score=settlement.scores[chair.seat] if settlement else None,
            is_floating=_floats(settlement, chair.seat),
            steps=tuple(steps_of(settled.seats[chair.seat].parts, chair.points, clauses))
            if settled
            else (),
        )
        for chair in hanchan.seats.all()
    )
    named = {step.clause.code for seat in seats for step in seat.steps if step.clause}
    return GameStory(
        hanchan=hanchan,
        entry=entry,
        settlement=settlement,
        seats=seats,
        clauses=tuple(clause for code, clause in clauses.items() if code in named),
        is_explained=settled is not None
        and settlement is not None
        and settled.scores == settlement.scores,
        version=version,
        ranking=version.value.ranking if version else Ranking(),
        right=_right(hanchan, version.value) if version else None,
    )


def _floats(settlement: Settlement | None, seat: int) -> bool | None:
    if settlement is None or not settlement.result:
        return None
    return settlement.places[seat] <= FLOATING[settlement.result]


def _right(hanchan: Hanchan, parameters: Parameters) -> tuple[list[str], list[str]] | None:
    """Return the right around a game; a voided one neither took nor left any. Four queries."""
    if hanchan.is_voided or not isinstance(parameters, BooParameters):
        return None
    table = boo_table(hanchan.league, hanchan.session, hanchan.table, parameters)
    before, after = table.holders(hanchan.number), table.holders(hanchan.number + 1)
    people = Member.objects.for_club(hanchan.club).filter(pk__in={*before, *after})
    names = {member.pk: member.shown_name(hanchan.club) for member in people}
    return [names[key] for key in before], [names[key] for key in after]


def _version(hanchan: Hanchan) -> RuleVersion | None:
    settlement = hanchan.settlement
    if settlement is None or hanchan.is_voided:
        return settlement.version if settlement else None
    in_force = version_in_force(hanchan.league.rule_set.rule_set, hanchan.day)
    return in_force or settlement.version


def _settled(
    entry: HanchanEntry,
    settlement: Settlement | None,
    version: RuleVersion | None,
    options: Mapping[str, Any],
) -> Settled | None:
    """Return the settlement in parts; None if figures or version cannot be settled."""
    if settlement is None or version is None:
        return None
    result = replace(entry.result(), dabu_ken=settlement.dabu_ken)
    try:
        return settle(result, chosen_under(version.value, options), version.stated_by)
    except (ScoringError, ParametersError):
        return None


def steps_of(parts: Iterable[Part], held: int, clauses: Mapping[str, Clause]) -> Iterator[Step]:
    """The lines of a seat's sum."""
    for part in parts:
        clause, code = clauses.get(part.clause), part.clause
        stated = clause, code == ASSUMED, code == CLUB
        if part.kind != "base":
            yield Step(part.kind, part.points, *stated)
        else:
            # the base is what was held less the return points: people read it as two lines
            yield Step("held", held, None, False)
            yield Step("return", part.points - held, *stated)


def game_hands(game: Hanchan, version: RuleVersion | None) -> dict[str, Any] | None:
    """The hands of a game as its page shows them; None where nobody kept them. One query.

    ``is_result`` says whether they end with the points that are stored.

    Args:
        game: with its seats and their members.
        version: under which it counts, for the points that everybody began with.
    """
    rows = list(game.kyoku.order_by("number"))
    if not rows:
        return None
    seats = list(game.seats.all())
    names = tuple(seat.member.shown_name(game.club) for seat in seats)
    final = [seat.points for seat in seats]
    moved = [sum(row.deltas[at] for row in rows) for at in range(len(names))]
    if version is not None:
        began = [chosen_under(version.value, game.options).game.start_points] * len(names)
    else:
        began = [held - delta for held, delta in zip(final, moved, strict=True)]
    return {
        "names": names,
        "rows": [_hand_row(row, names) for row in rows],
        "chart": _chart(rows, names, began),
        "is_result": final == [first + delta for first, delta in zip(began, moved, strict=True)],
    }


def _hand_row(row: Kyoku, names: Sequence[str]) -> dict[str, Any]:
    winners, riichi = seats_of(row.winners), seats_of(row.riichi)
    is_cut = row.result == Kyoku.Result.ABORT and row.told.get("result") == "ron"
    return {
        "at": at_text(row.round, row.dealer),
        "honba": row.honba,
        "text": str(ABORTS["sanchahou"]) if is_cut else hand_text(row.told, names),
        "cells": [
            {"delta": delta, "won": seat in winners, "riichi": seat in riichi}
            for seat, delta in enumerate(row.deltas)
        ],
    }


def _chart(rows: Sequence[Kyoku], names: Sequence[str], began: Sequence[int]) -> Chart:
    held = [tuple(began)]
    for row in rows:
        held.append(tuple(own + each for own, each in zip(held[-1], row.deltas, strict=True)))
    labels = [_("start"), *(_label(row) for row in rows)]
    series = [
        Series(name=name, values=tuple(each[seat] for each in held))
        for seat, name in enumerate(names)
    ]
    return line_chart(labels, series, least=1_000)


def _label(row: Kyoku) -> str:
    at = at_short(row.round, row.dealer)
    return f"{at}.{row.honba}" if row.honba else at
