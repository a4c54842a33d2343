"""A member who hides their name is called by a neutral one wherever somebody outside reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from typing import Any
from zipfile import BadZipFile, ZipFile

import pytest
from django.core.cache import cache, caches
from django.test import Client

from league.members.write import change_member, hide_name
from league.models import Club, Member, User
from league.models.names import neutral_name
from league.rankings.write import close_month, give_adjustment
from tests.factories import (
    ADMIN,
    EVENING,
    actor_of,
    logged_in,
    record,
)
from tests.league.addresses import Stage, address, again, names, stage_of, taken_back

pytestmark = pytest.mark.django_db

#: the names of whoever hides theirs; each is nowhere else
DISPLAY, FULL, KANA, ROMAJI = "鵺野", "鵺野 虎次郎", "ぬえの とらじろう", "Nueno Torajiro"
LOGIN, EARLIER = "nueno-login", "鵺之助"
TELLING = (DISPLAY, "虎次郎", "ぬえの", "Nueno", "Torajiro", "nueno", EARLIER)
#: strangers, and the language that each reads
READERS = {"anonymous": "ja", "outsider": "en", "owner_elsewhere": "ja"}


@dataclass(frozen=True, slots=True)
class Scene:
    stage: Stage
    member: Member
    client: Client


def _furnish(stage: Stage) -> Member:
    """Let somebody with a name of every kind sit in all that the club's pages show."""
    world = stage.world
    user = User.objects.create_user(LOGIN, password=LOGIN)
    member = world.game.seats.order_by("seat")[0].member
    change_member(member=member, values={"display_name": EARLIER}, actor=ADMIN)
    Member.objects.for_club(world.club).filter(pk=member.pk).update(user=user, role="organizer")
    member.refresh_from_db()
    actor = actor_of(member)
    league, people = world.league, [s.member for s in world.game.seats.order_by("seat")]
    record(league, people, day=date(2026, 9, 20), actor=actor)
    close_month(league=league, month=date(2026, 9, 1), actor=actor)
    values = {"display_name": DISPLAY, "full_name": FULL, "kana": KANA, "romaji": ROMAJI}
    change_member(member=member, values=values, actor=ADMIN)
    member = Member.objects.for_club(world.club).select_related("club", "user").get(pk=member.pk)
    actor = actor_of(member)
    people = [s.member for s in world.game.seats.select_related("member").order_by("seat")]
    record(league, people, day=date(2026, 8, 20), actor=actor)
    close_month(league=league, month=date(2026, 8, 1), actor=actor)
    give_adjustment(
        league=league, member=member, day=EVENING, points=1000, reason="会場の片付け", actor=actor
    )
    hide_name(member=member, hides=True, actor=actor)
    return member


@pytest.fixture(scope="module", params=["display", "full"])
def scene(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Scene]:
    with stage_of(django_db_blocker, shown="public") as stage:
        Club.objects.filter(pk=stage.world.club.pk).update(names_shown=request.param)
        member = _furnish(stage)
        yield Scene(stage, member, logged_in(User.objects.get(username=LOGIN)))


def text_of(answer: Any) -> str:
    """Everything that an answer says; of a workbook what its parts say."""
    body = b"".join(answer) if answer.streaming else answer.content
    try:
        with ZipFile(BytesIO(body)) as book:
            return "".join(book.read(name).decode(errors="replace") for name in book.namelist())
    except BadZipFile:
        return f"{body.decode(errors='replace')} {answer.headers}"


def read(client: Client, url: str, language: str) -> str:
    cache.clear()
    answer = again(client).get(url, headers={"accept-language": language})
    return text_of(answer) if answer.status_code < 500 else "failed"


def addresses_of(scene: Scene, name: str) -> list[str]:
    """An address with the usual things of the club, and with the person who hides their name."""
    world = scene.stage.world
    changes: list[dict[str, Any]] = [{}, {"member_id": scene.member.pk}]
    found = [address(name, world, **each) for each in changes]
    found += [f"{found[0]}?period=2026-09", f"{found[0]}?month=2026-08"]
    found += [f"{found[0]}?from=2026-01-01&to=2026-12-31"]
    return [*dict.fromkeys(found), f"{found[0]}?member={scene.member.pk}"]


@pytest.mark.parametrize("name", [n for n in names() if not n.startswith("admin:")])
def test_nobody_outside_reads_a_hidden_name_anywhere(scene: Scene, name: str) -> None:
    told = {}
    for url in addresses_of(scene, name):
        for reader, language in READERS.items():
            caches["pages"].clear()
            text = read(scene.stage.clients[reader], url, language)
            if found := [word for word in TELLING if word in text.replace(url, "")]:
                told[url, reader] = found

    assert told == {}


def test_control_a_name_that_is_not_hidden_is_found_by_the_same_look(scene: Scene) -> None:
    for name in ("league:members", "league:ranking", "league:game", "api:members"):
        url = address(name, scene.stage.world)
        with taken_back():
            hide_name(member=scene.member, hides=False, actor=ADMIN)
            assert DISPLAY in read(scene.stage.clients["anonymous"], url, "ja"), name


def test_control_the_members_own_login_reads_it(scene: Scene) -> None:
    pages = ("league:members", "league:ranking", "league:session", "league:game", "league:member")
    shown = FULL if scene.stage.world.club.names_shown == "full" else DISPLAY

    for name in pages:
        url = address(name, scene.stage.world, member_id=scene.member.pk)
        text = read(scene.client, url, "ja")
        assert DISPLAY in text, name
        assert neutral_name(scene.member.pk) not in text.split('id="name"')[0], (name, shown)


def test_the_neutral_name_stands_in_its_place(scene: Scene) -> None:
    for name in ("league:members", "league:ranking", "league:session", "league:game"):
        text = read(scene.stage.clients["anonymous"], address(name, scene.stage.world), "ja")
        assert f"会員 {scene.member.pk}" in text, name


def test_whoever_holds_the_evening_pass_finds_the_person_at_the_table(scene: Scene) -> None:
    url = address("league:session", scene.stage.world)

    assert DISPLAY in read(scene.stage.clients["pass"], url, "ja")


@pytest.mark.parametrize("first", ["member", "anonymous"])
def test_no_page_kept_for_one_is_given_to_the_other(scene: Scene, first: str) -> None:
    url = address("league:ranking", scene.stage.world)
    caches["pages"].clear()
    clients = {"member": scene.client, "anonymous": scene.stage.clients["anonymous"]}
    order = [first, *(set(clients) - {first}), first]

    texts = [(who, read(clients[who], url, "ja")) for who in order]

    assert [DISPLAY in text for who, text in texts] == [who == "member" for who, _t in texts]


def test_a_request_of_somebody_inside_sees_names_after_one_from_outside(scene: Scene) -> None:
    url = address("league:members", scene.stage.world)
    read(scene.stage.clients["anonymous"], url, "ja")

    assert Member.objects.for_club(scene.stage.world.club).filter(display_name=DISPLAY).exists()
    assert Member.objects.across_clubs().get(pk=scene.member.pk).display_name == DISPLAY


def test_what_a_member_passes_on_says_the_neutral_name(scene: Scene) -> None:
    for name in ("league:card-svg", "league:ranking-text", "league:session-text"):
        text = read(scene.client, address(name, scene.stage.world), "ja")
        assert DISPLAY not in text.split("<nav")[0], name
        assert f"会員 {scene.member.pk}" in text, name
