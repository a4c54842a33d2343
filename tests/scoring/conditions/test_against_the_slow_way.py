"""Under every shipped rule, and odd ones, the answers are what playing every outcome shows."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.parameters import Parameters, ZungJungParameters
from rules.presets import shipped_keys
from scoring.conditions import Asker, Goal, Needed, Way
from scoring.game import Game, GameState
from scoring.game.outcomes import riichi_allowed
from tests.scoring.conditions import slow
from tests.scoring.game.tables import rule

#: rules that no set ships, by what they change
ODD: dict[str, tuple[str, dict[str, Any]]] = {
    "shared places": ("kinyoukai", {"tie": "share_uma"}),
    "two han from the second honba": ("kinyoukai", {"two_han_from_honba": 2}),
    "a dealer who may stop after tenpai": (
        "tenhou-4p-tonnan",
        {"last_dealer_stop": "may", "last_dealer_stops_after": "win_or_tenpai"},
    ),
    "sticks help to the target": ("tenhou-4p-tonnan", {"overtime_sticks": "to_the_top"}),
    "a target above the return points": ("tenhou-4p-tonnan", {"overtime_target": 32_000}),
    "bust at zero": ("nekohouse-4a", {"bust_at_zero": True}),
    "a yakuman of Boo is a mangan": ("nekohouse-boo", {"yakuman_ends_game": False}),
    "honba for every hand of Boo": ("nekohouse-boo", {"yakuless_takes_honba": True}),
    "no win of Boo is forbidden": ("nekohouse-boo", {"offence_barred_win": "none"}),
    "Zung Jung ends below 0": ("zung-jung", {"below_zero_allowed": False}),
}
RULES: dict[str, tuple[str, dict[str, Any]]] = {key: (key, {}) for key in shipped_keys()} | ODD


@st.composite
def tables(draw: st.DrawFn, of: Parameters) -> tuple[GameState, tuple[int, ...]]:
    """A table before a hand, often the last one, and who has declared riichi."""
    players, start = of.game.players, of.game.start_points
    unit = 1 if isinstance(of, ZungJungParameters) else 100
    near = st.sampled_from((0, 0, 1, 5, 10, 16, 20, 41, 50, 52, 77, 80, 81))
    far = st.integers(-240 if unit == 100 else -300, 300)
    offsets = [draw(near | far) * unit for _ in range(players)]
    if start == 8_000:
        offsets = [offset // 500 * 100 for offset in offsets]
    stick = 0 if unit == 1 else of.play.riichi_stick  # type: ignore[union-attr]
    sticks = draw(st.integers(0, 3)) * stick
    held = [start + offset for offset in offsets]
    held[draw(st.integers(0, players - 1))] += players * start - sum(held) - sticks
    rounds = {"tonpu": 1, "tonnan": 2}.get(of.game.length, 4)
    last = rounds * players - 1
    number = draw(st.sampled_from((last, last, last, last - 1, last + 1, last + players, 0)))
    if getattr(of.game, "overtime", "none") == "none":
        number = min(number, last)
    honba = 0 if unit == 1 else draw(st.sampled_from((0, 0, 1, 2, 5)))
    state = GameState(number // players, number % players, honba, sticks, tuple(held))
    able = [seat for seat in range(players) if riichi_allowed(of, held[seat])]
    declared = draw(st.lists(st.sampled_from(able), unique=True, max_size=2)) if able else []
    return state, tuple(declared)


def agree_on_wins(
    of: Parameters, goal: Goal, way: Way, fates: dict[slow.Paid, slow.Fate | None]
) -> None:
    """A way says of every win whether it does, goes on, is shared, or is forbidden."""
    reached = {paid for paid, fate in fates.items() if fate is not None and fate.reaches(goal)}
    for paid, fate in fates.items():
        assert slow.inside(of, way.reached, paid) == (paid in reached)
        assert slow.inside(of, way.barred, paid) == (fate is None)
        is_missed = bool(reached) and paid > min(reached) and paid not in reached
        assert slow.inside(of, way.missed, paid) == is_missed
        does = fate is not None and paid in reached
        assert slow.inside(of, way.goes_on, paid) == (does and not fate.is_over)  # type: ignore[union-attr]
        assert slow.inside(of, way.shared, paid) == (does and fate.is_shared)  # type: ignore[union-attr]
    assert way.is_any == (reached == set(fates))
    edges = [each for found in way.reached for each in (found.least, found.most) if each]
    assert {slow.key_of(of, each) for each in edges} <= reached
    assert (min(reached) if reached else None) == (
        slow.key_of(of, way.reached[0].least) if way.reached else None
    )


def agree_on_draws(needed: Needed, own: str, fates: dict[frozenset[int], slow.Fate]) -> None:
    found = next(draw for draw in needed.draws if draw.own == own)
    for tenpai, fate in fates.items():
        assert slow.among(found.reached, tenpai) == fate.reaches(needed.goal)
        if fate.reaches(needed.goal):
            assert slow.among(found.goes_on, tenpai) == (not fate.is_over)
    assert found.is_always == all(fate.reaches(needed.goal) for fate in fates.values())


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=8)
@given(data=st.data())
def test_every_answer_is_what_playing_every_outcome_shows(name: str, data: st.DataObject) -> None:
    key, changes = RULES[name]
    of = rule(key, **changes)
    game, asker = Game(of), Asker(of)
    state, riichi = data.draw(tables(of))
    seat = data.draw(st.integers(0, of.game.players - 1))

    player = asker.conditions(state, riichi).players[seat]

    others = [(seat + turn) % of.game.players for turn in range(1, of.game.players)]
    by_way = {way: slow.played(game, state, riichi, seat, way) for way in (None, *others)}
    may = seat not in riichi and riichi_allowed(of, state.points[seat])
    later = (*riichi, seat) if may else riichi
    after_riichi = (
        {way: slow.played(game, state, later, seat, way) for way in (None, *others)}
        if may
        else by_way
    )
    by_own = {
        draw.own: slow.draws(game, state, riichi, seat, own=draw.own)
        for draw in player.goals[0].draws
    }
    assert set(by_own) == (
        {"riichi"}
        if seat in riichi
        else {"noten", "tenpai", "riichi"}
        if may
        else {"noten", "tenpai"}
    )
    for needed in player.goals:
        ways = (needed.tsumo, *needed.ron)
        for way in ways:
            agree_on_wins(of, needed.goal, way, by_way[way.discarder])
        for way in needed.after_riichi or ways:
            agree_on_wins(of, needed.goal, way, after_riichi[way.discarder])
        for own, fates in by_own.items():
            agree_on_draws(needed, own, fates)
