"""One version of a club's rules as the pages beside its rulebook read it: no clauses, few queries.

The list of yaku and the guide to fu are made of a version's parameters alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from league.models import Club, ClubRuleSet
from league.rulebook.read import find_version, readable
from league.rulebook.shipped import filled, shipped_name, shipped_on, shipped_set
from league.rulebook.timeline import DatedVersion
from league.wording.rules import Line, language, line_of, lines_of
from rules import words
from rules.models import RuleVersion
from rules.parameters import Parameters, YakuRule, parameter_names, parameter_values
from rules.presets import ShippedVersion
from rules.words.files import Example
from scoring.hands.checks import problem, reds_of
from scoring.hands.hand import Hand, Meld, flags_of, parse_meld
from scoring.hands.requests import WINDS
from scoring.hands.tiles import RED_OF, Tile, parse_tiles, tile_name, tile_names


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHand:
    concealed: str
    melds: tuple[str, ...]
    win: str
    tsumo: bool
    is_dealer: bool


def shown_hand(hand: Hand) -> ShownHand:
    return ShownHand(
        concealed=tile_names(hand.concealed),
        melds=tuple(f"{meld.kind}:{tile_names(meld.tiles)}" for meld in hand.melds),
        win=tile_name(hand.win),
        tsumo=hand.tsumo,
        is_dealer=hand.is_dealer,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideVersion:
    in_club: ClubRuleSet
    dated: DatedVersion
    version: RuleVersion
    parameters: Parameters | None  # None where its values contradict each other: a draft can
    shipped: str  # the shipped version's name; empty for a set of the club's own making
    as_shipped: Mapping[str, str]  # what differs from it, in the shipped version's words

    def line(self, name: str) -> Line:
        assert self.parameters is not None
        return line_of(self.parameters, name, self.version.stated_by)

    def lines(self, names: Iterable[str]) -> tuple[Line, ...]:
        assert self.parameters is not None
        known = set(parameter_names(type(self.parameters)))
        wanted = [name for name in names if name in known]
        return lines_of(self.parameters, wanted, self.version.stated_by)


def guide_version(
    club: Club, set_slug: str, label: str, today: date, *, for_organizer: bool
) -> GuideVersion | None:
    """Find a version by the label in its address, or None. Three queries."""
    found = find_version(club, set_slug, label, today, for_organizer=for_organizer)
    if found is None:
        return None
    in_club, _line, dated = found
    version = RuleVersion.objects.select_related("rule_set").get(pk=dated.version.pk)
    parameters = readable(version)
    shipped = shipped_on(version.rule_set, version.effective_from or today)
    return GuideVersion(
        in_club=in_club,
        dated=dated,
        version=version,
        parameters=parameters,
        shipped=_name(version, shipped),
        as_shipped=_as_shipped(version, shipped) if parameters else {},
    )


def _name(version: RuleVersion, shipped: ShippedVersion | None) -> str:
    source = shipped_set(version.rule_set.adopted_from)
    return shipped_name(source, shipped) if source and shipped else ""


def _as_shipped(version: RuleVersion, shipped: ShippedVersion | None) -> Mapping[str, str]:
    if shipped is None or type(shipped.parameters) is not type(version.value):
        return {}
    here: dict[str, Any] = parameter_values(filled(version, shipped).parameters)
    there, lang = parameter_values(shipped.parameters), language()
    return {
        name: words.say(shipped.parameters, name, lang)
        for name, value in there.items()
        if here[name] != value
    }


#: fives of a suit that are red where none is plain
ALL_RED: Final = 4


def hand_of(example: Example) -> Hand:
    return Hand(
        concealed=parse_tiles(example.hand),
        win=parse_tiles(example.win)[0],
        tsumo=example.how == "tsumo",
        melds=tuple(parse_meld(meld) for meld in example.melds),
        seat=WINDS[example.seat],
        flags=flags_of(example.flags),
    )


def known_to(rule: YakuRule, example: Example) -> Hand | None:
    """Return the hand with the rule's tiles, or None if the rule has no such hand.

    If every five of a suit is red, so are the hand's fives.
    """
    red = {kind: tile for kind, tile in RED_OF.items() if reds_of(rule)[tile] == ALL_RED}

    def played(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(red.get(tile, tile) for tile in tiles)

    hand = hand_of(example)
    hand = hand._replace(
        concealed=played(hand.concealed),
        win=red.get(hand.win, hand.win),
        melds=tuple(Meld(meld.kind, played(meld.tiles)) for meld in hand.melds),
    )
    return hand if problem(hand, rule) is None else None
