"""What holds for every game under every rule."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rules.parameters import RiichiParameters, override
from scoring.checks import problems
from scoring.results import GameResult, Penalty
from scoring.settlement import settle, settle_scores

from .strategies import games, riichi_rules, stacks

Game = tuple[RiichiParameters, GameResult]


@given(games())
def test_the_scores_of_a_table_sum_to_zero(game: Game) -> None:
    rule, result = game

    assert problems(result, rule) == ()
    assert sum(settle(result, rule).scores) == 0


@given(games(leftover=("lost",)))
def test_lost_sticks_are_all_that_is_lost(game: Game) -> None:
    rule, result = game

    assert sum(settle(result, rule).scores) == -result.sticks


@given(games())
def test_the_parts_of_a_seat_sum_to_its_score(game: Game) -> None:
    rule, result = game
    settled = settle(result, rule)

    for seat in settled.seats:
        assert sum(part.points for part in seat.parts) == seat.score
    assert settle_scores(result, rule).scores == settled.scores


@given(games())
def test_places_follow_the_points_and_ties_the_rule(game: Game) -> None:
    rule, result = game
    places = settle(result, rule).places

    by_seat = rule.settlement.tie == "seat"
    for one, own in enumerate(result.points):
        for other, others in enumerate(result.points):
            ahead = own > others or (own == others and by_seat and one < other)
            behind = own < others or (own == others and by_seat and one > other)
            assert (places[one] < places[other]) == ahead
            assert (places[one] > places[other]) == behind


@given(games())
def test_under_a_rounding_all_below_the_top_stand_on_whole_thousands(game: Game) -> None:
    rule, result = game
    rule = override(rule, {"rounding": "go_sha_roku_nyu"})
    less = rule.settlement.return_points if rule.settlement.rounding_of == "score" else 0
    rounded = {"base", "sticks", "below_zero", "rounding"}

    for points, seat in zip(result.points, settle(result, rule).seats, strict=True):
        stands = sum(part.points for part in seat.parts if part.kind in rounded) + less
        assert points == max(result.points) or stands % 1_000 == 0


@given(st.data())
def test_more_points_never_mean_a_worse_place(data: st.DataObject) -> None:
    rule = data.draw(riichi_rules())
    points = data.draw(stacks(rule))
    giver, taker = data.draw(st.permutations(range(rule.game.players)))[:2]
    more = list(points)
    more[giver] -= 1_500
    more[taker] += 1_500

    before = settle(GameResult(points=points), rule).places
    after = settle(GameResult(points=tuple(more)), rule).places

    assert after[taker] <= before[taker]
    assert after[giver] >= before[giver]


@given(st.data())
def test_without_ties_it_does_not_matter_who_sat_where(data: st.DataObject) -> None:
    rule = data.draw(riichi_rules())
    points = data.draw(stacks(rule).filter(lambda drawn: len(set(drawn)) == len(drawn)))
    seats = data.draw(st.permutations(range(len(points))))

    moved = settle(GameResult(points=tuple(points[seat] for seat in seats)), rule).scores
    scores = settle(GameResult(points=points), rule).scores

    assert moved == tuple(scores[seat] for seat in seats)


@given(games(), st.sets(st.integers(0, 3)), st.integers(-500, 500))
def test_a_substitutes_score_is_fixed_and_leaves_the_others_theirs(
    game: Game, seats: set[int], score: int
) -> None:
    rule, result = game
    taken = tuple(sorted(seat for seat in seats if seat < rule.game.players))
    before = settle(result, rule)
    after = settle(
        replace(result, substitutes=taken), override(rule, {"substitute_score": 100 * score})
    )

    assert after.places == before.places
    for seat, (own, was) in enumerate(zip(after.scores, before.scores, strict=True)):
        assert own == (100 * score if seat in taken else was)


@given(games(), st.integers(1, 3), st.data())
def test_a_penalty_comes_on_top_and_changes_no_place(
    game: Game, count: int, data: st.DataObject
) -> None:
    rule, result = game
    seat = data.draw(st.integers(0, rule.game.players - 1))
    rule = override(rule, {"penalty_table": [{"kind": "chombo", "amount": 3_000}]})
    before = settle(result, rule)
    after = settle(
        replace(result, penalties=(Penalty(seat=seat, kind="chombo", count=count),)), rule
    )

    assert after.places == before.places
    assert sum(after.scores) == 0
    assert after.scores[seat] == before.scores[seat] - 3_000 * count * (rule.game.players - 1)
