"""The `mahjong` package (2.1.0, tests only) as a second opinion on what both can value.

Its policies that are no errors, and what is done about them here: its switch for 2 fu on a pinfu
tsumo takes the yaku away too, so it stays off; renhou adds 5 han unless it is a yakuman, so it is
told of renhou only as one; one switch doubles four yakuman, so they are doubled together; open
tanyao is off unless asked for; its switch for open hands of 20 fu takes the 2 fu of an own draw
too, so it is used for ron only; norths set aside are counted as dora; its tsumo of three players
always loses the missing share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.yaku import Yaku
from mahjong.hand_calculating.yaku_config import YakuConfig
from mahjong.meld import Meld as OtherMeld

from rules.parameters import RiichiParameters
from scoring.hands import hand as flag
from scoring.hands.errors import NoYakuError
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand
from scoring.hands.prices import Payment
from scoring.hands.tiles import EAST, RED_MAN, Tile, kind_of
from scoring.hands.worths import Value

_OURS = {
    "tsumo": "menzen_tsumo",
    "daburu_riichi": "double_riichi",
    "iipeiko": "iipeikou",
    "chantai": "chanta",
    "honroto": "honroutou",
    "sanshoku_douko": "sanshoku_doukou",
    "shosangen": "shousangen",
    "ryanpeiko": "ryanpeikou",
    "chuuren_poutou": "chuuren",
    "daburu_chuuren_poutou": "chuuren_pure",
    "shosuushi": "shousuushii",
    "daisuushi": "daisuushii",
    "ryuisou": "ryuuiisou",
    "tsuisou": "tsuuiisou",
    "chinroto": "chinroutou",
    "daburu_kokushi": "kokushi13",
    "renhou_yakuman": "renhou",
    **{f"seat_wind_{wind}": "seat_wind" for wind in ("east", "south", "west", "north")},
    **{f"round_wind_{wind}": "round_wind" for wind in ("east", "south", "west", "north")},
}
_KEYS = {yaku.yaku_id: _OURS.get(name, name) for name, yaku in vars(YakuConfig()).items()}
_DOUBLED = (
    "yakuman_kokushi13",
    "yakuman_suuankou_tanki",
    "yakuman_daisuushii",
    "yakuman_chuuren_pure",
)
_MELDS = {"chi": OtherMeld.CHI, "pon": OtherMeld.PON, "kakan": OtherMeld.SHOUMINKAN}


class Opinion(NamedTuple):
    """What both say of a hand; nothing of it where they see no yaku."""

    yaku: Mapping[str, int]
    han: int
    fu: int | None
    fu_before_rounding: int | None
    payment: Payment
    total: int


def ours(evaluator: Evaluator, hand: Hand) -> Opinion | None:
    """Our opinion."""
    try:
        found = evaluator.value(hand)
    except NoYakuError:
        return None
    yaku = dict(found.yaku)
    if "nuki_dora" in yaku:
        yaku["dora"] = yaku.get("dora", 0) + yaku.pop("nuki_dora")
    return Opinion(yaku, found.han, found.fu, _before_rounding(found), found.payment, found.total)


def _before_rounding(found: Value) -> int | None:
    """The sum of the fu parts; theirs counts 2 for what raises an open hand to 30."""
    if found.fu is None:
        return None
    parts = {"open hand raised to 30": 2, "rounded up": 0}
    return sum(parts.get(name, fu) for name, fu in found.fu_parts)


class Question(NamedTuple):
    """A hand as `mahjong` likes to be asked for it."""

    tiles: list[int]
    win: int
    melds: list[OtherMeld]
    dora_indicators: list[int]
    config: HandConfig
    ura_dora_indicators: list[int]


def question(rule: RiichiParameters, hand: Hand) -> Question:
    """Put a hand as `mahjong` likes it."""
    ids = _Ids()
    melds = [
        OtherMeld(_MELDS.get(meld.kind, OtherMeld.KAN), ids.of(meld.tiles), meld.kind != "ankan")
        for meld in hand.melds
    ]
    concealed = ids.of(hand.concealed)
    (win,) = ids.of((hand.win,))
    return Question(
        tiles=[*concealed, win, *(tile for meld in melds for tile in meld.tiles)],
        win=win,
        melds=melds,
        dora_indicators=_Ids().of(hand.dora_indicators),
        config=_config(rule, hand),
        ura_dora_indicators=_Ids().of(hand.ura_indicators),
    )


def theirs_request(asked: Question) -> HandResponse:
    """What `mahjong` answers."""
    tiles, win, melds, dora, config, ura = asked
    return HandCalculator.estimate_hand_value(
        tiles, win, melds, dora, config, ura_dora_indicators=ura
    )


def theirs(rule: RiichiParameters, hand: Hand) -> Opinion | None:
    """The opinion of `mahjong`."""
    answer = theirs_request(question(rule, hand))
    if answer.error == HandCalculator.ERR_NO_YAKU:
        return None
    assert answer.error is None, (answer.error, hand)
    assert answer.yaku is not None
    assert answer.han is not None
    assert answer.cost is not None
    exact = sum(part["fu"] for part in answer.fu_details or [])
    is_yakuman = any(yaku.is_yakuman for yaku in answer.yaku)
    cost = answer.cost
    first, more = cost["main"] + cost["main_bonus"], cost["additional"] + cost["additional_bonus"]
    if not hand.tsumo:
        payment = Payment(discarder=first)
    else:
        payment = Payment(each=first) if hand.is_dealer else Payment(dealer=first, others=more)
    return Opinion(
        yaku={_KEYS[yaku.yaku_id]: _han(yaku, hand) for yaku in answer.yaku},
        han=answer.han,
        fu=None if is_yakuman else answer.fu,
        fu_before_rounding=None if is_yakuman else exact,
        payment=payment,
        total=cost["total"],
    )


def _han(yaku: Yaku, hand: Hand) -> int:
    return (None if hand.is_closed else yaku.han_open) or yaku.han_closed or 0


def _config(rule: RiichiParameters, hand: Hand) -> HandConfig:
    doubled = {getattr(rule.yakuman, name) for name in _DOUBLED}
    assert len(doubled) == 1, "one switch for the four of them"
    options = OptionalRules(
        has_open_tanyao=rule.yaku.open_tanyao,
        has_aka_dora=rule.tiles.red_fives,
        has_double_yakuman=doubled == {2},
        kazoe_limit=(
            HandConfig.KAZOE_LIMITED if rule.hand.counted_yakuman else HandConfig.KAZOE_SANBAIMAN
        ),
        kiriage=bool(rule.hand.raised_mangan),
        fu_for_open_pinfu=rule.hand.open_20_fu == "30" or hand.tsumo,
        renhou_as_yakuman=True,
        is_three_player=rule.game.players == 3,
    )
    flags = hand.flags
    return HandConfig(
        is_tsumo=hand.tsumo,
        is_riichi=bool(flags & flag.RIICHI),
        is_daburu_riichi=bool(flags & flag.DOUBLE_RIICHI),
        is_ippatsu=bool(flags & flag.IPPATSU),
        is_rinshan=bool(flags & flag.RINSHAN),
        is_chankan=bool(flags & flag.CHANKAN),
        is_haitei=bool(flags & flag.HAITEI),
        is_houtei=bool(flags & flag.HOUTEI),
        is_tenhou=bool(flags & flag.TENHOU),
        is_chiihou=bool(flags & flag.CHIIHOU),
        is_renhou=bool(flags & flag.RENHOU and rule.yakuman.yakuman_renhou),
        player_wind=EAST + hand.seat,
        round_wind=EAST + hand.round,
        tsumi_number=hand.honba,
        kyoutaku_number=hand.sticks // 1_000,
        num_nuki_dora=hand.nuki,
        options=options,
    )


class _Ids:
    """Numbers each tile of a wall of 136; the red fives are the first of their kind."""

    def __init__(self) -> None:
        self._used: Counter[int] = Counter()

    def of(self, tiles: tuple[Tile, ...]) -> list[int]:
        return [self._of(tile) for tile in tiles]

    def _of(self, tile: Tile) -> int:
        kind = kind_of(tile)
        if tile >= RED_MAN:
            return 4 * kind
        self._used[kind] += 1
        return 4 * kind + self._used[kind] % 4
