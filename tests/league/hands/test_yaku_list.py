"""The yaku that a version plays, each with a hand in which the evaluator finds it; patterns too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from league.hands.yaku_list import YakuEntry, YakuGroup, example_of
from league.rulebook.guide import hand_of, known_to
from rules.parameters import (
    Parameters,
    RiichiParameters,
    YakuRule,
    ZungJungParameters,
    override,
    parameter_names,
)
from rules.presets import load, shipped_keys
from rules.words import files
from rules.words.files import Entry, entry_of, pattern_entry, yaku_parameter
from scoring.hands.checks import problem
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand
from scoring.zung_jung import ZungJungEvaluator
from scoring.zung_jung.checks import check
from scoring.zung_jung.patterns import PATTERNS
from tests.factories import league_of, make_club, make_login
from tests.league.evenings import english, queries_of
from tests.league.hands.test_points_page import own_version
from tests.league.rulebook.rulebooks import VERSIONS, Shelf, shelf_of
from tests.pages import parsed

RULES = "/c/tonan/rules/"
WITH_HAN = [key for key in shipped_keys() if load(key).family != "zung_jung"]
ZUNG_JUNG = [key for key in shipped_keys() if load(key).family == "zung_jung"]
OF_YAKU = [(key, label) for key, label in VERSIONS if key in WITH_HAN]


def parameters_of(key: str, label: str = "") -> Parameters:
    """A shipped version's parameters; the latest unless told."""
    versions = load(key).versions
    return next((v for v in versions if v.label == label), versions[-1]).parameters


def words_of(key: str, rule: YakuRule) -> Entry:
    """What a yaku is called under a rule, and the hands that show it."""
    return entry_of(rule.family, yaku_parameter(key))


def shown_for(key: str, rule: YakuRule, evaluator: Evaluator) -> Hand | None:
    """The hand that the list shows for a yaku."""
    return example_of(key, words_of(key, rule).examples, rule, evaluator)


def missing(rule: YakuRule) -> set[str]:
    """The yaku of which no example holds under the rule."""
    played, evaluator = {**rule.yaku.han_table, **rule.yakuman.times_table}, Evaluator(rule)
    return {key for key in played if shown_for(key, rule, evaluator) is None}


# --- the examples themselves -----------------------------------------------------------------


@pytest.mark.parametrize(("key", "label"), OF_YAKU, ids=map(" ".join, OF_YAKU))
def test_every_yaku_of_every_shipped_version_has_a_hand_in_which_it_is_found(
    key: str, label: str
) -> None:
    rule = parameters_of(key, label)
    assert not isinstance(rule, ZungJungParameters)
    without_man = rule.tiles.removed_tiles == "man_2_to_8"

    # three sequences of the same numbers cannot be made of 1 and 9 man
    assert missing(rule) == ({"sanshoku"} if without_man else set())


def test_every_yaku_that_a_club_may_choose_has_a_hand_in_which_it_is_found() -> None:
    usual = parameters_of("kinyoukai")
    assert not isinstance(usual, ZungJungParameters)
    han = {name for name in parameter_names(RiichiParameters) if name.startswith("han_")}
    not_played = han - {f"han_{key}" for key in usual.yaku.han_table}
    rule = override(usual, {**dict.fromkeys(not_played, (1, 1)), "yakuman_renhou": 0})

    assert missing(rule) == set()


@pytest.mark.parametrize("key", WITH_HAN)
def test_the_han_of_the_list_are_those_that_the_evaluator_counts(key: str) -> None:
    rule = parameters_of(key)
    assert not isinstance(rule, ZungJungParameters)
    evaluator, counted, listed = Evaluator(rule), {}, {}

    for name, pair in rule.yaku.han_table.items():
        hand = shown_for(name, rule, evaluator)
        if hand is not None:
            found = evaluator.value(hand).yaku
            counted[name] = found[name.replace("double_open", "open")]
            listed[name] = pair[not hand.is_closed]

    assert counted == listed


@pytest.mark.parametrize("key", WITH_HAN)
def test_every_hand_that_is_shown_is_one_that_the_rule_knows(key: str) -> None:
    rule = parameters_of(key)
    assert not isinstance(rule, ZungJungParameters)
    evaluator = Evaluator(rule)
    hands = [shown_for(name, rule, evaluator) for name in rule.yaku.han_table]

    assert [problem(hand, rule) for hand in hands if hand is not None and problem(hand, rule)] == []


