"""What each player needs in the next hand, in the words of players (オーラスの条件)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from league.wording.hands import limit_name, wind_names
from league.wording.rules import language
from rules.parameters import Parameters
from scoring.conditions import (
    Asker,
    Case,
    Conditions,
    Draw,
    Goal,
    Needed,
    PlayerNeeds,
    Range,
    Way,
    Worth,
)
from scoring.game import GameError, GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalWords:
    goal: str
    state: str  # sure, open, out
    headline: str
    lines: tuple[tuple[str, str], ...]  # each way, and what it takes


class Seats:
    def __init__(self, state: GameState, names: Sequence[str]) -> None:
        self._dealer, self._players = state.dealer, len(state.points)
        self._names = names

    def name(self, seat: int) -> str:
        if self._names:
            return self._names[seat]
        now = wind_names()[(seat - self._dealer) % self._players]
        return _("%(wind)s, now %(now)s") % {"wind": wind_names()[seat], "now": now}

    def named(self, own: int, others: Sequence[int]) -> str:
        if len(others) == self._players - 1 > 1:
            return _("everybody else")
        turns = sorted(others, key=lambda seat: (seat - own) % self._players)
        return _(" and ").join(self._named(own, seat) for seat in turns)

    def _named(self, own: int, seat: int) -> str:
        turn = (seat - own) % self._players
        at = 0 if turn == 1 else 2 if turn == self._players - 1 else 1
        if not self._names:
            return (_("the right"), _("the seat opposite"), _("the left"))[at]
        words = (_("%(name)s on the right"), _("%(name)s opposite"), _("%(name)s on the left"))[at]
        return words % {"name": self._names[seat]}


def goal_name(goal: Goal, *, last: int) -> str:
    """Name what a player wants; ``last``: the last place but one."""
    names = {
        1: _("Top"),
        "maru_a": _("Maru-A"),
        "maru_b": _("Maru-B or better"),
        "maru_c": _("Top with any maru"),
        "afloat": _("Afloat"),
    }
    if goal in names:
        return names[goal]
    words = _("Not last (place %(place)s)") if goal == last else _("Place %(place)s or better")
    return words % {"place": goal}


def amount(win: Worth) -> str:
    if win.worth:
        return _number(win.worth)
    if win.limit and not win.dora:
        return limit_name(win.limit).lower()
    if win.total == win.each:  # one pays it all
        return _number(win.each)
    if win.dealer in (None, win.each):
        return _("%(points)s all") % {"points": _number(win.each)}
    shares = {"child": _number(win.each), "dealer": _number(win.dealer or 0)}
    return _("%(child)s/%(dealer)s") % shares


def _number(points: int) -> str:
    """Write points without commas in Japanese, as hands are called."""
    return str(points) if language() == "ja" else f"{points:,}"


def amounts(ranges: Sequence[Range], missed: Sequence[Range] = ()) -> str:
    """Describe some wins in words, with those between them that do not suffice."""
    if not ranges:
        return _("out of reach")
    if missed and ranges[-1].most is None:
        facts = {"least": amount(ranges[0].least), "missed": amounts(missed)}
        return _("%(least)s or more, but not %(missed)s") % facts
    return _(", ").join(_range(each) for each in ranges)


def _range(wins: Range) -> str:
    least = amount(wins.least)
    if wins.most is None:
        return _("%(least)s or more") % {"least": least}
    if wins.most == wins.least:
        return least
    return _("%(least)s to %(most)s") % {"least": least, "most": amount(wins.most)}


class Speaker:
    def __init__(self, seats: Seats, seat: int, *, is_last_hand: bool) -> None:
        self._seats, self._seat, self._is_last_hand = seats, seat, is_last_hand

    def goal(self, needed: Needed, *, last: int) -> GoalWords:
        """Describe one goal, in a sentence and way by way; ``last``: the last place but one."""
        state = "sure" if needed.is_sure else "out" if needed.is_out else "open"
        return GoalWords(
            goal=goal_name(needed.goal, last=last),
            state=state,
            headline=self._headline(needed),
            lines=() if needed.is_out else tuple(self._lines(needed)),
        )

    def _headline(self, needed: Needed) -> str:
        if needed.is_sure:
            return _("no condition: a draw is enough too")
        if needed.is_out:
            return _("out of reach in this hand")
        parts = [*self._wins(needed.tsumo, needed.ron), *_draws(needed.draws)]
        return _(", or ").join(parts) or _("see the details below")

    def _wins(self, tsumo: Way, ron: Sequence[Way]) -> Iterable[str]:
        if tsumo.is_any and all(way.is_any for way in ron):
            yield _("any win")
            return
        if tsumo.reached:
            yield _by_tsumo(tsumo)
        # how it goes on is said below
        plain = [way._replace(goes_on=(), shared=(), barred=()) for way in ron]
        for who, way in self._by_discarder(plain):
            if way.reached and who:
                yield _("%(wins)s from %(who)s") % {"who": who, "wins": _wins(way)}
            elif way.reached:
                yield _("%(wins)s from anybody") % {"wins": _wins(way)}

    def _by_discarder(self, ron: Sequence[Way]) -> list[tuple[str, Way]]:
        """Group the ways of ron by discarder, merging those with the same text.

        Returns:
            The discarders, empty for anybody, and what they take.
        """
        groups: dict[Way, list[int]] = {}
        for way in ron:
            assert way.discarder is not None
            groups.setdefault(way._replace(discarder=None), []).append(way.discarder)
        if len(groups) == 1:
            return [("", way) for way in groups]
        return [(self._seats.named(self._seat, others), way) for way, others in groups.items()]

    def _lines(self, needed: Needed) -> Iterable[tuple[str, str]]:
        yield _("Tsumo"), self._way(needed.tsumo)
        for who, way in self._by_discarder(needed.ron):
            label = _("Ron from %(who)s") % {"who": who} if who else _("Ron from anybody")
            yield label, self._way(way)
        if needed.after_riichi:
            tsumo, *ron = needed.after_riichi
            yield _("After riichi"), _(", or ").join(self._wins(tsumo, ron)) or amounts(())
        yield from self._draw_lines(needed.draws)

    def _way(self, way: Way) -> str:
        notes = []
        if way.goes_on and way.goes_on == way.reached:
            notes += self._goes_on()
        elif way.goes_on:
            notes.append(_("%(wins)s: play continues") % {"wins": amounts(way.goes_on)})
        if way.shared:
            notes.append(_("%(wins)s: a shared place") % {"wins": amounts(way.shared)})
        if way.barred:
            notes.append(_("%(wins)s: win not allowed") % {"wins": amounts(way.barred)})
        return _with_notes(_wins(way), notes)

    def _goes_on(self) -> list[str]:
        """Say that the game goes on; for hands before the last that is taken for granted."""
        return [_("play continues")] if self._is_last_hand else []

    def _draw_lines(self, draws: Sequence[Draw]) -> Iterable[tuple[str, str]]:
        texts = [(draw.own, self._draw(draw)) for draw in draws]
        if len({text for _own, text in texts}) == 1:
            yield _("Draw"), texts[0][1]
            return
        names = {
            "noten": _("Draw, noten"),
            "tenpai": _("Draw, tenpai"),
            "riichi": _("Draw, riichi"),
        }
        for own, text in texts:
            yield names[own], text

    def _draw(self, draw: Draw) -> str:
        notes = []
        if draw.goes_on and draw.goes_on == draw.reached:
            notes += self._goes_on()
        elif draw.goes_on:
            cases = self._cases(draw.goes_on)
            notes.append(_("%(cases)s: play continues") % {"cases": cases})
        return _with_notes(self._cases(draw.reached), notes)

    def _cases(self, cases: Sequence[Case]) -> str:
        return _(", or ").join(self._case(case) for case in cases) or amounts(())

    def _case(self, case: Case) -> str:
        parts = []
        if case.tenpai:
            who = self._seats.named(self._seat, case.tenpai)
            parts.append(_("%(who)s tenpai") % {"who": who})
        if case.noten:
            who = self._seats.named(self._seat, case.noten)
            parts.append(_("%(who)s noten") % {"who": who})
        return _(", ").join(parts) or _("in any case")


def _wins(way: Way) -> str:
    return _("any hand") if way.is_any else amounts(way.reached, way.missed)


def _by_tsumo(way: Way) -> str:
    if way.is_any:
        return _("any tsumo")
    if len(way.reached) == 1 and way.reached[0].most is None:
        return _("%(least)s tsumo") % {"least": amount(way.reached[0].least)}
    return _("tsumo of %(wins)s") % {"wins": amounts(way.reached, way.missed)}


def _draws(draws: Sequence[Draw]) -> Iterable[str]:
    sure = {draw.own for draw in draws if draw.is_always}
    if "noten" in sure:
        yield _("any draw")
    elif sure:
        yield _("a draw in tenpai")


def _with_notes(text: str, notes: Sequence[str]) -> str:
    return text + "".join(_(" (%(note)s)") % {"note": note} for note in notes)


@lru_cache(maxsize=64)
def asker_of(rule: Parameters) -> Asker:
    """Return the asker for a rule, cached because it builds its lists of wins once."""
    return Asker(rule)


def conditions_context(
    rule: Parameters, state: GameState, riichi: Sequence[int] = (), names: Sequence[str] = ()
) -> dict[str, Any]:
    """Build the ``answer`` of ``league/hands/conditions/_answer.html``. No queries.

    Args:
        rule: the version in force.
        state: the game before the hand; riichi declared in it are not yet deducted.
        riichi: seats whose declared riichi stands.
        names: by seat; if empty, the seats are named by their winds.

    Returns:
        ``players``, ``notes``, and ``refusal``: why there is no answer, or empty.
    """
    seats = Seats(state, names)
    try:
        found = asker_of(rule).conditions(state, riichi)
    except GameError as error:
        return {"players": (), "notes": (), "refusal": _refusal(error, seats)}
    players = tuple(_player(each, state, seats, found) for each in found.players)
    return {"players": players, "notes": tuple(_notes(found)), "refusal": ""}


def _player(
    needs: PlayerNeeds, state: GameState, seats: Seats, found: Conditions
) -> dict[str, Any]:
    """A player, and all goals that are worth telling."""
    speaker = Speaker(seats, needs.seat, is_last_hand=found.is_last_hand)
    sure = [needed.is_sure for needed in needs.goals]
    # what is less than a sure goal is sure as well
    goals = needs.goals[: sure.index(True) + 1] if any(sure) else needs.goals
    return {
        "seat": needs.seat,
        "name": seats.name(needs.seat),
        "points": state.points[needs.seat],
        "place": needs.place,
        "is_dealer": needs.seat == state.dealer,
        "has_riichi": needs.has_riichi,
        "goals": tuple(speaker.goal(needed, last=len(needs.goals)) for needed in goals),
    }


def _refusal(error: GameError, seats: Seats) -> str:
    seat = error.facts.get("seat")
    if isinstance(seat, int):
        words = _("%(name)s does not have enough points to have declared riichi.")
        return words % {"name": seats.name(seat)}
    return _("These rules have no riichi, or the game is over.")


def _notes(found: Conditions) -> Iterable[str]:
    if not found.is_last_hand:
        yield _("This is not the last hand: the places shown are those after it.")
    if found.only_with_yaku:
        yield _("A hand without a yaku does not collect honba and is not included here.")
    if found.dora_left_out:
        words = _("A non-dealer's tsumo is shown without dora: each dora adds %(points)s.")
        yield words % {"points": found.dora_left_out}
