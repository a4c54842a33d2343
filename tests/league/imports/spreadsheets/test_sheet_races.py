"""One import stored by several browsers at once is stored once; beside it the unguarded form."""

from __future__ import annotations

import time

import pytest

from league.clubs.verification import verify_club
from league.core.errors import LeagueError
from league.imports import open_imports
from league.imports.spreadsheets.write import keep_import, read_table, store_import, undo_import
from league.models import Club, Hanchan, SheetImport
from tests.factories import ADMIN, league_of, make_club, make_members
from tests.league.at_once import HANDS, at_once
from tests.league.imports.spreadsheets.imports import games_of, opened
from tests.league.imports.spreadsheets.tables import GAMES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    club = make_club()
    make_members(club, 5)
    return club


def test_an_import_that_eight_store_at_once_is_stored_once(club: Club) -> None:
    batch = opened(club, GAMES)

    imports = SheetImport.objects.for_club(club)

    results = at_once(lambda _n: len(store_import(batch=imports.get(pk=batch.pk), actor=ADMIN)))

    assert results.count(3) == 1
    assert sum(isinstance(each, LeagueError) for each in results) == HANDS - 1
    assert len(games_of(club)) == 3
    assert verify_club(club)["differences"] == 0


def test_the_same_table_uploaded_twice_and_stored_at_once_is_stored_once(club: Club) -> None:
    both = [opened(club, GAMES), opened(club, GAMES)]

    results = at_once(lambda n: len(store_import(batch=both[n], actor=ADMIN)), hands=2)

    assert results.count(3) == 1
    assert len(games_of(club)) == 3


def test_an_import_that_eight_undo_at_once_is_undone_once(club: Club) -> None:
    batch = opened(club, GAMES)
    store_import(batch=batch, actor=ADMIN)

    results = at_once(lambda _n: undo_import(batch=batch, reason="取り違え", actor=ADMIN))

    assert results.count(3) == 1
    assert {game.revision for game in Hanchan.objects.for_club(club)} == {2}
    assert verify_club(club)["differences"] == 0


def keep(club: Club, read: bytes) -> SheetImport:
    """Keep what was read; to read takes turns of its own."""
    return keep_import(club=club, league=league_of(club), name="", read=read, actor=ADMIN)


def test_of_eight_who_upload_for_the_last_place_one_gets_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_imports, "MOST_OPEN", 2)
    read = read_table("", GAMES.encode())
    keep(club, read)

    results = at_once(lambda _n: keep(club, read))

    assert sum(isinstance(each, open_imports.TooManyOpenError) for each in results) == HANDS - 1
    assert SheetImport.objects.for_club(club).count() == 2


def test_control_counting_without_a_lock_lets_several_in(club: Club) -> None:
    read = read_table("", GAMES.encode())
    keep(club, read)
    imports = SheetImport.objects.for_club(club)

    def naive(number: int) -> None:
        if imports.count() < 2:
            time.sleep(0.1)
            keep(club, read)

    at_once(naive)

    assert imports.count() > 2


def test_control_looking_at_the_state_first_stores_it_several_times(club: Club) -> None:
    batch = opened(club, GAMES)
    stored: list[int] = []

    def naive(number: int) -> None:
        imports = SheetImport.objects.for_club(club).filter(pk=batch.pk)
        if imports.get().state == SheetImport.State.OPEN:
            time.sleep(0.1)
            stored.append(number)
            imports.update(state=SheetImport.State.STORED)

    at_once(naive)

    assert len(stored) > 1
