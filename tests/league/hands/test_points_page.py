"""The points table of a version: what its hands cost, on one sheet; and the automatic table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

import pytest
from django.db import transaction
from django.test import Client

from league.models import Club, ClubRuleSet, Member
from league.rulebook.write import adopt_rule_set, publish_version
from rules.models import RuleVersion
from rules.parameters import override
from rules.presets import load, shipped_keys
from tests.factories import ADMIN, league_of, make_club, make_login
from tests.league.evenings import english, queries_of

pytestmark = pytest.mark.django_db
RULES = "/c/tonan/rules"
WALL = "/c/kabe/rules"
ALL = [key for key in shipped_keys() if not key.startswith("zung-jung")]
MACHINE = {"nekohouse-4a": 1, "nekohouse-4b": 1, "nekohouse-3a": 4, "nekohouse-3b": 5}


class Tables(HTMLParser):
    """The cells of a page's tables, by the table's id."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: dict[str, list[list[str]]] = {}
        self._table, self._in_cell = "", False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._table = dict(attrs).get("id") or ""
            self.rows[self._table] = []
        elif self._table and tag == "tr":
            self.rows[self._table].append([])
        elif self._table and tag in ("td", "th"):
            self.rows[self._table][-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._in_cell = False
            cells = self.rows[self._table][-1]
            cells[-1] = " ".join(cells[-1].split())
        elif tag == "table":
            self._table = ""

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.rows[self._table][-1][-1] += data


@dataclass(slots=True)
class Wall:
    """The sheets of a club that adopted everything."""

    client: Client
    _seen: dict[tuple[str, str], tuple[str, dict[str, Any]]] = field(default_factory=dict)

    def text(self, key: str, language: str = "en") -> str:
        return self._page(key, language)[0]

    def sheet(self, key: str) -> dict[str, Any]:
        return self._page(key, "en")[1]

    def rows(self, key: str, table: str, language: str = "en") -> list[list[str]]:
        return Tables(self.text(key, language)).rows[table]

    def _page(self, key: str, language: str) -> tuple[str, dict[str, Any]]:
        if (key, language) not in self._seen:
            self.client.cookies["django_language"] = language
            label = load(key).versions[-1].label
            response = self.client.get(f"{WALL}/{key}/{label}/points/")
            assert response.status_code == 200
            self._seen[key, language] = response.text, response.context["sheet"]
        return self._seen[key, language]


@pytest.fixture(scope="module")
def wall(django_db_setup: None, django_db_blocker: Any) -> Iterator[Wall]:
    with django_db_blocker.unblock(), transaction.atomic():
        club = make_club("kabe", owner="kabe-owner")
        for key in shipped_keys():
            if key != "kinyoukai":
                adopt_rule_set(club=club, key=key, actor=ADMIN)
        yield Wall(make_login(club, "reader"))
        transaction.set_rollback(True)


@pytest.fixture
def reader(club: Club) -> Client:
    return english(make_login(club, "member"))


@pytest.fixture
def kinyoukai(club: Club) -> ClubRuleSet:
    return league_of(club).rule_set


def test_a_table_has_a_row_for_each_fu_and_a_column_for_each_han(wall: Wall) -> None:
    head, *rows = wall.rows("super-tonpu", "points-child")

    assert head == ["Fu", "1 han", "2 han", "3 han", "4 han"]
    assert [row[0] for row in rows] == [f"{fu} fu" for fu in (20, 25, *range(30, 120, 10))]


@pytest.mark.parametrize(
    ("key", "table", "row"),
    [
        pytest.param(
            *("super-tonpu", "points-child"),
            ["30 fu", "1000 300–500", "2000 500–1000", "3900 1000–2000", "8000 2000–4000"],
            id="child",
        ),
        pytest.param(
            *("super-tonpu", "points-dealer"),
            ["40 fu", "2000 700 all", "3900 1300 all", "7700 2600 all", "12000 4000 all"],
            id="dealer",
        ),
        pytest.param(
            *("super-tonpu", "points-child"),
            ["20 fu", "", "400–700", "700–1300", "1300–2600"],
            id="pinfu on a tsumo only",
        ),
        pytest.param(
            *("super-tonpu", "points-child"),
            ["25 fu", "", "1600", "3200 800–1600", "6400 1600–3200"],
            id="seven pairs",
        ),
        pytest.param(
            *("nekohouse-boo", "points-child"),
            [
                *("110 fu", "1800 500–900", "3600 900–1800", "7100 1800–3600"),
                *("8000 2000–4000", "8000 2000–4000"),
            ],
            id="boo has a column of no han",
        ),
    ],
)
def test_a_row_stands_as_it_is_printed(wall: Wall, key: str, table: str, row: list[str]) -> None:
    assert row in wall.rows(key, table)


def test_mangan_and_above_stand_below_with_their_han(wall: Wall) -> None:
    assert wall.rows("kinyoukai", "points-limits") == [
        ["Han", "Non-dealer", "Dealer"],
        ["Mangan 5 han", "8000 2000–4000", "12000 4000 all"],
        ["Haneman 6–7 han", "12000 3000–6000", "18000 6000 all"],
        ["Baiman 8–10 han", "16000 4000–8000", "24000 8000 all"],
        ["Sanbaiman 11–12 han", "24000 6000–12000", "36000 12000 all"],
        ["Yakuman 13 han and above", "32000 8000–16000", "48000 16000 all"],
    ]


def test_without_fu_there_is_the_rules_own_table_alone(wall: Wall) -> None:
    rows = wall.rows("nekohouse-3b", "points-limits")

    assert "points-child" not in wall.text("nekohouse-3b")
    assert "Fu are not counted." in wall.text("nekohouse-3b")
    assert rows[1] == ["1 han", "1000 1000 all", "2000 1000 all"]
    assert rows[-1] == ["Yakuman 13 han and above", "32000 12000–20000", "48000 24000 all"]


def test_where_thirteen_han_are_no_yakuman_it_stands_without_han(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    version = own_version(kinyoukai, date(2026, 3, 1), counted_yakuman=False)

    rows = Tables(reader.get(f"{RULES}/kinyoukai/{version.label}/points/").text).rows

    assert [row[0] for row in rows["points-limits"][-2:]] == [
        "Sanbaiman 11 han and above",
        "Yakuman",
    ]


@pytest.mark.parametrize("key", ALL)
def test_every_set_has_its_table_in_both_languages(wall: Wall, key: str) -> None:
    for language, winner in (("en", "Non-dealer"), ("ja", 'lang="ja"')):
        assert winner in wall.text(key, language)
    for row, in_japanese in zip(
        wall.rows(key, "points-limits"), wall.rows(key, "points-limits", "ja"), strict=True
    ):
        assert re.findall(r"\d+", " ".join(row)) == re.findall(r"\d+", " ".join(in_japanese))


@pytest.mark.parametrize(
    ("key", "row"),
    [
        pytest.param("zung-jung", ["1", "1", "1", "1", "3"], id="chicken hand"),
        pytest.param("zung-jung", ["30", "30", "30", "30", "90"], id="up to 30 all alike"),
        pytest.param("zung-jung", ["70", "70", "150", "30", "210"], id="70 as in the document"),
        pytest.param("zung-jung", ["320", "320", "900", "30", "960"], id="the cap"),
        pytest.param("zung-jung", ["480", "480", "1380", "30", "1440"], id="alone above the cap"),
        pytest.param("zung-jung-v33", ["70", "70", "160", "25", "210"], id="v3.3 shares 25"),
        pytest.param("zung-jung-v33", ["30", "30", "40", "25", "90"], id="v3.3 at 30"),
    ],
)
def test_zung_jung_shows_what_each_worth_makes_the_others_pay(
    wall: Wall, key: str, row: list[str]
) -> None:
    head, *rows = wall.rows(key, "points-worth")

    assert row in rows
    assert len(head) == len(row)
    assert [int(each[0]) for each in rows] == sorted({int(each[0]) for each in rows})


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        pytest.param(
            "nekohouse-boo", {"honba_ron", "dora_payment_ron", "yakuless_takes_honba"}, id="boo"
        ),
        pytest.param("nekohouse-3a", {"tsumo_loss", "raised_mangan", "honba_ron"}, id="three"),
        pytest.param("zung-jung", {"payment_base", "worth_cap", "immunity"}, id="zung jung"),
    ],
)
def test_what_comes_on_top_stands_beside_with_its_clause(
    wall: Wall, key: str, expected: set[str]
) -> None:
    lines = {line.parameter: line for line in wall.sheet(key)["lines"]}
    label = load(key).versions[-1].label

    assert expected <= set(lines)
    for line in lines.values():
        if line.clause:
            book = f"{WALL}/{key}/{label}/#clause-{quote(line.clause, safe='')}"
            assert f'href="{book}"' in wall.text(key)


