"""Rule sets, versions, rulebooks, comparisons and changes as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from league.api.base import picked
from league.models import ClubRuleSet, Job, RuleChange
from league.rulebook.compare import Comparison, DifferenceSection, Prose
from league.rulebook.files import FORMAT, SectionEntry, dump_version
from league.rulebook.read import UNDER_WORK, Book, BookClause, OpenSection
from league.rulebook.shipped import can_settle, find_shipped
from league.rulebook.sides import SHIPPED
from league.rulebook.timeline import READABLE, SHOWN, DatedVersion, Timeline
from league.rulebook.typed import problems_of, stored_form, typed_values
from league.rulechanges.plan import Intended, Plan
from league.rulechanges.preview import AlteredGame, Impossible, MonthTurned, Preview
from league.rulechanges.read import GivenUp, Progress, given_up, progress_of, what_it_did
from league.wording.rules import Line
from rules.clauses import Clause
from rules.models import RuleVersion
from rules.parameters import parameter_values
from rules.presets import RECOMMENDED, ShippedSet, ShippedVersion

Json = dict[str, Any]


def shipped_json(shipped: ShippedSet) -> Json:
    """Describe a shipped set with its versions, oldest first."""
    return {
        **picked(shipped, "key", "family", "name_ja", "name_en", "source_ja", "source_en"),
        **picked(shipped, "group", "link"),
        "is_recommended": shipped.key in RECOMMENDED,
        "players": shipped.versions[-1].parameters.game.players,
        "versions": [
            {
                **picked(version, "label", "effective_from", "changes_ja", "changes_en"),
                "can_settle": can_settle(version.parameters),
            }
            for version in shipped.versions
        ],
    }


def set_json(line: Timeline) -> Json:
    in_club, in_force = line.in_club, line.in_force
    return {
        "slug": in_club.slug,
        **picked(in_club.rule_set, "name_ja", "name_en", "family", "adopted_from"),
        "in_force": in_force.label if in_force else None,
        "leagues": [league.slug for league in line.leagues],
        "url": reverse("league:rule-set", args=[in_club.club.slug, in_club.slug]),
    }


def line_json(line: Timeline) -> Json:
    """Describe a set with its versions, newest first."""
    return {**set_json(line), "versions": [_dated_json(dated) for dated in line.versions]}


def _dated_json(dated: DatedVersion) -> Json:
    version, left = dated.version, dated.left
    return {
        **picked(version, "label", "effective_from", "status"),
        "in_force": dated.is_in_force,
        **picked(version, "changes_ja", "changes_en", "published_at"),
        "based_on": version.based_on.label if version.based_on else None,
        "left_by": left.pk if left else None,
    }


def draft_json(draft: RuleVersion) -> Json:
    return {
        "id": draft.pk,
        **picked(draft, "label", "title", "draft_revision", "effective_from"),
        "based_on": draft.based_on.label if draft.based_on else None,
        "edited_at": draft.edited_at,
        "edited_by": draft.edited_by,
    }


def whole_draft_json(in_club: ClubRuleSet, draft: RuleVersion) -> Json:
    return {
        **draft_json(draft),
        "problems": draft_problems(draft),
        "url": reverse("league:rule-version", args=[in_club.club.slug, in_club.slug, draft.label]),
        "rules": dump_version(draft),
    }


def draft_problems(draft: RuleVersion) -> dict[str, list[str]]:
    """Explain what makes a version invalid, by parameter; empty when it is sound."""
    family = draft.rule_set.family
    return problems_of(family, stored_form(family, typed_values(family, draft.parameters)))


def book_json(book: Book) -> Json:
    return {
        "sections": [
            {
                **picked(section, "code", "title", "level"),
                "clauses": [_clause_json(clause) for clause in section.clauses],
            }
            for section in book.sections
        ],
        "decided": _open_json(book.decided),
        "left_open": _open_json(book.left_open),
    }


def _open_json(sections: Iterable[OpenSection]) -> list[Json]:
    return [
        {"section": part.key, "name": part.name, "lines": _lines_json(part.lines)}
        for part in sections
    ]


def _clause_json(found: BookClause) -> Json:
    """Describe a clause; one whose text cites outdated values has lines and no text."""
    return {
        "code": found.clause.code,
        "title": found.clause.title,
        "text": found.text,
        "stale": found.is_stale,
        "changed": found.is_changed,
        "own": found.clause.is_own,
        "lines": _lines_json(found.lines),
    }


def _lines_json(lines: Iterable[Line]) -> list[Json]:
    return [
        {
            "parameter": line.parameter,
            "name": line.name,
            "said": line.value,
            "clause": line.clause or None,
            "assumed": line.is_assumed,
            "club": line.is_club,
        }
        for line in lines
    ]


def comparison_json(found: Comparison) -> Json:
    return {
        "here": found.here.name,
        "there": found.there.name,
        "differences": differences_json(
            found.sections,
            parameter_values(found.here.parameters),
            parameter_values(found.there.parameters),
        ),
        "texts": [
            {"code": text.code, "here": _prose_json(text.here), "there": _prose_json(text.there)}
            for text in found.texts
        ],
    }


def differences_json(
    sections: Iterable[DifferenceSection], here: Mapping[str, Any], there: Mapping[str, Any]
) -> list[Json]:
    return [
        {
            "parameter": row.parameter,
            "name": row.name,
            "section": section.key,
            "here": _line_json(here[row.parameter], row.here),
            "there": _line_json(there[row.parameter], row.there),
        }
        for section in sections
        for row in section.rows
    ]


def _line_json(value: object, line: Line) -> Json:
    return {
        "value": value,
        "said": line.value or None,
        "clause": line.clause or None,
        "assumed": line.is_assumed,
        "club": line.is_club,
    }


def _prose_json(prose: Prose | None) -> Json | None:
    return None if prose is None else {"title": prose.title, "text": prose.text}


def changes_json(changes: Iterable[RuleChange]) -> list[Json]:
    """Describe changes one by one. One more query if any was given up."""
    changes = list(changes)
    ended = given_up(changes)
    return [change_json(progress_of(each), ended.get(each.pk)) for each in changes]


def change_json(progress: Progress, ended: GivenUp | None = None) -> Json:
    """Describe a change and its job's progress: games done, in total, and altered.

    Args:
        progress: the change and its job.
        ended: how it was given up, if it was; such a change altered nothing.
    """
    change, job = progress.change, progress.job
    is_off = change.state == RuleChange.State.GIVEN_UP
    arguments = [change.club.slug, change.rule_set.slug, change.pk]
    return {
        "id": change.pk,
        "kind": change.kind,
        "state": progress.state,
        "arriving": change.arriving.label if change.arriving else None,
        "leaving": change.leaving.label if change.leaving else None,
        "reason": change.reason,
        "created_at": change.created_at,
        "created_by": change.created_by_name,
        "closed_at": change.closed_at,
        "gave_up": {"at": change.closed_at, "by": ended.who, "reason": ended.reason}
        if ended
        else None,
        "done": progress.done,
        "total": job.total if job else 0,
        "altered": 0 if is_off else change.altered,
        "job": job.state if job else None,
        "error": _error(progress),
        "url": reverse("league:change", args=arguments),
    }


def effect_json(change: RuleChange) -> Json:
    """Say what an applied change altered. Six queries; none for any other change."""
    if change.state != RuleChange.State.APPLIED:
        return {"games": [], "months": []}
    did = what_it_did(change)
    return {
        "games": [_game_json(game) for game in did["games"]],
        "months": [
            {
                "league": each["league"].slug,
                "month": f"{each['month']:%Y-%m}",
                "games": each["games"],
            }
            for each in did["months"]
        ],
    }


def _error(progress: Progress) -> str | None:
    """Explain why the job failed; details of crashes are only in the server's logs."""
    if progress.job is None or progress.job.state != Job.State.FAILED:
        return None
    mishap = _(
        "Nothing has taken effect yet. Continue to try again. If that does not help, "
        "please contact the server administrator."
    )
    return progress.reason or mishap


