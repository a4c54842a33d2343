"""One win of a record: what our engine makes of its tiles, and where the record says otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.parameters import RiichiParameters
from scoring.game import WonHand
from scoring.hands.evaluator import Evaluator, Value
from scoring.hands.hand import IPPATSU, Hand
from scoring.hands.lines import value_of
from scoring.hands.tiles import tile_names
from scoring.payments import ChipReasons, Liability
from scoring.tenhou.report import differs
from scoring.tenhou.values import ShownHand, Win
from scoring.tenhou.yaku_names import as_recorded, limit_as_recorded

#: the parameter that says whether somebody answers for a yakuman
_PAO: Mapping[str, str] = MappingProxyType(
    {
        "daisangen": "pao_daisangen",
        "daisuushii": "pao_daisuushii",
        "suukantsu": "pao_suukantsu",
    }
)


class Valued(NamedTuple):
    """A win as our engine values it."""

    value: Value
    points: int  # without honba and sticks
    told: WonHand  # for the engine


def valued(evaluator: Evaluator, win: Win, rule: RiichiParameters) -> Valued:
    """Value a win by its tiles and by how it came.

    Raises:
        HandError: it is no win under the rule.
    """
    hand = win.hand
    value = value_of(evaluator, hand)
    bare = value_of(evaluator, hand._replace(honba=0)) if hand.honba else value
    told = WonHand(
        winner=win.winner,
        discarder=win.discarder,
        han=0 if value.yakuman else value.han,
        fu=value.fu,
        yakuman=value.yakuman,
        liable=tuple(_liable(win, value, rule)),
        chips=_chips(evaluator, hand, value),
    )
    return Valued(value, bare.total, told)


def _liable(win: Win, value: Value, rule: RiichiParameters) -> Iterator[Liability]:
    """Who answers for what, the first completed first.

    Source: the parameters that begin with ``pao``.
    """
    pao = rule.pao
    for yakuman, seat, by_kan in win.answers:
        times = value.yaku.get(yakuman, 0) // 13
        is_played = getattr(pao, _PAO[yakuman])
        counts = not by_kan or pao.pao_open_kan or yakuman == "suukantsu"
        if times and is_played and counts:
            yield Liability(seat, times)
    if pao.pao_rinshan and win.open_kan_from is not None:
        yield Liability(win.open_kan_from, max(value.yakuman, 1))


def _chips(evaluator: Evaluator, hand: Hand, value: Value) -> ChipReasons:
    bonus = value.bonus.named  # a yakuman's too
    return ChipReasons(
        ippatsu=int(bool(evaluator.known[hand.flags] & IPPATSU)),
        ura=bonus.get("ura_dora", 0),
        red=bonus.get("aka_dora", 0),
    )


def win_differences(win: Win, own: Valued) -> Iterator[str]:
    """Say where a record's own words on a win differ from our value of it.

    Fu of a yakuman are not compared, since nobody counts them, nor what the record does not tell.
    """
    said, value = win.said, own.value
    yaku = as_recorded(value.yaku, win.hand)
    yield from differs("han", sum(yaku.values()), sum(said.yaku.values()))
    for name in sorted(yaku.keys() | said.yaku.keys()):
        yield from differs(f"yaku {name}", yaku.get(name, 0), said.yaku.get(name, 0))
    if value.fu is not None and said.fu is not None:
        yield from differs("fu", value.fu, said.fu)
    yield from differs("points", own.points, said.points)
    yield from differs("limit", limit_as_recorded(value.limit), said.limit)
    if said.tells_pao:
        liable = own.told.liable
        yield from differs("pao seat", liable[0].seat if liable else None, said.pao)
    if said.shown is not None:
        yield from _shown_differences(win.hand, said.shown)


def _shown_differences(hand: Hand, shown: ShownHand) -> Iterator[str]:
    """The hand that was shown must be the one that was drawn."""
    yield from differs("tiles", tile_names(hand.concealed), tile_names(shown.concealed))
    yield from differs("winning tile", tile_names([hand.win]), tile_names([shown.win]))
    own, said = ([_written(m.kind, m.tiles) for m in melds] for melds in (hand.melds, shown.melds))
    yield from differs("melds", sorted(own), sorted(said))
    yield from differs("norths set aside", hand.nuki, shown.nuki)
    dora = tile_names(hand.dora_indicators)
    yield from differs("dora indicators", dora, tile_names(shown.dora_indicators))


def _written(kind: str, tiles: tuple[int, ...]) -> str:
    return f"{kind}:{tile_names(sorted(tiles))}"
