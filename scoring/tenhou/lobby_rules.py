"""What the six characters of a rule in a result list say: 四般南喰赤－."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.tenhou.values import Length

#: rooms by the character that stands for them
ROOMS: Mapping[str, str] = MappingProxyType(
    {
        "般": "ippan",
        "上": "joukyuu",
        "特": "tokujou",
        "鳳": "houou",
        "若": "waka",
        "銀": "gin",
        "琥": "kohaku",
        "孔": "kujaku",
        "技": "ginousen",
    }
)
_NONE: Final = "－−‐ー-"
_LENGTHS: Mapping[str, Length] = MappingProxyType({"東": "tonpu", "南": "tonnan"})
#: players, room, length, open tanyao, red fives; then speed, or chips with a rate; old lists end
#: before that
RULE_TEXT: Final = (
    rf"[三四][{''.join(ROOMS)}][東南{_NONE}][喰{_NONE}][赤{_NONE}](?:[速{_NONE}]|祝[0-9０-９]?)?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyRule:
    """The rule of a game in a result list."""

    players: int
    room: str
    length: Length | None  # None: a game of its own kind (技能戦)
    open_tanyao: bool
    red_fives: bool
    fast: bool
    chips: bool
    chip_rate: int | None  # None: not told


def lobby_rule(text: str) -> LobbyRule:
    """Read a rule that ``RULE_TEXT`` matches."""
    rate = re.search(r"祝([0-9０-９])", text)
    return LobbyRule(
        players=3 if text[0] == "三" else 4,
        room=ROOMS[text[1]],
        length=_LENGTHS.get(text[2]),
        open_tanyao=text[3] == "喰",
        red_fives=text[4] == "赤",
        fast=text.endswith("速"),
        chips="祝" in text,
        chip_rate=int(rate[1]) if rate else None,
    )
