"""What is special about a win comes from what happened, in both kinds of records."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scoring.hands.hand import flag_names
from scoring.tenhou.values import Answer
from tests.scoring.tenhou.games import FORMATS, Format, differences, kyoku_in
from tests.scoring.tenhou.made import JUNK, READY, Hand, names

#: without dragons and without 9m
PLAIN = "17m179p179s12345z"


def ippatsu() -> Hand:
    hand = Hand(READY, *JUNK[1:]).turn(0, "4z").idle(3).turn(0, "4z", riichi=True).idle(3)
    return hand.draw(0, "4m").won(
        0,
        yaku="riichi 1, ippatsu 1, menzen_tsumo 1, pinfu 1, tanyao 1, ura_dora 2",
        fu=20,
        points=18_000,
        limit="haneman",
        price="6000∀",
        ura="3m",
        deltas=(19_000, -6_000, -6_000, -6_000),
    )


def ippatsu_broken_by_a_pon() -> Hand:
    hand = Hand(READY, JUNK[1], "799m179p179s123z5s", JUNK[3])
    hand.turn(0, "4z").idle(3).turn(0, "4z", riichi=True)
    hand.turn(1, "6z", "9m").pon(2, "99m").cut(2, "7m").idle(1).draw(0, "4m")
    return hand.won(
        0,
        yaku="riichi 1, menzen_tsumo 1, pinfu 1, tanyao 1",
        fu=20,
        points=7_800,
        price="2600∀",
        ura="1z",
        deltas=(8_800, -2_600, -2_600, -2_600),
    )


def double_riichi() -> Hand:
    hand = Hand(READY, *JUNK[1:]).turn(0, "4z", riichi=True).idle(3).draw(0, "4m")
    return hand.won(
        0,
        yaku="double_riichi 2, ippatsu 1, menzen_tsumo 1, pinfu 1, tanyao 1",
        fu=20,
        points=18_000,
        limit="haneman",
        price="6000∀",
        ura="1z",
        deltas=(19_000, -6_000, -6_000, -6_000),
    )


def first_discard_after_a_pon() -> Hand:
    hand = Hand(JUNK[0], JUNK[1], "799m179p179s123z5s", READY)
    hand.turn(0, "4z", "9m").pon(2, "99m").cut(2, "7m").turn(3, "6z", riichi=True)
    return hand.turn(0, "4m").won(
        *(3, 0),
        yaku="riichi 1, ippatsu 1, pinfu 1, tanyao 1",
        points=7_700,
        ura="1z",
        deltas=(-7_700, 0, 0, 8_700),
    )


def ronned_riichi_tile() -> Hand:
    hand = Hand(JUNK[0], READY, *JUNK[2:]).draw(0, "4m").cut(0, riichi=True)
    deltas = (-2_000, 2_000, 0, 0)
    return hand.won(1, 0, yaku="pinfu 1, tanyao 1", points=2_000, deltas=deltas)


def rinshan_of_a_closed_kan() -> Hand:
    others = ("179m179p179s2345z", "179m179p179s2346z", "179m179p179s2347z")
    hand = Hand("234m55p67845s111z", *others).draw(0, "1z").closed_kan(0, "1111z")
    return (
        hand.turn_dora("2p")
        .draw(0, "3s")
        .won(
            0,
            yaku="menzen_tsumo 1, rinshan 1, seat_wind E 1, round_wind E 1",
            fu=60,
            points=12_000,
            limit="mangan",
            price="4000∀",
            deltas=(12_000, -4_000, -4_000, -4_000),
        )
    )


def rinshan_of_an_open_kan() -> Hand:
    hand = Hand(JUNK[0], PLAIN, "999m234567p678s2s", PLAIN).turn(0, "6z", "9m")
    return (
        hand.open_kan(2, "999m")
        .draw(2, "2s")
        .won(
            2,
            yaku="rinshan 1",
            fu=40,
            points=1_500,
            price="400-700",
            deltas=(-700, -400, 1_500, -400),
        )
    )


def chankan() -> Hand:
    other = "179m179p179s1236z"
    hand = Hand(READY, "11m57p179s1256z99p", "79m179p179s12375z", other)
    hand.turn(0, "4z").idle(2, but="14m6z").turn(3, "3z", "1m").pon(1, "11m").cut(1, "5p")
    hand.idle(2, but="14m6z").turn(0, "4z", riichi=True).draw(1, "1m").added_kan(1, "1m")
    return hand.won(
        *(0, 1),
        yaku="riichi 1, ippatsu 1, chankan 1, pinfu 1",
        points=11_600,
        ura="1z",
        deltas=(12_600, -11_600, 0, 0),
    )


def haitei() -> Hand:
    hand = Hand(JUNK[0], READY, *JUNK[2:]).turn(0, "4z").idle(68).draw(1, "4m")
    return hand.won(
        1,
        yaku="menzen_tsumo 1, haitei 1, pinfu 1, tanyao 1",
        fu=20,
        points=5_200,
        price="1300-2600",
        deltas=(-2_600, 5_200, -1_300, -1_300),
    )


def houtei() -> Hand:
    hand = Hand(*JUNK[:2], READY, JUNK[3]).turn(0, "4z").idle(68).turn(1, "4m")
    return hand.won(
        *(2, 1), yaku="houtei 1, pinfu 1, tanyao 1", points=3_900, deltas=(0, -3_900, 3_900, 0)
    )


def chiihou() -> Hand:
    hand = Hand(JUNK[0], READY, *JUNK[2:]).turn(0, "4z").draw(1, "4m")
    return hand.won(
        1,
        yaku="chiihou *",
        points=32_000,
        limit="yakuman",
        price="8000-16000",
        deltas=(-16_000, 32_000, -8_000, -8_000),
    )


def with_red_and_chi() -> Hand:
    """A chi of 0p from the left, then 断么九, 赤 and ドラ by ron: 30 fu, 4 han, 7,700."""
    hand = Hand(JUNK[0], "34m456p67p88p678s2z", *JUNK[2:], dora="4p")
    hand.turn(0, "0p").chi(1, "67p").cut(1, "2z").idle(2, but="25m5p").turn(0, "2m")
    return hand.won(
        *(1, 0), yaku="tanyao 1, dora 2, aka_dora 1", points=7_700, deltas=(-7_700, 7_700, 0, 0)
    )


def north_aside() -> Hand:
    """天鳳 counts a north as a dora; its replacement is a rinshan tile."""
    others = ("19m179p179s12356z", "19m179p179s12357z")
    hand = Hand("345567p2234678s", *others).draw(0, "6z").cut(0).idle(2, but="24z")
    hand.draw(0, "4z").north(0).draw(0, "2s")
    return hand.won(
        0,
        yaku="menzen_tsumo 1, rinshan 1, pinfu 1, tanyao 1, dora 1",
        fu=20,
        points=8_000,
        limit="mangan",
        price="4000∀",
        deltas=(8_000, -4_000, -4_000),
    )


def ronned_north() -> Hand:
    orphans = "19m19p19s123567z1z"
    others = ("199m179p179s1235z", "19m179p179s12346z")
    hand = Hand(orphans, *others).turn(0, "3s").idle(1, but="4z").draw(2, "6p").north(2)
    return hand.won(
        *(0, 2),
        yaku="kokushi *",
        points=48_000,
        limit="yakuman",
        deltas=(48_000, 0, -48_000),
    )


MADE: dict[Callable[[], Hand], tuple[str, ...]] = {
    ippatsu: ("riichi", "ippatsu"),
    ippatsu_broken_by_a_pon: ("riichi",),
    double_riichi: ("double_riichi", "ippatsu"),
    first_discard_after_a_pon: ("riichi", "ippatsu"),
    ronned_riichi_tile: ("renhou",),  # which Tenhou does not play
    rinshan_of_a_closed_kan: ("rinshan",),
    rinshan_of_an_open_kan: ("rinshan",),
    chankan: ("riichi", "ippatsu", "chankan"),
    haitei: ("haitei",),
    houtei: ("houtei",),
    chiihou: ("chiihou",),
    with_red_and_chi: (),
    north_aside: ("rinshan",),
    ronned_north: (),
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(("make", "flags"), MADE.items(), ids=[make.__name__ for make in MADE])
def test_a_win_is_read_with_all_that_is_special_about_it(
    make: Callable[[], Hand], flags: tuple[str, ...], form: Format
) -> None:
    [win] = kyoku_in(make(), form).wins

    assert flag_names(win.hand.flags) == flags


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("make", MADE, ids=[make.__name__ for make in MADE])
def test_a_win_is_worth_and_pays_what_the_record_says(
    make: Callable[[], Hand], form: Format
) -> None:
    assert differences(make(), form) == []


@pytest.mark.parametrize("form", FORMATS)
def test_a_riichi_whose_tile_is_ronned_costs_no_stick(form: Format) -> None:
    assert kyoku_in(ronned_riichi_tile(), form).riichi == ()
    assert kyoku_in(ippatsu(), form).riichi == (0,)


@pytest.mark.parametrize("form", FORMATS)
def test_two_win_on_one_discard_and_only_the_first_takes_honba_and_sticks(form: Format) -> None:
    hand = Hand(JUNK[0], READY, JUNK[2], READY, honba=1, sticks=1, points=(24_000,) + (25_000,) * 3)
    hand.turn(0, "4m")
    values = {"yaku": "pinfu 1, tanyao 1", "points": 2_000}
    hand.won(1, 0, deltas=(-2_300, 3_300, 0, 0), **values)  # type: ignore[arg-type]
    hand.won(3, 0, deltas=(-2_000, 0, 0, 2_000), **values)  # type: ignore[arg-type]

    assert [win.winner for win in kyoku_in(hand, form).wins] == [1, 3]
    assert differences(hand, form) == []


def three_dragons() -> Hand:
    """Seat 2 calls 白 from the dealer, 發 from seat 1, and 中 from seat 3, who answers."""
    hand = Hand(JUNK[1], JUNK[2], "23m567p88s556677z", JUNK[3])
    hand.turn(0, "4z", "5z").pon(2, "55z").cut(2, "7p").idle(2)
    hand.turn(1, "3m", "6z").pon(2, "66z").cut(2, "6p")
    return hand.turn(3, "3m", "7z").pon(2, "77z").cut(2, "5p").idle(1)


@pytest.mark.parametrize("form", FORMATS)
def test_who_gave_the_third_dragon_pays_all_of_a_tsumo(form: Format) -> None:
    hand = three_dragons().idle(2).draw(2, "4m")
    values = {"yaku": "daisangen *", "points": 32_000, "limit": "yakuman", "price": "8000-16000"}
    hand.won(2, deltas=(0, 0, 32_000, -32_000), pao=3, fu=40, **values)  # type: ignore[arg-type]

    assert kyoku_in(hand, form).wins[0].answers == (Answer("daisangen", 3, by_kan=False),)
    assert differences(hand, form) == []


@pytest.mark.parametrize("form", FORMATS)
def test_who_gave_the_third_dragon_pays_half_of_a_ron(form: Format) -> None:
    hand = three_dragons().turn(0, "4m")
    values = {"yaku": "daisangen *", "points": 32_000, "limit": "yakuman"}
    hand.won(2, 0, deltas=(-16_000, 0, 32_000, -16_000), pao=3, **values)  # type: ignore[arg-type]

    assert differences(hand, form) == []


@pytest.mark.parametrize("form", FORMATS)
def test_under_a_rule_without_pao_nobody_answers(form: Format) -> None:
    hand = three_dragons().turn(0, "4m")
    values = {"yaku": "daisangen *", "points": 32_000, "limit": "yakuman"}
    hand.won(2, 0, deltas=(-32_000, 0, 32_000, 0), **values)  # type: ignore[arg-type]

    assert differences(hand, form, pao_daisangen=False) == []


@pytest.mark.parametrize("form", FORMATS)
def test_who_gave_the_tile_of_an_open_kan_answers_where_the_rule_says_so(form: Format) -> None:
    hand = Hand(JUNK[0], PLAIN, "999m234567p678s2s", PLAIN).turn(0, "6z", "9m")
    hand.open_kan(2, "999m").draw(2, "2s")
    values = {"yaku": "rinshan 1", "points": 1_500, "price": "400-700", "fu": 40}
    hand.won(2, deltas=(-1_500, 0, 1_500, 0), pao=0, **values)  # type: ignore[arg-type]

    assert differences(hand, form, pao_rinshan=True) == []


@pytest.mark.parametrize("form", FORMATS)
def test_who_gave_the_fourth_wind_and_discards_too_pays_all(form: Format) -> None:
    others = ("179m179p179s5566z", "179m179p179s5577z", "179m179p179s6677z")
    hand = Hand(*others[:2], "11223344z5m678p5s", others[2])
    hand.turn(0, "1z").pon(2, "11z").cut(2, "6p").turn(3, "2z").pon(2, "22z").cut(2, "7p")
    hand.turn(3, "3z").pon(2, "33z").cut(2, "8p").turn(3, "4z").pon(2, "44z").cut(2, "5s")
    values = {"yaku": "daisuushii *", "points": 32_000, "limit": "yakuman"}
    hand.turn(3, "5m").won(2, 3, deltas=(0, 0, 32_000, -32_000), pao=3, **values)  # type: ignore[arg-type]

    assert kyoku_in(hand, form).wins[0].answers == (Answer("daisuushii", 3, by_kan=False),)
    assert differences(hand, form) == []


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("is_played", [True, False])
def test_who_gave_the_fourth_kan_answers_where_the_rule_says_so(
    form: Format, *, is_played: bool
) -> None:
    plain = "79m1799p179s1235z"
    hand = Hand(plain, plain, "111222333444m5p", "79m178p1799s1236z", dora="4z")
    for seat, (tile, drawn) in enumerate(zip(names("1234m"), names("6667z"), strict=True)):
        hand.turn(3 if seat else 0, tile).open_kan(2, f"{tile[0] * 3}m").turn_dora(
            "5678s"[seat] + "s"
        )
        if seat < 3:
            hand.turn(2, drawn)
    hand.draw(2, "5p")
    values = {"yaku": "suukantsu *", "points": 32_000, "limit": "yakuman", "price": "8000-16000"}
    paid = (0, 0, 32_000, -32_000) if is_played else (-16_000, -8_000, 32_000, -8_000)
    hand.won(2, deltas=paid, pao=3 if is_played else None, **values)  # type: ignore[arg-type]

    assert differences(hand, form, pao_suukantsu=is_played) == []
