"""One version of a club's rules as the pages beside its rulebook read it: no clauses, few queries.

The list of yaku and the guide to fu are made of a version's parameters alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from league.hand_examples import Example
from league.models import Club, ClubRuleSet
from league.rule_wording import Line, language, line_of, lines_of
from league.selectors.rule_pages import find_version, readable
from league.selectors.rule_timeline import DatedVersion
from league.selectors.shipped import filled, shipped_name, shipped_on, shipped_set
from rules import words
from rules.models import RuleVersion
from rules.parameters import Parameters, parameter_names, parameter_values
from rules.presets import ShippedVersion
from scoring.hands.hand import Hand
from scoring.hands.tiles import tile_name, tile_names


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHand:
    """A hand in the notation of the tags that draw tiles."""

    concealed: str
    melds: tuple[str, ...]
    win: str
    tsumo: bool
    is_dealer: bool


def shown_hand(hand: Hand) -> ShownHand:
    """Write a hand as it is drawn."""
    return ShownHand(
        concealed=tile_names(hand.concealed),
        melds=tuple(f"{meld.kind}:{tile_names(meld.tiles)}" for meld in hand.melds),
        win=tile_name(hand.win),
        tsumo=hand.tsumo,
        is_dealer=hand.is_dealer,
    )


def shown_example(example: Example) -> ShownHand:
    """Write an example as it is drawn, whatever the rule."""
    return shown_hand(example.hand())


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideVersion:
    """A version with its parameters, and what it was adopted from."""

    in_club: ClubRuleSet
    dated: DatedVersion
    version: RuleVersion
    parameters: Parameters | None  # None where its values contradict each other: a draft can
    shipped: str  # the shipped version's name; empty for a set of the club's own making
    as_shipped: Mapping[str, str]  # what differs from it, in the shipped version's words

    def line(self, name: str) -> Line:
        """One parameter in words, with where it is written."""
        assert self.parameters is not None
        return line_of(self.parameters, name, self.version.stated_by)

    def lines(self, names: Iterable[str]) -> tuple[Line, ...]:
        """Those of the named parameters that the family has and that mean something."""
        assert self.parameters is not None
        known = set(parameter_names(type(self.parameters)))
        wanted = [name for name in names if name in known]
        return lines_of(self.parameters, wanted, self.version.stated_by)


def guide_version(
    club: Club, set_slug: str, label: str, today: date, *, for_organizer: bool
) -> GuideVersion | None:
    """A version by the label in its address, or None. Three queries."""
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
    """What the shipped version says where this one says something else."""
    if shipped is None or type(shipped.parameters) is not type(version.value):
        return {}
    here: dict[str, Any] = parameter_values(filled(version, shipped).parameters)
    there, lang = parameter_values(shipped.parameters), language()
    return {
        name: words.say(shipped.parameters, name, lang)
        for name, value in there.items()
        if here[name] != value
    }