def test_where_every_five_is_red_the_examples_are_red_too() -> None:
    rule = parameters_of("nekohouse-3b")
    assert not isinstance(rule, ZungJungParameters)
    hand = known_to(rule, words_of("haku", rule).examples[0])

    assert hand is not None
    assert sorted(hand.concealed)[-1] == 35  # the red five of pin


def test_nine_gates_are_shown_in_man_where_only_man_counts() -> None:
    rule = override(parameters_of("kinyoukai"), {"chuuren_in_any_suit": False})
    assert not isinstance(rule, ZungJungParameters)

    assert missing(rule) == set()


def test_a_rule_that_asks_for_more_han_shows_a_small_yaku_without_a_hand() -> None:
    rule = override(parameters_of("kinyoukai"), {"minimum_han": 2})
    assert not isinstance(rule, ZungJungParameters)

    assert "haku" in missing(rule)
    assert "honitsu" not in missing(rule)


@pytest.mark.parametrize("key", ZUNG_JUNG)
@pytest.mark.parametrize("pattern", PATTERNS, ids=[each.key for each in PATTERNS])
def test_every_pattern_is_found_in_its_hand_with_its_worth(key: str, pattern: Any) -> None:
    rule = parameters_of(key)
    assert isinstance(rule, ZungJungParameters)
    hand = hand_of(pattern_entry(pattern.key).examples[0])
    check(hand)

    worth = ZungJungEvaluator(rule).value(hand).patterns[pattern.key]

    each = rule.patterns.worth_table[pattern.key]
    assert worth % each == 0 if pattern.key == "value_honor" else worth == each


def test_the_patterns_are_all_44_under_the_numbers_of_the_document() -> None:
    version = load("zung-jung").versions[-1]
    rule = version.parameters
    assert isinstance(rule, ZungJungParameters)

    assert [each.key for each in PATTERNS] == [
        key for key in rule.patterns.worth_table if key != "chicken_hand"
    ]
    assert [each.source for each in PATTERNS] == [
        version.stated_by[f"worth_{each.key}"] for each in PATTERNS
    ]
    assert len(PATTERNS) == 44


def test_the_hand_without_a_pattern_has_none() -> None:
    rule = parameters_of("zung-jung")
    assert isinstance(rule, ZungJungParameters)
    hand = hand_of(pattern_entry("chicken_hand").examples[0])

    assert dict(ZungJungEvaluator(rule).value(hand).patterns) == {"chicken_hand": 1}


# --- the page --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shelf(django_db_setup: None, django_db_blocker: Any) -> Iterator[Shelf]:
    with shelf_of(django_db_blocker) as opened:
        yield opened


def page_of(shelf: Shelf, key: str, language: str = "en") -> Any:
    """The list of a shipped set's latest version."""
    shelf.client.cookies["django_language"] = language
    response = shelf.client.get(f"{RULES}{key}/{load(key).versions[-1].label}/yaku/")
    assert response.status_code == 200
    return response


def groups_of(page: Any) -> dict[str, YakuGroup]:
    return {group.title: group for group in page.context["list"]["groups"]}


def entries_of(page: Any) -> dict[str, YakuEntry]:
    return {e.key: e for group in page.context["list"]["groups"] for e in group.entries}


def patterns_of(page: Any) -> dict[str, YakuEntry]:
    return {e.key: e for series in page.context["patterns"]["series"] for e in series["entries"]}


@pytest.mark.django_db
@pytest.mark.parametrize("key", WITH_HAN)
def test_the_list_names_every_yaku_that_the_version_plays_once(shelf: Shelf, key: str) -> None:
    rule = parameters_of(key)
    assert not isinstance(rule, ZungJungParameters)
    page = page_of(shelf, key)

    keys = [e.key for group in page.context["list"]["groups"] for e in group.entries]
    assert sorted(keys) == sorted([*rule.yaku.han_table, *rule.yakuman.times_table])
    assert all(page.text.count(f'id="yaku-{each}"') == 1 for each in keys)


@pytest.mark.django_db
def test_yaku_stand_under_their_han_with_what_a_call_makes_of_them(shelf: Shelf) -> None:
    page = page_of(shelf, "nekohouse-4a")

    assert list(groups_of(page)) == ["1 han", "2 han", "3 han", "6 han", "Yakuman"]
    entries = entries_of(page)
    assert (entries["pinfu"].worth, entries["pinfu"].opened) == ("1 han", "closed only")
    assert (entries["toitoi"].worth, entries["toitoi"].opened) == ("2 han", "open or closed")
    assert (entries["chinitsu"].worth, entries["chinitsu"].opened) == ("6 han", "5 han when open")
    assert "renhou" in entries
    assert entries["pinfu"].reading == "ピンフ"


