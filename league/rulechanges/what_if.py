"""A league ranked under rules that were not those of the day; nothing of it is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from league.core.periods import Period
from league.games.outcomes import Resettled, records_of, resettled
from league.games.played import on_days, played
from league.models import Club, Hanchan, League, Member
from league.rankings.table import LeagueRanking, Standing, placed, ranking_of, terms_of
from league.rulebook.line import always
from league.rulebook.shipped import can_settle, shipped_name, shipped_set
from league.rulebook.timeline import READABLE, DatedVersion, told_moves
from league.rulechanges.preview import Impossible, why_not
from rules.models import Family, RuleVersion
from rules.parameters import Parameters
from rules.presets import load, shipped_keys
from scoring.standings import combine

#: games of a period that are settled while the reader waits; a longer one is refused
MOST = 20_000
#: games that cannot stand which are named one by one
SHOWN = 50
SHIPPED = "shipped:"

Status = RuleVersion.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared(Standing):
    """A line of the imagined ranking, beside the same person's line of the present one."""

    score_now: int  # in points
    rank_now: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """The ranking as it would be."""

    ranking: LeagueRanking
    games: int  # settled for it
    impossible: int  # games that cannot stand under these rules: left out
    cannot_stand: tuple[Impossible, ...]  # the first of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Versions under which the period may be ranked: a heading, keys and names."""

    name: str
    options: tuple[tuple[str, str], ...]


def version_choices(league: League, *, for_organizer: bool) -> list[Choices]:
    """What a reader may choose: all that was ever published, drafts for organizers, shipped sets.

    One query.
    """
    versions = _own(league, for_organizer=for_organizer)
    own = [v for v in versions if v.status != Status.DRAFT]
    drafts = [v for v in versions if v.status == Status.DRAFT]
    stored = (version.parameters.get("game", {}) for version in own)
    players = {game.get("players", 4) for game in stored}
    groups = [
        Choices(name=league.rule_set.rule_set.name, options=tuple(_option(v) for v in own)),
        Choices(name=_("Drafts"), options=tuple(_option(v) for v in drafts)),
        Choices(name=_("Rule sets as shipped"), options=tuple(_shipped(league, players))),
    ]
    return [group for group in groups if group.options]


def find_version(league: League, key: str, *, for_organizer: bool) -> RuleVersion | None:
    """The version under a key of the choices, or None. A shipped one is not stored."""
    if key.startswith(SHIPPED):
        return _find_shipped(league, key)
    versions = _own(league, for_organizer=for_organizer)
    return next((version for version in versions if version.label == key), None)


def what_if(
    club: Club, league: League, period: Period, version: RuleVersion, parameters: Parameters
) -> WhatIf:
    """Settle the period's games under one version and rank them. Eight queries.

    Args:
        club: whose league.
        league: whose games.
        period: the days.
        version: holds on every one of them, whatever day it is or was in force from.
        parameters: the version's.
    """
    games = played(league, on_days(period.first, period.last))
    found = list(resettled(games, always(version)))
    impossible = [each for each in found if each.outcome is None]
    now = ranking_of(club, league, period)
    ranked, short, guests = placed(_lines(club, league, found, now), league, period)
    return WhatIf(
        ranking=LeagueRanking(
            period=period,
            ranked=ranked,
            short=short,
            guests=guests,
            versions=now.versions,
            terms=terms_of([parameters]),
        ),
        games=len(found) - len(impossible),
        impossible=len(impossible),
        cannot_stand=tuple(
            Impossible(game=each.game.game, words=why_not(league, each))
            for each in impossible[:SHOWN]
        ),
    )


def games_in(league: League, first: date, last: date) -> int:
    """How many games would have to be settled. One query."""
    games = Hanchan.objects.for_club(league.club_id).filter(league=league, voided_at=None)
    return games.filter(day__range=(first, last)).count()


def _lines(
    club: Club, league: League, found: Sequence[Resettled], now: LeagueRanking
) -> Iterator[Compared]:
    """Everybody whose games could be settled, each beside their present line."""
    counts_busts = league.rule_set.rule_set.family != Family.ZUNG_JUNG
    records = defaultdict(list)
    for (member, _day), record in records_of(found, counts_busts=counts_busts).items():
        records[member].append(record)
    members = Member.objects.for_club(club).in_bulk(list(records))
    present: Mapping[int, Standing] = {
        line.member_id: line for line in (*now.ranked, *now.short, *now.guests)
    }
    for pk, of_days in records.items():
        person, line = members[pk], present.get(pk)
        yield Compared(
            member_id=pk,
            name=person.shown_name(club),
            reading=person.kana or person.display_name,
            is_guest=person.is_guest,
            record=combine(of_days),
            adjusted=line.adjusted if line else 0,
            score_now=line.record.score if line else 0,
            rank_now=line.rank if line else None,
        )


def _own(league: League, *, for_organizer: bool) -> list[RuleVersion]:
    """The set's versions that the reader may use, newest first, then drafts. One query."""
    shown = [*READABLE, *([Status.DRAFT] if for_organizer else [])]
    versions = league.rule_set.rule_set.versions.filter(status__in=shown)
    return list(told_moves(versions).order_by("-effective_from", "-number", "-pk"))


def _option(version: RuleVersion) -> tuple[str, str]:
    """Its key, and its name with what became of it; of a draft, published or not, its name."""
    if version.status in (Status.DRAFT, Status.PUBLISHED):
        return version.label, version.name
    mark = DatedVersion(version=version, is_in_force=False, is_to_come=False).mark
    return version.label, _("%(version)s (%(mark)s)") % {"version": version.name, "mark": mark}


def _shipped(league: League, players: set[int]) -> Iterator[tuple[str, str]]:
    """Shipped versions of the same kind of game, for as many players, that can settle it."""
    for shipped in map(load, shipped_keys()):
        for version in reversed(shipped.versions):
            value = version.parameters
            if (
                shipped.family == league.rule_set.rule_set.family
                and value.game.players in players
                and can_settle(value)
            ):
                yield f"{SHIPPED}{shipped.key}@{version.label}", shipped_name(shipped, version)


def _find_shipped(league: League, key: str) -> RuleVersion | None:
    name, _at, label = key.removeprefix(SHIPPED).partition("@")
    shipped = shipped_set(name)
    if shipped is None or shipped.family != league.rule_set.rule_set.family:
        return None
    for version in shipped.versions:
        if version.label == label:
            return RuleVersion(
                effective_from=version.effective_from,
                parameters=version.parameters.model_dump(mode="json"),
            )
    return None


def name_of(choices: Sequence[Choices], key: str) -> str | None:
    """What a version is called among the choices; None when it is none of them."""
    return dict(option for group in choices for option in group.options).get(key)
