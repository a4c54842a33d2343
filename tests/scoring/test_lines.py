"""The settle format: JSON in, JSON out, and never an exception."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import NoVersionError
from rules.parameters import Parameters, RiichiParameters, override
from rules.presets import load, shipped_keys
from scoring import lines as lines_of_games
from scoring.json_lines import answer_or_error
from scoring.lines import settle_lines, settle_request
from scoring.versions import VersionLike
from tests.scoring.settling import settle_line

TODAY = date(2015, 4, 11)
GAME: dict[str, Any] = {"rule": "kinyoukai", "points": [41_400, 30_000, 23_800, 4_800]}
BOO: dict[str, Any] = {"rule": "nekohouse-boo", "points": [7_000, 17_000, 5_000, 3_000]}
ZUNG_JUNG: dict[str, Any] = {"rule": "zung-jung", "points": [-30, 210, -150, -30]}


class ClubVersion:
    """A club's own version, as the database would hand it out."""

    label = "2026-04-01.2"
    stated_by: Mapping[str, str] = {"return_points": "第3条"}

    @property
    def value(self) -> Parameters:
        return override(RiichiParameters(), {"chip_value": 500})


def club_version(club: str, name: str, day: date) -> VersionLike | None:
    if (club, name) != ("sakura", "getsurei"):
        return None
    if day < date(2026, 4, 1):
        raise NoVersionError(day=day, first=date(2026, 4, 1))
    return ClubVersion()


def code_of(line: object) -> str:
    answer = settle_line(line, today=TODAY)
    assert set(answer) == {"error"}
    assert set(answer["error"]) == {"code", "message"}
    return str(answer["error"]["code"])


def test_a_game_is_answered_with_places_scores_version_and_parts() -> None:
    answer = settle_line({**GAME, "on": "2015-04-11", "sticks": 0}, today=date(2026, 1, 1))

    assert list(answer) == ["places", "scores", "version", "parts"]
    assert answer["places"] == [1, 2, 3, 4]
    assert answer["scores"] == [41_000, 5_000, -11_000, -35_000]
    assert answer["version"] == "2015-04-10"
    assert answer["parts"][2] == [
        {"part": "base", "points": -6_200, "clause": "A-3"},
        {"part": "rounding", "points": 200, "clause": "A-3"},
        {"part": "uma", "points": -5_000, "clause": "A-3"},
    ]


@pytest.mark.parametrize(
    ("today", "version"), [(date(2015, 4, 9), "2015-04-01"), (date(2015, 4, 10), "2015-04-10")]
)
def test_without_a_day_the_game_was_played_today(today: date, version: str) -> None:
    assert settle_line(GAME, today=today)["version"] == version


def test_a_line_may_override_parameters_for_itself() -> None:
    line = {**GAME, "with": {"uma": [30_000, 10_000, -10_000, -30_000], "rounding": "none"}}
    answer = settle_line(line, today=TODAY)

    assert answer["scores"] == [61_400, 10_000, -16_200, -55_200]
    assert [(part["part"], part["clause"]) for part in answer["parts"][0]] == [
        ("base", "A-3"),
        ("uma", "with"),
        ("oka", "A-3"),
    ]
    assert settle_line(GAME, today=TODAY)["scores"] == [41_000, 5_000, -11_000, -35_000]


def test_a_line_may_carry_all_that_a_table_hands_in() -> None:
    line = {
        "rule": "super-tonpu",
        "points": [-1_000, 41_000, 34_000, 25_000],
        "sticks": 1_000,
        "chips": [-2, 3, -1, 0],
        "penalties": [{"seat": 2, "kind": "chombo"}, {"seat": 3, "kind": "chombo", "count": 2}],
        "busts": [{"seat": 0, "by": 2}],
        "yakitori": [0],
        "yakuman": [{"winner": 1, "discarder": None}, {"winner": 1, "discarder": 0}],
        "with": {
            "chip_value": 1_000,
            "bust_bonus": 10_000,
            "yakitori": 3_000,
            "yakuman_tsumo": 1_000,
            "yakuman_ron": 2_000,
        },
    }
    answer = settle_line(line, today=TODAY)

    assert answer["places"] == [4, 1, 2, 3]
    assert [
        sum(part["points"] for part in seat if part["part"] == "penalty")
        for seat in answer["parts"]
    ] == [6_000, 6_000, -2_000, -10_000]
    assert [sum(part["points"] for part in seat) for seat in answer["parts"]] == answer["scores"]
    assert sum(answer["scores"]) == 0


def test_a_club_s_own_set_is_asked_for_by_club_and_name() -> None:
    line = {"rule": "sakura/getsurei", "on": "2026-04-02", "points": [25_000] * 4}
    answer = settle_line(line, today=TODAY, club_version=club_version)

    assert answer["version"] == "2026-04-01.2"
    assert answer["parts"][0][0] == {"part": "base", "points": -5_000, "clause": "第3条"}


