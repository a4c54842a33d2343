"""A ranking, or one's own result, as a picture to share."""

from __future__ import annotations

import unicodedata
from datetime import date
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
import time_machine
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from league.core.text_width import cut_to, drawable, isolated, width_of
from league.models import Club, League, Member
from league.rankings.card_views import HEIGHT, TOP, WIDTH, fitted
from league.rankings.write import close_month
from tests.factories import ADMIN, EVENING, league_of, make_club, make_login, make_members, record
from tests.league.evenings import NINE_PM, english, queries_of
from tests.league.games.boo.evening import POINTS

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

pytestmark = pytest.mark.django_db

CARD = "/c/tonan/ranking/main/card/"
SVG = "/c/tonan/ranking/main/card.svg"
DRAWING = "{http://www.w3.org/2000/svg}"
NOVEMBER = "?month=2026-11"


@pytest.fixture(autouse=True)
def _on_the_evening() -> object:
    with time_machine.travel(NINE_PM, tick=False):
        yield


@pytest.fixture
def reader(league: League) -> Client:
    return english(make_login(league.club, "reader"))


def picture(client: Client, query: str = NOVEMBER) -> Element:
    """The picture, read as strictly as a browser reads it."""
    answer = client.get(SVG + query)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    return ElementTree.fromstring(answer.content)


def texts(root: Element) -> list[str]:
    """What is written in the picture."""
    return [each.text or "" for each in root.iter(f"{DRAWING}text")]


def test_the_card_says_what_the_ranking_says(
    league: League, four: list[Member], reader: Client
) -> None:
    record(league, four)  # 41 5 -11 -35

    labels = texts(picture(reader))

    assert labels[:3] == ["東南会", "Ranking, November 2026", "月例リーグ"]
    assert f"Rules: {league.rule_set.rule_set.name} 2015-04-10" in labels[3]
    lines = labels[labels.index("1") :]
    assert lines[:5] == ["1", four[0].display_name, "1", "1.00", "+41"]
    assert lines[-5:] == ["4", four[3].display_name, "1", "4.00", "−35"]


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ("from=2026-11-01&to=2026-11-20", "Ranking, 2026-11-01 to 2026-11-20"),
        ("from=2026-11-20&to=2026-11-20", "Ranking, 2026-11-20"),
        ("from=2025-12-01&to=2026-11-20", "Ranking, 2025-12-01 to 2026-11-20"),
    ],
    ids=["within a month", "a single day", "over the turn of a year"],
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_card_of_any_days_names_all_of_them(
    league: League, four: list[Member], reader: Client, language: str, days: str, expected: str
) -> None:
    record(league, four)
    reader.cookies["django_language"] = language

    title = texts(picture(reader, f"?{days}"))[1]

    assert "…" not in title
    assert title == expected or language == "ja"


def test_the_card_of_a_ranking_has_ten_lines(league: League, reader: Client) -> None:
    people = make_members(league.club, 16)
    for at in range(0, 16, 4):
        record(league, people[at : at + 4])

    labels = texts(picture(reader))

    assert sum(text in {person.display_name for person in people} for text in labels) == TOP


def test_ones_own_card_has_rank_total_games_and_places(
    league: League, four: list[Member], reader: Client
) -> None:
    record(league, four)
    record(league, [four[1], four[0], four[2], four[3]])

    labels = texts(picture(reader, f"{NOVEMBER}&member={four[0].pk}"))

    assert labels[1] == "November 2026"
    assert four[0].display_name in labels
    assert "+46" in labels
    assert "of 4" in labels
    places = labels[labels.index("1st") :]
    assert places[:8] == ["1st", "1", "2nd", "1", "3rd", "0", "4th", "0"]
    assert labels[-1] == "1.50"


def test_ones_own_card_tells_the_rank_of_the_month_before(
    league: League, four: list[Member], reader: Client
) -> None:
    record(league, four, day=date(2026, 10, 9))
    record(league, [four[3], four[1], four[2], four[0]])

    assert "↑ previously rank 4" in texts(picture(reader, f"{NOVEMBER}&member={four[3].pk}"))
    assert "↓ previously rank 1" in texts(picture(reader, f"{NOVEMBER}&member={four[0].pk}"))
    assert "→ previously rank 2" in texts(picture(reader, f"{NOVEMBER}&member={four[1].pk}"))


