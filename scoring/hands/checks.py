"""Whether a hand can be: its tiles, calls and flags under a rule. The first fault is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.parameters import YakuRule
from scoring.hands import hand as flag
from scoring.hands.errors import BadHandError
from scoring.hands.hand import KANS, Hand, Meld, flag_names
from scoring.hands.tiles import (
    FLOWERS,
    HONOURS,
    NORTH,
    POCCHI,
    RED_MAN,
    RED_OF,
    YAOCHUU,
    Kind,
    Tile,
    kind_of,
    suit_of,
    tile_name,
    tile_names,
)


def flag_problems(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    """Name every flag that cannot be."""
    if not hand.flags:
        return
    yield from _against_the_win(hand)
    yield from _against_calls(hand, rule)
    yield from _first_turn(hand, rule)
    if hand.has(flag.FURITEN) and not hand.tsumo and rule.furiten.furiten_covers == "all_waits":
        yield _bad("furiten-ron", flag.FURITEN)
    if hand.has(flag.FURITEN) and hand.tsumo and not rule.furiten.furiten_tsumo:
        yield _bad("furiten-tsumo", flag.FURITEN)


def _against_the_win(hand: Hand) -> Iterator[BadHandError]:
    """Flags of a draw on a ron, of a discard on a tsumo, and pairs that exclude each other."""
    by_draw = flag.HAITEI | flag.RINSHAN | flag.TENHOU | flag.CHIIHOU
    by_discard = flag.HOUTEI | flag.ANY_CHANKAN | flag.RENHOU
    if hand.tsumo and hand.has(by_discard):
        yield _bad("only-ron", hand.flags & by_discard)
    if not hand.tsumo and hand.has(by_draw):
        yield _bad("only-tsumo", hand.flags & by_draw)
    ends = hand.flags & (flag.ANY_CHANKAN | flag.HOUTEI)
    if ends & (ends - 1):
        yield _bad("not-both", ends)


def _against_calls(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    if hand.has(flag.ANY_RIICHI) and not hand.is_closed:
        yield _bad("riichi-open", hand.flags & flag.ANY_RIICHI)
    if hand.has(flag.IPPATSU) and not hand.has(flag.ANY_RIICHI):
        yield _bad("ippatsu", flag.IPPATSU)
    if hand.has(flag.CHANKAN_CLOSED):
        yield from _on_a_closed_kan(hand, rule)
    if hand.has(flag.ANY_CHANKAN) and holds_the_win(hand):
        yield _bad("robbed", hand.flags & flag.ANY_CHANKAN)
    if hand.has(flag.RINSHAN) and not _may_replace(hand, rule):
        yield _bad("rinshan", flag.RINSHAN)


def _on_a_closed_kan(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    """国士無双 alone may win on its tile, where the rule has it."""
    is_played = {"kokushi", "kokushi13"} & set(rule.yakuman.times_table)
    if not (is_played and rule.yakuman.kokushi_robs_closed_kan):
        yield _bad("closed-kan", flag.CHANKAN_CLOSED)
    elif {kind_of(tile) for tile in (*hand.concealed, hand.win)} != YAOCHUU:
        yield _bad("closed-kan-kokushi", flag.CHANKAN_CLOSED)


def holds_the_win(hand: Hand) -> bool:
    """Whether more of the winning tile lies in the hand."""
    held = (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles))
    return kind_of(hand.win) in map(kind_of, held)


def _may_replace(hand: Hand, rule: YakuRule) -> bool:
    if any(meld.kind in KANS for meld in hand.melds):
        return True
    return hand.nuki > 0 and rule.tiles.bonus_rinshan


def _first_turn(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    first = hand.flags & flag.FIRST_TURN
    if not first:
        return
    if first & (first - 1):
        yield _bad("not-both", first)
    if hand.melds:
        yield _bad("first-turn-melds", first)
    late = flag.ANY_RIICHI | flag.HAITEI | flag.HOUTEI | flag.ANY_CHANKAN
    if hand.has(late):
        yield _bad("not-both", first | hand.flags & late)
    if first & flag.TENHOU and not hand.is_dealer:
        yield _bad("only-dealer", first)
    if first & (flag.CHIIHOU | flag.RENHOU) and hand.is_dealer:
        yield _bad("not-dealer", first)
    if hand.nuki and set(flag_names(first)) & set(rule.tiles.bonus_breaks):
        yield _bad("first-turn-nuki", first)


def _bad(reason: str, flags: int) -> BadHandError:
    return BadHandError(reason, field="flags", flags=", ".join(flag_names(flags)))


#: honba and points of sticks that no table has
MOST_HONBA, MOST_STICKS = 1_000, 1_000_000
_MAN_2_TO_8 = range(1, 8)


def check(hand: Hand, rule: YakuRule) -> None:
    """Let only hands pass that can be.

    Raises:
        BadHandError: the first thing wrong with it.
    """
    wrong = problem(hand, rule)
    if wrong is not None:
        raise wrong


def problem(hand: Hand, rule: YakuRule) -> BadHandError | None:
    """Name the first thing wrong with a hand, or nothing."""
    return next(_problems(hand, rule), None)


def _problems(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    for meld in hand.melds:
        yield from meld_problems(meld, rule)
    yield from _unused(hand, rule)
    yield from _count(hand)
    yield from _bonus(hand, rule)
    yield from _alike(hand, rule)
    yield from _reds(hand, rule)
    yield from _gold(hand, rule)
    yield from _place(hand, rule)
    yield from flag_problems(hand, rule)


def meld_problems(meld: Meld, rule: YakuRule) -> Iterator[BadHandError]:
    """Name what is wrong with a meld, looked at alone."""
    name = f"{meld.kind}:{tile_names(meld.tiles)}"
    size = 4 if meld.kind in KANS else 3
    kinds = sorted(kind_of(tile) for tile in meld.tiles if tile not in FLOWERS)
    if len(kinds) != len(meld.tiles):
        yield BadHandError("meld-tile", field="melds", meld=name)
    elif len(kinds) != size:
        yield BadHandError("meld-size", field="melds", meld=name, needed=size)
    elif meld.kind == "chi" and not rule.calls.chi:
        yield BadHandError("no-chi", field="melds", meld=name)
    elif meld.kind == "chi" and not _is_run(kinds):
        yield BadHandError("no-run", field="melds", meld=name)
    elif meld.kind != "chi" and len(set(kinds)) > 1:
        yield BadHandError("not-alike", field="melds", meld=name)


def _is_run(kinds: list[Kind]) -> bool:
    first = kinds[0]
    return (
        kinds == [first, first + 1, first + 2]
        and first < HONOURS
        and suit_of(first) == suit_of(kinds[2])
    )


def _tiles(hand: Hand) -> Iterator[tuple[str, Tile]]:
    """Every tile that is named, with the field that names it."""
    for tile in hand.concealed:
        yield "hand", tile
    yield "win", hand.win
    for meld in hand.melds:
        for tile in meld.tiles:
            yield "melds", tile
    for tile in hand.dora_indicators:
        yield "dora_indicators", tile
    for tile in hand.ura_indicators:
        yield "ura_indicators", tile


def _unused(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    reds = reds_of(rule)
    for field, tile in _tiles(hand):
        if tile in FLOWERS:
            yield from _flower(tile, field, rule)
        elif not _is_played(tile, rule, reds):
            yield _unknown(field, tile_name(tile))


def _flower(tile: Tile, field: str, rule: YakuRule) -> Iterator[BadHandError]:
    name = tile_name(tile)
    if not field.endswith("indicators"):
        yield BadHandError("flower", field=field, tile=name)
    elif rule.tiles.bonus_tiles != "flowers":
        yield _unknown(field, name)


def _is_played(tile: Tile, rule: YakuRule, reds: dict[Tile, int]) -> bool:
    if tile == POCCHI:
        return bool(rule.tiles.white_pocchi)
    if rule.tiles.removed_tiles == "man_2_to_8" and kind_of(tile) in _MAN_2_TO_8:
        return False
    return tile < RED_MAN or reds[tile] > 0


def with_reds(hand: Hand, rule: YakuRule) -> Hand:
    """Read every five as the red one that it must be where all of its suit are (Nekohouse 3b)."""
    reds = reds_of(rule)
    must_be = {five: red for five, red in RED_OF.items() if reds[red] == 4}
    if not must_be:
        return hand

    def read(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        return tuple(must_be.get(tile, tile) for tile in tiles)

    return hand._replace(
        concealed=read(hand.concealed),
        win=must_be.get(hand.win, hand.win),
        melds=tuple(meld._replace(tiles=read(meld.tiles)) for meld in hand.melds),
        dora_indicators=read(hand.dora_indicators),
        ura_indicators=read(hand.ura_indicators),
    )


def reds_of(rule: YakuRule) -> dict[Tile, int]:
    """How many of each red five a rule has."""
    tiles = rule.tiles
    counts = (tiles.red_man, tiles.red_pin, tiles.red_sou) if tiles.red_fives else (0, 0, 0)
    return {RED_MAN + suit: count for suit, count in enumerate(counts)}


def golds_of(rule: YakuRule) -> dict[Tile, int]:
    """How many of each red five are gold."""
    tiles = rule.tiles
    counts = (tiles.gold_man, tiles.gold_pin, tiles.gold_sou) if tiles.red_fives else (0, 0, 0)
    return {RED_MAN + suit: count for suit, count in enumerate(counts)}


def _count(hand: Hand) -> Iterator[BadHandError]:
    needed = 13 - 3 * len(hand.melds)
    held = len(hand.concealed)
    if needed < 1:
        yield BadHandError("many-melds", field="melds", most=4)
    elif held != needed:
        yield BadHandError("count", field="hand", held=held, needed=needed)


def _bonus(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    """Indicators and tiles set aside."""
    dora = rule.dora
    most = dora.first_indicators + (dora.kan_dora_limit if dora.kan_dora else 0)
    if len(hand.dora_indicators) > most:
        yield BadHandError("indicators", field="dora_indicators", most=most)
    most = dora.first_ura_indicators + (dora.kan_dora_limit if dora.kan_ura else 0)
    if dora.ura_dora and len(hand.ura_indicators) > most:
        yield BadHandError("indicators", field="ura_indicators", most=most)
    elif dora.ura_dora and is_more_ura(hand):
        turned = len(hand.dora_indicators)
        yield BadHandError("more-ura", field="ura_indicators", most=turned)
    kind = rule.tiles.bonus_tiles
    if hand.nuki and kind == "none":
        yield BadHandError("no-nuki", field="nuki")
    elif not 0 <= hand.nuki <= 4:
        yield BadHandError("nuki", field="nuki")


def is_more_ura(hand: Hand) -> bool:
    """Whether more lies beneath the indicators than above.

    Who names no dora indicator at all has not entered them: the ura alone may be asked about.
    """
    return 0 < len(hand.dora_indicators) < len(hand.ura_indicators)


def _alike(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    held: Counter[Kind | str] = Counter()
    norths = hand.nuki if rule.tiles.bonus_tiles == "norths" else 0  # the others are flowers
    for field, tile in _tiles(hand):
        kind = tile_name(tile) if tile in FLOWERS else kind_of(tile)
        held[kind] += 1
        aside = norths if kind == NORTH else 0
        if held[kind] + aside > (1 if tile in FLOWERS else 4):
            name = tile_name(tile)
            yield BadHandError("five-alike", field=field, tile=name)
    turned = sum(tile in FLOWERS for tile in (*hand.dora_indicators, *hand.ura_indicators))
    if turned and turned + hand.nuki > len(FLOWERS):
        yield BadHandError("five-flowers", field="nuki")


def _reds(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    held = Counter(tile for _field, tile in _tiles(hand) if RED_MAN <= tile <= RED_MAN + 2)
    for tile, most in reds_of(rule).items():
        if held[tile] > most:
            name = tile_name(tile)
            yield BadHandError("reds", field="hand", tile=name, most=most)


def _gold(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    if not hand.gold:
        return
    most = sum(most for _least, most in _gold_held(hand, rule))
    if not any(golds_of(rule).values()):
        yield BadHandError("no-gold", field="gold")
    elif not 0 < hand.gold <= most:
        yield BadHandError("gold", field="gold", most=most)


def gold_in(hand: Hand, rule: YakuRule) -> int:
    """How many of a hand's red fives are gold: as was said, and all that cannot be plain red."""
    return max(hand.gold, sum(least for least, _most in _gold_held(hand, rule)))


def _gold_held(hand: Hand, rule: YakuRule) -> Iterator[tuple[int, int]]:
    """How many of the red fives held of each suit are gold, at least and at most."""
    tiles = (*hand.concealed, hand.win, *(tile for meld in hand.melds for tile in meld.tiles))
    reds = reds_of(rule)
    for tile, gold in golds_of(rule).items():
        held = tiles.count(tile)
        yield max(held + gold - reds[tile], 0), min(held, gold)


def _place(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    if hand.seat >= rule.game.players:
        yield BadHandError("seat", field="seat")
    if not 0 <= hand.honba <= MOST_HONBA:
        yield BadHandError("honba", field="honba", most=MOST_HONBA)
    if hand.sticks % 100 or not 0 <= hand.sticks <= MOST_STICKS:
        yield BadHandError("sticks", field="sticks", most=MOST_STICKS)


def _unknown(field: str, name: str) -> BadHandError:
    return BadHandError("unused-tile", field=field, tile=name)
