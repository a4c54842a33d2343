"""The rules as a club reads them: a line of dated versions, and each version as a book."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.utils import translation

from league.archive.document import load_archive
from league.models import Club, ClubRuleSet, Job, League, Member, RuleChange, Ruling
from league.rulebook.write import adopt_rule_set, copy_book, publish_version
from league.wording.rules import in_one_line, summary
from rules.models import Clause, RuleVersion, Section
from rules.parameters import RiichiParameters, override
from rules.presets import load
from tests.factories import ADMIN, league_of, make_login
from tests.league.evenings import english, queries_of

pytestmark = pytest.mark.django_db
RULES = "/c/tonan/rules/"
UPGRADES = Path(__file__).parents[2] / "upgrades"
NEW_UMA = (20_000, 10_000, -10_000, -20_000)


@pytest.fixture
def reader(club: Club) -> Client:
    return english(make_login(club, "member"))


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


@pytest.fixture
def kinyoukai(club: Club) -> ClubRuleSet:
    return league_of(club).rule_set


def own_version(in_club: ClubRuleSet, day: date, **changes: object) -> RuleVersion:
    """A version of the club's own, with the document's clauses."""
    before = load("kinyoukai").versions[-1]
    return publish_version(
        in_club=in_club,
        day=day,
        parameters=override(before.parameters, changes),
        stated_by=before.stated_by,
        sections=before.sections,
        clauses=before.clauses,
        changes_ja="ウマを改める。",
        changes_en="The uma changes.",
        actor=ADMIN,
    )


def draft_of(version: RuleVersion, **changes: object) -> RuleVersion:
    """A draft copied from a version."""
    values = {"title": "次の改定", "stated_by": version.stated_by, "based_on": version, **changes}
    draft = RuleVersion(rule_set=version.rule_set, number=0, parameters=version.parameters)
    for name, value in values.items():
        setattr(draft, name, value)
    draft.save()
    copy_book(version, draft)
    return draft


def leave(
    in_club: ClubRuleSet,
    first_day: date,
    *,
    kind: str = RuleChange.Kind.WITHDRAW,
    on: str = "2026-11-20",
    arriving: RuleVersion | None = None,
) -> RuleChange:
    """Take the version of a day out of force, as an organizer did on some noon."""
    version = in_club.rule_set.versions.get(effective_from=first_day)
    RuleVersion.objects.filter(pk=version.pk).update(status=RuleVersion.Status.WITHDRAWN)
    return RuleChange.objects.create(
        club=in_club.club,
        rule_set=in_club,
        kind=kind,
        state=RuleChange.State.APPLIED,
        leaving=version,
        arriving=arriving,
        reason="総会で否決",
        created_by_name="佐藤 健一",
        closed_at=datetime.fromisoformat(f"{on}T12:00:00+09:00"),
    )


def line_of(client: Client, number: int = 0) -> list[tuple[str, bool, bool]]:
    """The versions of a set as the page shows them: label, in force, to come."""
    line = client.get(RULES).context["lines"][number]
    return [(v.version.label, v.is_in_force, v.is_to_come) for v in line.versions]


@pytest.mark.parametrize(
    ("today", "in_force"),
    [
        pytest.param(date(2015, 3, 31), [], id="before the first"),
        pytest.param(date(2015, 4, 1), ["2015-04-01"], id="the first's own day"),
        pytest.param(date(2015, 4, 9), ["2015-04-01"], id="the day before the second"),
        pytest.param(date(2015, 4, 10), ["2015-04-10"], id="the second's own day"),
        pytest.param(date(2026, 11, 20), ["2015-04-10"], id="long after"),
    ],
)
def test_the_version_of_the_day_is_marked(
    club: Club, reader: Client, today: date, in_force: list[str]
) -> None:
    with time_machine.travel(f"{today.isoformat()}T12:00:00+09:00", tick=False):
        line = line_of(reader)

    assert [label for label, _, _ in line] == ["2015-04-10", "2015-04-01"]
    assert [label for label, now, _ in line if now] == in_force
    assert all(to_come == (label > today.isoformat()) for label, _, to_come in line)


@time_machine.travel("2015-04-10T04:59:00+09:00", tick=False)
def test_before_the_day_turns_the_version_of_the_evening_before_is_in_force(
    reader: Client,
) -> None:
    assert [label for label, now, _ in line_of(reader) if now] == ["2015-04-01"]


def test_a_version_says_at_a_glance_how_points_become_scores(reader: Client) -> None:
    page = reader.get(f"{RULES}kinyoukai/2015-04-10/")

    values = {line.name: (line.value, line.clause) for line in page.context["page"].summary}
    assert values["Uma by place"] == ("+10 / +5 / −5 / −10", "A-3")
    assert values["Who takes the oka"] == ("+20 to the top", "")
    assert values["Starting points"][0] == "25,000 points"
    assert values["Return points"][0] == "30,000 points"
    assert values["Rounding to thousands"][0] == "500 down, 600 up"
    assert values["Equal points"] == ("nearer to the first East places higher", "A-4")
    assert values["Penalties in the standings"][0] == "chombo 3 pt (to each other player)"


def test_every_clause_can_be_linked_to_and_the_changed_are_marked(reader: Client) -> None:
    page = reader.get(f"{RULES}kinyoukai/2015-04-10/")

    clauses = [c for part in page.context["page"].book.sections for c in part.clauses]
    assert all(f'id="clause-{each.clause.code}"' in page.text for each in clauses)
    assert {each.clause.code for each in clauses if each.is_changed} == {"G-9", "G-11", "I-4"}
    assert page.text.count("clause--changed") == 3


def test_a_version_links_to_the_one_before_and_the_one_after(reader: Client) -> None:
    first = reader.get(f"{RULES}kinyoukai/2015-04-01/").text
    second = reader.get(f"{RULES}kinyoukai/2015-04-10/").text

    assert f'rel="next" href="{RULES}kinyoukai/2015-04-10/"' in first
    assert 'rel="prev"' not in first
    assert f'rel="prev" href="{RULES}kinyoukai/2015-04-01/"' in second
    assert 'rel="next"' not in second


@pytest.mark.parametrize(
    "where",
    [
        *("kinyoukai/2015-04-02/", "kinyoukai/newest/", "kinyoukai/2015-04-10.2/"),
        *("other/2015-04-10/", "other/", "kinyoukai/draft-1/"),
    ],
)
def test_a_set_or_version_that_there_is_not_is_not_found(reader: Client, where: str) -> None:
    assert reader.get(f"{RULES}{where}").status_code == 404


def test_a_withdrawn_version_stands_struck_out_with_who_withdrew_it_and_why(
    club: Club, reader: Client, kinyoukai: ClubRuleSet
) -> None:
    leave(kinyoukai, date(2015, 4, 10))

    page = reader.get(f"{RULES}kinyoukai/").text

    assert line_of(reader) == [("2015-04-10", False, False), ("2015-04-01", True, False)]
    assert "timeline__item--gone" in page
    assert "総会で否決" in page
    assert "佐藤 健一" in page
    assert f'href="{RULES}kinyoukai/2015-04-10/"' in page
    assert "2015-04-10" not in reader.get(f"{RULES}kinyoukai/2015-04-01/").text


def test_a_withdrawn_version_can_still_be_read_and_says_why_it_counts_no_more(
    reader: Client, kinyoukai: ClubRuleSet
) -> None:
    change = leave(kinyoukai, date(2015, 4, 10), on="2026-05-01")

    page = reader.get(f"{RULES}kinyoukai/2015-04-10/")

    assert "This version was withdrawn" in page.text
    assert "does not apply to any game" in page.text
    assert "Until 2026-05-01, its effective date was 2015-04-10." in page.text
    assert "Reason: 総会で否決" in page.text
    assert f'href="{RULES}kinyoukai/changes/{change.pk}/"' in page.text
    assert f'href="{RULES}kinyoukai/2015-04-01/"' not in page.text  # it stands in no line
    assert 'id="clause-A-3"' in page.text
    assert "in force now" not in page.text
    assert reader.get(f"{RULES}kinyoukai/2015-04-10/export/").status_code == 200


def test_a_version_that_was_moved_away_leads_to_the_one_in_its_place(
    reader: Client, kinyoukai: ClubRuleSet
) -> None:
    new = own_version(kinyoukai, date(2015, 5, 1))
    leave(kinyoukai, date(2015, 4, 10), kind=RuleChange.Kind.MOVE, arriving=new)

    page = reader.get(f"{RULES}kinyoukai/2015-04-10/").text

    assert "This version was moved to another day" in page
    assert f'href="{RULES}kinyoukai/2015-05-01/"' in page
    assert "Replaced by version 2015-05-01" in page


def test_a_version_that_was_moved_is_marked_so_and_what_became_of_its_successor_is_told(
    reader: Client, kinyoukai: ClubRuleSet
) -> None:
    new = own_version(kinyoukai, date(2015, 5, 1))
    leave(kinyoukai, date(2015, 4, 10), kind=RuleChange.Kind.MOVE, arriving=new)

    line = reader.get(f"{RULES}kinyoukai/").text
    assert ">moved</span>" in line
    assert ">withdrawn</span>" not in line
    assert "(since withdrawn as well)" not in line
    assert '<span class="nowrap">2015-05-01</span>' in line
    assert ">moved</span>" in reader.get(f"{RULES}kinyoukai/2015-04-10/").text

    leave(kinyoukai, date(2015, 5, 1))
    assert "(since withdrawn as well)" in reader.get(f"{RULES}kinyoukai/").text
    assert "(since withdrawn as well)" in reader.get(f"{RULES}kinyoukai/2015-04-10/").text


def test_a_version_that_says_nothing_of_what_changed_is_told_by_its_first_values(
    reader: Client, kinyoukai: ClubRuleSet
) -> None:
    own_version(kinyoukai, date(2026, 6, 1), uma=NEW_UMA)
    version = own_version(kinyoukai, date(2026, 7, 1), chip_value=2_000)
    alike = own_version(kinyoukai, date(2026, 8, 1), chip_value=2_000)
    mute = kinyoukai.rule_set.versions.filter(pk__in=[version.pk, alike.pk])
    spoken_for = queries_of(reader, f"{RULES}kinyoukai/")
    mute.update(changes_ja="", changes_en="")

    versions = reader.get(f"{RULES}kinyoukai/").context["line"].versions
    values = {dated.version.label: dated.turned for dated in versions}

    assert values["2026-06-01"] is None  # it says so itself
    assert [row.parameter for row in values["2026-07-01"].first] == ["uma", "chip_value"]
    assert "+20 / +10 / −10 / −20" in reader.get(f"{RULES}kinyoukai/").text
    assert len(queries_of(reader, f"{RULES}kinyoukai/")) == len(spoken_for)
    assert "All values are as before." in reader.get(f"{RULES}kinyoukai/").text


def test_a_version_taken_back_before_its_first_day_was_never_in_force(
    reader: Client, kinyoukai: ClubRuleSet
) -> None:
    own_version(kinyoukai, date(2026, 12, 1))
    leave(kinyoukai, date(2026, 12, 1), on="2026-11-20")

    page = reader.get(f"{RULES}kinyoukai/2026-12-01/").text

    assert "2026-11-20, before its effective date, 2026-12-01: it was never in force." in page


def test_a_version_on_its_way_into_force_is_handed_out_to_organizers_alone(
    reader: Client, organizer: Client, kinyoukai: ClubRuleSet
) -> None:
    version = own_version(kinyoukai, date(2026, 12, 1))
    RuleVersion.objects.filter(pk=version.pk).update(status=RuleVersion.Status.PENDING)

    for where in ("", "export/"):
        assert reader.get(f"{RULES}kinyoukai/2026-12-01/{where}").status_code == 404
        assert organizer.get(f"{RULES}kinyoukai/2026-12-01/{where}").status_code == 200


def test_organizers_can_do_nothing_more_with_a_withdrawn_version(
    organizer: Client, kinyoukai: ClubRuleSet
) -> None:
    leave(kinyoukai, date(2015, 4, 10))

    page = organizer.get(f"{RULES}kinyoukai/").text

    assert f"{RULES}kinyoukai/2015-04-10/compare/" in page
    for action in ("move", "withdraw"):
        assert f"{RULES}kinyoukai/2015-04-10/{action}/" not in page
        assert f"{RULES}kinyoukai/2015-04-01/{action}/" in page
    assert "corrects=2015-04-10" not in page


def test_a_corrected_version_stays_readable_and_is_never_in_force(
    club: Club, reader: Client, kinyoukai: ClubRuleSet
) -> None:
    versions = kinyoukai.rule_set.versions
    old = versions.get(effective_from=date(2015, 4, 10))
    versions.filter(pk=old.pk).update(status=RuleVersion.Status.SUPERSEDED)
    RuleVersion.objects.create(
        rule_set=old.rule_set,
        effective_from=old.effective_from,
        number=2,
        status=RuleVersion.Status.PUBLISHED,
        parameters=old.parameters,
    )

    assert line_of(reader)[:2] == [("2015-04-10.2", True, False), ("2015-04-10", False, False)]
    assert "superseded" in reader.get(f"{RULES}kinyoukai/2015-04-10/").text


def test_drafts_are_for_organizers_alone(
    kinyoukai: ClubRuleSet, reader: Client, organizer: Client
) -> None:
    version = kinyoukai.rule_set.versions.get(effective_from=date(2015, 4, 10))
    draft = draft_of(version)
    book = f"{RULES}kinyoukai/{draft.label}/"

    assert reader.get(book).status_code == 404
    assert "次の改定" not in reader.get(f"{RULES}kinyoukai/").text
    assert organizer.get(book).status_code == 200
    assert "次の改定" in organizer.get(f"{RULES}kinyoukai/").text
    assert [label for label, _, _ in line_of(organizer)] == ["2015-04-10", "2015-04-01"]


def test_a_draft_that_contradicts_itself_says_so_instead_of_a_book(
    kinyoukai: ClubRuleSet, organizer: Client
) -> None:
    version = kinyoukai.rule_set.versions.get(effective_from=date(2015, 4, 10))
    broken = {**version.parameters, "settlement": {"uma": [1_000, 1_000, 1_000, 1_000]}}
    draft = draft_of(version)
    RuleVersion.objects.filter(pk=draft.pk).update(parameters=broken)

    page = organizer.get(f"{RULES}kinyoukai/{draft.label}/")

    assert page.status_code == 200
    assert page.context["page"].book is None
    assert "contradict" in page.text


def test_organizers_see_how_far_an_open_change_is_and_readers_do_not(
    club: Club, kinyoukai: ClubRuleSet, reader: Client, organizer: Client
) -> None:
    change = RuleChange.objects.create(
        club=club,
        rule_set=kinyoukai,
        kind=RuleChange.Kind.WITHDRAW,
        leaving=kinyoukai.rule_set.versions.get(effective_from=date(2015, 4, 10)),
        reason="総会で否決",
    )
    Job.objects.create(club=club, kind=Job.Kind.RESCORE, change=change, done=120, total=480)

    assert "120 of 480" in organizer.get(f"{RULES}kinyoukai/").text
    assert "120 of 480" not in reader.get(f"{RULES}kinyoukai/").text


def test_the_prose_of_a_clause_goes_when_its_values_go_and_the_values_stay(
    kinyoukai: ClubRuleSet, reader: Client, organizer: Client
) -> None:
    version = own_version(kinyoukai, date(2026, 6, 1), uma=NEW_UMA)
    clause = version.clauses.get(code="A-3")
    clause.written_for = {"uma": [10_000, 5_000, -5_000, -10_000]}
    clause.save()

    page = reader.get(f"{RULES}kinyoukai/2026-06-01/")

    assert clause.text_en not in page.text
    assert "+20 / +10 / −10 / −20" in page.text
    assert "need rewriting" not in page.text
    answer = organizer.get(f"{RULES}kinyoukai/2026-06-01/").text
    assert "need rewriting" in answer
    assert [c.clause.code for c in page.context["page"].book.stale] == ["A-3"]


def test_a_version_adopted_before_headings_were_kept_takes_those_of_its_document(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    Section.objects.filter(version__rule_set=kinyoukai.rule_set).delete()
    Clause.objects.filter(version__rule_set=kinyoukai.rule_set).update(section="", written_for={})

    page = reader.get(f"{RULES}kinyoukai/2015-04-10/")

    sections = page.context["page"].book.sections
    assert [section.code for section in sections] == list("ABCDEFGHIJKL")
    assert [len(section.clauses) for section in sections][:3] == [12, 11, 5]


def test_a_version_says_nothing_of_what_did_not_exist_when_it_was_stored(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    version = kinyoukai.rule_set.versions.get(effective_from=date(2015, 4, 10))
    kept = {name: version.parameters[name] for name in ("family", "game", "settlement")}
    RuleVersion.objects.filter(pk=version.pk).update(
        parameters=kept, stated_by={"uma": "A-3", "chip_value": "assumed"}
    )
    Clause.objects.filter(version=version).exclude(code="A-3").update(states=[], written_for={})

    page = reader.get(f"{RULES}kinyoukai/2015-04-10/").context["page"]

    assert {part.key for part in page.book.left_open} == {"game", "settlement"}
    assert page.departures.is_none


def test_rulings_stand_beneath_their_clause(
    club: Club, kinyoukai: ClubRuleSet, reader: Client
) -> None:
    Ruling.objects.create(
        club=club,
        rule_set=kinyoukai,
        day=date(2026, 11, 1),
        clause="G-9",
        facts="空ポン",
        outcome="1,000点を供託",
    )

    page = reader.get(f"{RULES}kinyoukai/2015-04-10/")

    under = page.text.split('id="clause-G-9"')[1].split('id="clause-G-10"')[0]
    assert "1,000点を供託" in under


def test_the_book_prints_with_its_address_and_day_and_a_way_to_each_chapter(
    reader: Client,
) -> None:
    page = reader.get(f"{RULES}kinyoukai/2015-04-10/").text

    assert f"http://testserver{RULES}kinyoukai/2015-04-10/" in page
    for code in "ABCDEFGHIJKL":
        assert f'href="#section-{code}"' in page
        assert f'id="section-{code}"' in page


def test_more_versions_and_clauses_take_no_more_queries(
    club: Club, kinyoukai: ClubRuleSet, organizer: Client
) -> None:
    addresses = ("", "kinyoukai/", "kinyoukai/2015-04-10/", "kinyoukai/2015-04-10/compare/")
    before = [len(queries_of(organizer, f"{RULES}{where}")) for where in addresses]

    for month in range(1, 7):
        own_version(kinyoukai, date(2026, month, 1), uma=NEW_UMA)
    adopt_rule_set(club=club, key="super-tonpu", actor=ADMIN)
    after = [len(queries_of(organizer, f"{RULES}{where}")) for where in addresses]

    assert after == before


@pytest.mark.parametrize(
    ("changes", "name", "value"),
    [
        pytest.param({"uma": ()}, "Uma by place", "none", id="no uma"),
        pytest.param({"tie": "share_uma"}, "Equal points", None, id="tie"),
        pytest.param({"rounding": "none"}, "Rounding to thousands", "not rounded", id="unrounded"),
        pytest.param({"chip_value": 2_000}, "Worth of a chip", "2 pt", id="chip"),
        pytest.param({"cap_points": 60_000}, "Cold game", "60,000 points", id="cap"),
        pytest.param({"return_points": 25_000}, "Return points", "25,000 points", id="no oka"),
        pytest.param(
            {"overtime": "sudden_death"}, "Overtime target", "30,000 points", id="overtime"
        ),
    ],
)
def test_a_rule_of_the_clubs_own_is_put_into_words(
    changes: dict[str, object], name: str, value: str | None
) -> None:
    parameters = load("kinyoukai").versions[-1].parameters
    assert isinstance(parameters, RiichiParameters)

    with translation.override("en"):
        before = {line.name: line.value for line in summary(parameters, {})}
        after = {line.name: line.value for line in summary(override(parameters, changes), {})}

    assert after[name] != before.get(name)
    assert value is None or after[name] == value


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (
            "kinyoukai",
            "4 players, 25,000 start, 30,000 return, uma +10 / +5 / −5 / −10, 500 down, 600 up, "
            "3 red fives",
        ),
        (
            "nekohouse-boo",
            "4 players, from 8,000 to 16,000, victory points for sinking the others",
        ),
        ("zung-jung", "4 players, 16 hands, 44 patterns whose points add up, without han or fu"),
    ],
)
def test_a_line_tells_one_rule_set_from_another(key: str, line: str) -> None:
    with translation.override("en"):
        assert in_one_line(load(key).versions[-1].parameters) == line


def test_a_club_without_rules_is_told_so(club: Club, reader: Client) -> None:
    League.objects.for_club(club).delete()
    ClubRuleSet.objects.for_club(club).delete()

    assert "No rules yet" in reader.get(RULES).text


def test_a_club_of_an_earlier_release_reads_its_rules_as_a_book() -> None:
    archive = json.loads((UPGRADES / "issue-002.json").read_text(encoding="utf-8"))
    club = load_archive(archive)
    client = english(make_login(club, "reader"))
    found = RuleVersion.objects.filter(rule_set__in_club__club=club).select_related(
        "rule_set__in_club"
    )

    assert len(found) > 2
    for version in found:
        in_club = version.rule_set.in_club
        page = client.get(f"/c/{club.slug}/rules/{in_club.slug}/{version.label}/").context["page"]
        sections = page.book.sections
        clauses = [each.clause.code for section in sections for each in section.clauses]
        assert sorted(clauses) == sorted(clause.code for clause in version.clauses.all())
        assert len(sections) > 1
        document = load(version.rule_set.adopted_from)
        if version.first_day in {each.effective_from for each in document.versions}:
            assert page.departures.sections == ()
