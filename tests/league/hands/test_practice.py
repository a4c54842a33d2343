"""Practice: a random hand of the address, a guess at what it is worth, and the reasons."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from league.hands.practice import question_of, verdicts_of
from league.hands.views import HandThrottle
from league.models import Club
from rules.models import RuleVersion
from rules.parameters import RiichiParameters
from rules.presets import load
from scoring.hands.lines import AnyEvaluator, evaluator_of
from scoring.practice.hands import practice_hand
from scoring.practice.levels import LEVELS, Level
from tests.factories import league_of, make_club, make_login
from tests.league.evenings import english, queries_of, writes_of
from tests.league.hands.test_points_page import own_version
from tests.pages import main_of, parsed
from tests.scoring.hands.written import DAY, won

pytestmark = pytest.mark.django_db
PAGE = "/c/tonan/practice/"
#: under kinyoukai a closed hand, won by ron
ASKED: dict[str, Any] = {"level": "easy", "seed": "1"}


@pytest.fixture
def reader() -> Client:
    return reader_of("kinyoukai")


def reader_of(rule: str) -> Client:
    return english(make_login(make_club(rule=rule), "reader"))


def rule_of(key: str) -> AnyEvaluator:
    return evaluator_of(load(key).version_on(DAY).parameters)


def text_of(text: str) -> str:
    """What a page says, without its markup."""
    return main_of(text).words


def page(client: Client, **words: Any) -> str:
    response = client.get(PAGE, words)
    assert response.status_code == 200
    return text_of(response.text)


def right_guess(key: str, level: Level, seed: int) -> dict[str, str]:
    """The answers as somebody types them who knows them all."""
    rule = rule_of(key)
    hand = practice_hand(rule, level, seed)
    assert hand is not None
    right = question_of(rule, hand).right
    return {name: "" if value is None else str(value) for name, value in right.items()}


def links(text: str) -> dict[str, str]:
    """The addresses of the links of a page, by what they say."""
    return parsed(text).links


# --- the hand ------------------------------------------------------------------------------------


def test_the_page_shows_a_hand_and_asks_what_it_is_worth(reader: Client) -> None:
    text = page(reader, **ASKED)

    assert "Dora indicators" in text
    assert "Seat wind" in text
    assert "Han Fu" in text
    assert "pays" in text
    assert "Result" not in text  # the answer comes after the guess


def test_the_same_address_shows_the_same_hand_to_everybody(reader: Client) -> None:
    other = english(make_login(Club.objects.get(), "other"))

    assert page(other, **ASKED) == page(reader, **ASKED)


def test_without_a_number_it_is_any_hand_whose_links_name_it(reader: Client) -> None:
    text = reader.get(PAGE).text
    seed = parsed(text).one("input", name="seed")["value"]

    assert seed.isdecimal()
    assert text_of(text) == page(reader, seed=seed)
    assert f"seed={seed}" in links(text)["Hard"]


def test_the_next_hand_and_the_other_levels_are_a_link_away(reader: Client) -> None:
    here = links(reader.get(PAGE, {"level": "middle", "seed": "7"}).text)

    assert here["Next hand"] == f"{PAGE}?rule=kinyoukai&level=middle&seed=8"
    assert here["Hard"] == f"{PAGE}?rule=kinyoukai&level=hard&seed=7"


def test_after_the_last_number_comes_the_first(reader: Client) -> None:
    here = links(reader.get(PAGE, {"seed": "999999"}).text)

    assert here["Next hand"].endswith("seed=1")


# --- the answer ----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "key", ["kinyoukai", "nekohouse-3b", "nekohouse-boo", "tenhou-3p-tonpu", "zung-jung"]
)
def test_whoever_knows_it_all_is_right_and_the_calculator_says_the_same(
    key: str, level: Level
) -> None:
    reader = reader_of(key)
    for seed in range(1, 5):
        guess = right_guess(key, level, seed)
        response = reader.get(PAGE, {"level": level, "seed": seed, **guess})
        text = text_of(response.text)
        calculated = text_of(reader.get(links(response.text)["Open it in the calculator"]).text)

        assert "incorrect" not in text
        marks = text.count("correct") + text.count("not needed here")
        assert marks == len(guess)
        answer = text[text.index("Who pays") : text.index("Address of this hand")]
        assert answer in calculated


def test_what_is_wrong_is_said_beside_what_is_right(reader: Client) -> None:
    guess = {**right_guess("kinyoukai", "easy", 1), "han": "9", "fu": ""}
    right = right_guess("kinyoukai", "easy", 1)
    text = page(reader, **ASKED, **guess)

    assert f"Han 9 → {right['han']} incorrect" in text
    assert f"Fu – → {right['fu']} incorrect" in text
    assert len(re.findall(r"\bcorrect\b", text)) == len(guess) - 2
    assert "Yaku" in text
    assert f"total {right['fu']}" in text


def test_whoever_gives_up_sees_the_answer_and_no_verdict(reader: Client) -> None:
    text = page(reader, **ASKED, **{"give-up": "1", "han": "", "fu": "", "discarder": ""})

    assert "Who pays" in text
    assert "that is" not in text
    assert "Please enter" not in text


@pytest.mark.parametrize(
    ("key", "fields"),
    [
        ("kinyoukai", {"han", "fu"}),
        ("nekohouse-4b", {"han"}),
        ("zung-jung", {"worth"}),
    ],
    ids=["fu are counted", "no fu are counted", "patterns"],
)
def test_only_what_the_rule_counts_is_asked(key: str, fields: set[str]) -> None:
    page = parsed(reader_of(key).get(PAGE, ASKED))
    asked = {name for name in ("han", "fu", "worth") if page.all(name=name)}

    assert asked == fields


@pytest.mark.parametrize(
    ("how", "seat", "asks"),
    [
        ("ron", "W", ["han", "fu", "discarder"]),
        ("tsumo", "W", ["han", "fu", "dealer", "others"]),
        ("tsumo", "E", ["han", "fu", "each"]),
    ],
    ids=["ron", "a non-dealer's tsumo", "the dealer's tsumo"],
)
def test_everybody_who_pays_is_asked_for(how: str, seat: str, asks: list[str]) -> None:
    hand = won("23m567m678p22s345s", "4m", how, seat=seat)

    assert list(question_of(rule_of("kinyoukai"), hand).asks) == asks


def test_fu_are_not_needed_from_a_mangan_on() -> None:
    hand = won("23m567m678p22s345s", "4m", "tsumo", flags="riichi ippatsu", dora="1m")
    question = question_of(rule_of("kinyoukai"), hand)
    guess = {key: right or 0 for key, right in question.right.items()}

    assert question.right["fu"] is None
    assert all(verdict["is_right"] for verdict in verdicts_of(question, {**guess, "fu": 20}))
    assert all(verdict["is_right"] for verdict in verdicts_of(question, {**guess, "fu": None}))


@pytest.mark.parametrize("han", [13, 26])
def test_a_double_yakuman_that_is_paid_once_may_be_counted_either_way(han: int) -> None:
    hand = won("1112223334445z", "5z", "tsumo", seat="W")
    question = question_of(rule_of("nekohouse-4a"), hand)
    guess = {**question.right, "han": han}

    assert question.right["han"] != 13
    assert verdicts_of(question, guess)[0]["is_right"] is (han in (13, question.right["han"]))


# --- addresses that no page makes ----------------------------------------------------------------


@pytest.mark.parametrize("typed", ["abc", "-1", "0", "1000000", "9" * 5_000, "1_0", "1.5", "\0"])
def test_a_number_that_is_none_is_said_beside_its_field(reader: Client, typed: str) -> None:
    text = page(reader, seed=typed)

    assert "Please enter a number from 1 to 999,999." in text
    assert "Seat wind" in text  # and there is a hand all the same


@pytest.mark.parametrize("typed", ["", "HARD", "x" * 5_000, "\0", "hard,easy"])
def test_an_unknown_level_is_the_easy_one(reader: Client, typed: str) -> None:
    assert page(reader, level=typed, seed="1") == page(reader, **ASKED)


@pytest.mark.parametrize("typed", ["", "x", "-1", "9" * 5_000, "1e3", "\0"])
def test_a_guess_that_is_no_number_is_said_beside_its_field(reader: Client, typed: str) -> None:
    guess = dict.fromkeys(right_guess("kinyoukai", "easy", 1), typed)
    text = page(reader, **ASKED, **guess)

    assert "Please enter a number from 0 to 999." in text
    assert "Please enter a number from 0 to 9,999,999." in text
    assert "Result" not in text


def test_wide_figures_and_commas_are_numbers_too(reader: Client) -> None:
    guess = right_guess("kinyoukai", "easy", 1)
    wide = {
        key: f"{int(value):,}".translate({48 + n: 0xFF10 + n for n in range(10)})
        for key, value in guess.items()
    }

    assert page(reader, **ASKED, **wide).count("correct") == len(guess)


@pytest.mark.parametrize("day", ["2015-13-45", "yesterday", "1999-01-01"])
def test_a_day_without_rules_is_said(reader: Client, day: str) -> None:
    text = page(reader, **ASKED, on=day)

    assert "No rules for that day" in text
    assert "Seat wind" not in text


def test_a_set_that_the_club_has_not_is_missing(reader: Client) -> None:
    assert reader.get(PAGE, {"rule": "tenhou-3p-tonpu"}).status_code == 404


def test_a_club_without_rules_is_told_so(reader: Client) -> None:
    RuleVersion.objects.update(status=RuleVersion.Status.WITHDRAWN)

    assert "No rules yet" in page(reader)


def test_rules_that_pay_no_hand_are_told_so() -> None:
    club = make_club(rule="kinyoukai")
    in_force = load("kinyoukai").versions[-1].parameters
    assert isinstance(in_force, RiichiParameters)
    no_yaku = {f"han_{key}": (0, 0) for key in in_force.yaku.han_table}
    no_yakuman = {f"yakuman_{key}": 0 for key in in_force.yakuman.times_table}
    own_version(league_of(club).rule_set, DAY, **no_yaku, **no_yakuman, open_tanyao=False)
    reader = english(make_login(club, "reader"))

    assert "No winning hand was found under these rules." in page(reader, **ASKED)


def test_too_many_hands_within_a_minute_have_to_wait(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HandThrottle, "rate", "2/min")

    answers = [reader.get(PAGE, ASKED) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "the hand is still here" in answers[2].text


# --- around it -----------------------------------------------------------------------------------


def test_looking_takes_few_queries_and_writes_nothing(reader: Client) -> None:
    url = f"{PAGE}?level=hard&seed=3&give-up=1"
    reader.get(url)

    assert len(queries_of(reader, url)) <= 7
    assert writes_of(reader, url) == []


def test_the_calculator_and_the_fu_guide_lead_to_practice(reader: Client) -> None:
    version = RuleVersion.objects.latest("effective_from")
    guide = reader.get(f"/c/tonan/rules/kinyoukai/{version.label}/fu/").text
    calculator = reader.get("/c/tonan/calculator/").text

    assert links(calculator)["Practice"] == f"{PAGE}?rule=kinyoukai"
    assert reader.get(links(guide)["Practise with random hands"]).status_code == 200


def test_an_older_version_stays_chosen_while_one_practises(reader: Client) -> None:
    oldest = RuleVersion.objects.earliest("effective_from")
    text = reader.get(PAGE, {**ASKED, "on": oldest.first_day.isoformat()}).text

    assert f"on={oldest.first_day.isoformat()}" in links(text)["Next hand"]
    assert f'name="on" value="{oldest.first_day.isoformat()}"' in text
