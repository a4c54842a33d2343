"""The hand calculator: every address gives a page that says what the hand is worth, or why not."""

from __future__ import annotations

import html
import re
from datetime import date, datetime
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import time_machine
from django.test import Client

from league.hands.views import HandThrottle
from league.models import Club, ClubRuleSet
from league.rulebook.write import adopt_rule_set
from rules.models import RuleVersion
from tests.factories import ADMIN, league_of, make_club, make_login
from tests.league.evenings import TOKYO, english, queries_of, writes_of
from tests.league.hands.test_points_page import own_version
from tests.pages import main_of, parsed

pytestmark = pytest.mark.django_db
PAGE = "/c/tonan/calculator/"
#: an open tanyao, won on 4 man: under Nekohouse 4a 1 han 30 fu
TANYAO = {
    "hand": "23m567m678p22s",
    "win": "4m",
    "how": "ron",
    "melds": "chi:345s",
    "seat": "S",
    "round": "E",
}
CLOSED = {**TANYAO, "hand": "23m567m678p22s345s", "melds": ""}


@pytest.fixture
def nekohouse() -> Club:
    return make_club(rule="nekohouse-4a")


@pytest.fixture
def reader(nekohouse: Club) -> Client:
    return english(make_login(nekohouse, "reader"))


def page(client: Client, **words: Any) -> str:
    """What the page says, without its markup."""
    response = client.get(PAGE, words)
    assert response.status_code == 200
    return main_of(response).words


def result(client: Client, **words: Any) -> str:
    """What stands in the result of a page."""
    return page(client, **words).partition(" Result ")[2]


def other_club(rule: str, slug: str = "tonan") -> Client:
    return english(make_login(make_club(slug, rule=rule, owner=f"owner-{slug}"), f"reader-{slug}"))


# --- good hands ----------------------------------------------------------------------------------


def test_a_hand_of_the_address_is_valued_with_yaku_fu_and_payment(reader: Client) -> None:
    text = result(reader, **TANYAO)

    assert "1 han 30 fu 1,000 points" in text
    assert "the discarder 1,000" in text
    assert "Tanyao (all simples) 断么九 1 han" in text
    assert "base 20 open hand without fu: counts 30 10 total 30" in text


def test_a_japanese_reader_gets_kanji_with_their_reading(nekohouse: Club) -> None:
    text = page(make_login(nekohouse, "reader"), **TANYAO)

    assert "1翻 30符 1,000点" in text
    assert "断么九 タンヤオ 1翻" in text
    assert "放銃者 1,000" in text


def test_the_last_tile_of_the_hand_wins_unless_another_is_named(reader: Client) -> None:
    whole = {**TANYAO, "hand": "23m567m678p22s4m", "win": ""}

    assert result(reader, **whole) == result(reader, **TANYAO)


@pytest.mark.parametrize(
    "typed",
    [
        "２３ｍ５６７ｍ６７８ｐ２２ｓ",
        " 23m 567m 678p 22s ",
        "23M567M678P22S",
    ],
    ids=["full width", "spaces", "capitals"],
)
def test_tiles_may_be_typed_as_a_phone_types_them(reader: Client, typed: str) -> None:
    assert "1 han 30 fu" in result(reader, **{**TANYAO, "hand": typed})


def test_honours_may_be_typed_in_kanji(reader: Client) -> None:
    text = result(reader, hand="234m567p678s發発 白白", win="白", how="tsumo")

    assert "Haku (white dragon)" in text


@pytest.mark.parametrize(
    "melds",
    [["chi:345s", "pon:777p"], "chi:345s pon:777p", "chi:345s,pon:777p", "ｃｈｉ：345s PON:777p"],
    ids=["repeated", "spaced", "with a comma", "as a phone types them"],
)
def test_calls_may_be_written_in_several_ways(reader: Client, melds: Any) -> None:
    text = result(reader, **{**TANYAO, "hand": "23m567m22s", "melds": melds})

    assert "Tanyao" in text


