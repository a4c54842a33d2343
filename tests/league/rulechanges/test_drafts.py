"""Drafts of rules: begun as a copy, saved, thrown away; seen by organizers alone."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.utils import translation

from league.core.errors import LeagueError
from league.models import AuditEvent, League, Member, RuleChange
from league.rulechanges.draft_write import NoDraftError, begin_draft, save_draft
from league.rulechanges.write import publish_draft
from rules.models import RuleVersion
from rules.parameters import parameter_values
from rules.presets import load
from tests.factories import ADMIN, make_login
from tests.league.rulechanges.changes import text
from tests.league.rulechanges.draft_forms import SET, page_of, save, stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]


def events(league: League) -> list[AuditEvent]:
    found = AuditEvent.objects.for_club(league.club).filter(type__startswith="rule_draft.")
    return list(found)


def versions(league: League) -> list[RuleVersion]:
    return list(league.rule_set.rule_set.versions.exclude(status="draft"))


def newest(league: League) -> RuleVersion:
    return league.rule_set.rule_set.versions.get(effective_from="2015-04-10")


def test_a_draft_begins_as_a_copy_with_its_book_and_counts_for_nothing(
    league: League, organizer: Client
) -> None:
    before, source = versions(league), newest(league)
    form = {"source": f"v:{source.pk}", "purpose": "develop", "title": "来春の案", "day": ""}

    answer = organizer.post(f"{SET}drafts/new/", form)

    draft = RuleVersion.objects.get(status="draft")
    assert answer["Location"] == page_of(draft)
    assert (draft.number, draft.effective_from, draft.based_on) == (0, None, source)
    assert draft.value == source.value
    assert draft.stated_by == source.stated_by
    assert list(draft.clauses.values_list("code", "text_ja", "states", "written_for")) == list(
        source.clauses.values_list("code", "text_ja", "states", "written_for")
    )
    assert draft.sections.count() == source.sections.count()
    assert versions(league) == before
    assert [event.type for event in events(league)] == ["rule_draft.created"]


def test_a_correction_keeps_the_day_of_the_version_that_it_corrects(
    league: League, organizer: Client
) -> None:
    form = {"source": f"v:{newest(league).pk}", "purpose": "correct", "day": "2027-01-01"}

    organizer.post(f"{SET}drafts/new/", form)

    assert RuleVersion.objects.get(status="draft").effective_from == date(2015, 4, 10)


def test_the_link_to_a_correction_chooses_the_version(organizer: Client) -> None:
    form = organizer.get(f"{SET}drafts/new/?corrects=2015-04-10").context["form"]

    assert form["purpose"].value() == "correct"
    chosen = RuleVersion.objects.get(pk=form["source"].value().removeprefix("v:"))
    assert chosen.label == "2015-04-10"


def test_a_club_departs_from_a_shipped_set_of_the_same_family(
    league: League, organizer: Client
) -> None:
    form = {"source": "s:nekohouse-4a@2000-01-01", "purpose": "develop", "day": "2027-01-01"}

    organizer.post(f"{SET}drafts/new/", form)

    draft, shipped = RuleVersion.objects.get(status="draft"), load("nekohouse-4a").versions[0]
    assert draft.value == shipped.parameters
    assert draft.clauses.count() == len(shipped.clauses)
    assert draft.effective_from == date(2027, 1, 1)


def test_what_can_be_copied_says_where_it_stands(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    line = league.rule_set.rule_set.versions
    for day, status in (("2014-01-01", "superseded"), ("2014-02-01", "withdrawn")):
        RuleVersion.objects.create(
            rule_set=league.rule_set.rule_set,
            effective_from=day,
            status=status,
            parameters=draft.parameters,
        )
    RuleVersion.objects.create(
        rule_set=league.rule_set.rule_set,
        effective_from="2027-05-01",
        status="published",
        parameters=draft.parameters,
    )

    form = organizer.get(f"{SET}drafts/new/").context["form"]

    own, _shipped = (options for _name, options in form.fields["source"].choices)
    words = [label for _key, label in own]
    assert words[:2] == ["2015-04-10 (in force now)", "2027-05-01 (upcoming)"]
    assert {"2014-01-01 (superseded)", "2014-02-01 (withdrawn)"} < set(words)
    assert len(words) == line.exclude(status="draft").count()


def test_a_withdrawn_version_is_copied_but_not_corrected(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    gone = newest(league)
    RuleVersion.objects.filter(pk=gone.pk).update(status="withdrawn")
    form = {"source": f"v:{gone.pk}", "title": "", "day": ""}

    refused = organizer.post(f"{SET}drafts/new/", {**form, "purpose": "correct"})
    copied = organizer.post(f"{SET}drafts/new/", {**form, "purpose": "develop"})

    assert refused.status_code == 422
    assert "This version is withdrawn" in text(refused)
    assert copied.status_code == 302


@pytest.mark.parametrize(
    "form",
    [
        pytest.param({"source": "s:zung-jung@2000-01-01", "purpose": "develop"}, id="family"),
        pytest.param({"source": "v:999999", "purpose": "develop"}, id="unknown version"),
        pytest.param({"source": "s:tenhou-4p-tonnan@2000-01-01", "purpose": "correct"}, id="ship"),
        pytest.param({"source": "", "purpose": "develop"}, id="nothing chosen"),
        pytest.param({"source": "first", "purpose": "develop", "day": "1066-10-14"}, id="day"),
    ],
)
def test_what_cannot_be_copied_makes_no_draft(
    league: League, organizer: Client, form: dict[str, str]
) -> None:
    if form["source"] == "first":
        form = {**form, "source": f"v:{newest(league).pk}"}

    answer = organizer.post(f"{SET}drafts/new/", form)

    assert answer.status_code == 422
    assert not RuleVersion.objects.filter(status="draft").exists()


def test_a_draft_without_a_title_has_one_name_on_every_page(
    organizer: Client, draft: RuleVersion
) -> None:
    pages = [page_of(draft, part) for part in ("", "try/", "clauses/", "publish/")]
    for page in (*pages, SET, f"{SET}draft-{draft.pk}/compare/"):
        words = text(organizer.get(page))
        assert f"Draft {draft.pk}" in words, page
        assert f"draft-{draft.pk}" not in words, page


def test_several_drafts_may_lie_beside_each_other(league: League) -> None:
    drafts = [
        begin_draft(
            in_club=league.rule_set, source=newest(league), title=title, day=None, actor=ADMIN
        )
        for title in ("甲案", "乙案")
    ]

    assert {draft.label for draft in drafts} == {f"draft-{draft.pk}" for draft in drafts}


def test_a_save_raises_the_revision_and_the_trail_keeps_what_changed(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, shown=["tie", "rounding"], p__tie="share_uma", p__rounding="none")

    draft.refresh_from_db()
    event = events(league)[-1]
    assert (draft.draft_revision, draft.edited_by) == (1, "organizer")
    assert event.type == "rule_draft.changed"
    assert event.before == {
        "revision": 0,
        "values": {"tie": "seat", "rounding": "go_sha_roku_nyu"},
        "about": {},
    }
    assert event.after == {
        "revision": 1,
        "values": {"tie": "share_uma", "rounding": "none"},
        "about": {},
    }


def test_saving_what_is_there_already_is_no_change(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, shown=["tie"], p__tie="seat")

    draft.refresh_from_db()
    assert draft.draft_revision == 0
    assert events(league) == []


def test_a_draft_says_of_itself_what_it_is_for(organizer: Client, draft: RuleVersion) -> None:
    about = {"about": "1", "title": "来春の案", "effective_from": "2027-04-01"}

    save(organizer, draft, shown=[], **about, changes_ja="ウマを10-30に", changes_en="")

    draft.refresh_from_db()
    assert (draft.title, draft.changes_ja) == ("来春の案", "ウマを10-30に")
    assert draft.changes_en == draft.changes_ja  # readers of English see it too
    form = organizer.get(page_of(draft)).context["about"]
    assert form["changes_en"].value() == ""
    assert draft.effective_from == date(2027, 4, 1)


def test_an_impossible_day_is_refused_and_what_was_typed_stays(
    organizer: Client, draft: RuleVersion
) -> None:
    about = {"about": "1", "title": "来春の案", "effective_from": "3027-04-01"}

    answer = save(organizer, draft, shown=[], **about, changes_ja="", changes_en="")

    assert answer.status_code == 422
    assert 'value="来春の案"' in answer.content.decode()
    draft.refresh_from_db()
    assert draft.draft_revision == 0


def test_a_draft_is_thrown_away_and_the_trail_keeps_its_values(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    answer = organizer.post(page_of(draft, "delete/"), {"revision": "0"})

    assert answer["Location"] == SET
    assert not RuleVersion.objects.filter(pk=draft.pk).exists()
    event = events(league)[-1]
    assert event.type == "rule_draft.deleted"
    assert event.before is not None
    assert event.before["parameters"] == draft.parameters


def test_a_draft_that_somebody_saved_since_is_not_thrown_away(
    organizer: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, shown=["tie"], p__tie="share_uma")

    organizer.post(page_of(draft, "delete/"), {"revision": "0"})

    assert RuleVersion.objects.filter(pk=draft.pk).exists()


def test_a_draft_whose_publication_was_given_up_is_thrown_away_and_the_change_stays(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    change = RuleChange.objects.create(
        club=league.club,
        rule_set=league.rule_set,
        kind=RuleChange.Kind.PUBLISH,
        state=RuleChange.State.GIVEN_UP,
        arriving=draft,
        reason="総会で見送り",
    )

    organizer.post(page_of(draft, "delete/"), {"revision": "0"})

    assert not RuleVersion.objects.filter(pk=draft.pk).exists()
    change.refresh_from_db()
    assert change.arriving is None
    for page in (f"{SET}changes/", f"{SET}changes/{change.pk}/"):
        assert "総会で見送り" in text(organizer.get(page))


@pytest.mark.parametrize("status", ["pending", "published", "superseded", "withdrawn"])
def test_what_is_no_draft_is_not_edited_by_a_forged_form(
    league: League, organizer: Client, status: str
) -> None:
    version = newest(league)
    RuleVersion.objects.filter(pk=version.pk).update(status=status)
    before = RuleVersion.objects.filter(pk=version.pk).values().get()

    answers = [
        save(organizer, version, 0, shown=["tie"], p__tie="share_uma"),
        organizer.post(page_of(version, "delete/"), {"revision": "0"}),
        organizer.post(page_of(version, "clauses/"), {"revision": "0", "code": "Z-1"}),
        organizer.post(page_of(version, "headings/"), {"revision": "0", "code": "Z"}),
        organizer.post(page_of(version, "check/"), {"revision": "0"}),
        organizer.get(page_of(version)),
        organizer.get(page_of(version, "try/")),
    ]

    assert {answer.status_code for answer in answers} == {404}
    assert RuleVersion.objects.filter(pk=version.pk).values().get() == before


def test_a_draft_that_is_published_while_somebody_types_is_not_changed_any_more(
    league: League, draft: RuleVersion
) -> None:
    publish_draft(
        in_club=league.rule_set,
        draft=draft,
        draft_revision=0,
        day=date(2027, 1, 1),
        corrects=None,
        reason="",
        actor=ADMIN,
    )

    with translation.override("en"), pytest.raises(NoDraftError, match="no longer a draft"):
        save_draft(
            in_club=league.rule_set,
            draft=draft,
            revision=0,
            values={"tie": "share_uma"},
            about={},
            actor=ADMIN,
        )
    draft.refresh_from_db()
    assert draft.value.settlement.tie == "seat"


def test_a_draft_that_contradicts_itself_is_not_published(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, shown=["start_points"], p__start_points="35000")

    with pytest.raises(LeagueError, match="Must not be below"):
        publish_draft(
            in_club=league.rule_set,
            draft=draft,
            draft_revision=1,
            day=date(2027, 1, 1),
            corrects=None,
            reason="",
            actor=ADMIN,
        )


@pytest.mark.parametrize("role", [Member.Role.MEMBER, Member.Role.SCORER])
def test_drafts_are_for_organizers(league: League, draft: RuleVersion, role: str) -> None:
    client = make_login(league.club, "reader", Member.Role(role))

    assert client.get(page_of(draft)).status_code == 403
    assert client.get(f"{SET}draft-{draft.pk}/export/").status_code == 404
    assert client.get(f"{SET}2015-04-10/export/").status_code == 200
    assert save(client, draft, shown=["tie"], p__tie="share_uma").status_code == 403
    assert stored(draft, "settlement", "tie") == "seat"


def test_trying_settles_typed_points_beside_the_version_in_force(
    organizer: Client, draft: RuleVersion
) -> None:
    points = {"points-0": "412", "points-1": "30,000", "points-2": "250", "points-3": ""}

    page = organizer.get(page_of(draft, "try/"), points)

    mine, in_force = page.context["trials"]
    scores = [[each["score"] for each in trial["seats"]] for trial in (mine, in_force)]
    assert scores == [[61_000, 10_000, -15_000, -56_000], [41_000, 5_000, -10_000, -36_000]]
    assert 'placeholder="3,800"' in page.content.decode()
    assert 'title="Start, return and uma">A-3</a>' in page.content.decode()


def test_trying_says_what_does_not_add_up(organizer: Client, draft: RuleVersion) -> None:
    points = {"points-0": "412", "points-1": "300", "points-2": "250", "points-3": "48"}

    page = text(organizer.get(page_of(draft, "try/"), points))

    assert "The points add up to 101,000" in page


def test_trying_names_each_seat_whose_points_are_wrong_once_in_a_column(
    organizer: Client, draft: RuleVersion
) -> None:
    points = {"points-0": "41,250", "points-1": "30,000", "points-2": "21,250", "points-3": "7,500"}

    page = organizer.get(page_of(draft, "try/"), points)

    found = ["E: Points must be in hundreds.", "W: Points must be in hundreds."]
    assert [trial["problems"] for trial in page.context["trials"]] == [found, found]


def test_trying_leaves_out_a_draft_that_contradicts_itself(
    organizer: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, shown=["start_points"], p__start_points="35000")

    page = organizer.get(page_of(draft, "try/"), {"points-0": "412", "points-1": "300",
                                                  "points-2": "250", "points-3": "38"})  # fmt: skip

    assert "The draft contains contradictory values" in text(page)
    assert [trial["title"] for trial in page.context["trials"]] == ["In force: 2015-04-10"]


def test_an_older_version_without_newer_parameters_is_copied_as_its_document_has_them(
    league: League,
) -> None:
    version = newest(league)
    del version.parameters["dora"]["dead_wall"]
    version.save(update_fields=["parameters"])

    draft = begin_draft(in_club=league.rule_set, source=version, title="", day=None, actor=ADMIN)

    shipped = parameter_values(load("kinyoukai").versions[-1].parameters)
    assert draft.parameters["dora"]["dead_wall"] == shipped["dead_wall"]
