"""Lines of Tenhou's result lists, in all their shapes; the players are invented."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tenhou.errors import LineError
from scoring.tenhou.lobby_lines import LobbyRule, lobby_game
from scoring.tenhou.notation import day_of_list, day_of_log, log_id_in, score_of, split_team

PLAIN = "L4957 | 21:03 | 四般南喰赤－ | ひつじ@Otters(+52.0) くらげ(+6.0) Fir(-24.0) ゆず(-34.0)"
LINK = '<a href="http://tenhou.net/0/?log=2026020311gm-0009-14957-0f3c91aa">牌譜</a>'


def results(line: str) -> list[tuple[str, int]]:
    return [(name, score) for name, score, _chips in lobby_game(line).results]


def test_a_line_of_a_private_lobby_is_read_whole() -> None:
    game = lobby_game(PLAIN)

    assert (game.lobby, game.time, game.minutes, game.log_id) == ("L4957", "21:03", None, "")
    assert game.rule == LobbyRule(
        players=4,
        room="ippan",
        length="tonnan",
        open_tanyao=True,
        red_fives=True,
        fast=False,
        chips=False,
        chip_rate=None,
    )
    assert results(PLAIN) == [
        ("ひつじ@Otters", 52_000),
        ("くらげ", 6_000),
        ("Fir", -24_000),
        ("ゆず", -34_000),
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(
            "00:00 | 17 | 三般南喰赤－ | a(+56.0) b(+1.0) c(-57.0)",
            ("", "00:00", 17, ""),
            id="ranked, with minutes",
        ),
        pytest.param(
            f"C4957 | 9:08 | 四般南喰赤－ | {LINK} | a(+1.0) b(0.0) c(0.0) d(-1.0)<br>",
            ("C4957", "09:08", None, "2026020311gm-0009-14957-0f3c91aa"),
            id="a tournament, with a link",
        ),
        pytest.param(
            "LXXX | 21:22 | 四般南喰赤－ | a(+40.9) b(+9.4) c(-11.2) d(-39.1)",
            ("LXXX", "21:22", None, ""),
            id="a lobby with letters",
        ),
        pytest.param(
            "4位 13分 2026-05-27 18:13 四特東喰赤速 五段510pt-70pt R1908"
            " a(+48.7)b天(+16.8)c(-26.8)とら(-38.7)",
            ("", "18:13", 13, ""),
            id="the client's own list",
        ),
        pytest.param(
            "\ufeff 1位 9分 2026-05-27 8:13 四特東喰赤速 a(+48.7)b(+16.8)c(-26.8)d(-38.7) \r\n",
            ("", "08:13", 9, ""),
            id="the client's own list without a rank",
        ),
    ],
)
def test_a_line_tells_lobby_time_minutes_and_log(
    line: str, expected: tuple[str, str, int | None, str]
) -> None:
    game = lobby_game(line)

    assert (game.lobby, game.time, game.minutes, game.log_id) == expected


def test_only_the_clients_own_list_tells_the_day() -> None:
    own = "1位 9分 2026-05-27 08:13 四特東喰赤速 a(+48.7)b(+16.8)c(-26.8)d(-38.7)"

    assert lobby_game(own).day == date(2026, 5, 27)
    assert lobby_game(PLAIN).day is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("三鳳東喰赤速", (3, "houou", "tonpu", True, True, True, False, None)),
        ("四般南－－－", (4, "ippan", "tonnan", False, False, False, False, None)),
        ("四般東喰赤", (4, "ippan", "tonpu", True, True, False, False, None)),
        ("四若東喰赤祝５", (4, "waka", "tonpu", True, True, False, True, 5)),
        ("四琥南喰赤祝2", (4, "kohaku", "tonnan", True, True, False, True, 2)),
        ("四般南喰－祝", (4, "ippan", "tonnan", True, False, False, True, None)),
        ("四技－喰赤－", (4, "ginousen", None, True, True, False, False, None)),
    ],
)
def test_a_rule_is_read_sign_by_sign(text: str, expected: tuple[object, ...]) -> None:
    players = "a(+3.0) b(0.0) c(-3.0)" + (" d(-0.0)" if text[0] == "四" else "")
    players = players if text[0] == "三" else "a(+3.0) b(0.0) c(0.0) d(-3.0)"
    rule = lobby_game(f"21:03 | 05 | {text} | {players}").rule

    assert (
        rule.players,
        rule.room,
        rule.length,
        rule.open_tanyao,
        rule.red_fives,
        rule.fast,
        rule.chips,
        rule.chip_rate,
    ) == expected


def test_chips_stand_beside_the_score() -> None:
    game = lobby_game("07:23 | 11 | 三若東喰赤祝５ | a(+70.0,+5枚) b(-20.0,0枚) c(-50.0,-5枚)")

    assert [one.chips for one in game.results] == [5, 0, -5]


def test_chips_may_be_told_of_some() -> None:
    game = lobby_game("L0000 | 00:00 | 三般南喰赤 | a(+30.1,-5枚) b(+10,0枚) c(-40.1)")

    assert [one.chips for one in game.results] == [-5, 0, None]


def test_old_lines_have_no_decimals() -> None:
    line = "L4714 | 01:35 | 四般東喰赤 | a(+41) b(+6) c(-17) d(-30)"

    assert [score for _name, score in results(line)] == [41_000, 6_000, -17_000, -30_000]


@pytest.mark.parametrize(
    "name",
    [
        *("n9(-Д-)", "茶(黒)", "考え中（東", "(^-^)。", "x(+10.0)", "y(9)"),
        *("@uma", ">_0@杏", "@noon@", "みる＠声", "b@c@d", "-ron-", "+p+", "a,b", "e:f", "=1+1"),
        *("\\t", "<a", "a>b", "師/雀", "090", "★", "🐷", "ｶﾅ", "全　角", "&copy", "a&b;"),
    ],
)
def test_the_last_bracket_is_the_score_whatever_the_name_holds(name: str) -> None:
    line = f"L1 | 21:03 | 三般南喰赤－ | {name}(+5.0) b(0.0) c(-5.0)"

    assert results(line)[0] == (name, 5_000)


@pytest.mark.parametrize(
    ("written", "name"),
    [("Fir&amp;Yew", "Fir&Yew"), ("&lt;3", "<3"), ("&#39;x&#x27;", "'x'"), ("&quot;", '"')],
)
def test_names_of_html_lists_are_read_as_they_were_meant(written: str, name: str) -> None:
    line = f"12:20 | 13 | 三鳳東喰赤－ | {LINK} | {written}(+5.0) b(0.0) c(-5.0)<br>"

    assert results(line)[0] == (name, 5_000)


def test_two_players_of_one_name_stay_two() -> None:
    line = "L1 | 21:03 | 三般南喰赤－ | NoName(+5.0) b(0.0) NoName(-5.0)"

    assert [name for name, _score in results(line)] == ["NoName", "b", "NoName"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "A time such as 21:03 is expected instead of “”"),
        ("hello", "A time such as 21:03 is expected instead of “hello”"),
        ("L1", "The line ends before the rule and the players"),
        ("25:00 | 四般南喰赤－ | a(0.0)", "A time such as 21:03 is expected instead of “25:00”"),
        (
            "21:03 | 四般南喰赤？ | a(0.0)",
            "” is not the rule of a known room, such as 四般南喰赤－",
        ),
        (
            "21:03 | 五般南喰赤－ | a(0.0)",
            "” is not the rule of a known room, such as 四般南喰赤－",
        ),
        ("21:03", "The line ends before the rule and the players"),
        ("21:03 | 四般南喰赤－", "The players must come after the rule"),
        ("21:03 | 四般南喰赤－ |", "The players must come after the rule"),
        ("21:03 | 四般南喰赤－ | a(0.0) | b(0.0)", "The players must come after the rule"),
        ("21:03 | 三般南喰赤－ | a b(0.0) c(0.0)", r"“a” has no score such as \(\+52.0\)"),
        ("21:03 | 三般南喰赤－ | a(+1.55) b(0.0) c(0.0)", "has no score"),
        ("21:03 | 三般南喰赤－ | (+1.0) b(0.0) c(-1.0)", "has no name"),
        ("21:03 | 三般南喰赤－ | a(+1.0) c(-1.0)", "2 players are listed, but the rule is for 3"),
        (
            "21:03 | 三般南喰赤－ | a(+1.0) b(0.0) c(-1.5)",
            "The scores must add up to 0, but they add up to -0.5",
        ),
        (
            "21:03 | 三般南喰赤－ | a(+12.3) b(0.0) c(-1)",
            "The scores must add up to 0, but they add up to \\+11.3",
        ),
        (
            "21:03 | 三般南喰赤－ | a(-1.0) b(0.0) c(+1.0)",
            "The names must be in order of place, best first",
        ),
        (
            "21:03 | 三若東喰赤祝５ | a(+1.0,+1枚) b(0.0,0枚) c(-1.0,0枚)",
            r"The chips must add up to 0, but they add up to \+1",
        ),
        (PLAIN + "x" * 2_000, "This line is too long to be a result"),
        (
            "4位 13分 2026-02-30 18:13 三特東喰赤速 a(+48.7)b(0.0)c(-48.7)",
            "2026-02-30 is not a valid date",
        ),
        (
            "4位 13分 2026-02-03 18:13 三特東喰赤速 a(+48.7)b(0.0)c(-48.7)d",
            "Every player must have a score",
        ),
    ],
)
def test_a_line_that_cannot_be_read_says_what_is_wrong(line: str, message: str) -> None:
    with pytest.raises(LineError, match=message) as caught:
        lobby_game(line)
    assert caught.value.code == "bad-line"


def test_a_game_is_the_same_however_often_it_is_read() -> None:
    day = date(2026, 2, 3)
    same = PLAIN.replace(" | 四", " | 25 | 四").replace("+52.0", "+52") + "<br>"
    other = PLAIN.replace("くらげ", "くらけ")

    assert lobby_game(PLAIN).identity(day) == lobby_game(same).identity(day)
    assert lobby_game(PLAIN).identity(day) != lobby_game(other).identity(day)
    assert lobby_game(PLAIN).identity(day) != lobby_game(PLAIN).identity(date(2026, 2, 4))
    assert lobby_game(PLAIN).identity(day) == (
        "dd866e86852d1a4b4294c4034acb6a1d732139a462861b9bdcfbcde96c8400aa"
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ひつじ@Otters", ("ひつじ", "Otters")),
        ("ひつじ＠かわうそ", ("ひつじ", "かわうそ")),
        ("a@b@Otters", ("a@b", "Otters")),
        ("a＠b@Otters", ("a＠b", "Otters")),
        ("a@b＠Otters", ("a@b", "Otters")),
        ("ひつじ", ("ひつじ", None)),
        ("@ひつじ", ("@ひつじ", None)),
        ("ひつじ＠", ("ひつじ＠", None)),
        ("@noon@", ("@noon@", None)),
        ("a @ b", ("a", "b")),
    ],
)
def test_a_team_stands_after_the_last_at(name: str, expected: tuple[str, str | None]) -> None:
    assert split_team(name) == expected


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("sca20260203.log.gz", date(2026, 2, 3)),
        ("2026/scf20260203.html", date(2026, 2, 3)),
        ("scb2026020311.log", date(2026, 2, 3)),
        ("scb20260231.log", None),
        ("results.txt", None),
        ("sca202602.log", None),
    ],
)
def test_the_day_comes_from_the_name_of_the_list(name: str, day: date | None) -> None:
    assert day_of_list(name) == day


def test_the_day_of_a_log_comes_from_its_name() -> None:
    assert (
        log_id_in("/x/2026020311gm-00a9-0000-5ebae1d7.mjlog") == "2026020311gm-00a9-0000-5ebae1d7"
    )
    assert day_of_log("2026020311gm-00a9-0000-5ebae1d7") == date(2026, 2, 3)
    assert day_of_log("2026133111gm-00a9-0000-5ebae1d7") is None
    assert day_of_log("") is None


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("+52.0", 52_000),
        ("-0.5", -500),
        ("0", 0),
        ("-0.0", 0),
        ("108", 108_000),
        ("1.25", None),
        ("", None),
        ("+", None),
        ("５", None),
    ],
)
def test_scores_become_points_without_floats(text: str, score: int | None) -> None:
    assert score_of(text) == score


NAME = st.text(
    st.characters(blacklist_categories=("Cs", "Cc", "Zs", "Zl", "Zp"), blacklist_characters="|&"),
    min_size=1,
    max_size=8,
)


@given(st.lists(NAME, min_size=3, max_size=3), st.integers(0, 900), st.integers(0, 900))
def test_names_and_scores_are_read_back_whatever_they_are(
    names: list[str], first: int, second: int
) -> None:
    high, low = max(first, second), min(first, second)
    scores = sorted([high, low - high, -low], reverse=True)
    tokens = [
        f"{name}({score // 10 if score >= 0 else -(-score // 10)}.{abs(score) % 10})"
        if score >= 0 or score <= -10
        else f"{name}(-0.{-score})"
        for name, score in zip(names, scores, strict=True)
    ]
    # what looks like a tag of a list is taken for one
    line = f"L1 | 21:03 | 三般南喰赤－ | {' '.join(tokens)}"

    assert results(line) == list(zip(names, [100 * each for each in scores], strict=True))


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    for line in (text, f"{PLAIN}{text}", f"21:03 | 三般南喰赤－ | {text}"):
        try:
            lobby_game(line)
        except LineError:
            continue
