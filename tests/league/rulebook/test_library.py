"""The built-in rule sets, read without a login: grouped, searched, as a book, two side by side."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from league.models import Club, Member
from rules.presets import RECOMMENDED, load, shipped_keys
from tests.factories import make_login
from tests.league.evenings import english
from tests.pages import parsed

LIBRARY = "/rules/"


@pytest.fixture
def stranger() -> Client:
    return english(Client())


def names(page: Any) -> list[str]:
    """The sets that a page offers, in its order."""
    return [choice.key for group in page.context["groups"] for choice in group.choices]


@pytest.mark.django_db
class TestTheLibrary:
    def test_every_set_is_offered_once_and_three_of_them_first(self, stranger: Client) -> None:
        offered = names(stranger.get(LIBRARY))

        assert sorted(offered) == sorted(shipped_keys())
        assert tuple(offered[:3]) == RECOMMENDED

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            pytest.param("天鳳 三人", "tenhou-3p-tonnan", id="by both words"),
            pytest.param("TENHOU", "tenhou-4p-tonnan", id="in any case"),
            pytest.param("18 yaku of nothing", "", id="nothing at all"),
        ],
    )
    def test_a_search_asks_for_all_its_words(
        self, stranger: Client, query: str, found: str
    ) -> None:
        page = stranger.get(LIBRARY, {"q": query})

        assert (found in names(page)) if found else ("No rule set matches" in page.text)

    def test_a_set_says_what_tells_it_apart(self, stranger: Client) -> None:
        words = parsed(stranger.get(LIBRARY)).words

        assert "25,000 start, 30,000 return" in words
        assert "3 red fives" in words
        assert "no fu" in words

    @pytest.mark.parametrize("key", shipped_keys())
    def test_every_version_of_every_set_is_a_book(self, stranger: Client, key: str) -> None:
        page = stranger.get(f"{LIBRARY}{key}/")
        assert page.status_code == 200
        for version in load(key).versions:
            book = stranger.get(f"{LIBRARY}{key}/{version.label}/")
            assert book.status_code == 200
            assert version.clauses[0].title_en in parsed(book).words

    def test_what_changed_is_marked_in_the_book_of_the_later_version(
        self, stranger: Client
    ) -> None:
        first, later = (version.label for version in load("kinyoukai").versions[:2])

        book = stranger.get(f"{LIBRARY}kinyoukai/{later}/")

        changed = [
            item.clause.code
            for section in book.context["page"]["book"].sections
            for item in section.clauses
            if item.is_changed
        ]
        assert {"G-9", "G-11", "I-4"} <= set(changed)
        assert f"{LIBRARY}kinyoukai/{first}/" in book.text

    @pytest.mark.parametrize(
        "address", ["none/", "kinyoukai/2015-04-02/", "none/2015-04-01/"], ids=str
    )
    def test_what_is_not_built_in_is_not_there(self, stranger: Client, address: str) -> None:
        assert stranger.get(f"{LIBRARY}{address}").status_code == 404

    def test_nothing_is_asked_of_the_database(
        self, stranger: Client, django_assert_num_queries: Any
    ) -> None:
        with django_assert_num_queries(0):
            stranger.get(LIBRARY)
            stranger.get(f"{LIBRARY}compare/", {"a": "kinyoukai", "b": "super-tonpu"})


@pytest.mark.django_db
class TestTwoSideBySide:
    def test_two_editions_have_an_address_to_share(self, stranger: Client) -> None:
        page = stranger.get(LIBRARY + "kinyoukai/")
        [changed] = [url for url in parsed(page).links.values() if "compare" in url]

        answer = stranger.get(changed)

        assert "G-9" in parsed(answer).words
        assert answer.context["page"]["comparison"].is_one_document

    def test_of_a_key_alone_the_newest_version_is_meant(self, stranger: Client) -> None:
        answer = stranger.get(f"{LIBRARY}compare/", {"a": "kinyoukai", "b": "super-tonpu"})

        assert answer.context["page"]["a"] == f"kinyoukai@{load('kinyoukai').versions[-1].label}"
        assert "Rules that differ" in answer.text

    def test_one_side_may_still_be_open(self, stranger: Client) -> None:
        assert "Choose two versions" in stranger.get(f"{LIBRARY}compare/").text
        assert "Choose two versions" in stranger.get(f"{LIBRARY}compare/?a=kinyoukai").text

    def test_different_games_share_no_rules(self, stranger: Client) -> None:
        answer = stranger.get(f"{LIBRARY}compare/", {"a": "kinyoukai", "b": "zung-jung"})

        assert "These are different games" in answer.text

    @pytest.mark.parametrize("side", ["none", "kinyoukai@2015-04-02", "@", "a@b@c"])
    def test_a_version_that_is_not_built_in_is_not_there(self, stranger: Client, side: str) -> None:
        assert stranger.get(f"{LIBRARY}compare/", {"a": side}).status_code == 404
        assert stranger.get(f"{LIBRARY}compare/?a=kinyoukai&b={side}").status_code == 404


def test_the_command_lists_the_sets(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("create_club", "--list-rules")

    listed = capsys.readouterr().out
    assert all(key in listed for key in ("kinyoukai", "nekohouse-3a", "zung-jung-v33"))


@pytest.mark.django_db
def test_an_organizer_searches_the_sets_that_a_club_can_adopt(club: Club) -> None:
    organizer = english(make_login(club, "organizer", Member.Role.ORGANIZER))

    page = organizer.get("/c/tonan/rules/adopt/", {"q": "ブー麻雀"})

    assert names(page) == ["nekohouse-boo"]
    assert "/c/tonan/rules/adopt/nekohouse-boo/" in page.text
