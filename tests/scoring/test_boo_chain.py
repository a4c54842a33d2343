"""The right to double, carried through an evening at one table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.parameters import BooParameters, override
from rules.presets import load
from scoring.boo import ChainedGame, TableGame, chain, chain_scores
from scoring.errors import UnbalancedTableError
from scoring.results import GameResult, Settled, YakumanWin
from scoring.settlement import settle

VERSION = load("nekohouse-boo").versions[-1]
AKI, HARU, NATSU, FUYU, YUKI = 11, 12, 13, 14, 15
FOUR = (AKI, HARU, NATSU, FUYU)
POINTS = {
    "A": (17_000, 7_000, 5_000, 3_000),
    "B": (12_000, 8_100, 7_900, 4_000),
    "C": (9_000, 8_000, 8_000, 7_000),
    "-": (8_000, 8_000, 8_000, 8_000),
}


def boo() -> BooParameters:
    parameters = VERSION.value
    assert isinstance(parameters, BooParameters)
    return parameters


def game(
    top: int, maru: str, *, players: tuple[int, ...] = FOUR, yakuman: bool = False
) -> TableGame:
    """A game that ``top`` won, who deals first as in any game after a won one."""
    at = players.index(top)
    won = (YakumanWin(winner=0),) if yakuman else ()
    seats = players[at:] + players[:at]
    return TableGame(players=seats, result=GameResult(points=POINTS[maru], yakuman=won))


def evening(games: list[TableGame]) -> list[tuple[str | None, int]]:
    """Each game's result and what its first East took, in victory points."""
    return [(one.outcome.result, one.outcome.victory_points[0]) for one in chain(games, boo())]


def holders(games: list[TableGame]) -> list[tuple[int, ...]]:
    return [one.holders for one in chain(games, boo())]


FIVE = [game(AKI, "A"), game(AKI, "A"), game(HARU, "A"), game(HARU, "A"), game(HARU, "B")]
FIVE_SETTLED = [
    ("maru_a", 9),
    ("double_maru_a", 18),
    ("maru_a", 9),
    ("double_maru_a", 18),
    ("maru_b", 4),
]


def test_five_games_in_a_row_double_for_whoever_goes_on() -> None:
    assert evening(FIVE) == FIVE_SETTLED
    assert holders(FIVE) == [(AKI,), (AKI,), (HARU,), (HARU,), ()]


def test_the_right_follows_the_player_to_another_seat() -> None:
    second = TableGame(
        players=(NATSU, FUYU, AKI, HARU), result=GameResult(points=(5_000, 3_000, 17_000, 7_000))
    )
    first, then = chain([game(AKI, "A"), second], boo())

    assert first.game.result.dabu_ken is None
    assert then.game.result.dabu_ken == 2
    assert then.outcome.victory_points == (-6, -6, 18, -6)
    assert then.holders == (AKI,)


@pytest.mark.parametrize(
    ("inserted", "rest"),
    [
        pytest.param(game(AKI, "A"), ["double_maru_a", "double_maru_a", "maru_a"], id="her own A"),
        pytest.param(game(AKI, "B"), ["maru_b", "maru_a", "maru_a"], id="her own B"),
        pytest.param(game(FUYU, "A"), ["maru_a", "maru_a", "maru_a"], id="another's A"),
        pytest.param(game(HARU, "-"), ["none", "maru_a", "maru_a"], id="nobody sunk"),
        pytest.param(
            game(HARU, "A", players=(YUKI, HARU, NATSU, FUYU)),
            ["maru_a", "double_maru_a", "maru_a"],
            id="another's A while she sat out",
        ),
    ],
)
def test_a_game_put_in_afterwards_settles_the_rest_anew(
    inserted: TableGame, rest: list[str]
) -> None:
    late = evening([FIVE[0], inserted, *FIVE[1:]])

    assert [result for result, _ in late][1:4] == rest
    assert late[4:] == FIVE_SETTLED[3:]


@pytest.mark.parametrize(
    ("corrected", "expected"),
    [
        pytest.param(
            game(AKI, "B"),
            [("maru_a", 9), ("double_maru_a", 18), ("maru_b", 4), ("maru_a", 9), ("maru_b", 4)],
            id="it was a maru-B",
        ),
        pytest.param(
            game(HARU, "B", yakuman=True),
            [
                ("maru_a", 9),
                ("double_maru_a", 18),
                ("double_maru_a", 18),
                ("double_maru_a", 18),
                ("maru_b", 4),
            ],
            id="it was a yakuman",
        ),
        pytest.param(
            game(AKI, "A"),
            [
                ("maru_a", 9),
                ("double_maru_a", 18),
                ("double_maru_a", 18),
                ("maru_a", 9),
                ("maru_b", 4),
            ],
            id="another had won it",
        ),
    ],
)
def test_a_game_corrected_afterwards_settles_the_rest_anew(
    corrected: TableGame, expected: list[tuple[str, int]]
) -> None:
    assert evening([*FIVE[:2], corrected, *FIVE[3:]]) == expected


@pytest.mark.parametrize(
    ("voided", "expected"),
    [
        (0, [("maru_a", 9), ("maru_a", 9), ("double_maru_a", 18), ("maru_b", 4)]),
        (1, [("maru_a", 9), ("maru_a", 9), ("double_maru_a", 18), ("maru_b", 4)]),
        (2, [("maru_a", 9), ("double_maru_a", 18), ("maru_a", 9), ("maru_b", 4)]),
        (4, FIVE_SETTLED[:4]),
    ],
)
def test_a_game_voided_afterwards_settles_the_rest_anew(
    voided: int, expected: list[tuple[str, int]]
) -> None:
    assert evening(FIVE[:voided] + FIVE[voided + 1 :]) == expected