def test_every_call_is_drawn_and_said(reader: Client) -> None:
    response = reader.get(
        PAGE, {**TANYAO, "hand": "23m22s", "melds": "chi:345s pon:777p ankan:5555p"}
    )

    assert 'aria-label="closed kan: 5 pin, 5 pin, 5 pin, 5 pin"' in response.text
    assert 'aria-label="pon: 7 pin, 7 pin, 7 pin"' in response.text


def test_dora_may_be_called_by_their_short_name(reader: Client) -> None:
    assert "Dora ドラ 2 han" in result(reader, **TANYAO, dora="1s")
    assert result(reader, **TANYAO, dora="1s") == result(reader, **TANYAO, dora_indicators="1s")


def test_flags_may_be_repeated_or_listed(reader: Client) -> None:
    listed = result(reader, **CLOSED, flags="riichi,ippatsu", ura="9m")
    repeated = result(reader, **CLOSED, flags=["riichi", "ippatsu"], ura_indicators="9m")

    assert "Riichi 立直 1 han Ippatsu 一発 1 han" in listed
    assert listed == repeated


def test_honba_and_sticks_are_in_what_the_winner_gets(reader: Client) -> None:
    text = result(reader, **TANYAO, honba=2, sticks=1000)

    assert "the discarder 1,600 riichi sticks on the table 1,000 the winner gets 2,600" in text


def test_a_yakuman_is_named_without_han_and_fu(reader: Client) -> None:
    text = result(reader, hand="19m19p19s1234567z", win="1m", how="tsumo", seat="E")

    assert re.match(r"(Yakuman|Double yakuman) [\d,]+ points", text)
    assert "each player 1" in text
    assert " han" not in text.partition("Address")[0]


def test_the_rules_of_the_club_decide(reader: Client) -> None:
    other = other_club("kinyoukai", "kita")
    answer = other.get("/c/kita/calculator/", {**TANYAO, "dora": "1s"})

    assert "3 han 30 fu" in result(reader, **TANYAO, dora="1s")
    assert "3 han 20 fu" in parsed(answer).words


def test_a_flag_that_the_rules_do_not_know_is_ignored() -> None:
    client = other_club("yakyu-4p-tonnan")
    plain = result(client, **CLOSED)

    assert " han " in plain
    assert (
        result(client, **CLOSED, flags="renhou").partition("Address")[0]
        == (plain.partition("Address")[0])
    )


def test_the_page_asks_for_what_the_rules_have_alone() -> None:
    text = other_club("nekohouse-3b").get(PAGE).text

    assert 'data-mode="chi"' not in text
    assert 'data-tile="5m"' not in text
    assert 'data-tile="0z"' in text
    assert 'data-tile="4f"' in text
    assert "Flowers set aside" in text
    assert 'name="seat" value="N"' not in text
    assert 'name="round" value="W"' in text
    assert 'name="round" value="N"' not in text


def test_four_players_may_play_a_north_round(reader: Client) -> None:
    assert 'name="round" value="N"' in reader.get(PAGE).text


def test_three_players_have_no_north_round() -> None:
    client = other_club("nekohouse-3a")
    words = {"hand": "123p567p678p22s34s", "win": "5s", "flags": "riichi"}

    assert "Round wind: Please choose one of these." in result(client, **words, round="N")
    assert "1 han" in result(client, **words, round="W")


@pytest.mark.parametrize(
    ("rule", "only"),
    [
        pytest.param("kinyoukai", "tsumo", id="furiten on all waits bars every ron"),
        pytest.param("nekohouse-boo", "", id="furiten on one tile leaves the other ron"),
    ],
)
def test_furiten_is_offered_where_a_win_in_furiten_can_be(rule: str, only: str) -> None:
    page = parsed(other_club(rule).get(PAGE))
    (flag,) = (
        each for each in page.all("span", css="calc-flag") if each.all("input", value="furiten")
    )

    assert flag.attributes.get("data-only", "") == only


