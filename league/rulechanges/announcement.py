"""A change of the rules as news: what is different, whose score moved, and a text for chats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.formats import score
from league.models import RuleChange
from league.rulebook.compare import DifferenceSection, differences, side_of
from league.rulechanges.read import Moved, who_moved
from rules.errors import ParametersError
from rules.models import RuleVersion

#: so many of those who moved are named in the text
NAMED = 5

Kind = RuleChange.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    headline: str
    before: RuleVersion | None
    after: RuleVersion | None
    sections: tuple[DifferenceSection, ...]  # none where one of the two is missing
    moved: tuple[Moved, ...]
    text: str


def announcement_of(change: RuleChange, altered: int, today: date, link: str) -> Announcement:
    """Return what a change in force has to say. Five queries.

    Args:
        change: in force.
        altered: games whose score it changed.
        today: the club's day.
        link: the change's own page, which the text ends with.
    """
    before, after = _sides(change)
    sections: tuple[DifferenceSection, ...] = ()
    if before and after and before.parameters != after.parameters:
        sections = _differences(before, after, today)
    moved = who_moved(change) if altered else ()
    headline = _headline(change)
    lines = [
        f"{change.club.name} {change.rule_set.rule_set.name}",
        headline,
        *(
            _row(row.name, row.here.value, row.there.value)
            for each in sections
            for row in each.rows
        ),
        _games(altered),
        *_movers(moved),
    ]
    return Announcement(
        headline=headline,
        before=before,
        after=after,
        sections=sections,
        moved=moved,
        text="\n".join(lines) + f"\n\n{link}\n",
    )


def _sides(change: RuleChange) -> tuple[RuleVersion | None, RuleVersion | None]:
    """Return the version that counted before, and the one that counts since. At most one query."""
    if change.kind in (Kind.CORRECT, Kind.MOVE):
        return change.leaving, change.arriving
    own = change.arriving if change.kind == Kind.PUBLISH else change.leaving
    assert own is not None  # the database keeps it so
    earlier = change.rule_set.rule_set.versions.filter(
        status=RuleVersion.Status.PUBLISHED, effective_from__lt=own.effective_from
    )
    neighbour = earlier.order_by("-effective_from").first()
    return (neighbour, own) if change.kind == Kind.PUBLISH else (own, neighbour)


def _differences(
    before: RuleVersion, after: RuleVersion, today: date
) -> tuple[DifferenceSection, ...]:
    try:
        return differences(side_of(before, (), today), side_of(after, (), today))
    except ParametersError:  # of a release that knew them otherwise
        return ()


def _headline(change: RuleChange) -> str:
    arriving, leaving = change.arriving, change.leaving
    version = arriving or leaving
    assert version is not None
    day = {"day": date_format(version.first_day, "DATE_FORMAT")}
    if change.kind == Kind.PUBLISH:
        return _("New rules from %(day)s") % day
    if change.kind == Kind.CORRECT:
        return _("Rules from %(day)s corrected") % day
    if change.kind == Kind.MOVE:
        return _("Rules now apply from %(day)s") % day
    return _("Rules from %(day)s withdrawn") % day


def _row(name: str, here: str, there: str) -> str:
    nothing = _("does not apply")
    return _("%(name)s: %(before)s → %(after)s") % {
        "name": name,
        "before": here or nothing,
        "after": there or nothing,
    }


def _games(altered: int) -> str:
    if not altered:
        return _("No score changed.")
    words = ngettext("%(count)s game re-scored", "%(count)s games re-scored", altered)
    return words % {"count": f"{altered:,}"}


def _movers(moved: tuple[Moved, ...]) -> list[str]:
    """Name those who moved the furthest, by league where there are several."""
    by_league: Mapping[str, list[Moved]] = defaultdict(list)
    for each in moved:
        by_league[each.league.name].append(each)
    return [
        f"[{league}] "
        + " / ".join(f"{each.name} {score(each.by, each.decimals)}" for each in people[:NAMED])
        for league, people in by_league.items()
    ]
