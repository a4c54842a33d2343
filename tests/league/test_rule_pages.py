"""The rules as a club reads them: a line of dated versions, and each version in words."""

from __future__ import annotations

from datetime import date

import pytest
import time_machine
from django.test import Client
from django.utils import translation

from league.models import Club
from league.rule_wording import summary
from league.services.rule_sets import adopt_rule_set
from rules.models import RuleVersion
from rules.parameters import RiichiParameters, override
from rules.presets import load, shipped_keys
from tests.factories import ADMIN, league_of, make_login
from tests.league.evenings import english

pytestmark = pytest.mark.django_db
RULES = "/c/tonan/rules/"


@pytest.fixture
def reader(club: Club) -> Client:
    return english(make_login(club, "member"))


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


def test_a_version_says_in_words_how_points_become_scores(reader: Client) -> None:
    page = reader.get(f"{RULES}kinyoukai/2015-04-10/")

    said = {line.name: (line.value, line.clause) for line in page.context["summary"]}
    assert said["Uma by place"] == ("+10 / +5 / ▲5 / ▲10", "A-3")
    assert said["Oka"][0] == "+20 to the top"
    assert said["Starting points"][0] == "25,000"
    assert said["Return points"][0] == "30,000"
    assert said["Rounding to thousands"][0] == "500 down, 600 up"
    assert said["Equal points"] == ("Nearer to the first East places higher", "A-4")
    assert said["Chombo"][0] == "3 to each of the others, after uma"


def test_every_clause_can_be_linked_to_and_the_changed_are_marked(reader: Client) -> None:
    page = reader.get(f"{RULES}kinyoukai/2015-04-10/")

    clauses = page.context["page"].clauses
    assert all(f'id="clause-{clause.code}"' in page.text for clause in clauses)
    assert {clause.code for clause in clauses if clause.is_changed} == {"G-9", "G-11", "I-4"}
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
    ["kinyoukai/2015-04-02/", "kinyoukai/newest/", "kinyoukai/2015-04-10.2/", "other/2015-04-10/"],
)
def test_a_version_that_there_is_not_is_not_found(reader: Client, where: str) -> None:
    assert reader.get(f"{RULES}{where}").status_code == 404


@pytest.mark.parametrize("status", ["draft", "withdrawn"])
def test_drafts_and_withdrawn_versions_are_not_shown(
    club: Club, reader: Client, status: str
) -> None:
    versions = league_of(club).rule_set.rule_set.versions
    versions.filter(effective_from=date(2015, 4, 10)).update(status=status)

    assert [label for label, _, _ in line_of(reader)] == ["2015-04-01"]
    assert reader.get(f"{RULES}kinyoukai/2015-04-10/").status_code == 404
    assert "2015-04-10" not in reader.get(f"{RULES}kinyoukai/2015-04-01/").text


def test_a_corrected_version_stays_readable_and_is_never_in_force(
    club: Club, reader: Client
) -> None:
    versions = league_of(club).rule_set.rule_set.versions
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


@pytest.mark.parametrize("key", shipped_keys())
@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_shipped_set_can_be_read_in_both_languages(
    club: Club, key: str, language: str
) -> None:
    in_club = adopt_rule_set(club=club, key=key, actor=ADMIN, slug="shipped")
    client = make_login(club, "member")
    client.cookies["django_language"] = language

    for version in in_club.rule_set.versions.all():
        page = client.get(f"{RULES}shipped/{version.label}/")
        assert page.status_code == 200
        assert page.text.count('class="clause ') + page.text.count('class="clause"') == (
            version.clauses.count()
        )


@pytest.mark.parametrize(
    ("changes", "name", "value"),
    [
        pytest.param({"uma": ()}, "Uma by place", "None", id="no uma"),
        pytest.param(
            {"tie": "share_uma"}, "Equal points", "Uma is shared; oka goes by seat", id="tie"
        ),
        pytest.param({"rounding": "none"}, "Rounding to thousands", "Not rounded", id="unrounded"),
        pytest.param(
            {"rounding_of": "difference"},
            "Rounding to thousands",
            "500 down, 600 up, of the difference to the return points",
            id="difference",
        ),
        pytest.param(
            {"below_zero": "as_zero"},
            "Points below 0",
            "Counts as 0; the top bears the difference",
            id="as zero",
        ),
        pytest.param({"chip_value": 2_000}, "Chip", "2", id="chip"),
        pytest.param({"bust_bonus": 10_000}, "Bust bonus", "10", id="bust bonus"),
        pytest.param({"yakitori": 500}, "No hand won", "0.5", id="yakitori"),
        pytest.param({"cap_points": 60_000}, "Cold game", "The game ends at 60,000", id="cap"),
        pytest.param({"return_points": 25_000}, "Oka", "None", id="no oka"),
        pytest.param(
            {"overtime": "sudden_death"}, "Overtime", "Until somebody has 30,000", id="overtime"
        ),
        pytest.param(
            {"penalty_table": [{"kind": "遅刻", "amount": 5_000, "paid_to": "nobody"}]},
            "遅刻",
            "5 off, paid to nobody",
            id="a penalty of the club's own",
        ),
    ],
)
def test_a_rule_of_the_clubs_own_is_put_into_words(
    changes: dict[str, object], name: str, value: str
) -> None:
    parameters = load("kinyoukai").versions[-1].parameters
    assert isinstance(parameters, RiichiParameters)

    with translation.override("en"):
        lines = summary(override(parameters, changes), {})

    assert [line.value for line in lines if line.name == name] == [value]


def test_a_floating_uma_is_told_row_by_row() -> None:
    floating = override(
        RiichiParameters(),
        {
            "uma_kind": "floating",
            "floating_uma": [
                [0, 0, 0, 0],
                [12_000, -1_000, -3_000, -8_000],
                [8_000, 4_000, -4_000, -8_000],
                [8_000, 3_000, 1_000, -12_000],
                [0, 0, 0, 0],
            ],
        },
    )

    with translation.override("en"):
        lines = {line.name: line.value for line in summary(floating, {})}

    assert lines["Uma with 1 at 30,000 or above"] == "+12 / ▲1 / ▲3 / ▲8"
    assert lines["Uma with 4 at 30,000 or above"] == "None"