def preview_json(intended: Intended, plan: Plan, found: Preview) -> Json:
    return {
        "kind": intended.kind,
        "days": [{"from": span.first, "to": span.last} for span in plan.spans],
        **picked(found, "touched", "looked_at", "since", "altered"),
        "games": [_game_json(game) for game in found.games],
        "months": [_month_json(month) for month in found.months],
        "impossible": found.impossible,
        "cannot_stand": impossible_json(found.cannot_stand),
    }


def impossible_json(games: tuple[Impossible, ...]) -> list[Json]:
    return [{"game": each.game, "why": each.words} for each in games]


def _game_json(game: AlteredGame) -> Json:
    return {
        "game": game.game,
        "league": game.league.slug,
        **picked(game, "day", "table", "number"),
        "seats": [
            {
                **picked(seat, "name", "place_before", "place_after"),
                "score_before": seat.before,
                "score_after": seat.after,
            }
            for seat in game.seats
        ],
    }


def _month_json(month: MonthTurned) -> Json:
    return {
        "league": month.league.slug,
        "month": f"{month.month:%Y-%m}",
        "games": month.games,
        "closed": month.closed is not None,
        "ranks": [
            {
                **picked(turn, "member", "name", "rank_before", "rank_after", "score_before"),
                "score_after": turn.score_after,
            }
            for turn in month.turns
        ],
    }


