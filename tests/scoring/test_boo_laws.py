"""What holds for every game and every evening of Boo."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rules.parameters import BooParameters, override
from rules.presets import load
from scoring.boo import ChainedGame, TableGame, chain, chain_scores
from scoring.checks import problems
from scoring.results import GameResult, Penalty, Settled, YakumanWin
from scoring.settlement import settle, settle_scores

SEATS = st.integers(0, 3)
VICTORY_POINTS = st.integers(0, 20).map(lambda whole: whole * 1_000)
SHIPPED = load("nekohouse-boo").versions[-1].value


@st.composite
def boo_rules(draw: st.DrawFn) -> BooParameters:
    """Any rule of Boo."""
    assert isinstance(SHIPPED, BooParameters)
    amounts = ("double_maru_a", "maru_a", "maru_b", "maru_c", "pao_ron")
    changes: dict[str, object] = {name: draw(VICTORY_POINTS) for name in amounts}
    changes["double_right"] = draw(st.booleans())
    changes["yakuman_ends_game"] = draw(st.booleans())
    changes["floating_line"] = draw(st.sampled_from((8_000, 8_000, 7_900, 8_100)))
    return override(SHIPPED, changes)


@st.composite
def yakuman_wins(draw: st.DrawFn) -> YakumanWin:
    winner = draw(SEATS)
    payers = st.none() | SEATS.filter(lambda seat: seat != winner)
    return YakumanWin(winner=winner, discarder=draw(payers), pao=draw(payers))


@st.composite
def boo_games(draw: st.DrawFn) -> GameResult:
    """A sound game; level and sunk players, sticks and yakuman are common."""
    sticks = draw(st.sampled_from((0, 0, 100, 400, 1_300)))
    points = [8_000] * 4
    for seat in draw(st.permutations(range(4))) * 4:
        paid = min(100, sticks)
        points[seat] -= paid
        sticks -= paid
    moves = st.sampled_from((0, 100, 300, 1_500, 8_000)) | st.integers(0, 90).map(
        lambda hundreds: hundreds * 100
    )
    for _ in range(draw(st.integers(0, 4))):
        payer, payee, paid = draw(SEATS), draw(SEATS), draw(moves)
        points[payer] -= paid
        points[payee] += paid
    return GameResult(
        points=tuple(points),
        sticks=32_000 - sum(points),
        yakuman=tuple(draw(st.lists(yakuman_wins(), max_size=draw(st.sampled_from((0, 0, 1)))))),
        dabu_ken=draw(st.none() | SEATS),
    )


@st.composite
def evenings(draw: st.DrawFn) -> list[TableGame]:
    """Games of a table at which five people take turns."""
    return [
        TableGame(players=tuple(draw(st.permutations(range(5)))[:4]), result=draw(boo_games()))
        for _ in range(draw(st.integers(0, 5)))
    ]


@given(boo_rules(), boo_games())
def test_victory_points_sum_to_zero_and_are_whole(rule: BooParameters, result: GameResult) -> None:
    settled = settle(result, rule)

    assert problems(result, rule) == ()
    assert sum(settled.scores) == 0
    assert tuple(each * 1_000 for each in settled.victory_points) == settled.scores


@given(boo_rules(), boo_games())
def test_the_parts_of_a_seat_sum_to_its_score(rule: BooParameters, result: GameResult) -> None:
    settled, plain = settle(result, rule), settle_scores(result, rule)

    for seat in settled.seats:
        assert sum(part.points for part in seat.parts) == seat.score
    assert (plain.places, plain.scores) == (settled.places, settled.scores)
    assert (plain.result, plain.dabu_ken) == (settled.result, settled.dabu_ken)


@given(boo_games())
def test_the_top_takes_what_the_sunk_pay(result: GameResult) -> None:
    settled = settle(replace(result, yakuman=()), SHIPPED)
    sunk = sum(points < 8_000 for points in result.points)
    by_place = sorted(zip(settled.places, settled.victory_points, strict=True))

    expected = {
        "none": (0, 0, 0, 0),
        "maru_c": (1, 0, 0, -1),
        "maru_b": (4, 0, -2, -2),
        "maru_a": (9, -3, -3, -3),
        "double_maru_a": (18, -6, -6, -6),
    }[str(settled.result)]
    assert tuple(points for _, points in by_place) == expected
    assert sum(points < 0 for points in settled.victory_points) == (1 if sunk == 4 else sunk)


@given(boo_games())
def test_a_doubled_game_is_a_maru_a_of_the_holder(result: GameResult) -> None:
    plain = replace(result, yakuman=(), dabu_ken=None)
    top = settle(plain, SHIPPED).places.index(1)
    doubled = settle(replace(plain, dabu_ken=result.dabu_ken), SHIPPED).result == "double_maru_a"

    assert doubled == (settle(plain, SHIPPED).result == "maru_a" and result.dabu_ken == top)


@given(boo_games(), yakuman_wins())
def test_of_a_yakuman_the_points_decide_only_the_places(
    result: GameResult, win: YakumanWin
) -> None:
    settled = settle(replace(result, yakuman=(win,)), SHIPPED)
    level = settle(GameResult(points=(8_000,) * 4, yakuman=(win,)), SHIPPED)

    assert settled.scores == level.scores
    assert settled.scores[win.winner] == 18_000
    assert settled.places[win.winner] == 1
    others = [seat for seat in range(4) if seat != win.winner]
    by_points = sorted(others, key=lambda seat: (-result.points[seat], seat))
    assert sorted(others, key=settled.places.__getitem__) == by_points


@given(boo_games(), SEATS, st.integers(1, 5))
def test_a_chombo_moves_nothing_but_its_price(result: GameResult, seat: int, count: int) -> None:
    before = settle(result, SHIPPED)
    offence = (Penalty(seat=seat, kind="chombo", count=count),)
    after = settle(replace(result, penalties=offence), SHIPPED)

    assert (after.places, after.result, after.dabu_ken) == (
        before.places,
        before.result,
        before.dabu_ken,
    )
    assert [late - early for late, early in zip(after.scores, before.scores, strict=True)] == [
        -3_000 * count if other == seat else 1_000 * count for other in range(4)
    ]


@given(boo_rules(), evenings())
def test_the_right_waits_for_its_holder_and_is_used_up_where_they_sit(
    rule: BooParameters, games: list[TableGame]
) -> None:
    chained = chain(games, rule)
    before: set[int] = set()

    for one in chained:
        players, seat = one.game.players, one.game.result.dabu_ken
        seated = before & set(players)
        points = dict(zip(players, one.game.result.points, strict=True))
        assert (seat is None) == (not seated)
        if seat is not None:
            assert players[seat] in seated
            assert points[players[seat]] == max(points[player] for player in seated)
        top = players[one.outcome.places.index(1)]
        made = rule.settlement.double_right and one.outcome.result in {"maru_a", "double_maru_a"}
        before = (before - seated) | ({top} if made else set())
        assert set(one.holders) == before
    plain = chain_scores(games, rule)
    assert [one.outcome.scores for one in plain] == [one.outcome.scores for one in chained]


def outcomes(chained: list[ChainedGame[Settled]]) -> list[Settled]:
    return [one.outcome for one in chained]


@given(evenings(), boo_games(), st.data())
def test_a_game_put_in_changes_the_rest_only_until_the_same_players_hold_the_right(
    games: list[TableGame], result: GameResult, data: st.DataObject
) -> None:
    assert isinstance(SHIPPED, BooParameters)
    at = data.draw(st.integers(0, len(games)))
    put_in = TableGame(players=(0, 1, 2, 3), result=result)
    old = chain(games, SHIPPED)
    new = chain([*games[:at], put_in, *games[at:]], SHIPPED)

    assert new[:at] == old[:at]
    holders = [set(), *(set(one.holders) for one in old)]
    for done in range(at, len(games) + 1):
        if holders[done] == set(new[done].holders):
            assert outcomes(new[done + 1 :]) == outcomes(old[done:])
