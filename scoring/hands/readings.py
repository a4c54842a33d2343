"""All readings of a winning hand: its parts looked up and added, special hands looked at whole."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from itertools import product
from typing import Final, TypeAlias

from rules.parameters import YakuRule
from scoring.hands import reading as bits
from scoring.hands.fu import PAIR_FU
from scoring.hands.hand import KANS, Meld
from scoring.hands.reading import AS_WHOLE, sum_bits
from scoring.hands.shapes import (
    BOTH_ENDS,
    CLOSED_TRIPLETS,
    FU,
    HONOUR_GROUPS,
    HONOUR_PAIR,
    HONOUR_PARTS,
    HONOURS_HELD,
    KANCHAN,
    MASK_AT,
    NOT_ONE,
    PAIR_OF,
    PAIRS,
    PENCHAN,
    RYANMEN,
    SEQUENCE_BITS,
    SEQUENCES,
    SEVERAL,
    SHANPON_SIMPLE,
    SHANPON_YAOCHUU,
    SUITS,
    SUITS_HELD,
    SUM_BITS,
    SUMMED,
    TANKI,
    TRIPLET_BITS,
    TRIPLET_MASK,
    TWINS,
    WAIT_FU,
    YAOCHUU_GROUPS,
    Part,
    Parts,
    at_an_open_end,
    sequence_fields,
    triplet_fields,
)
from scoring.hands.tiles import (
    ALL_KINDS,
    FLOWERS,
    FOURS,
    GATES,
    GREEN_DRAGONS,
    HONOUR_BITS,
    HONOURS,
    HONOURS_AT,
    KINDS,
    LANE,
    LANE_BITS,
    NOT_GREEN,
    NOT_YAOCHUU,
    ODD,
    ONE_OF_EACH_YAOCHUU,
    PIN_AT,
    POCCHI,
    SOU_AT,
    SUIT_BITS,
    YAOCHUU_BITS,
    Kind,
    Tile,
    count_of,
    kind_of,
    packed,
    pairs_in,
    suit_of,
)

# Honours: what sets and pairs of them mean to a seat in a round.

#: as ``shapes`` has the mask of the honours: seven bits of triplets, the pair above them
_WINDS: Final = 0b1111
_NORTH: Final = 3
_HAKU: Final = 4
_DRAGONS = ((4, bits.HAKU_SET), (5, bits.HATSU_SET), (6, bits.CHUN_SET))
HELD_BITS: Final = (1 << 10) - 1
#: above the lane, and above what is held: where a key has the winner's wind and the round's
SEAT_AT, ROUND_AT = 10, 12
#: the two of them above the lane, by seat and round
WINDS_OF: Final = tuple(
    tuple((seat << SEAT_AT | wind << ROUND_AT) << LANE for wind in range(4)) for seat in range(4)
)
#: what is remembered at most
MOST_HONOURS: Final = 20_000


class HonourTable(dict[int, Part]):
    """Lanes of honours | the winds to parts that say what the honours mean under a rule.

    A part has the fu of the pair, and again where ``shapes`` has the honours themselves. Honours
    can be read in one way or in none, which it says as parts there do.
    """

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        self.senses = HonourSenses(rule)

    def __missing__(self, key: int) -> Part:
        if len(self) >= MOST_HONOURS:
            self.clear()
        part = HONOUR_PARTS[key & LANE_BITS]
        found = self[key] = part if part == NOT_ONE else self._in_sense(part, key >> LANE)
        return found

    def _in_sense(self, part: Part, winds: int) -> Part:
        held = part >> HONOURS_HELD & HELD_BITS
        if not held & _WINDS and not 0 < held >> HONOUR_PAIR <= _NORTH + 1:
            winds = 0  # nothing asks for them
        return part - (held << HONOURS_HELD) + self.senses[held | winds]


class HonourSenses(dict[int, int]):
    """Honours held | the winds to what they mean under a rule: bits of a part, which add up."""

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        fu = rule.hand.double_wind_pair_fu
        self._double_wind = 4 if fu is None else fu
        self._north_in_hand = rule.tiles.north_in_hand

    def __missing__(self, key: int) -> int:
        triplets, pair = key & 0b1111111, (key >> 7 & 7) - 1
        seat, round_ = key >> SEAT_AT & 3, key >> ROUND_AT & 3
        found = 0
        for rank, bit in _DRAGONS:
            if triplets >> rank & 1:
                found |= bit
        for rank in range(4):
            if triplets >> rank & 1:
                found |= bits.SEAT_WIND_SET if self._is_seat(rank, seat) else 0
                found |= bits.NORTH_SET if self._is_always(rank, seat) else 0
                found |= bits.ROUND_WIND_SET if self._is_round(rank, round_) else 0
        found |= (triplets & _WINDS).bit_count() << bits.WIND_SETS
        if pair >= _HAKU:
            found |= bits.DRAGON_PAIR
        elif pair >= 0:
            found |= bits.WIND_PAIR
        fu = self._pair_fu(pair, seat, round_)
        sense = self[key] = found << SUMMED | fu << PAIR_FU | fu
        return sense

    def _pair_fu(self, pair: int, seat: int, round_: int) -> int:
        if pair < 0:
            return 0
        if pair >= _HAKU:
            return 2
        is_own = self._is_seat(pair, seat) or self._is_always(pair, seat)
        values = is_own + self._is_round(pair, round_)
        return (0, 2, self._double_wind)[values]

    def _is_seat(self, rank: int, seat: int) -> bool:
        return rank == seat and not self._is_guest(rank)

    def _is_always(self, rank: int, seat: int) -> bool:
        """North that counts for everybody; for North it is the seat wind and no more: assumed."""
        return rank == _NORTH != seat and self._north_in_hand == "always_yakuhai"

    def _is_round(self, rank: int, round_: int) -> bool:
        return rank == round_ and not self._is_guest(rank)

    def _is_guest(self, rank: int) -> bool:
        return rank == _NORTH and self._north_in_hand == "guest_wind"


# Melds: what lies on the table adds to a reading.

#: melds that are remembered at most: more than there are
MOST_MELDS: Final = 4_000

#: a meld, or the melds of a hand together: their tiles, as ``packing`` has them; their fields, as
#: ``shapes`` adds them up; which honours are triplets; the masks of man, pin and sou, where a part
#: has its own
OnTable: TypeAlias = tuple[int, int, int, int, int, int]

NOTHING: OnTable = (0, 0, 0, 0, 0, 0)
#: melds may lie in any suits, so that the tiles have to be looked at; they add that but once
_ANY_SUITS: Final = 2 << SUITS_HELD
_OPENED: Final = bits.OPENED << SUMMED


class MeldTable(dict[Meld, OnTable]):
    """A meld to what it comes to."""

    def __missing__(self, meld: Meld) -> OnTable:
        if len(self) >= MOST_MELDS:
            self.clear()
        found = self[meld] = _on_table(meld)
        return found

    def together(self, melds: tuple[Meld, ...]) -> OnTable:
        """Add melds up."""
        number = fields = honours = man = pin = sou = once = 0
        for meld in melds:
            more, shape, winds, in_man, in_pin, in_sou = self[meld]
            number += more
            fields += shape & ~_ONCE
            once |= shape & _ONCE
            honours |= winds
            man |= in_man
            pin |= in_pin
            sou |= in_sou
        return number, fields | once, honours, man, pin, sou


_ONCE: Final = _ANY_SUITS | _OPENED


def _on_table(meld: Meld) -> OnTable:
    lowest = min(map(kind_of, meld.tiles))
    rank, is_honour, is_open = lowest % 9, lowest >= HONOURS, meld.kind != "ankan"
    fields = _ANY_SUITS | (_OPENED if is_open else 0)
    if meld.kind == "chi":
        fields += sequence_fields(rank)
        mask = 1 << rank
    else:
        fields += triplet_fields(
            yaochuu=is_honour or rank in (0, 8),
            honours=is_honour,
            kan=meld.kind in KANS,
            is_open=is_open,
        )
        mask = 1 << rank + (0 if is_honour else TRIPLET_MASK)
    number = packed(meld.tiles)
    if is_honour:
        return number, fields, mask, 0, 0, 0
    man, pin, sou = (mask << MASK_AT if suit_of(lowest) == suit else 0 for suit in range(3))
    return number, fields, 0, man, pin, sou


#: what melds come to is nobody's agreement: it serves all rules
MELDS = MeldTable()


class Melds(tuple[Meld, ...]):
    """Melds that know what they come to, for those who will be asked for it more than once."""

    @cached_property
    def on_table(self) -> OnTable:
        """What they come to; only melds that can be come to anything."""
        return MELDS.together(self)


def on_table_of(melds: tuple[Meld, ...]) -> OnTable:
    """What melds come to together."""
    return melds.on_table if type(melds) is Melds else MELDS.together(melds)


# Waits: how the winning tile was waited for.

_TRIPLETS: Final = 7 << CLOSED_TRIPLETS


class Waits(dict[int, int]):
    """The groups around a tile to what its wait adds to a reading.

    The tile may have come into every group that holds it; the one that is worth most by its wait
    holds it, and where an open end may be worth more, since it makes a flat hand, that is said too.
    """

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        rank = kind % 9
        self._is_yaochuu = kind >= HONOURS or rank in (0, 8)
        self._pair = 1 << PAIR_OF + rank
        self._edge = self._middle = self._ends = 0
        if kind < HONOURS:
            self._edge = _sequences({2: 0, 6: 6}.get(rank))
            self._middle = _sequences(rank - 1)
            self._ends = _sequences(rank - 2, rank) & ~self._edge
        self._edge_before_middle = self._edge if rank == 2 else 0
        #: what of a part says which groups they are
        self.around = self._pair | self._edge | self._middle | self._ends
        self.around |= _TRIPLETS if kind < HONOURS else 0

    def __missing__(self, held: int) -> int:
        wait = self[held] = self._wait(held)
        return wait

    def _wait(self, held: int) -> int:
        """Say how a tile was waited for.

        An open triplet is worth less than a closed one, a wait on both ends less than one on a
        single tile, which for the pair may also be 四暗刻単騎; but where all are sequences it may
        be 平和.
        """
        if held & self._pair:
            wait = TANKI
        elif held & (self._edge | self._middle):
            wait = KANCHAN
            if held & self._edge and (held & self._edge_before_middle or not held & self._middle):
                wait = PENCHAN
        elif held & self._ends:
            return RYANMEN
        else:
            return SHANPON_YAOCHUU if self._is_yaochuu else SHANPON_SIMPLE
        return wait + WAIT_FU + (BOTH_ENDS if held & self._ends and not held & _TRIPLETS else 0)


def _sequences(*ranks: int | None) -> int:
    """The sequences that begin at these ranks, as parts have them."""
    return sum(1 << MASK_AT + rank for rank in ranks if rank is not None and 0 <= rank <= 6)


def _waits_by_tile() -> tuple[tuple[int, int, Waits], ...]:
    by_kind = [Waits(kind) for kind in range(KINDS)]
    kinds = [0 if tile in FLOWERS else kind_of(tile) for tile in range(POCCHI + 1)]
    return tuple((kind // 9, by_kind[kind].around, by_kind[kind]) for kind in kinds)


#: by the winning tile: its suit, 3 for honours, what of a part tells the groups around it, and what
#: they make of it. Waits are nobody's agreement, and no more than a few hundred
WON: Final = _waits_by_tile()


# Hands that are looked at whole: seven pairs, thirteen orphans, one suit.

_MAN: Final = SUIT_BITS
_PIN: Final = SUIT_BITS << PIN_AT
_SOU: Final = SUIT_BITS << SOU_AT
_PIN_AND_SOU: Final = _PIN | _SOU


def whole_bits(total: int, win: Kind, *, closed: bool) -> int:
    """What the tiles of a flush or a green hand say before they are split.

    Args:
        total: all tiles, as ``packing`` has them; of one suit and honours.
        win: the winning tile.
        closed: whether nothing lies on the table, not even a kan.
    """
    found = 0
    if closed and not total >> HONOURS_AT & HONOUR_BITS:
        found = _nine_gates(total, win)
    if not total & NOT_GREEN:
        found |= bits.GREEN_ONLY
        if total & GREEN_DRAGONS:
            found |= bits.GREEN_DRAGON
    return found


def is_one_suit(total: int) -> bool:
    """Whether there are tiles of no more than one of man, pin and sou."""
    if total & _MAN:
        return not total & _PIN_AND_SOU
    return not (total & _PIN and total & _SOU)


def _nine_gates(number: int, win: Kind) -> int:
    suit = number >> win // 9 * LANE & SUIT_BITS
    missing = any(suit >> at & 7 < GATES >> at & 7 for at in range(0, 27, 3))
    if missing:
        return 0
    found = bits.NINE_GATES
    if win < 9:
        found |= bits.NINE_GATES_MAN
    if suit - (1 << 3 * (win % 9)) == GATES:
        found |= bits.NINE_GATES_PURE
    return found


def special_forms(number: int, win: Kind, *, four_alike: bool) -> list[int]:
    """Read fourteen concealed tiles as seven pairs, or as thirteen orphans.

    Args:
        number: the tiles, as ``packing`` has them.
        win: the winning tile.
        four_alike: whether four of a kind are two pairs.

    Returns:
        Readings, each described as a whole.
    """
    tiles = number & ALL_KINDS
    if not tiles & ODD:
        return [_as_whole(_seven_pairs(tiles, win))] if four_alike or not tiles & FOURS else []
    if not tiles & NOT_YAOCHUU and tiles & ODD | tiles >> 1 & ODD == ONE_OF_EACH_YAOCHUU:
        waits = bits.THIRTEEN_WAITS if count_of(tiles, win) == 2 else 0
        return [_as_whole(bits.ORPHANS | waits)]
    return []


def _as_whole(key: int) -> int:
    return key << SUMMED | AS_WHOLE | FU


def _seven_pairs(tiles: int, win: Kind) -> int:
    suits = 1 if is_one_suit(tiles) else 2
    key = _pairs_key(pairs_in(tiles & YAOCHUU_BITS), pairs_in(tiles >> HONOURS_AT), suits)
    return key | whole_bits(tiles, win, closed=False) if suits == 1 else key


@cache  # a few dozen
def _pairs_key(yaochuu: int, honours: int, suits: int) -> int:
    fields = yaochuu << YAOCHUU_GROUPS | honours << HONOUR_GROUPS | suits << SUITS_HELD
    return sum_bits(fields, groups=7) | bits.PAIRS


# All readings of a hand.

#: a reading as a number: the sum of its parts, and above it what only the whole of it can tell
Read: TypeAlias = int

#: one pair, and no honours that are no groups
_IN_GROUPS: Final = 3 << PAIRS | 7 << SEVERAL
_ONE_PAIR: Final = 1 << PAIRS
#: what says whether there is more than one way to split the tiles; two twins may be seven pairs
_SPLITS: Final = _IN_GROUPS | 2 << TWINS
_SEEN: Final = _SPLITS | BOTH_ENDS | 7 << SUITS_HELD
_THREE_SUITS: Final = _ONE_PAIR | 3 << SUITS_HELD
_TWO_SUITS: Final = _ONE_PAIR | 2 << SUITS_HELD
_MANY_SUITS: Final = 2 << SUITS_HELD
_SEQUENCE_COUNT: Final = 7 << SEQUENCES
_TWO_SEQUENCES: Final = 2 << SEQUENCES
_FLAT: Final = 7 << SEQUENCES | 7 << PAIR_FU
_IS_FLAT: Final = 4 << SEQUENCES
_IN_MASK: Final = 1 << MASK_AT
_STRAIGHT: Final = 0b1001001 << MASK_AT
_SANSHOKU: Final = bits.SANSHOKU << SUMMED
_DOUKOU: Final = bits.SANSHOKU_DOUKOU << SUMMED
_ITTSU: Final = bits.ITTSU << SUMMED
_ONE_SUIT: Final = bits.ONE_SUIT << SUMMED


class Readings:
    """Reads hands under a rule, to which only winds and seven pairs matter here."""

    def __init__(self, rule: YakuRule) -> None:
        self._honours, self._four_alike = HonourTable(rule), rule.yaku.chiitoi_four_alike

    def of(self, number: int, on_table: OnTable, win: Tile, winds: int) -> tuple[Read, ...]:
        """Find all readings; none where the tiles are no winning hand.

        Args:
            number: the concealed tiles with the winning one, as ``packing`` has them.
            on_table: the melds.
            win: the winning tile.
            winds: the seat's and the round's, as ``honours`` has them above the lane.
        """
        man, pin = SUITS[number & LANE_BITS], SUITS[number >> PIN_AT & LANE_BITS]
        sou = SUITS[number >> SOU_AT & LANE_BITS]
        honours = self._honours[number >> HONOURS_AT & LANE_BITS | winds]
        fields = man + pin + sou + honours
        if fields & _SPLITS != _ONE_PAIR or (self._four_alike and not number & ODD):
            return self._all((man, pin, sou, honours), number, on_table, win, winds)
        suit, around, waits = WON[win]
        fields += waits[(man, pin, sou, honours)[suit] & around]
        seen = fields & _SEEN
        is_closed = not on_table[0]
        if is_closed and seen == _THREE_SUITS:
            common = man & pin & sou
            if common < _IN_MASK:
                return (fields & SUM_BITS,)
            return (fields & SUM_BITS | _across(common),)
        if is_closed:
            read = fields & SUM_BITS
            if seen != _TWO_SUITS:
                read = _without_melds(fields, man, pin, sou, number, win)
        else:
            read = self._with_melds(fields, man, pin, sou, number, on_table, winds)
        if seen & BOTH_ENDS and read & _FLAT == _IS_FLAT:
            return at_an_open_end(read), read
        return (read,)

    def _all(
        self, parts: Parts, number: int, on_table: OnTable, win: Tile, winds: int
    ) -> tuple[Read, ...]:
        """Go through all splits, and the special forms."""
        found: list[Read] = []
        suit, around, waits = WON[win]
        honours = parts[3]
        for man, pin, sou in _splits(parts, number):
            fields = man + pin + sou + honours
            if fields & _IN_GROUPS != _ONE_PAIR:
                break  # the number of tiles in each suit decides it, however they are split
            fields += waits[(man, pin, sou, honours)[suit] & around]
            if on_table[0]:
                read = self._with_melds(fields, man, pin, sou, number, on_table, winds)
            else:
                read = _without_melds(fields, man, pin, sou, number, win)
            if fields & BOTH_ENDS and read & _FLAT == _IS_FLAT:
                found.append(at_an_open_end(read))
            found.append(read)
        if not on_table[0] and not (number & ODD and number & NOT_YAOCHUU):
            found += special_forms(number, kind_of(win), four_alike=self._four_alike)
        return tuple(found)

    def _with_melds(
        self,
        fields: int,
        man: Part,
        pin: Part,
        sou: Part,
        number: int,
        on_table: OnTable,
        winds: int,
    ) -> Read:
        """Look at what only the whole of a reading can tell; it may lie in melds too."""
        called, called_fields, honours, in_man, in_pin, in_sou = on_table
        found = (fields & SUM_BITS) + called_fields
        if honours:
            found += self._honours.senses[honours | winds >> LANE]
        # two sequences and two triplets make nothing over three suits, and no straight
        if found & _SEQUENCE_COUNT != _TWO_SEQUENCES:
            found |= _sets_together(man | in_man, pin | in_pin, sou | in_sou)
        if not fields & _MANY_SUITS and is_one_suit(number + called):
            found |= _ONE_SUIT | whole_bits(number + called, 0, closed=False) << SUMMED
        return found


def _splits(parts: Parts, number: int) -> Iterator[tuple[Part, Part, Part]]:
    """The parts of the suits, in every way in which these can be split together."""
    man, pin, sou, _honours = parts
    of_man = SUITS.ways(number & LANE_BITS) if man == NOT_ONE else (man,)
    of_pin = SUITS.ways(number >> PIN_AT & LANE_BITS) if pin == NOT_ONE else (pin,)
    of_sou = SUITS.ways(number >> SOU_AT & LANE_BITS) if sou == NOT_ONE else (sou,)
    return product(of_man, of_pin, of_sou)


def _sets_together(man: int, pin: int, sou: int) -> Read:
    """What sequences and triplets make together, in melds or not."""
    common = man & pin & sou
    found = _across(common) if common >= _IN_MASK else 0
    for suit in (man, pin, sou):
        if suit & _STRAIGHT == _STRAIGHT:
            found |= _ITTSU
    return found


def _without_melds(fields: int, man: Part, pin: Part, sou: Part, number: int, win: Tile) -> Read:
    """Look at what only the whole of a reading can tell."""
    found = fields & SUM_BITS
    common = man & pin & sou
    if common >= _IN_MASK:
        return found | _across(common)
    if not fields & _MANY_SUITS:
        return found | whole_bits(number, kind_of(win), closed=True) << SUMMED
    return found


def _across(common: int) -> Read:
    """What all three suits have: a sequence, a triplet, or both."""
    found = _SANSHOKU if common & SEQUENCE_BITS << MASK_AT else 0
    return found | _DOUKOU if common & TRIPLET_BITS << MASK_AT else found