@pytest.mark.parametrize("typed", ["1_0", "1 0_0", "٣", "3.0", "3e1", "0x1", "1234567890123"])
def test_what_is_no_count_is_refused(reader: Client, typed: str) -> None:
    text = result(reader, **TANYAO, honba=typed)

    assert "Honba: Please enter a number from 0 to 1,000." in text


@pytest.mark.parametrize("typed", ["10", "１０", " 10 ", "+10"])
def test_a_count_may_be_typed_as_people_type_it(reader: Client, typed: str) -> None:
    assert "the discarder 4,000" in result(reader, **TANYAO, honba=typed)


def test_more_ura_than_dora_indicators_are_refused(reader: Client) -> None:
    text = result(reader, **CLOSED, flags="riichi", dora="1s", ura="9m9p")

    assert "There cannot be more ura dora indicators than dora indicators: at most 1." in text


def test_tiles_set_aside_are_dora() -> None:
    client = other_club("nekohouse-3a")
    text = result(client, hand="123p456p789s11z55z", win="5z", how="tsumo", seat="S", nuki=2)

    assert "Nuki dora (tiles set aside) 抜きドラ 2 han" in text


def test_flowers_set_aside_leave_the_norths_in_play() -> None:
    hand = {"hand": "67p44z234p678s111p", "win": "8p", "flags": "riichi", "nuki": 3}

    assert "4 han 8,000 points" in result(other_club("nekohouse-3b"), **hand)


def test_north_beside_the_seat_wind_is_explained() -> None:
    client = other_club("nekohouse-3b")
    called = {"win": "8p", "melds": "pon:444z pon:555z", "seat": "S"}

    both, north = (result(client, hand=f"67p99s{more}", **called) for more in ("222z", "234p"))

    said = "North is always a yakuhai and counts in addition to the seat wind."
    assert (said in both, said in north) == (True, False)


def test_gold_fives_are_asked_for_where_the_rules_have_them(
    nekohouse: Club, reader: Client
) -> None:
    assert 'name="gold"' not in reader.get(PAGE).text
    own_version(league_of(nekohouse).rule_set, date(2020, 1, 1), gold_man=1, chip_gold=5)

    hand = {**CLOSED, "hand": "23067m678p22s345s", "flags": "riichi"}

    assert 'name="gold"' in reader.get(PAGE).text
    assert "4 han 30 fu" in result(reader, **hand, gold=1)
    refused = result(reader, **{**hand, "hand": CLOSED["hand"]}, gold=1)
    assert "At most 0 of the red fives in this hand can be gold." in refused


KOKUSHI = {"hand": "19m19p19s1123456z", "win": "7z", "flags": "chankan_closed"}


def test_a_kokushi_may_rob_a_closed_kan_where_the_rules_have_it(reader: Client) -> None:
    assert "Yakuman 32,000 points" in result(reader, **KOKUSHI)
    assert 'value="chankan_closed"' in reader.get(PAGE).text


def test_a_kokushi_that_robs_a_closed_kan_is_refused_where_the_rules_bar_it() -> None:
    client = other_club("yakyu-4p-tonnan")

    assert 'value="chankan_closed"' not in client.get(PAGE).text
    assert "nobody can win on the tile of a closed kan" in result(client, **KOKUSHI)


def test_no_other_hand_robs_a_closed_kan(reader: Client) -> None:
    said = result(reader, **{**TANYAO, "flags": "chankan_closed"})

    assert "Robbing a closed kan (kokushi): only with kokushi musou." in said


def test_a_white_pocchi_says_what_it_stands_for() -> None:
    client = other_club("nekohouse-4b")
    words = {"hand": "234m567p678s22s34p", "win": "0z", "how": "tsumo", "flags": "riichi"}

    assert "The white pocchi stands for" in result(client, **words)


def test_boo_pays_a_hand_without_a_yaku_and_dora_beside_it() -> None:
    client = other_club("nekohouse-boo")
    text = result(client, hand="12m567m678p22s", win="3m", melds="chi:345s", dora="1s", how="ron")

    assert "0 han" in text
    assert "The hand has no yaku." in text
    assert "2 dora, each paid separately from the hand." in text
    assert "3,500 points" in text