@pytest.mark.parametrize(
    ("rule", "code"),
    [("sakura/getsurei", "no-version"), ("sakura/x", "unknown-rule"), ("/", "unknown-rule")],
)
def test_a_club_s_set_that_is_not_there_is_an_error(rule: str, code: str) -> None:
    answer = settle_line(
        {"rule": rule, "points": [25_000] * 4}, today=TODAY, club_version=club_version
    )

    assert answer["error"]["code"] == code


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rule": "kinyokai"}, "unknown-rule"),
        ({"rule": "sakura/getsurei"}, "unknown-rule"),
        ({"rule": 5}, "bad-value"),
        ({"rule": None}, "bad-value"),
        ({"rule": "zung-jung"}, "unbalanced-table"),
        ({"dabu_ken": None}, "unknown-key"),
        ({"yakuman": {"winner": 1}}, "bad-value"),
        ({"yakuman": [{"winner": 1, "pao": 2}]}, "unknown-key"),
        ({"rule": "yakyu-3p-tonpu", "on": "2008-02-24", "points": [35_000] * 3}, "not-stated"),
        ({"on": "2015-03-31"}, "no-version"),
        ({"on": "2015-02-30"}, "bad-value"),
        ({"on": "20150411"}, "bad-value"),
        ({"on": "2015-W15-6"}, "bad-value"),
        ({"on": 1_428_710_400}, "bad-value"),
        ({"on": None}, "bad-value"),
        ({"dice": [3, 4]}, "unknown-key"),
        ({"dice roll": [3, 4]}, "unknown-key"),
        ({"points": "41400"}, "bad-value"),
        ({"points": [41_400, 30_000, 23_800, 4_800.0]}, "bad-value"),
        ({"points": [41_400, 30_000, 23_800, "4800"]}, "bad-value"),
        ({"points": [41_400, 30_000, 23_800, True]}, "bad-value"),
        ({"points": [[41_400, 30_000], 23_800, 4_800]}, "bad-value"),
        ({"points": [41_400, 30_000, 23_800]}, "wrong-seat-count"),
        ({"points": [41_400, 30_000, 23_800, 4_900]}, "unbalanced-table"),
        ({"points": [41_450, 29_950, 23_800, 4_800]}, "not-a-hundred"),
        ({"points": [10**5_000, 30_000, 23_800, 4_800]}, "points-out-of-range"),
        ({"sticks": None}, "bad-value"),
        ({"sticks": 10**5_000}, "bad-sticks"),
        ({"chips": None}, "bad-value"),
        ({"chips": []}, "wrong-seat-count"),
        ({"chips": [1, 0, 0, 0]}, "chips-unbalanced"),
        ({"chips": [10**5_000, 0, 0, 0]}, "chips-out-of-range"),
        ({"penalties": {"seat": 2}}, "bad-value"),
        ({"penalties": [{"seat": 2}]}, "missing-key"),
        ({"penalties": [{"seat": 2, "kind": "chombo", "why": "山"}]}, "unknown-key"),
        ({"penalties": [{"seat": 4, "kind": "chombo"}]}, "bad-seat"),
        ({"penalties": [{"seat": 10**5_000, "kind": "chombo"}]}, "bad-value"),
        ({"penalties": [{"seat": 2, "kind": "late"}]}, "unknown-penalty"),
        ({"penalties": [{"seat": 2, "kind": "chombo", "count": 0}]}, "bad-penalty-count"),
        ({"penalties": [{"seat": 2, "kind": "chombo", "count": 10**5_000}]}, "bad-penalty-count"),
        ({"busts": [{"seat": 0}]}, "not-busted"),
        ({"yakitori": [0, 0]}, "bad-seat"),
        ({"yakuman": [{"winner": 1, "discarder": 1}]}, "bad-seat"),
        ({"with": []}, "bad-value"),
        ({"with": {"umma": []}}, "unknown-parameter"),
        ({"with": {"uma": [1, 2, 3]}}, "bad-parameters"),
        ({"with": {"players": 3}}, "bad-parameters"),
    ],
)
def test_what_is_wrong_is_answered_with_a_code(changes: dict[str, Any], code: str) -> None:
    assert code_of({**GAME, **changes}) == code


@pytest.mark.parametrize("line", [None, 5, "kinyoukai", [GAME], True, 1.5])
def test_a_line_that_is_no_object_is_an_error(line: object) -> None:
    assert code_of(line) == "bad-value"


def test_an_empty_object_is_told_what_it_lacks() -> None:
    error = settle_line({}, today=TODAY)["error"]

    assert error["code"] == "missing-key"
    assert "rule" in error["message"]
    assert "points" in error["message"]


def test_an_unknown_key_is_named() -> None:
    error = settle_line({**GAME, "dice roll": 7}, today=TODAY)["error"]

    assert "“dice roll”" in error["message"]