@pytest.fixture
def without_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Words in which nobody has written an example or a reading of any yaku yet."""
    for path in files.FOLDER.glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        kept = re.sub(
            r"^(reading = .*|examples = \[\{.*|examples = \[\n(?s:.*?)^\])\n", "", text, flags=re.M
        )
        (tmp_path / path.name).write_text(kept, encoding="utf-8")
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    files.read.cache_clear()
    entry_of.cache_clear()
    yield
    files.read.cache_clear()
    entry_of.cache_clear()


@pytest.mark.django_db
def test_a_yaku_without_an_example_or_a_reading_is_shown_without_it(
    shelf: Shelf, without_examples: None
) -> None:
    yaku = entries_of(page_of(shelf, "nekohouse-4a"))
    patterns = patterns_of(page_of(shelf, "zung-jung"))

    assert (yaku["pinfu"].kanji, yaku["pinfu"].reading, yaku["pinfu"].example) == ("平和", "", None)
    assert {each.example for each in yaku.values()} == {None}
    assert {each.example for each in patterns.values()} == {None}
    assert patterns["all_sequences"].kanji == "平和"


@pytest.mark.django_db
def test_double_yakuman_stand_apart(shelf: Shelf) -> None:
    doubles = {
        entry.key for entry in groups_of(page_of(shelf, "kinyoukai"))["Double yakuman"].entries
    }

    assert doubles == {"kokushi13", "suuankou_tanki", "daisuushii", "chuuren_pure"}
    assert "Double yakuman" not in groups_of(page_of(shelf, "nekohouse-4a"))


@pytest.mark.django_db
def test_boo_has_yaku_that_are_a_mangan_by_themselves(shelf: Shelf) -> None:
    page = page_of(shelf, "nekohouse-boo")

    mangan = {entry.key for entry in groups_of(page)["Mangan"].entries}
    assert mangan >= {"shousangen", "honroutou", "sankantsu", "ryanpeikou", "chinitsu"}
    assert entries_of(page)["chinitsu"].opened == "open or closed"
    assert entries_of(page)["pinfu"].opened == "open or closed"
    assert "ippatsu" not in entries_of(page)
    assert "two han are on the table" in page.text


@pytest.mark.django_db
def test_boo_gives_tanyao_to_closed_hands_only(shelf: Shelf) -> None:
    assert entries_of(page_of(shelf, "nekohouse-boo"))["tanyao"].opened == "closed only"


@pytest.mark.django_db
def test_renhou_as_han_stands_among_the_yaku_with_its_hand() -> None:
    club = make_club("own", owner="owner-own")
    rule = {"han_renhou": (5, 0), "renhou_alone": True, "yakuman_renhou": 0}
    version = own_version(league_of(club).rule_set, date(2026, 1, 1), **rule)
    address = f"/c/own/rules/kinyoukai/{version.label}/yaku/"

    page = english(make_login(club, "reader-own")).get(address)

    entry = entries_of(page)["renhou"]
    assert (entry.worth, entry.opened) == ("5 han", "closed only")
    assert entry.line.parameter == "han_renhou"
    assert [note.value for note in entry.notes] == ["renhou by itself, whichever is worth more"]
    assert entry.example is not None


@pytest.mark.django_db
def test_gold_fives_are_among_the_bonus_tiles_where_there_are_chips() -> None:
    club = make_club("own", owner="owner-own")
    version = own_version(
        league_of(club).rule_set, date(2026, 1, 1), gold_pin=1, chip_red=1, chip_gold=5
    )

    page = english(make_login(club, "reader-own")).get(
        f"/c/own/rules/kinyoukai/{version.label}/yaku/"
    )

    values = {line.parameter: line.value for line in page.context["list"]["bonuses"]}
    assert (values["gold_man"], values["gold_pin"]) == ("none", "1 tile")


@pytest.mark.django_db
def test_with_three_players_the_page_says_what_cannot_be_made(shelf: Shelf) -> None:
    page = page_of(shelf, "nekohouse-3a")

    assert entries_of(page)["sanshoku"].is_impossible
    assert entries_of(page)["sanshoku"].example is None
    assert page.text.count("Not possible under these rules, which do not use 2 to 8 man.") == 1
    assert not entries_of(page_of(shelf, "nekohouse-4a"))["sanshoku"].is_impossible


@pytest.mark.django_db
def test_bonus_tiles_are_those_of_the_version(shelf: Shelf) -> None:
    three = page_of(shelf, "nekohouse-3b").context["list"]
    four = page_of(shelf, "nekohouse-4a").context["list"]

    values = {line.parameter: line.value for line in three["bonuses"]}
    assert (values["bonus_tiles"], values["white_pocchi"]) == ("flowers", "one tile")
    assert {line.parameter: line.value for line in four["bonuses"]}["white_pocchi"] == "none"
    assert ("4z", "1z") in four["pointed"]
    assert ("1m", "9m") in three["pointed"]
    assert all(indicator != "1m" for indicator, _dora in four["pointed"])


@pytest.mark.django_db
def test_the_page_says_what_excludes_what(shelf: Shelf) -> None:
    plain = page_of(shelf, "nekohouse-4a")
    pairs = {(p["counts_key"], p["not_counted_key"]) for p in plain.context["list"]["pairs"]}

    assert ("double_riichi", "riichi") in pairs
    assert ("kokushi13", "kokushi") in pairs
    assert ("open_riichi", "riichi") not in pairs  # not played here
    three = page_of(shelf, "nekohouse-3b").context["list"]["pairs"]
    assert ("open_riichi", "riichi") in {(p["counts_key"], p["not_counted_key"]) for p in three}
    assert 'href="#yaku-riichi"' in plain.text
    # no document of this house says so, but the one of yakyu does
    assert plain.context["list"]["pairs_stated"].is_assumed
    assert page_of(shelf, "yakyu-4p-tonnan").context["list"]["pairs_stated"].clause


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "worth"), [("zung-jung", "90 points"), ("zung-jung-v33", "80 points")]
)
def test_zung_jung_lists_its_patterns_by_series_with_their_worth(
    shelf: Shelf, key: str, worth: str
) -> None:
    page = page_of(shelf, key)

    assert [series["number"] for series in page.context["patterns"]["series"]] == list(range(1, 11))
    assert len(patterns_of(page)) == 44
    assert patterns_of(page)["pure_one_suit"].line.value == worth
    assert page.text.count('id="pattern-') == 44
    assert "There are no han or fu" in page.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "title", "about"),
    [
        pytest.param("en", "Four sequences and a pair without value", "closed only", id="English"),
        pytest.param("ja", "順子四組と役牌でない雀頭", "平和", id="Japanese"),
    ],
)
def test_a_yaku_is_described_in_the_readers_language(
    shelf: Shelf, language: str, title: str, about: str
) -> None:
    page = page_of(shelf, "nekohouse-4a", language)

    assert title in page.text
    assert about in page.text
    assert page.text.count("ピンフ") == 1


@pytest.mark.django_db
def test_a_value_that_no_document_states_is_marked(shelf: Shelf) -> None:
    page = page_of(shelf, "tenhou-4p-tonnan")

    assert entries_of(page)["pinfu"].line.is_assumed
    assert "rule-lines__clause--assumed" in page.text


@pytest.mark.django_db
def test_a_yaku_leads_to_the_clause_that_states_it(shelf: Shelf) -> None:
    page = page_of(shelf, "nekohouse-4a")

    assert entries_of(page)["sanshoku"].line.clause == "Y-14"
    assert f'href="{RULES}nekohouse-4a/2000-01-01/#clause-Y-14"' in page.text


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["", "yaku/", "fu/"], ids=["rulebook", "yaku", "fu"])
def test_the_pages_of_a_version_lead_to_each_other(shelf: Shelf, page: str) -> None:
    here = f"{RULES}nekohouse-4a/2000-01-01/"
    found = parsed(shelf.client.get(here + page))

    assert {f"{here}{other}" for other in ("", "yaku/", "fu/")} <= set(found.links.values())
    assert found.all("a", href=f"{here}{page}", **{"aria-current": "page"})


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["yaku", "fu"])
def test_the_pages_take_three_queries_beside_those_of_any_page(shelf: Shelf, page: str) -> None:
    taken = queries_of(shelf.client, f"{RULES}nekohouse-4a/2000-01-01/{page}/")

    of_rules = [sql for sql in taken if '"rules_' in sql or "clubruleset" in sql.lower()]
    assert len(of_rules) == 3
