"""A hand that cannot be is refused by the first thing wrong with it, never valued."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.parameters import RiichiParameters, YakuRule, ZungJungParameters, override
from rules.presets import load, shipped_keys
from scoring.hands.checks import gold_in, problem
from scoring.hands.errors import BadHandError
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import FLAGS, MELD_KINDS, Hand, Meld, flags_of, parse_meld
from scoring.hands.lines import value_of
from scoring.hands.tiles import parse_tiles

TODAY = date(2026, 11, 21)
PLAIN = RiichiParameters()
ALL_FLAGS = override(PLAIN, {"yakuman_renhou": 1})


def rule_of(key: str) -> YakuRule:
    parameters = load(key).version_on(TODAY).parameters
    assert not isinstance(parameters, ZungJungParameters)
    return parameters


def hand(tiles: str, win: str, *melds: str, how: str = "ron", flags: str = "", **more: Any) -> Hand:
    for name in {"dora_indicators", "ura_indicators"} & set(more):
        more[name] = parse_tiles(more[name])
    won = Hand(parse_tiles(tiles), parse_tiles(win)[0], how == "tsumo", **more)
    return won._replace(melds=tuple(map(parse_meld, melds)), flags=flags_of(flags.split()))


WHOLE = ("23m567m678p22s345s", "4m")
SANMA = ("123p567p678p22s34s", "5s")

#: what is wrong, the field that is named, the reason; a control beside each that has nothing wrong
CASES: list[Any] = [
    pytest.param(PLAIN, hand("23m567m678p22s34s", "4m"), "hand", "count", id="a tile too few"),
    pytest.param(PLAIN, hand("23m567m678p22s3456s", "4m"), "hand", "count", id="a tile too many"),
    pytest.param(PLAIN, hand("23m", "4m", *["pon:111z"] * 5), "melds", "many-melds", id="5 melds"),
    pytest.param(
        PLAIN,
        hand("2222m567m678p234s", "2m"),
        "win",
        "five-alike",
        id="the win is a fifth",
    ),
    pytest.param(
        PLAIN,
        hand("55m067m678p22s345s", "5m", dora_indicators="55m"),
        "dora_indicators",
        "five-alike",
        id="an indicator is a fifth",
    ),
    pytest.param(
        PLAIN, hand("22m567m678p22s", "2m", "pon:222m"), "melds", "five-alike", id="called a fifth"
    ),
    pytest.param(PLAIN, hand("2m", "2m", "chi:124m"), "melds", "no-run", id="chi of no sequence"),
    pytest.param(PLAIN, hand("2m", "2m", "chi:89m1p"), "melds", "no-run", id="chi over two suits"),
    pytest.param(PLAIN, hand("2m", "2m", "chi:123z"), "melds", "no-run", id="chi of honours"),
    pytest.param(PLAIN, hand("2m", "2m", "pon:223m"), "melds", "not-alike", id="pon of two tiles"),
    pytest.param(PLAIN, hand("2m", "2m", "pon:22m"), "melds", "meld-size", id="pon of two"),
    pytest.param(PLAIN, hand("2m", "2m", "ankan:222m"), "melds", "meld-size", id="kan of three"),
    pytest.param(PLAIN, hand("2m", "2m", "pon:111f"), "melds", "meld-tile", id="pon of flowers"),
    pytest.param(
        rule_of("nekohouse-3a"), hand("22p", "2p", "chi:345s"), "melds", "no-chi", id="chi in sanma"
    ),
    pytest.param(
        rule_of("nekohouse-3a"),
        hand("23m567p678p22s345s", "1m"),
        "hand",
        "unused-tile",
        id="2 man in sanma",
    ),
    pytest.param(
        rule_of("yakyu-4p-tonnan"),
        hand("23m067m678p22s345s", "4m"),
        "hand",
        "unused-tile",
        id="a red five where none are played",
    ),
    pytest.param(
        PLAIN, hand("23m007m678p22s345s", "4m"), "hand", "reds", id="two red fives where one is"
    ),
    pytest.param(PLAIN, hand("23m567m678p22s340z", "4m"), "hand", "unused-tile", id="a pocchi"),
    pytest.param(PLAIN, hand("23m567m678p22s341f", "4m"), "hand", "flower", id="a flower held"),
    pytest.param(
        PLAIN,
        hand(*WHOLE, dora_indicators="1f"),
        "dora_indicators",
        "unused-tile",
        id="a flower as an indicator where there are none",
    ),
    pytest.param(
        PLAIN,
        hand(*WHOLE, dora_indicators="1234567z"),
        "dora_indicators",
        "indicators",
        id="more indicators than kans",
    ),
    pytest.param(
        PLAIN,
        hand(*WHOLE, ura_indicators="1234567z"),
        "ura_indicators",
        "indicators",
        id="more ura than kans",
    ),
    pytest.param(
        PLAIN,
        hand(*WHOLE, dora_indicators="1m", ura_indicators="23p"),
        "ura_indicators",
        "more-ura",
        id="more ura than dora indicators",
    ),
    pytest.param(PLAIN, hand(*WHOLE, nuki=1), "nuki", "no-nuki", id="norths where none are"),
    pytest.param(
        rule_of("nekohouse-3a"),
        hand("123p567p678p22s34s", "5s", nuki=5),
        "nuki",
        "nuki",
        id="5 norths",
    ),
    pytest.param(
        rule_of("nekohouse-3a"),
        hand("123p567p678p44z34s", "5s", nuki=3),
        "hand",
        "five-alike",
        id="norths set aside and held",
    ),
    pytest.param(
        rule_of("nekohouse-3a"),
        hand(*SANMA, seat=3),
        "seat",
        "seat",
        id="the north seat with three",
    ),
    pytest.param(
        rule_of("nekohouse-3b"),
        hand("123p678p99s34s678s", "2s", nuki=4, dora_indicators="4f"),
        "nuki",
        "five-flowers",
        id="a fifth flower as an indicator",
    ),
    pytest.param(PLAIN, hand("23m067m678p22s345s", "4m", gold=1), "gold", "no-gold", id="no gold"),
    pytest.param(
        override(PLAIN, {"gold_man": 1, "red_fives": False}),
        hand(*WHOLE, gold=1),
        "gold",
        "no-gold",
        id="gold where no red fives are played",
    ),
    pytest.param(
        override(PLAIN, {"gold_pin": 1}),
        hand("23m067m678p22s345s", "4m", gold=1),
        "gold",
        "gold",
        id="gold of a suit of which none is held",
    ),
    pytest.param(
        override(PLAIN, {"red_man": 2, "gold_man": 1}),
        hand("005m67m678p22s345s", "5m", gold=2),
        "gold",
        "gold",
        id="more gold than there is",
    ),
    pytest.param(
        override(PLAIN, {"gold_man": 1}),
        hand("23m067m678p22s345s", "4m", gold=-1),
        "gold",
        "gold",
        id="gold below 0",
    ),
    pytest.param(PLAIN, hand(*WHOLE, honba=-1), "honba", "honba", id="honba below 0"),
    pytest.param(PLAIN, hand(*WHOLE, honba=1001), "honba", "honba", id="absurd honba"),
    pytest.param(PLAIN, hand(*WHOLE, sticks=150), "sticks", "sticks", id="half a stick"),
    pytest.param(PLAIN, hand(*WHOLE, sticks=-1000), "sticks", "sticks", id="sticks below 0"),
]


def flagged(flags: str, reason: str, *melds: str, how: str = "ron", seat: int = 1) -> Any:
    tiles = "23m567m678p22s345s" if not melds else "23m567m678p22s"
    won = hand(tiles, "4m", *melds, how=how, flags=flags, seat=seat)
    return pytest.param(
        ALL_FLAGS, won, "flags", reason, id=f"{flags} {how} {' '.join(melds)} {seat}"
    )


CASES += [
    flagged("riichi", "riichi-open", "chi:345s"),
    flagged("double_riichi", "riichi-open", "pon:333s"),
    flagged("ippatsu", "ippatsu"),
    flagged("rinshan", "rinshan", how="tsumo"),
    flagged("rinshan", "only-tsumo", "ankan:1111s"),
    flagged("haitei", "only-tsumo"),
    flagged("houtei", "only-ron", how="tsumo"),
    flagged("chankan", "only-ron", how="tsumo"),
    flagged("chankan houtei", "not-both"),
    flagged("chankan_closed", "only-ron", how="tsumo"),
    flagged("chankan_closed houtei", "not-both"),
    flagged("chankan_closed chankan", "not-both"),
    flagged("chankan_closed renhou", "closed-kan-kokushi"),
    flagged("chankan_closed", "closed-kan-kokushi"),
    pytest.param(
        PLAIN,
        hand("19m19p19s1123456z", "7z", flags="chankan_closed houtei"),
        "flags",
        "not-both",
        id="a closed kan is no last discard",
    ),
    pytest.param(
        PLAIN,
        hand("19m19p19s1234567z", "7z", flags="chankan_closed"),
        "flags",
        "robbed",
        id="a kokushi that holds a tile of that kan",
    ),
    pytest.param(
        override(PLAIN, {"kokushi_robs_closed_kan": False}),
        hand("19m19p19s1123456z", "7z", flags="chankan_closed"),
        "flags",
        "closed-kan",
        id="a kokushi where a closed kan cannot be robbed",
    ),
    pytest.param(
        override(PLAIN, {"yakuman_kokushi": 0, "yakuman_kokushi13": 0}),
        hand("19m19p19s1123456z", "7z", flags="chankan_closed"),
        "flags",
        "closed-kan",
        id="where kokushi is not played",
    ),
    pytest.param(
        PLAIN,
        hand("1199m11p19s12345z", "1z", flags="chankan_closed"),
        "flags",
        "closed-kan-kokushi",
        id="all terminals and honours, but no kokushi",
    ),
    flagged("tenhou", "only-dealer", how="tsumo"),
    flagged("tenhou", "only-tsumo", seat=0),
    flagged("chiihou", "not-dealer", how="tsumo", seat=0),
    flagged("renhou", "only-ron", how="tsumo"),
    flagged("renhou", "not-dealer", seat=0),
    flagged("chiihou", "first-turn-melds", "ankan:1111s", how="tsumo"),
    flagged("renhou chiihou", "only-tsumo"),
    flagged("tenhou chiihou", "not-both", how="tsumo"),
    flagged("riichi chiihou", "not-both", how="tsumo"),
    flagged("furiten", "furiten-ron"),
    pytest.param(
        PLAIN,
        hand("44m567m678p22s345s", "4m", flags="chankan"),
        "flags",
        "robbed",
        id="a robbed tile of which one holds others",
    ),
    pytest.param(
        override(PLAIN, {"furiten_tsumo": False}),
        hand(*WHOLE, how="tsumo", flags="furiten"),
        "flags",
        "furiten-tsumo",
        id="a tsumo in furiten where it is barred",
    ),
    pytest.param(
        rule_of("nekohouse-3a"),
        hand(*SANMA, how="tsumo", flags="tenhou", nuki=1),
        "flags",
        "first-turn-nuki",
        id="天和 after a north",
    ),
]


@pytest.mark.parametrize(("rule", "wrong", "field", "reason"), CASES)
def test_the_first_thing_wrong_is_named(
    rule: YakuRule, wrong: Hand, field: str, reason: str
) -> None:
    found = problem(wrong, rule)

    assert found is not None
    assert (found.field, found.reason) == (field, reason)
    assert str(found).startswith(f"{field}: ")
    with pytest.raises(BadHandError):
        value_of(Evaluator(rule), wrong)


@pytest.mark.parametrize(
    ("rule", "sound"),
    [
        pytest.param(PLAIN, hand(*WHOLE), id="a whole hand"),
        pytest.param(PLAIN, hand("23m567m678p22s", "4m", "ankan:3333s", flags="riichi"), id="kan"),
        pytest.param(
            PLAIN,
            hand("23m567m678p22s", "4m", "kakan:1111z", how="tsumo", flags="rinshan"),
            id="rinshan after an added kan",
        ),
        pytest.param(
            PLAIN,
            hand(*WHOLE, dora_indicators="12p", ura_indicators="99p"),
            id="as many ura as dora indicators",
        ),
        pytest.param(PLAIN, hand(*WHOLE, ura_indicators="9p"), id="ura alone, the dora not told"),
        pytest.param(
            override(PLAIN, {"ura_dora": False, "kan_ura": False}),
            hand(*WHOLE, dora_indicators="1p", ura_indicators="99p"),
            id="ura where they mean nothing",
        ),
        pytest.param(PLAIN, hand(*WHOLE, flags="chankan"), id="chankan"),
        pytest.param(
            PLAIN,
            hand("19m19p19s1123456z", "7z", flags="chankan_closed"),
            id="a kokushi on a closed kan",
        ),
        pytest.param(PLAIN, hand(*WHOLE, flags="chiihou", how="tsumo", seat=1), id="地和"),
        pytest.param(PLAIN, hand(*WHOLE, flags="tenhou", how="tsumo", seat=0), id="天和"),
        pytest.param(PLAIN, hand(*WHOLE, flags="furiten", how="tsumo"), id="a tsumo in furiten"),
        pytest.param(rule_of("nekohouse-boo"), hand(*WHOLE, flags="furiten"), id="Boo's furiten"),
        pytest.param(
            rule_of("nekohouse-3b"),
            hand("123p067p678p22s34s", "0s", how="tsumo", flags="chiihou", nuki=4, seat=1),
            id="地和 after flowers, which break nothing",
        ),
        pytest.param(
            rule_of("nekohouse-3a"),
            hand(*SANMA, how="tsumo", flags="rinshan", nuki=1),
            id="rinshan after a north",
        ),
        pytest.param(
            rule_of("nekohouse-3b"),
            hand("123p067p678p22s34s", "0s", dora_indicators="1f"),
            id="a flower as an indicator",
        ),
        pytest.param(
            override(PLAIN, {"gold_man": 1, "gold_sou": 1}),
            hand("23m067m678p22s", "4m", "chi:340s", gold=2),
            id="two gold fives, one of them called",
        ),
        pytest.param(
            rule_of("nekohouse-3b"),
            hand("67p44z234p678s111p", "8p", nuki=3),
            id="flowers set aside beside norths in the hand",
        ),
        pytest.param(
            rule_of("nekohouse-3b"),
            hand("06p234p11s", "7p", "pon:999p", "minkan:4444z", nuki=4),
            id="all four norths beside all four flowers",
        ),
        pytest.param(
            rule_of("nekohouse-4b"), hand("23m567m22s345s", "4m", "pon:550z"), id="a pocchi called"
        ),
    ],
)
def test_a_hand_that_can_be_has_nothing_wrong(rule: YakuRule, sound: Hand) -> None:
    assert problem(sound, rule) is None


@pytest.mark.parametrize(
    ("rule", "held", "gold"),
    [
        pytest.param({}, hand("23m067m678p22s345s", "4m"), 0, id="a red five of a suit without"),
        pytest.param({"gold_man": 1}, hand(*WHOLE), 0, id="no red five"),
        pytest.param(
            {"gold_man": 1}, hand("23m067m678p22s345s", "4m"), 1, id="the only red five is gold"
        ),
        pytest.param(
            {"red_man": 2, "gold_man": 1}, hand("23m067m678p22s345s", "4m"), 0, id="one of two, red"
        ),
        pytest.param(
            {"red_man": 2, "gold_man": 1},
            hand("23m067m678p22s345s", "4m", gold=1),
            1,
            id="one of two, said to be gold",
        ),
        pytest.param(
            {"red_man": 2, "gold_man": 1}, hand("00567m22s345s6p", "7p", "pon:888p"), 1, id="both"
        ),
        pytest.param(
            {"gold_sou": 1, "gold_pin": 1},
            hand("23m067m22s678p", "4m", "chi:340s"),
            1,
            id="one in a call",
        ),
    ],
)
def test_red_fives_are_gold_as_was_said_or_where_they_must_be(
    rule: dict[str, object], held: Hand, gold: int
) -> None:
    assert gold_in(held, override(PLAIN, rule)) == gold


_TILES = st.lists(st.integers(0, 41), max_size=16).map(tuple)
_MELDS = st.lists(st.builds(Meld, st.sampled_from(MELD_KINDS), _TILES), max_size=5).map(tuple)
_HANDS = st.builds(
    Hand,
    concealed=_TILES,
    win=st.integers(0, 41),
    tsumo=st.booleans(),
    melds=_MELDS,
    seat=st.integers(0, 3),
    round=st.integers(0, 3),
    flags=st.integers(0, sum(FLAGS.values())),
    dora_indicators=_TILES,
    ura_indicators=_TILES,
    nuki=st.integers(-1, 5),
    honba=st.integers(-1, 2000),
    sticks=st.integers(-1, 20).map(lambda count: count * 500),
    gold=st.integers(-1, 3),
)
_RULES = {key: rule_of(key) for key in shipped_keys() if not key.startswith("zung-jung")}


@given(anything=_HANDS, key=st.sampled_from(sorted(_RULES)))
def test_any_tiles_at_all_are_checked_without_an_exception(anything: Hand, key: str) -> None:
    found = problem(anything, _RULES[key])

    assert found is None or (found.field and found.reason)


def test_every_five_is_the_red_one_it_must_be_where_all_are_red() -> None:
    rule = Evaluator(rule_of("nekohouse-3b"))

    loosely = value_of(rule, hand("55p999s678p34s", "5s", "pon:111z"))
    exactly = value_of(rule, hand("00p999s678p34s", "0s", "pon:111z"))
    called = value_of(rule, hand("999s678p2s", "2s", "pon:111z", "pon:555p"))

    assert loosely == exactly
    assert loosely.yaku["aka_dora"] == 3
    assert called.yaku["aka_dora"] == 3