def test_lines_are_answered_in_order_and_a_bad_one_does_not_stop_the_rest() -> None:
    good = json.dumps(GAME)
    lines = [
        "\ufeff" + good + "\r\n",
        "\n",
        "  \n",
        "{oops\n",
        "[" * 100_000,
        good,
        '{"rule": "雀"}',
    ]

    answers = [(json.loads(text), ok) for text, ok in settle_lines(lines, today=TODAY)]

    assert [ok for _, ok in answers] == [True, False, False, True, False]
    assert answers[0] == answers[3]
    assert [answer["error"]["code"] for answer, ok in answers if not ok] == [
        "bad-json",
        "bad-json",
        "missing-key",
    ]


def test_japanese_stays_readable_in_the_answer() -> None:
    line = json.dumps({**GAME, "rule": "雀荘ルール"})
    [(text, ok)] = settle_lines([line], today=TODAY)

    assert not ok
    assert "雀荘ルール" in text


def test_a_number_too_long_to_read_is_bad_json() -> None:
    [(text, ok)] = settle_lines([f'{{"points": {"9" * 5_000}}}'], today=TODAY)

    assert not ok
    assert json.loads(text)["error"]["code"] == "bad-json"


KEYS = st.sampled_from(
    [
        *("rule", "on", "with", "points", "sticks", "chips", "penalties"),
        *("busts", "yakitori", "yakuman", "dabu_ken"),
    ]
)
INNER_KEYS = st.sampled_from(
    ["seat", "kind", "count", "by", "winner", "discarder", "pao", "uma", "tie", "maru_a"]
)
WORDS = st.sampled_from(
    ["kinyoukai", "2015-04-11", "chombo", "tenhou-3p-tonpu", "nekohouse-boo", "a/b", "\ud800"]
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | WORDS
    | st.text(st.characters(), max_size=5),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(INNER_KEYS | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


def _is_an_answer(answer: Mapping[str, Any]) -> bool:
    json.dumps(answer, ensure_ascii=False).encode()
    settled = {"places", "scores", "version", "parts"}
    return set(answer) in ({"error"}, settled, settled | {"result", "victory_points"})


@given(JSON | st.dictionaries(KEYS | WORDS, JSON))
def test_whatever_a_line_holds_it_is_answered(obj: object) -> None:
    assert _is_an_answer(settle_line(obj, today=TODAY, club_version=club_version))


@given(KEYS, JSON)
def test_whatever_one_value_of_a_good_line_becomes_it_is_answered(key: str, value: object) -> None:
    for game in (GAME, BOO, ZUNG_JUNG):
        assert _is_an_answer(settle_line({**game, key: value}, today=TODAY))


def _step_by_step(obj: object) -> str:
    """The answer of those who look at everything, whatever lines are answered quickly."""
    answer = answer_or_error(obj, partial(settle_request, today=TODAY, club_version=club_version))
    return json.dumps(answer, ensure_ascii=False)


@given(st.dictionaries(st.sampled_from(["rule", "on", "points", "sticks", "with"]), JSON))
def test_a_line_is_answered_as_one_looked_at_step_by_step(changes: dict[str, object]) -> None:
    for game in (GAME, BOO, ZUNG_JUNG):
        obj = {**game, **changes}
        [(text, _ok)] = settle_lines([json.dumps(obj)], today=TODAY, club_version=club_version)

        assert text == _step_by_step(json.loads(json.dumps(obj)))


@given(st.sampled_from(shipped_keys()), st.dates(date(2000, 1, 1), date(2027, 1, 1)), st.data())
def test_a_sound_game_of_any_set_and_day_is_answered_as_step_by_step(
    key: str, day: date, data: st.DataObject
) -> None:
    game = load(key).versions[-1].parameters.game
    dealt = game.players * game.start_points
    held = st.integers(-300, 900).map(lambda hundreds: 100 * hundreds)
    points = data.draw(st.lists(held, min_size=game.players - 1, max_size=game.players - 1))
    obj = {"rule": key, "on": day.isoformat(), "points": [*points, dealt - sum(points)]}
    line = json.dumps(obj).encode()

    [(text, _ok), again] = settle_lines([[line, line]], today=TODAY)

    assert text == again[0] == _step_by_step(obj)


def test_a_stream_of_many_days_and_rules_is_answered_as_one_line_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lines_of_games, "_MOST_DAYS", 3)
    days = [date(2015, 4, at + 1) for at in range(20)]
    objs = [{**GAME, "on": day.isoformat()} for day in days for _twice in range(2)]

    answers = [text for text, _ok in settle_lines(map(json.dumps, objs), today=TODAY)]

    assert answers == [_step_by_step(obj) for obj in objs]


def test_several_lines_may_come_together_and_bytes_may_be_no_text() -> None:
    good = json.dumps(GAME).encode()

    answers = [*settle_lines([[good, b"", b"\xff{}"], good.decode()], today=TODAY)]

    assert [ok for _text, ok in answers] == [True, False, True]
    assert json.loads(answers[1][0])["error"]["code"] == "bad-encoding"


@given(st.text(max_size=30))
def test_whatever_text_a_line_is_it_is_answered_or_blank(text: str) -> None:
    for answer, ok in settle_lines([text], today=TODAY):
        assert not ok
        assert set(json.loads(answer)) == {"error"}