def test_whoever_is_not_ranked_has_a_card_without_a_rank(
    league: League, four: list[Member], reader: Client
) -> None:
    League.objects.for_club(league.club).update(minimum_games=5)
    record(league, four)

    assert "not ranked" in texts(picture(reader, f"{NOVEMBER}&member={four[0].pk}"))
    assert "–" in texts(picture(reader))


def test_of_boo_the_floating_rate_is_told_and_no_places() -> None:
    club = make_club(rule="nekohouse-boo")
    league, people = league_of(club), make_members(club)
    record(league, people, POINTS["A"], day=EVENING)
    reader = english(make_login(club, "reader"))

    labels = texts(picture(reader, f"{NOVEMBER}&member={people[0].pk}"))

    assert "Floating rate" in labels
    assert "1st" not in labels
    heads = texts(picture(reader))
    assert {"floating %", "Total"} <= set(heads)
    assert not [head for head in heads if head.startswith("Total (")], "there is no room for it"


def test_three_players_have_three_places() -> None:
    club = make_club(rule="nekohouse-3a")
    league, people = league_of(club), make_members(club, 3)
    record(league, people, (55000, 35000, 15000), day=EVENING)
    reader = english(make_login(club, "reader"))

    labels = texts(picture(reader, f"{NOVEMBER}&member={people[0].pk}"))

    assert "3rd" in labels
    assert "4th" not in labels


def test_the_card_of_a_closed_month_stays_as_it_was_closed(
    league: League, four: list[Member], reader: Client
) -> None:
    record(league, four, day=date(2026, 10, 9))
    close_month(league=league, month=date(2026, 10, 1), actor=ADMIN)
    record(league, four, day=date(2026, 10, 10))

    assert "+41" in texts(picture(reader, "?month=2026-10"))


def test_nobody_has_a_card_for_days_without_games(league: League, reader: Client) -> None:
    foreign = make_members(make_club("seihoku", owner="other"), 1)[0]
    mine = make_members(league.club, 1)[0]

    assert "No games yet" in texts(picture(reader))
    for member in (foreign.pk, mine.pk, "x", "0"):
        assert reader.get(f"{SVG}{NOVEMBER}&member={member}").status_code == 404
        assert reader.get(f"{CARD}{NOVEMBER}&member={member}").status_code == 404


ATTACKS = [
    pytest.param("<b>x</b><script>alert(1)</script>", id="tags"),
    pytest.param("\"'><svg onload=x>", id="quotes"),
    pytest.param("]]>&amp;&#0;", id="entities"),
    pytest.param("\u202eevil\u202c محمد", id="right to left"),
    pytest.param("\x0b\x01\ufffe見\u0000えない".replace("\u0000", ""), id="what XML refuses"),
    pytest.param("👨‍👩‍👧‍👦👍🏽🇯🇵" * 5, id="emoji"),
    pytest.param("{{ csrf_token }}{% now 'Y' %}", id="template"),
    pytest.param("寿限無" * 10, id="long"),
]


@pytest.mark.parametrize("name", ATTACKS)
def test_any_name_is_drawn_as_a_name(
    league: League, four: list[Member], reader: Client, name: str
) -> None:
    record(league, four)
    Member.objects.across_clubs().filter(pk=four[0].pk).update(display_name=name[:40])
    League.objects.for_club(league.club).update(name=name[:40])
    Club.objects.filter(pk=league.club.pk).update(name=name[:40])

    for query in (NOVEMBER, f"{NOVEMBER}&member={four[0].pk}"):
        root = picture(reader, query)
        kinds = {each.tag.removeprefix(DRAWING) for each in root.iter()}
        assert kinds <= {"svg", "title", "text", "rect", "circle", "g"}
        names = {attribute for each in root.iter() for attribute in each.attrib}
        assert not {each for each in names if each.startswith("on") or each in ("style", "href")}
        assert "csrf_token" not in reader.get(SVG + query).text or "csrf" in name
        for each in root.iter(f"{DRAWING}text"):
            size, x = int(each.attrib["font-size"]), int(each.attrib["x"])
            anchor = each.attrib.get("text-anchor", "start")
            room = {"start": WIDTH - x, "end": x, "middle": 2 * min(x, WIDTH - x)}[anchor]
            assert width_of((each.text or "").strip("\u2068\u2069")) * size // 1_000 <= room
            assert "\u202e" not in (each.text or "")