# --- Zung Jung -----------------------------------------------------------------------------------


@pytest.fixture
def zung_jung() -> Client:
    return other_club("zung-jung")


def test_zung_jung_shows_patterns_worth_and_payment(zung_jung: Client) -> None:
    text = result(zung_jung, hand="123m567m678p22s34s", win="5s", how="tsumo", seat="S")

    assert "worth 10 30 points" in text
    assert "each player 10" in text
    assert "All sequences 平和 5" in text


def test_zung_jung_asks_who_answers_for_a_ron(zung_jung: Client) -> None:
    words = {"hand": "111222333m55z44s", "win": "4s", "how": "ron"}

    assert "the responsible player" in result(zung_jung, **words)
    assert "each player" in result(zung_jung, **words, responsible="false")


def test_zung_jung_knows_no_dora_round_riichi_or_red_fives(zung_jung: Client) -> None:
    text = zung_jung.get(PAGE).text

    for name in ("round", "dora_indicators", "ura_indicators", "honba", "sticks", "nuki"):
        assert f'name="{name}"' not in text
    assert 'data-tile="0m"' not in text
    assert 'value="riichi"' not in text
    assert "Under these rules" not in result(zung_jung, **CLOSED, flags="riichi")


def test_zung_jung_says_when_a_hand_is_capped(zung_jung: Client) -> None:
    text = result(zung_jung, hand="1112223334449m", win="9m", how="tsumo")

    assert "worth 320 960 points" in text
    assert re.search("The patterns add up to \\d{3}; the hand counts as 320.", text)


def test_zung_jung_refuses_a_hand_that_cannot_be(zung_jung: Client) -> None:
    text = result(zung_jung, hand="11111m567m678p22s", win="2s", how="ron")

    assert "This hand is impossible" in text


# --- hands without a value -----------------------------------------------------------------------


def test_an_empty_page_says_what_to_do(reader: Client) -> None:
    assert "Enter the hand and its winning tile" in result(reader)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ({"hand": "23m"}, "12 more tiles needed"),
        ({"hand": "23m567m678p22s34s", "win": ""}, "2 more tiles needed"),
        ({"hand": "23m567m678p22s", "melds": "chi:345s"}, "1 more tile needed"),
        ({"hand": "23m567m678p22s34567s", "win": ""}, "too many tiles"),
    ],
)
def test_an_unfinished_hand_says_what_is_missing(
    reader: Client, words: dict[str, str], expected: str
) -> None:
    assert expected in result(reader, **words)


def test_a_hand_that_waits_for_something_else_says_for_what(reader: Client) -> None:
    response = reader.get(PAGE, {**TANYAO, "win": "9p"})
    found = html.unescape(response.text)

    assert "9 pin does not complete this hand. It waits for:" in found
    assert 'aria-label="1 man, 4 man"' in found


def test_a_hand_that_waits_for_nothing_says_so(reader: Client) -> None:
    text = result(reader, hand="147m258p369s1234z", win="5z", how="ron")

    assert "not four sets and a pair" in text


def test_a_wait_of_four_that_one_holds_is_none(reader: Client) -> None:
    text = result(reader, hand="1111m234p567888s", win="5z", how="ron")

    assert "the hand is not tenpai" in text


def test_a_hand_without_a_yaku_is_told_whether_riichi_would_have_helped(reader: Client) -> None:
    closed = result(reader, hand="12m567m678p22s345s", win="3m", how="ron", dora="1s")
    opened = result(reader, hand="12m567m678p22s", win="3m", how="ron", melds="chi:345s")

    assert "No yaku" in closed
    assert "With riichi it would win." in closed
    assert "No yaku" in opened
    assert "riichi" not in opened


def test_a_wait_without_a_yaku_is_a_wait_too(reader: Client) -> None:
    response = reader.get(PAGE, {"hand": "12m567m678p22s345s", "win": "9p", "how": "ron"})

    assert 'aria-label="3 man"' in response.text