def test_what_goes_without_saying_is_not_said(wall: Wall) -> None:
    values = {line.parameter for line in wall.sheet("kinyoukai")["lines"]}

    assert "honba_ron" in values
    assert not values & {"minimum_han", "pinfu_tsumo", "tsumo_loss", "dora_payment_ron"}


@pytest.mark.parametrize(("key", "number"), [*MACHINE.items(), ("nekohouse-boo", 1)])
def test_the_houses_own_games_name_their_setting_of_the_automatic_table(
    wall: Wall, key: str, number: int
) -> None:
    _head, *rows = wall.rows(key, "machine")

    assert [(row[0], row[2]) for row in rows] == [
        *[("00", "–"), ("01", "136"), ("02", "140"), ("03", "144"), ("04", "108"), ("05", "112")],
        *[("06", "116"), ("07", "100"), ("08", "64")],
    ]
    assert [row[0] for row in rows if "these rules" in row[1]] == [f"{number:02d}"]
    assert "Hold down both dice switches together" in wall.text(key)


@pytest.mark.parametrize("key", ["kinyoukai", "zung-jung", "tenhou-4p-tonnan"])
def test_others_have_no_automatic_table(wall: Wall, key: str) -> None:
    assert 'id="machine"' not in wall.text(key)


def test_a_setting_that_the_table_does_not_have_is_not_looked_for(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    version = own_version(kinyoukai, date(2026, 3, 1), machine_setting=42)

    assert 'id="machine"' not in reader.get(f"{RULES}/kinyoukai/{version.label}/points/").text


def test_the_rulebook_links_to_the_table_and_the_table_back(wall: Wall) -> None:
    label = load("super-tonpu").versions[-1].label
    book = f"{WALL}/super-tonpu/{label}/"

    assert f'href="{book}points/"' in wall.client.get(book).text
    assert f'href="{book}"' in wall.text("super-tonpu")


def test_a_version_that_is_not_there_has_no_table(reader: Client) -> None:
    assert reader.get(f"{RULES}/kinyoukai/1999-01-01/points/").status_code == 404
    assert reader.get(f"{RULES}/no-such-set/2015-04-10/points/").status_code == 404


def test_a_draft_is_for_organizers_and_has_no_table_while_it_contradicts_itself(
    club: Club, kinyoukai: ClubRuleSet, reader: Client
) -> None:
    organizer = english(make_login(club, "organizer", Member.Role.ORGANIZER))
    version = kinyoukai.rule_set.versions.latest("effective_from")
    broken = {**version.parameters, "hand": {**version.parameters["hand"], "counting": "table"}}
    draft = RuleVersion.objects.create(
        rule_set=kinyoukai.rule_set,
        number=0,
        parameters=broken,
        stated_by=version.stated_by,
        based_on=version,
        title="次の改定",
    )
    address = f"{RULES}/kinyoukai/{draft.label}/points/"

    assert reader.get(address).status_code == 404
    page = organizer.get(address)
    assert page.context["sheet"] is None
    assert "so it has no points table yet" in page.text


def test_the_table_prints_with_its_address_and_takes_few_queries(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    address = f"{RULES}/kinyoukai/2015-04-10/points/"
    assert f"http://testserver{address}" in reader.get(address).text
    before = len(queries_of(reader, address))

    for month in range(1, 7):
        own_version(kinyoukai, date(2026, month, 1), honba_ron=600)

    assert len(queries_of(reader, address)) == before


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
        changes_ja="改定",
        changes_en="Revised",
        actor=ADMIN,
    )