def test_everything_lies_within_the_picture(
    league: League, four: list[Member], reader: Client
) -> None:
    record(league, four)

    for query in (NOVEMBER, f"{NOVEMBER}&member={four[0].pk}"):
        root = picture(reader, query)
        assert root.attrib["viewBox"] == f"0 0 {WIDTH} {HEIGHT}"
        for box in root.iter(f"{DRAWING}rect"):
            left, top = int(box.attrib.get("x", 0)), int(box.attrib.get("y", 0))
            assert left >= 0
            assert left + int(box.attrib["width"]) <= WIDTH
            assert top + int(box.attrib["height"]) <= HEIGHT


def test_the_page_shows_the_picture_and_works_without_a_script(
    league: League, four: list[Member], reader: Client
) -> None:
    record(league, four)
    me = Member.objects.across_clubs().get(user__username="reader")
    record(league, [me, *four[1:]])

    page = reader.get(CARD + NOVEMBER).text

    assert f'src="{SVG}?month=2026-11"' in page
    assert f'href="{SVG}?month=2026-11"' in page
    assert f'href="{CARD}?month=2026-11&amp;member={me.pk}"' in page
    assert "data-card-save hidden" in page
    own = reader.get(f"{CARD}{NOVEMBER}&member={me.pk}").text
    assert f"{SVG}?month=2026-11&amp;member={me.pk}" in own
    assert 'data-file="main-2026-11-' in own


def test_a_card_takes_the_same_queries_for_a_long_month(league: League, reader: Client) -> None:
    people = make_members(league.club, 16)
    record(league, people[:4])
    before = len(queries_of(reader, SVG + NOVEMBER))
    for at in range(8):
        record(league, people[at : at + 4])

    assert len(queries_of(reader, SVG + NOVEMBER)) == before
    assert before <= 11


NAMES = st.text(max_size=40)


@given(NAMES, st.integers(2_000, 12_000))
def test_a_text_is_cut_to_its_room_and_never_within_a_sign(text: str, room: int) -> None:
    cut = cut_to(text, room)

    assert width_of(cut) <= room
    if cut != text:
        kept = list(iter_graphemes(cut.removesuffix("…")))
        assert kept == list(iter_graphemes(text))[: len(kept)]


@given(NAMES)
def test_whatever_people_are_called_can_be_drawn(text: str) -> None:
    drawn = drawable(text)

    source = f"<a>{drawn.replace('&', '').replace('<', '')}</a>"
    ElementTree.fromstring(source)
    assert not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in drawn)


@given(NAMES, st.integers(24, 130), st.integers(200, 900))
def test_a_text_is_made_smaller_before_it_is_cut(text: str, size: int, room: int) -> None:
    found = fitted(text, size, room)

    assert size * 3 // 4 <= found.size <= size
    assert width_of(found.text.strip("\u2068\u2069")) * found.size // 1_000 <= room


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("👨‍👩‍👧‍👦です", ["👨‍👩‍👧‍👦", "で", "す"], id="a family is one sign"),
        pytest.param("🇯🇵🇺🇸", ["🇯🇵", "🇺🇸"], id="flags are two letters each"),
        pytest.param("👍🏽か\u3099", ["👍🏽", "か\u3099"], id="tints and marks"),
    ],
)
def test_signs_stay_whole(text: str, expected: list[str]) -> None:
    assert list(iter_graphemes(text)) == expected


def test_what_is_read_from_the_right_turns_nothing_around_it() -> None:
    assert isolated("محمد") == "\u2068محمد\u2069"
    assert isolated("佐藤") == "佐藤"
