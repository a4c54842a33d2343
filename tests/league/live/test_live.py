"""Tables that are kept live: every hand once, in the order of those who saw the latest one."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from league.core.errors import EntryError, LeagueError
from league.live.read import live_page
from league.live.tables import live_game
from league.live.write import LiveChangedError, open_live
from league.models import AuditEvent, League, LiveEntry, LiveTable, Member
from tests.factories import ADMIN, make_entry, record
from tests.league.live.live_help import DRAW, RON, latest, open_table, points, tap

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]


def test_a_table_is_opened_once_however_often_its_form_is_sent(
    league: League, four: list[Member]
) -> None:
    key, entry = uuid.uuid4(), make_entry(league, four, (0, 0, 0, 0))

    first = open_live(club=league.club, entry=entry, key=key, actor=ADMIN)
    again = open_live(club=league.club, entry=entry, key=key, actor=ADMIN)

    assert first.is_new
    assert not again.is_new
    assert first.live == again.live
    assert LiveTable.objects.for_club(league.club).count() == 1
    assert AuditEvent.objects.for_club(league.club).filter(type="live.opened").count() == 1


def test_whoever_sits_down_is_on_the_evenings_list(live: LiveTable, four: list[Member]) -> None:
    assert set(live.session.attendants.all()) == set(four)


def test_a_second_table_of_the_same_number_waits_until_the_first_is_closed(
    league: League, live: LiveTable, four: list[Member]
) -> None:
    with pytest.raises(EntryError) as refused:
        open_table(league, four, number=2)
    assert set(refused.value.problems) == {"table"}

    tap(live, "give_up", {"reason": "始められなかった"})
    assert open_table(league, four, number=2).pk != live.pk


def test_a_game_that_is_entered_already_is_not_kept_live_as_well(
    league: League, four: list[Member]
) -> None:
    record(league, four, number=1)

    with pytest.raises(EntryError) as refused:
        open_table(league, four, number=1)

    assert set(refused.value.problems) == {"number"}
    assert not LiveTable.objects.for_club(league.club).exists()


def test_the_same_person_does_not_sit_twice(league: League, four: list[Member]) -> None:
    with pytest.raises(EntryError) as refused:
        open_table(league, [four[0], four[0], four[1], four[2]])

    assert set(refused.value.problems) == {"seat-0", "seat-1"}


def test_a_hand_moves_what_the_rule_says(live: LiveTable) -> None:
    tap(live, "hand", RON)

    assert points(live) == (25_000, 19_800, 30_200, 25_000)
    assert live_game(latest(live)).state.at == "E2"


def test_riichi_declared_beforehand_are_those_of_the_hand(live: LiveTable) -> None:
    tap(live, "riichi", {"seat": 3, "declared": True})
    tap(live, "riichi", {"seat": 0, "declared": True})
    tap(live, "riichi", {"seat": 0, "declared": False})
    tap(live, "hand", RON)

    assert latest(live).hands[0]["riichi"] == [3]
    assert points(live) == (25_000, 19_800, 31_200, 24_000)
    assert latest(live).current == {}


def test_a_riichi_is_seen_before_the_hand_ends(live: LiveTable) -> None:
    tap(live, "riichi", {"seat": 3, "declared": True})

    page = live_page(latest(live))
    assert [seat.points for seat in page.seats] == [25_000, 25_000, 25_000, 24_000]
    assert [seat.riichi for seat in page.seats] == [False, False, False, True]
    assert page.sticks == 1


@pytest.mark.parametrize(
    ("expected", "field"),
    [
        pytest.param({"result": "ron"}, "wins", id="a ron without a winner"),
        pytest.param(
            {"result": "ron", "wins": [{"winner": 2, "han": 3, "fu": 40}]},
            "wins.0.from",
            id="a ron without the discarder",
        ),
        pytest.param(
            {"result": "ron", "wins": [{"winner": 2, "from": 2, "han": 3, "fu": 40}]},
            "wins.0",
            id="a ron on oneself",
        ),
        pytest.param(
            {"result": "ron", "wins": [{"winner": 2, "from": 1, "han": 3}]},
            "wins.0.fu",
            id="three han without fu",
        ),
        pytest.param(
            {"result": "tsumo", "wins": [{"winner": 2, "yakuman": 1}]},
            "wins.0.yaku",
            id="a yakuman without its name",
        ),
        pytest.param({"result": "draw", "tenpai": [4]}, "tenpai", id="a seat that is not there"),
        pytest.param({"result": "sleep"}, "result", id="no such result"),
        pytest.param({"result": "draw", "tenpai": [], "colour": 1}, "hand", id="an unknown key"),
        pytest.param(
            {"result": "ron", "wins": [{"winner": 2, "from": 1, "value": {"hand": "1m"}}]},
            "wins.0.value",
            id="tiles without the winning one",
        ),
    ],
)
def test_a_hand_that_cannot_be_is_refused_by_its_field_and_nothing_is_stored(
    live: LiveTable, expected: dict[str, Any], field: str
) -> None:
    with pytest.raises(EntryError) as refused:
        tap(live, "hand", expected)

    assert set(refused.value.problems) == {field}
    assert latest(live).hands == []
    assert latest(live).revision == 1


def test_what_is_wrong_is_said_with_the_names_at_the_table(
    live: LiveTable, four: list[Member]
) -> None:
    tap(live, "riichi", {"seat": 1, "declared": True})

    with pytest.raises(EntryError) as refused:
        tap(live, "hand", DRAW)

    assert four[1].display_name in refused.value.message


def test_undo_and_redo_go_back_and_forth_without_limit(live: LiveTable) -> None:
    tap(live, "riichi", {"seat": 0, "declared": True})
    tap(live, "hand", DRAW)
    tap(live, "hand", RON)
    held = points(live)

    tap(live, "undo")
    tap(live, "undo")
    assert latest(live).hands == []
    assert latest(live).current == {"riichi": [0]}  # the hand is being played again
    tap(live, "redo")
    tap(live, "redo")

    assert points(live) == held
    assert latest(live).undone == []
    with pytest.raises(LeagueError):
        tap(live, "redo")


def test_a_new_hand_forgets_what_was_undone(live: LiveTable) -> None:
    tap(live, "hand", RON)
    tap(live, "undo")
    tap(live, "hand", DRAW)

    assert latest(live).undone == []


def test_a_tap_that_arrives_twice_counts_once(live: LiveTable) -> None:
    key = uuid.uuid4()

    first = tap(live, "hand", RON, seen=1, key=key)
    tap(live, "hand", DRAW)
    again = tap(live, "hand", RON, seen=1, key=key)

    assert (first.is_new, again.is_new) == (True, False)
    assert again.entry == first.entry
    assert len(latest(live).hands) == 2


def test_a_key_with_other_contents_is_refused(live: LiveTable) -> None:
    key = uuid.uuid4()
    tap(live, "hand", RON, key=key)

    with pytest.raises(LeagueError):
        tap(live, "hand", DRAW, key=key)

    assert len(latest(live).hands) == 1


def test_who_has_not_seen_the_latest_entry_is_told_it_and_stores_nothing(live: LiveTable) -> None:
    tap(live, "hand", RON, seen=1)

    with pytest.raises(LiveChangedError) as refused:
        tap(live, "hand", DRAW, seen=1)

    assert [entry.told for entry in refused.value.entries] == [RON]
    assert refused.value.live.revision == 2
    assert len(latest(live).hands) == 1


def test_every_entry_says_who_made_it_at_which_revision(live: LiveTable) -> None:
    tap(live, "hand", RON)
    tap(live, "undo")

    found = LiveEntry.objects.for_club(live.club).filter(live=live)
    assert list(found.values_list("action", "seen", "revision")) == [
        ("open", 0, 1),
        ("hand", 1, 2),
        ("undo", 2, 3),
    ]