def find_whole(in_club: ClubRuleSet, label: str, *, for_organizer: bool) -> RuleVersion | None:
    """Find a version of the set with its book by label, or None. At most four queries.

    Drafts, and versions on their way into force, are for organizers.
    """
    statuses = {*READABLE, *(UNDER_WORK if for_organizer else ())}
    versions = in_club.rule_set.versions.filter(status__in=statuses)
    known = versions.defer("parameters", "stated_by", "changes_ja", "changes_en")
    found = next((version.pk for version in known if version.label == label), None)
    if found is None:
        return None
    whole = RuleVersion.objects.select_related("rule_set", "based_on")
    return whole.prefetch_related("sections", "clauses").get(pk=found)


def find_whole_draft(in_club: ClubRuleSet, draft_id: int) -> RuleVersion | None:
    """Find a draft of the set with its book, or None. Three queries."""
    drafts = RuleVersion.objects.filter(
        rule_set=in_club.rule_set_id, status=RuleVersion.Status.DRAFT
    )
    drafts = drafts.select_related("rule_set", "based_on")
    return drafts.prefetch_related("sections", "clauses").filter(pk=draft_id).first()


def publication_of(in_club: ClubRuleSet, draft_id: int) -> RuleChange | None:
    """Find the change that published, or is publishing, a draft of the set. One query."""
    kinds = (RuleChange.Kind.PUBLISH, RuleChange.Kind.CORRECT)
    changes = RuleChange.objects.for_club(in_club.club_id).filter(
        rule_set=in_club, arriving__pk=draft_id, kind__in=kinds
    )
    return changes.exclude(state=RuleChange.State.GIVEN_UP).select_related("arriving").first()


def find_source(in_club: ClubRuleSet, key: str) -> RuleVersion | ShippedVersion | None:
    """Find what a draft is copied from: a label, or ``shipped:<key>@<day>``. One query."""
    if key.startswith(SHIPPED):
        found = find_shipped(key.removeprefix(SHIPPED), in_club.rule_set.family)
        return found[1] if found else None
    versions = in_club.rule_set.versions.filter(status__in=SHOWN)
    return next((version for version in versions if version.label == key), None)


def shipped_file(shipped: ShippedSet, version: ShippedVersion) -> dict[str, Any]:
    """Return a shipped version as a rule file, as a club's copy of it would be dumped."""
    stored = version.parameters.model_dump(mode="json")
    values = parameter_values(version.parameters)
    return {
        "format": FORMAT,
        "family": stored.pop("family"),
        "name_ja": shipped.name_ja,
        "name_en": shipped.name_en,
        "adopted_from": shipped.key,
        "effective_from": version.effective_from.isoformat(),
        "changes_ja": version.changes_ja,
        "changes_en": version.changes_en,
        "parameters": stored,
        "stated_by": dict(version.stated_by),
        "sections": [
            {name: getattr(section, name) for name in SectionEntry.model_fields}
            for section in version.sections
        ],
        "clauses": [_clause(clause, values) for clause in version.clauses],
    }


def _clause(clause: Clause, values: Mapping[str, Any]) -> dict[str, Any]:
    texts = ("code", "section", "title_ja", "title_en", "text_ja", "text_en")
    return {
        **{name: getattr(clause, name) for name in texts},
        "states": list(clause.states),
        "written_for": {name: values[name] for name in clause.states if name in values},
        "is_own": False,
        "is_changed": clause.changed,
    }
