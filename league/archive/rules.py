"""What an archive holds of rules: sets with their versions, how they changed, rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from league.archive.file import Plain, at, at_or_none, checked, fields_in, limited, plain, stored
from league.archive.shapes import check_parameters
from league.models import Club, ClubRuleSet, Hanchan, RuleChange, Ruling, Session
from rules.models import Clause, RuleSet, RuleVersion, Section

RULE_SET = ("name_ja", "name_en", "family", "adopted_from")
VERSION = (
    *("effective_from", "number", "status", "parameters", "stated_by"),
    *("changes_ja", "changes_en", "title"),
    *("published_at", "draft_revision", "edited_at", "edited_by"),
)
CLAUSE = (
    *("code", "title_ja", "title_en", "text_ja", "text_en", "states", "is_changed"),
    *("section", "written_for", "written_for_en", "is_own"),
)
SECTION = ("code", "level", "title_ja", "title_en")
CHANGE = ("kind", "state", "reason", "altered", "created_by_name", "closed_at")
RULING = ("day", "clause", "facts", "outcome", "voided_at", "void_reason")


@dataclass(frozen=True, slots=True)
class ArchivedRules:
    """The club's sets by key, and each set's versions by their index in the document."""

    in_club: dict[str, ClubRuleSet] = field(default_factory=dict)
    versions: dict[str, list[RuleVersion]] = field(default_factory=dict)


def rules_of(club: Club) -> ArchivedRules:
    """Return the club's rules in a stable order. Four queries."""
    found = ArchivedRules()
    sets = ClubRuleSet.objects.for_club(club).select_related("rule_set").order_by("pk")
    for in_club in sets.prefetch_related(
        "rule_set__versions__clauses", "rule_set__versions__sections"
    ):
        found.in_club[in_club.slug] = in_club
        # drafts without a day come first, wherever the database would put them
        found.versions[in_club.slug] = sorted(
            in_club.rule_set.versions.all(),
            key=lambda version: (version.effective_from or date.min, version.number, version.pk),
        )
    return found


def dump_rule_sets(rules: ArchivedRules) -> Iterator[Plain]:
    for slug, in_club in rules.in_club.items():
        versions = rules.versions[slug]
        place = {version.pk: index for index, version in enumerate(versions)}
        yield {
            "slug": slug,
            **plain(in_club.rule_set, RULE_SET),
            "versions": [_dump_version(version, place) for version in versions],
        }


def _dump_version(version: RuleVersion, place: Mapping[int, int]) -> Plain:
    """Dump a version; one being published is dumped as the draft that it was."""
    pending = version.status == RuleVersion.Status.PENDING
    as_draft = {"status": RuleVersion.Status.DRAFT.value, "number": 0} if pending else {}
    based_on = None if version.based_on_id is None else place.get(version.based_on_id)
    return {
        **plain(version, VERSION),
        **as_draft,
        **plain(version, ("created_at",)),
        "based_on": based_on,
        "sections": [plain(section, SECTION) for section in version.sections.all()],
        "clauses": [_dump_clause(clause) for clause in version.clauses.all()],
    }


def _dump_clause(clause: Clause) -> Plain:
    values = plain(clause, CLAUSE)
    if not clause.written_for_en:
        del values["written_for_en"]
    return values


def load_rule_set(club: Club, values: Plain, rules: ArchivedRules) -> None:
    rule_set = stored(RuleSet(**{name: values[name] for name in RULE_SET}))
    versions = [_load_version(rule_set, one) for one in limited("versions", values["versions"])]
    for version, one in zip(versions, values["versions"], strict=True):
        version.based_on = at_or_none(versions, one.get("based_on"))
        if version.based_on is not None:
            version.save(update_fields=["based_on"])
    slug = values["slug"]
    rules.in_club[slug] = stored(ClubRuleSet(club=club, rule_set=rule_set, slug=slug))
    rules.versions[slug] = versions


def _load_version(rule_set: RuleSet, values: Plain) -> RuleVersion:
    version = stored(
        RuleVersion(rule_set=rule_set, **fields_in(values, VERSION)), values, "created_at"
    )
    check_parameters(version)
    Section.objects.bulk_create(
        checked(Section(version=version, position=position, **fields_in(section, SECTION)))
        for position, section in enumerate(limited("sections", values.get("sections", ())))
    )
    Clause.objects.bulk_create(
        checked(Clause(version=version, position=position, **fields_in(clause, CLAUSE)))
        for position, clause in enumerate(limited("clauses", values["clauses"]))
    )
    return version


def dump_changes(club: Club, rules: ArchivedRules) -> Iterator[Plain]:
    """Dump closed rule changes, oldest first; one under way is left out and stays a draft."""
    places = {
        version.pk: place
        for versions in rules.versions.values()
        for place, version in enumerate(versions)
    }
    closed = RuleChange.objects.for_club(club).exclude(state=RuleChange.State.OPEN)
    for change in closed.select_related("rule_set").order_by("pk"):
        yield {
            "rule_set": change.rule_set.slug,
            **plain(change, (*CHANGE, "created_at")),
            "arriving": None if change.arriving_id is None else places[change.arriving_id],
            "leaving": None if change.leaving_id is None else places[change.leaving_id],
        }


def load_change(club: Club, values: Plain, rules: ArchivedRules) -> None:
    if values["state"] == RuleChange.State.OPEN:
        raise ValueError("a change under way")
    if values["state"] == RuleChange.State.APPLIED and values.get("closed_at") is None:
        raise ValueError("a change in force, without since when")
    versions = rules.versions[values["rule_set"]]
    change = RuleChange(
        club=club,
        rule_set=rules.in_club[values["rule_set"]],
        arriving=at_or_none(versions, values["arriving"]),
        leaving=at_or_none(versions, values["leaving"]),
        **fields_in(values, CHANGE),
    )
    stored(change, values, "created_at")


def dump_rulings(club: Club, evening: Mapping[int, int]) -> Iterator[Plain]:
    """Dump rulings, oldest first; a correction refers to the corrected one's index."""
    rulings = Ruling.objects.for_club(club).select_related("rule_set", "hanchan").order_by("pk")
    place: dict[int, int] = {}
    for index, ruling in enumerate(rulings):
        place[ruling.pk] = index
        yield {
            "rule_set": ruling.rule_set.slug,
            "session": None if ruling.session_id is None else evening[ruling.session_id],
            "game": str(ruling.hanchan.key) if ruling.hanchan else None,
            **plain(ruling, RULING),
            "corrects": None if ruling.corrects_id is None else place[ruling.corrects_id],
            "by": ruling.created_by_name,
            **plain(ruling, ("created_at",)),
        }


def load_rulings(
    club: Club, rows: Iterable[Plain], rules: ArchivedRules, sessions: Sequence[Session]
) -> None:
    games = Hanchan.objects.for_club(club)
    made: list[Ruling] = []
    for row in rows:
        ruling = Ruling(
            club=club,
            rule_set=rules.in_club[row["rule_set"]],
            session=at_or_none(sessions, row["session"]),
            hanchan=games.get(key=row["game"]) if row["game"] else None,
            corrects=None if row["corrects"] is None else at(made, row["corrects"]),
            created_by_name=row["by"],
            **fields_in(row, RULING),
        )
        made.append(stored(ruling, row, "created_at"))