def test_voiding_what_stood_between_brings_the_right_together() -> None:
    games = [game(AKI, "A"), game(HARU, "C"), game(AKI, "A")]

    assert [result for result, _ in evening(games)] == ["maru_a", "maru_c", "maru_a"]
    assert [result for result, _ in evening([games[0], games[2]])] == ["maru_a", "double_maru_a"]


def test_the_right_waits_while_its_holder_sits_out() -> None:
    without = game(HARU, "C", players=(HARU, NATSU, FUYU, YUKI))
    games = [game(AKI, "A"), without, without, game(AKI, "A")]

    assert holders(games) == [(AKI,)] * 4
    assert [result for result, _ in evening(games)] == [
        "maru_a",
        "maru_c",
        "maru_c",
        "double_maru_a",
    ]


def test_whoever_comes_back_uses_the_right_up_in_that_game() -> None:
    without = game(HARU, "C", players=(HARU, NATSU, FUYU, YUKI))
    games = [game(AKI, "A"), without, game(HARU, "B"), game(AKI, "A")]

    assert holders(games) == [(AKI,), (AKI,), (), (AKI,)]
    assert [result for result, _ in evening(games)][-1] == "maru_a"


def two_holders(points: tuple[int, ...]) -> list[ChainedGame[Settled]]:
    """Aki and Haru have one each: Haru made hers while Aki sat out. Then both sit down."""
    games = [
        game(AKI, "A"),
        game(HARU, "A", players=(HARU, NATSU, FUYU, YUKI)),
        TableGame(players=(NATSU, AKI, HARU, FUYU), result=GameResult(points=points)),
    ]
    return chain(games, boo())


@pytest.mark.parametrize(
    ("points", "handed_in", "result", "after"),
    [
        pytest.param((5_000, 17_000, 7_000, 3_000), 1, "double_maru_a", (AKI,), id="one doubles"),
        pytest.param((5_000, 7_000, 17_000, 3_000), 2, "double_maru_a", (HARU,), id="the other"),
        pytest.param((17_000, 5_000, 7_000, 3_000), 2, "maru_a", (NATSU,), id="a third is top"),
        pytest.param((6_000, 7_000, 7_000, 12_000), 1, "maru_a", (FUYU,), id="level, so by seat"),
        pytest.param((4_000, 8_100, 12_000, 7_900), 2, "maru_b", (), id="nobody's maru-A"),
    ],
)
def test_of_two_who_hold_a_right_only_the_top_can_double_and_both_use_it_up(
    points: tuple[int, ...], handed_in: int, result: str, after: tuple[int, ...]
) -> None:
    _, second, third = two_holders(points)

    assert second.holders == (AKI, HARU)
    assert third.game.result.dabu_ken == handed_in
    assert third.outcome.result == result
    assert third.holders == after


def test_a_yakuman_counts_as_maru_a_for_the_next_game() -> None:
    games = [game(AKI, "C", yakuman=True), game(AKI, "A"), game(AKI, "-", yakuman=True)]

    assert evening(games) == [("double_maru_a", 18)] * 3
    assert holders(games) == [(AKI,)] * 3


def test_what_a_result_says_itself_about_the_right_is_not_looked_at() -> None:
    found = TableGame(players=FOUR, result=GameResult(points=POINTS["A"], dabu_ken=0))

    assert evening([found]) == [("maru_a", 9)]


def test_where_no_right_was_agreed_none_is_carried() -> None:
    parameters = override(boo(), {"double_right": False})

    assert [one.outcome.result for one in chain(FIVE, parameters)] == ["maru_a"] * 4 + ["maru_b"]
    assert [one.holders for one in chain(FIVE, parameters)] == [()] * 5


def test_an_evening_without_games_settles_to_nothing() -> None:
    assert chain([], boo()) == []


def test_a_game_that_cannot_be_settled_is_told() -> None:
    wrong = TableGame(players=FOUR, result=GameResult(points=(8_000, 8_000, 8_000, 8_100)))

    with pytest.raises(UnbalancedTableError):
        chain([FIVE[0], wrong], boo())


def test_a_chained_game_is_settled_as_if_the_right_had_been_entered() -> None:
    chained: list[ChainedGame[Settled]] = chain(FIVE, boo(), VERSION.stated_by)

    for one in chained:
        assert settle(one.game.result, boo(), VERSION.stated_by) == one.outcome
    assert [one.game.players for one in chained] == [one.players for one in FIVE]


def test_the_chain_without_parts_comes_to_the_same() -> None:
    full, plain = chain(FIVE, boo()), chain_scores(FIVE, boo())

    assert [one.outcome.scores for one in plain] == [one.outcome.scores for one in full]
    assert [(one.game, one.holders) for one in plain] == [(one.game, one.holders) for one in full]


def test_a_game_that_chose_a_rule_of_its_own_is_settled_under_it() -> None:
    own_rule = override(boo(), {"double_right": False})
    second = replace(game(AKI, "A"), own_rule=own_rule)

    for link in (chain, chain_scores):
        results = [one.outcome.result for one in link([game(AKI, "A"), second], boo())]
        assert results == ["maru_a", "maru_a"]
        results = [one.outcome.result for one in link([game(AKI, "A"), game(AKI, "A")], boo())]
        assert results == ["maru_a", "double_maru_a"]