def test_riichi_is_not_named_where_it_would_not_be_enough() -> None:
    client = other_club("tenhou-4p-tonnan")
    version = RuleVersion.objects.latest("effective_from")
    version.parameters["hand"]["minimum_han"] = 3
    version.save()

    text = result(client, hand="12m567m678p22s345s", win="3m", how="ron")

    assert "Too few han" in text
    assert "With riichi" not in text


def test_a_minimum_of_two_han_says_how_many_are_missing() -> None:
    client = other_club("tenhou-4p-tonnan")
    version = RuleVersion.objects.latest("effective_from")
    version.parameters["hand"]["minimum_han"] = 2
    version.save()

    text = result(client, **TANYAO)

    assert "Too few han" in text
    assert "1 han without dora; under these rules it needs 2" in text


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"hand": "9x"}, "Hand: “9x” is not a valid tile"),
        ({"hand": "<b>"}, "Hand: “<b>” is not a valid tile"),
        ({"hand": "2" * 500 + "m"}, "Hand: This is too long: at most 64 characters."),
        ({"win": "45m"}, "Winning tile: Enter exactly one winning tile."),
        ({"win": "x"}, "Winning tile: “x” is not a valid tile"),
        ({"melds": "345s"}, "Calls and kans: “345s” is not a valid call"),
        ({"melds": "chi:3x"}, "Calls and kans: “3x” is not a valid tile"),
        ({"melds": " ".join(["chi:345s"] * 9)}, "At most four calls and kans."),
        ({"melds": "chi:346s"}, "chi: 3 sou, 4 sou, 6 sou: these tiles are not a sequence."),
        ({"melds": "pon:345s"}, "these tiles are not all the same"),
        ({"melds": "ankan:333s"}, "this must be 4 tiles"),
        ({"hand": "23m567m678p222s"}, "The hand has 11 tiles"),
        ({"hand": "22m222m678p22s", "win": "2m"}, "There are not that many of this tile"),
        (
            {"hand": "00m567m678p22s"},
            "Too many red fives: red 5 man (0m), at most 1 in these rules",
        ),
        ({"hand": "1f3m567m678p22s"}, "flower 1 (1f) cannot be part of a hand"),
        ({"flags": "xyz"}, "Please choose one of these."),
        ({"flags": "riichi"}, "Riichi: not with an open hand."),
        ({"flags": "haitei"}, "Haitei (last draw): only with a tsumo."),
        ({"flags": "rinshan", "how": "tsumo"}, "only after a kan"),
        ({"how": "theft"}, "Won by: Please choose one of these."),
        ({"seat": "X"}, "Seat wind: Please choose one of these."),
        ({"round": "0"}, "Round wind: Please choose one of these."),
        ({"dora": "111111z"}, "At most 5 indicators."),
        ({"dora": "q"}, "Dora indicators: “q” is not a valid tile"),
        ({"ura": "q"}, "Ura dora indicators: “q” is not a valid tile"),
        ({"honba": "-1"}, "Honba: Please enter a number from 0 to 1,000."),
        ({"honba": "many"}, "Honba: Please enter a number from 0 to 1,000."),
        ({"sticks": "1e9"}, "Please enter a number from 0 to 1,000,000."),
        ({"sticks": "50"}, "Riichi sticks must be a multiple of 100"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_what_is_wrong_with_a_hand_is_said_in_words(
    reader: Client, changed: dict[str, str], expected: str
) -> None:
    found = result(reader, **{**TANYAO, **changed})

    assert expected in found
    assert "the winner gets" not in found


def test_a_chi_is_refused_where_the_rules_have_none() -> None:
    client = other_club("nekohouse-3a")

    assert "these rules have no chi" in result(client, **TANYAO)


@pytest.mark.parametrize("key", ["kinyoukai", "nekohouse-3b", "nekohouse-boo", "zung-jung"])
def test_no_garbage_brings_the_page_down(key: str) -> None:
    client = other_club(key)
    odd = "\x00🀄٣m" + "9" * 3_000
    names = ("hand", "win", "how", "melds", "seat", "round", "flags", "dora", "ura", "nuki")
    numbers = ("honba", "sticks", "responsible", "dora_indicators", "ura_indicators")

    for typed in (odd, "-", " ", "0z0z", "[]", "chi:", ":", ","):
        words = dict.fromkeys((*names, *numbers), typed)
        assert client.get(PAGE, words).status_code == 200
    for name in (*names, *numbers):
        assert client.get(PAGE, {**CLOSED, name: odd}).status_code == 200


# --- which rules ---------------------------------------------------------------------------------


def test_a_day_chooses_the_version_in_force_on_it(reader: Client, nekohouse: Club) -> None:
    first = RuleVersion.objects.order_by("effective_from").first()
    assert first is not None
    text = page(reader, **TANYAO, rule="nekohouse-4a", on=first.first_day.isoformat())

    assert f"· {first.label}" in text


@pytest.mark.parametrize("on", ["2015-13-40", "yesterday", "٢٠١٥-٠٤-١١", "\x00"])
def test_a_day_that_is_none_is_refused(reader: Client, on: str) -> None:
    text = page(reader, **TANYAO, on=on)

    assert "Enter the date like this: 2015-04-11." in text
    assert "1 han" not in text


def test_a_day_before_the_first_version_says_when_that_was(reader: Client) -> None:
    text = page(reader, **TANYAO, on="1900-01-01")

    assert "No rules for that day" in text
    assert "The first version of these rules is dated" in text


def test_rules_that_are_still_to_come_can_be_chosen(reader: Client) -> None:
    RuleVersion.objects.update(effective_from=date(2099, 4, 1))

    assert "Choose a version" in page(reader, **TANYAO)
    assert "1 han 30 fu" in page(reader, **TANYAO, on="2099-04-01")


def test_a_set_that_the_club_does_not_have_is_not_there(reader: Client) -> None:
    assert reader.get(PAGE, {"rule": "kinyoukai"}).status_code == 404


def test_another_set_of_the_club_can_be_chosen(reader: Client, nekohouse: Club) -> None:
    adopt_rule_set(club=nekohouse, key="zung-jung", actor=ADMIN)

    assert "worth" in result(reader, **{**CLOSED, "how": "tsumo"}, rule="zung-jung")


def test_a_club_without_rules_says_so(reader: Client) -> None:
    RuleVersion.objects.update(status=RuleVersion.Status.DRAFT, number=0)

    assert "Hands are valued under the club's rule sets" in page(reader)


def test_a_version_that_cannot_be_read_says_so(reader: Client) -> None:
    RuleVersion.objects.update(parameters={"family": "riichi", "game": {"players": 9}})

    assert "This version cannot be read." in page(reader, **TANYAO)


def test_todays_version_is_that_of_the_clubs_day(nekohouse: Club) -> None:
    in_club = ClubRuleSet.objects.for_club(nekohouse).get()
    old = in_club.rule_set.versions.get()
    new = RuleVersion.objects.get(pk=old.pk)
    new.pk, new.effective_from = None, date(2030, 5, 2)
    new.save()

    with time_machine.travel(datetime(2030, 5, 2, 2, 0, tzinfo=TOKYO), tick=False):
        before = page(english(make_login(nekohouse, "night")), **TANYAO)
    with time_machine.travel(datetime(2030, 5, 2, 6, 0, tzinfo=TOKYO), tick=False):
        after = page(english(make_login(nekohouse, "morning")), **TANYAO)

    assert f"· {old.label}" in before
    assert "· 2030-05-02" in after


# --- addresses, fragments, limits ----------------------------------------------------------------


def test_the_address_to_share_gives_the_same_result(reader: Client) -> None:
    words: dict[str, Any] = {
        **CLOSED,
        "flags": "riichi",
        "dora": "1s",
        "ura": "9m",
        "honba": 1,
        "sticks": 1000,
    }
    response = reader.get(PAGE, words)
    shared = response.context["shared"]

    again = reader.get(shared)
    assert again.context["answer"] == response.context["answer"]
    assert again.context["shared"] == shared
    asked = parse_qs(urlsplit(shared).query)
    assert asked["hand"] == ["23567m678p22345s"]
    assert asked["rule"] == ["nekohouse-4a"]
    # whoever opens it later, under another version, sees the same
    assert asked["on"] == [RuleVersion.objects.get().first_day.isoformat()]


def test_the_address_to_share_keeps_every_call(reader: Client) -> None:
    words = {**TANYAO, "hand": "23m567m22s", "melds": "chi:345s pon:777p", "responsible": "false"}
    shared = reader.get(PAGE, words).context["shared"]

    assert parse_qs(urlsplit(shared).query)["melds"] == ["chi:345s", "pon:777p"]


def test_the_address_to_share_keeps_an_older_version_and_nobody_who_answers() -> None:
    client = other_club("zung-jung")
    version = RuleVersion.objects.get()
    later = RuleVersion.objects.get(pk=version.pk)
    later.pk, later.effective_from = None, date(2020, 1, 1)
    later.save()
    words = {"hand": "111222333m55z44s", "win": "4s", "responsible": "false", "on": "2019-12-31"}

    shared = client.get(PAGE, words).context["shared"]

    asked = parse_qs(urlsplit(shared).query)
    assert asked["on"] == [version.label]
    assert asked["responsible"] == ["false"]


def test_htmx_gets_the_result_alone_and_its_address(reader: Client) -> None:
    response = reader.get(PAGE, TANYAO, headers={"HX-Request": "true", "HX-Target": "result"})

    assert "<main" not in response.text
    assert 'id="calc-status" hx-swap-oob="true"' in response.text
    assert response["HX-Replace-Url"].startswith(PAGE + "?rule=nekohouse-4a&hand=")
    assert "HX-Target" in response["Vary"]


def test_an_unfinished_hand_leaves_nothing_of_another_in_the_address(reader: Client) -> None:
    headers = {"HX-Request": "true", "HX-Target": "result"}
    response = reader.get(PAGE, {"hand": "23m"}, headers=headers)

    assert response["HX-Replace-Url"] == PAGE + "?rule=nekohouse-4a"


def test_looking_takes_few_queries_and_writes_nothing(reader: Client) -> None:
    url = f"{PAGE}?{urlencode(TANYAO)}"
    reader.get(url)

    assert len(queries_of(reader, url)) <= 7
    assert writes_of(reader, url) == []


def test_more_versions_take_no_more_queries(reader: Client, nekohouse: Club) -> None:
    url = f"{PAGE}?{urlencode(TANYAO)}"
    before = len(queries_of(reader, url))
    adopt_rule_set(club=nekohouse, key="zung-jung", actor=ADMIN)
    version = RuleVersion.objects.order_by("pk").first()
    assert version is not None
    for year in range(2027, 2033):
        version.pk, version.effective_from = None, date(year, 1, 1)
        version.save()

    assert len(queries_of(reader, url)) == before


def test_too_many_hands_within_a_minute_have_to_wait(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HandThrottle, "rate", "2/min")

    answers = [reader.get(PAGE, TANYAO) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0
    assert "the hand is still here" in answers[2].text
    assert 'value="23m567m678p22s"' in answers[2].text


def test_an_unfinished_hand_is_not_counted(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HandThrottle, "rate", "1/min")

    answers = [reader.get(PAGE, {"hand": "23m"}) for _ in range(3)]

    assert {answer.status_code for answer in answers} == {200}


def test_a_stranger_may_calculate_where_everybody_may_read(nekohouse: Club) -> None:
    Club.objects.filter(pk=nekohouse.pk).update(visibility=Club.Visibility.PUBLIC)

    assert "1 han 30 fu" in result(english(Client()), **TANYAO)


def test_the_rules_lead_to_the_calculator(reader: Client) -> None:
    in_set = reader.get("/c/tonan/rules/nekohouse-4a/").text

    assert reader.get("/c/tonan/rules/").text.count(f'href="{PAGE}"') == 2  # the menu's too
    assert f'href="{PAGE}?rule=nekohouse-4a"' in in_set
