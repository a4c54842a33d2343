"""Founding a club from its archive: in the browser, by command; damaged files; many games."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from league.archive.document import dump_club, load_archive, write_archive
from league.archive.file import MOST, MOST_IN_ONE, ArchiveError, read_parts, write_parts
from league.archive.write import found_from_archive
from league.clubs import founding_views
from league.models import AuditEvent, Club, Hanchan, Member, User
from rules.models import RuleSet
from tests.factories import (
    league_of,
    logged_in,
    make_club,
    make_members,
    make_user,
    record,
)
from tests.league.archive.test_whole_club import furnished_world
from tests.league.evenings import english
from tests.league.exports.reading import download
from tests.league.exports.test_tables import many
from tests.league.logins import choose

pytestmark = pytest.mark.django_db

UPGRADES = Path(__file__).parents[2] / "upgrades"


@pytest.fixture
def club() -> Club:
    club = make_club()
    record(league_of(club), make_members(club))
    return club


@pytest.fixture
def client() -> Client:
    return english(logged_in(make_user("山岡")))


def text_of(club: Club) -> str:
    written = io.StringIO()
    write_archive(club, written.write)
    return written.getvalue()


def upload(client: Client, content: bytes, **more: str) -> Any:
    file = SimpleUploadedFile("club.json", content, content_type="application/json")
    return client.post("/clubs/new/", {"do": "archive", "file": file, **more})


def test_the_owner_takes_the_club_away_as_a_file(club: Club) -> None:
    owner = logged_in(User.objects.get(username="owner"))

    content = download(owner, f"/c/{club.slug}/archive/")

    assert json.loads(content)["format"] == "jancho-club-1"
    assert content.decode() == text_of(club)


def test_a_new_club_is_founded_from_it(club: Club, client: Client) -> None:
    answer = upload(client, text_of(club).encode(), archive_slug="again")

    assert answer.status_code == 302
    assert answer["Location"] == "/c/again/"
    again = Club.objects.get(slug="again")
    assert Hanchan.objects.for_club(again).count() == 1
    owner = Member.objects.for_club(again).get(role=Member.Role.OWNER)
    assert owner.user == User.objects.get(username="山岡")
    assert Member.objects.for_club(again).exclude(user=None).count() == 1


def test_whoever_is_on_its_list_under_that_name_is_not_listed_twice(
    club: Club, client: Client
) -> None:
    Member.objects.create(club=club, display_name="山岡")

    upload(client, text_of(club).encode(), archive_slug="again")

    again = Club.objects.get(slug="again")
    assert Member.objects.for_club(again).get(display_name="山岡").role == Member.Role.OWNER


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"", "not an archive", id="empty"),
        pytest.param(b"hello", "not an archive", id="no JSON"),
        pytest.param(b"[]", "not an archive", id="a list"),
        pytest.param(b"{}", "not an archive", id="nothing in it"),
        pytest.param(b'{"format": "jancho-rules-1"}', "not an archive", id="another format"),
        pytest.param(b'{"club": {}, "format": "x"}', "not an archive", id="another order"),
        pytest.param(b"PK\x03\x04\xff\xfe\x00", "damaged", id="a zip file"),
        pytest.param(
            b'{"format": "jancho-club-1"}', "This archive is incomplete", id="nothing but a format"
        ),
        pytest.param(b'{"format": "jancho-club-1", "club": 7}', "damaged", id="a number"),
        pytest.param(b'{"format": "jancho-club-1", "pets": []}', "pets", id="from the future"),
        pytest.param(b'{"format": "jancho-club-1", "club": {"slug": NaN}}', "damaged", id="NaN"),
        pytest.param(
            b'{"format": "jancho-club-1", "x": ' + b"[" * 100_000, "does not know", id="deep"
        ),
    ],
)
def test_what_is_no_archive_is_refused_in_words(
    client: Client, content: bytes, expected: str
) -> None:
    answer = upload(client, content)

    assert answer.status_code == 422
    assert expected in answer.content.decode()
    assert not Club.objects.exists()


def _cut(text: str) -> str:
    return text[: len(text) * 2 // 3]


def _changed(path: str, value: Any) -> Callable[[str], str]:
    def change(text: str) -> str:
        data = json.loads(text)
        *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        thing = data
        for step in way:
            thing = thing[step]
        thing[last] = value
        return json.dumps(data)

    return change


def _closed(**values: object) -> Callable[[str], str]:
    """A month that was closed, with such values."""
    usual = {
        "league": "main",
        "month": "2026-10",
        "rows": [],
        "versions": [],
        "games": 0,
        "by": "x",
    }
    return _changed("closes", [{**usual, **values}])


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        pytest.param(_cut, "", id="cut off"),
        pytest.param(lambda text: text + "x", "JSON", id="something after it"),
        pytest.param(_changed("club.time_zone", "Asia/Nowhere"), "club", id="a time zone"),
        pytest.param(_changed("club.language", "xx"), "club", id="a language"),
        pytest.param(_changed("club.slug", "../x"), "club", id="an address"),
        pytest.param(_changed("club.name", "x\0"), "club", id="a NUL"),
        pytest.param(_changed("club.day_turns_at", 10**30), "club", id="a huge number"),
        pytest.param(_changed("members.1.display_name", "雀" * 41), "members 2", id="a long name"),
        pytest.param(_changed("members.2.display_name", "佐藤 健一"), "members", id="a name twice"),
        pytest.param(
            _changed("members.1.display_name", 7), "is not text", id="a number for a name"
        ),
        pytest.param(
            _changed("members.1.display_name", ["佐"]), "is not text", id="a list for one"
        ),
        pytest.param(_closed(prizes=[{"measure": "luck"}]), "closes 1", id="a prize for luck"),
        pytest.param(_closed(prizes=[{"size": 1}]), "closes 1", id="a prize of a size"),
        pytest.param(_closed(prizes=5), "closes 1", id="a number for prizes"),
        pytest.param(
            _closed(last_game="7b1d6f5e-3d2c-4f0a-9a51-0c8f6d1e2b3a"),
            "closes 1",
            id="a game not there",
        ),
        pytest.param(_changed("members.1", []), "members 2", id="a list for a member"),
        pytest.param(_changed("members", 7), "members", id="a number for a list"),
        pytest.param(
            _changed("rule_sets.0.versions.0.parameters", {"family": "chess"}),
            "rule_sets 1",
            id="rules that nobody knows",
        ),
        pytest.param(_changed("leagues.0.rule_set", "none"), "leagues 1", id="rules not there"),
        pytest.param(_changed("sessions.0.day", "2026-02-30"), "sessions 1", id="no day"),
        pytest.param(_changed("sessions.0.attendants", [99]), "sessions 1", id="nobody there"),
        pytest.param(_changed("games.0.seats.0.member", -1), "games 1", id="a minus"),
        pytest.param(_changed("games.0.seats.0.member", 2), "games 1", id="one on two chairs"),
        pytest.param(_changed("games.0.seats.0.points", 1), "games 1", id="does not add up"),
        pytest.param(_changed("games.0.seats.0.points", "many"), "games 1", id="no points"),
        pytest.param(_changed("games.0.source", "owl"), "games 1", id="a source"),
        pytest.param(_changed("games.0.number", 0), "games 1", id="game number 0"),
        pytest.param(_changed("games.0.table", 0), "games 1", id="table 0"),
        pytest.param(_changed("games.0.key", "1"), "games 1", id="no key"),
        pytest.param(_changed("games.0.remark", "雀" * 201), "games 1", id="a long remark"),
        pytest.param(_changed("rulings", [{"rule_set": "x"}]), "rulings", id="half a ruling"),
    ],
)
def test_of_a_damaged_archive_nothing_is_stored(
    club: Club, client: Client, damage: Callable[[str], str], expected: str
) -> None:
    text = damage(text_of(club).replace('"slug": "tonan"', '"slug": "again"'))
    before = Club.objects.count(), RuleSet.objects.count(), Member.objects.across_clubs().count()

    answer = upload(client, text.encode())

    assert answer.status_code == 422
    page = answer.content.decode()
    assert "This archive is damaged and was not stored" in page
    assert expected in page
    after = Club.objects.count(), RuleSet.objects.count(), Member.objects.across_clubs().count()
    assert after == before


@pytest.mark.parametrize("merged", [{0: 1, 1: 0}, {0: 1, 1: 2, 2: 0}, {3: 3}, {0: 1, 1: 2, 2: 1}])
def test_people_merged_in_a_ring_are_refused(
    club: Club, client: Client, merged: dict[int, int]
) -> None:
    document = json.loads(text_of(club))
    for gone, kept in merged.items():
        document["members"][gone]["merged_into"] = kept

    answer = upload(client, json.dumps(document).encode(), archive_slug="again")

    assert answer.status_code == 422
    assert "was merged into someone merged into them." in answer.text
    assert not Club.objects.filter(slug="again").exists()


def test_people_merged_one_after_the_other_come_back(club: Club) -> None:
    document = json.loads(text_of(club))
    more = [{"display_name": name} for name in ("一", "二", "三")]
    document["members"] += [
        {**more[0], "merged_into": 6},
        {**more[1], "merged_into": 0},
        {**more[2], "merged_into": 5},
    ]

    again = load_archive(document, slug="again")

    people = {each.display_name: each for each in Member.objects.for_club(again)}
    first = document["members"][0]["display_name"]
    assert people["一"].merged_into == people["二"]
    assert people["三"].merged_into == people["一"]
    assert people["二"].merged_into == people[first]


def _of_a_game(document: Any, name: str) -> list[Any]:
    found: list[Any] = next(game[name] for game in document["games"] if game.get(name))
    return found


LISTS: dict[str, Callable[[Any], list[Any]]] = {
    "members": lambda document: document["members"],
    "rule_sets": lambda document: document["rule_sets"],
    "versions": lambda document: document["rule_sets"][0]["versions"],
    "sections": lambda document: document["rule_sets"][0]["versions"][0]["sections"],
    "clauses": lambda document: document["rule_sets"][0]["versions"][0]["clauses"],
    "changes": lambda document: document["changes"],
    "leagues": lambda document: document["leagues"],
    "seasons": lambda document: document["leagues"][0]["seasons"],
    "stages": lambda document: document["leagues"][0]["seasons"][0]["stages"],
    "teams": lambda document: document["leagues"][0]["teams"],
    "memberships": lambda document: document["leagues"][0]["teams"][0]["members"],
    "adjustments": lambda document: document["leagues"][0]["adjustments"],
    "prizes": lambda document: document["leagues"][0]["prizes"],
    "sessions": lambda document: document["sessions"],
    "attendants": lambda document: document["sessions"][0]["attendants"],
    "games": lambda document: document["games"],
    "penalties": lambda document: _of_a_game(document, "penalties"),
    "yakuman": lambda document: _of_a_game(document, "yakuman"),
    "kyoku": lambda document: _of_a_game(document, "kyoku"),
    "rulings": lambda document: document["rulings"],
    "closes": lambda document: document["closes"],
    "standings": lambda document: document["standings"],
}


def test_every_list_of_an_archive_ends_where_no_club_comes_near(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document = json.loads(json.dumps(dump_club(furnished_world().club)))
    assert set(LISTS) == set(MOST)

    for name, entries in LISTS.items():
        held = len(entries(document))
        assert 0 < held < MOST[name] / 5, name
        with monkeypatch.context() as now:
            now.setitem(MOST, name, held - 1)
            with pytest.raises(ArchiveError, match=f"「{name}」"):
                load_archive(document, slug="again")
        assert not Club.objects.filter(slug="again").exists()

    load_archive(document, slug="again")


def test_games_out_of_order_are_refused(club: Club) -> None:
    data = json.loads(text_of(club))
    data["sessions"].append({**data["sessions"][0], "day": "2026-11-19"})
    data["games"].append({**data["games"][0], "session": 1, "key": "0" * 32})

    with pytest.raises(ArchiveError, match=r"order|順"):
        load_archive(data, slug="again")


def test_an_address_that_is_taken_is_said_beside_it(club: Club, client: Client) -> None:
    answer = upload(client, text_of(club).encode())

    assert answer.status_code == 422
    assert "This address is already taken." in answer.content.decode()


def test_an_archive_of_every_earlier_release_is_taken(client: Client) -> None:
    for number, path in enumerate(sorted(UPGRADES.glob("issue-*.json"))):
        answer = upload(client, path.read_bytes(), archive_slug=f"club-{number}")
        assert answer.status_code == 302, path.name


def test_the_trail_says_where_the_club_came_from(club: Club) -> None:
    again = found_from_archive(
        file=io.BytesIO(text_of(club).encode()), owner=make_user("山岡"), slug="again"
    )

    event = AuditEvent.objects.for_club(again).get(type="club.created")
    assert event.after == {"slug": "again", "from": "archive"}


def test_the_command_brings_a_club_back(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(text_of(club), encoding="utf-8")
    make_user("山岡")
    out = io.StringIO()

    call_command("load_archive", str(file), owner="山岡", slug="again", stdout=out)

    assert "/c/again/" in out.getvalue()
    assert Club.objects.filter(slug="again").exists()


@pytest.mark.parametrize(
    ("name", "owner"), [("no-such-file", "owner"), ("club.json", "nobody"), ("club.json", "owner")]
)
def test_the_command_says_why_it_cannot(club: Club, tmp_path: Path, name: str, owner: str) -> None:
    (tmp_path / "club.json").write_text(text_of(club), encoding="utf-8")

    with pytest.raises(CommandError) as refused:
        call_command("load_archive", str(tmp_path / name), owner=owner)

    assert "Errno" not in str(refused.value)

    assert not User.objects.filter(username="nobody").exists()


def test_on_a_new_server_the_command_creates_the_owner_who_chooses_a_password(
    club: Club, tmp_path: Path
) -> None:
    file = tmp_path / "club.json"
    file.write_text(text_of(club), encoding="utf-8")
    out = io.StringIO()

    call_command(
        *("load_archive", str(file), "--owner", "yamaoka", "--slug", "again"),
        *("--site", "https://club.example/"),
        stdout=out,
    )

    lines = out.getvalue().split()
    assert "https://club.example/c/again/" in lines
    assert choose(Client(), lines[-1].removeprefix("https://club.example")) == 302
    owner = Member.objects.for_club(Club.objects.get(slug="again")).get(role=Member.Role.OWNER)
    assert owner.user == User.objects.get(username="yamaoka")


# memory


def test_a_document_is_read_entry_by_entry_however_it_is_laid_out() -> None:
    document = {"a": 12345, "b": [{"x": "]}"}, [1, 2], "終"], "c": {}, "d": []}
    layouts = [json.dumps(document), json.dumps(document, indent=3), json.dumps(document) + "\n "]

    for text in layouts:
        parts = read_parts(_Slowly(text))
        values = {name: list(v) if hasattr(v, "__next__") else v for name, v in parts}
        assert values == document


class _Slowly(io.StringIO):
    """Gives a few characters at a time, whatever is asked for."""

    def read(self, size: int | None = -1) -> str:
        return super().read(3)


def test_reading_takes_no_more_memory_for_more_entries(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        path = tmp_path / "club.json"
        entry = {"key": "x" * 500}
        with path.open("w", encoding="utf-8") as written:
            write_parts([("games", iter([entry] * count))], written.write)
        tracemalloc.start()
        try:
            with path.open(encoding="utf-8") as file:
                _read_all(file)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(500)
    assert peak(20_000) < 1.3 * peak(2_000)


def _read_all(file: TextIO) -> None:
    for _name, entries in read_parts(file):
        for _entry in entries:
            pass


def test_writing_takes_no_more_memory_for_more_games() -> None:
    few, lots = make_club("few", owner="few"), make_club("lots", owner="lots")
    many(league_of(few), 1_000)
    many(league_of(lots), 3_000)

    def peak(club: Club) -> int:
        tracemalloc.start()
        try:
            write_archive(club, len)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(few)
    assert peak(lots) < 1.5 * peak(few)


def test_a_club_of_many_days_is_stored_in_parts_and_stands_the_same() -> None:
    club = make_club("many", owner="many")
    many(league_of(club), 1_200)
    before = dump_club(club)

    again = dump_club(load_archive(before, slug="again"))

    assert [game["counted"] for game in again["games"]] == [
        game["counted"] for game in before["games"]
    ]
    [month, *_more] = again["standings"]
    assert month["rows"][0]["games"] == 11 * 50


def in_one(name: str, value: str) -> bytes:
    return f'{{"format": "jancho-club-1", "{name}": {value}}}'.encode()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(in_one("club", "[" * 3_000_000 + "]" * 3_000_000), id="nested"),
        pytest.param(in_one("club", '{"a": [' + "[]," * 2_000_000 + "[]]}"), id="one-long-part"),
        pytest.param(in_one("members", "[[" + "{}," * 2_000_000 + "{}]]"), id="one-long-entry"),
        pytest.param(in_one("club", '"' + "a" * 5_000_000), id="endless-text"),
        pytest.param(in_one("club", "9" * 5_000_000), id="endless-number"),
    ],
)
def test_an_archive_with_a_part_that_wants_much_is_refused_and_held_in_pieces(
    client: Client, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    decode = json.JSONDecoder.raw_decode

    def watched(self: json.JSONDecoder, text: str, idx: int = 0) -> Any:
        sizes.append(len(text) - idx)
        return decode(self, text, idx)

    monkeypatch.setattr(json.JSONDecoder, "raw_decode", watched)

    answer = upload(client, content)

    assert answer.status_code == 422
    assert "damaged" in " ".join(answer.context["archive_form"].errors["file"])
    assert max(sizes) <= 2 * MOST_IN_ONE + 100_000
    assert not Club.objects.exists()


def test_an_archive_that_takes_too_long_is_left_to_the_administrator(
    club: Club, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = text_of(club).encode()
    monkeypatch.setattr(founding_views, "MOST_SECONDS", 0)

    answer = upload(client, content, archive_slug="again")

    assert answer.status_code == 422
    assert "takes too long" in " ".join(answer.context["archive_form"].errors["file"])
    assert not Club.objects.filter(slug="again").exists()
