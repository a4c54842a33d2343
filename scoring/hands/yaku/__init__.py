"""The yaku, one module a family; what each is worth is for the rule to say."""

from __future__ import annotations

from scoring.hands.yaku import ends, honours, sequences, suits, triplets, yakuman
from scoring.hands.yaku.base import Yaku

__all__ = ["AFTER", "BEFORE", "SHAPE_YAKU", "SHAPE_YAKUMAN", "YAKUMAN", "YAKU_ORDER"]

#: yaku that the tiles make
SHAPE_YAKU: tuple[Yaku, ...] = (
    *sequences.FAMILY,
    *honours.FAMILY,
    *ends.FAMILY,
    *triplets.FAMILY,
    *suits.FAMILY,
)
SHAPE_YAKUMAN: tuple[Yaku, ...] = tuple(yakuman.FAMILY)

#: yaku of the win that an answer lists before those of the tiles, and after them
BEFORE = ("riichi", "double_riichi", "open_riichi", "ippatsu", "menzen_tsumo")
AFTER = ("rinshan", "chankan", "haitei", "houtei")
_FIRST_TURN = ("tenhou", "chiihou", "renhou")
_BONUS = ("dora", "aka_dora", "ura_dora", "nuki_dora")

#: in which order an answer lists them
YAKU_ORDER: tuple[str, ...] = (
    *BEFORE,
    *(yaku.key for yaku in SHAPE_YAKU),
    *AFTER,
    *_FIRST_TURN,
    *(yaku.key for yaku in SHAPE_YAKUMAN),
    *_BONUS,
)

#: what a game may be remembered for
YAKUMAN: tuple[str, ...] = (
    *(yaku.key for yaku in SHAPE_YAKUMAN),
    *_FIRST_TURN,
    "counted_yakuman",
)
