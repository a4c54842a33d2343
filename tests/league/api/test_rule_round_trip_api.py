"""Every shipped set goes out, comes in as a draft, is read again and published, unaltered."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Club, ClubRuleSet, Member
from league.rulebook.write import adopt_rule_set
from rules.presets import shipped_keys
from tests.factories import ADMIN, make_login
from tests.league.api.calls import post
from tests.league.api.rule_calls import SETS, read

pytestmark = pytest.mark.django_db

WORDS = ("family", "parameters", "stated_by", "sections", "clauses", "changes_ja", "changes_en")


@pytest.mark.parametrize("key", shipped_keys())
def test_a_shipped_set_comes_through_the_api_unaltered(club: Club, key: str) -> None:
    organizer = make_login(club, "organizer", Member.Role.ORGANIZER)
    if not ClubRuleSet.objects.for_club(club).filter(slug=key).exists():
        adopt_rule_set(club=club, key=key, actor=ADMIN)
    sets = {each["key"]: each for each in read(Client(), "rule-sets")["rule_sets"]}

    for number, version in enumerate(sets[key]["versions"]):
        file = read(Client(), f"rule-sets/{key}/versions/{version['label']}")

        begun = post(organizer, f"{SETS}/{key}/drafts", file)
        assert begun.status_code == 201, begun.content
        draft = read(organizer, f"{SETS}/{key}/drafts/{begun.json()['id']}")
        assert draft["rules"] == file

        day = f"2030-01-{number + 1:02}"
        body = {"draft_revision": draft["draft_revision"], "effective_from": day}
        published = post(organizer, f"{SETS}/{key}/drafts/{draft['id']}/publish", body)
        assert (published.status_code, published.json()["state"]) == (202, "applied")
        stored = read(organizer, f"{SETS}/{key}/versions/{day}")
        assert {name: stored[name] for name in WORDS} == {name: file[name] for name in WORDS}
        assert (stored["effective_from"], stored["adopted_from"]) == (day, key)


def test_a_file_that_was_altered_on_its_way_does_not_come_through_as_the_same(club: Club) -> None:
    organizer = make_login(club, "organizer", Member.Role.ORGANIZER)
    file = read(Client(), "rule-sets/kinyoukai/versions/2015-04-10")
    file["parameters"]["settlement"]["uma"] = [20_000, 10_000, -10_000, -20_000]

    draft = post(organizer, f"{SETS}/kinyoukai/drafts", file).json()

    assert draft["rules"] == file
    assert draft["rules"] != read(Client(), "rule-sets/kinyoukai/versions/2015-04-10")
