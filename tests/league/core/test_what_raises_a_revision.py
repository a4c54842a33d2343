"""Every kind of change either raises a revision or shows on no kept page."""

from __future__ import annotations

import ast
import re
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import pytest
from django.db import transaction

import league
from league.clubs.write import create_league, move_league, update_club, update_league
from league.competitions.seasons import open_season
from league.core.revisions import raise_all, revision_of
from league.games.write import record_hanchan, restore_hanchan, void_hanchan
from league.members.write import change_member, give_login, set_role
from league.models import Club, Hanchan, League, Member, Season
from league.rankings.write import close_month, reopen_month
from tests.factories import ADMIN, EVENING, make_entry, make_user, record
from tests.league.at_once import at_once

LEAGUE = Path(league.__file__).parent
#: what begins a change, and what is no service at all
EDGES = ("views", "forms", "urls")
ROOMS_THAT_WRITE_NO_EVENT = {
    *("api", "demo", "exports", "management", "migrations", "models", "templatetags"),
}
TYPE = re.compile(r"[a-z_]+\.[a-z_]+")

#: what no kept page shows, and why
NOT_SHOWN = {
    "club.created": "nothing of it has been looked at yet",
    "league.created": "their number is part of what pages are kept under",
    "member.added": "nobody new has games, and whoever enters them raises it",
    "member.password_link_issued": "only organizers see logins, on pages that are not kept",
    "session.opened": "an evening without games is in no ranking and no record",
    "session.removed": "an evening without games is in no ranking and no record",
    "session.restored": "an evening without games is in no ranking and no record",
    "session.options_changed": "games that are stored keep what they were played with",
    "session.attendance_changed": "who came is shown on the evening's page, which is not kept",
    "api_token.issued": "tokens are shown on a page that is not kept",
    "api_token.revoked": "the same, and no page opens to one",
    "invitation.made": "invitations are shown on pages that are not kept",
    "invitation.revoked": "the same",
    "reading_link.made": "links are shown on a page that is not kept",
    "reading_link.ended": "the same, and what one opens is not kept",
    "evening_pass.issued": "passes are shown on the evening's page; a reader's is part of the name",
    "evening_pass.revoked": "the door turns it away before any page is looked for",
    "live.opened": "live tables are shown on pages that are not kept",
    "live.reopened": "the game counts as it did until it is stored again",
    "live.given_up": "live tables are shown on pages that are not kept",
    "rule_set.adopted": "no league plays under it yet",
    "rule_change.requested": "what is asked for is shown among the rules; in force it raises all",
    "rule_change.stopped": "shown among the rules",
    "rule_change.resumed": "shown among the rules",
    "rule_change.given_up": "shown among the rules",
    "ruling.recorded": "shown with games and among the rules",
    "ruling.corrected": "shown with games and among the rules",
    "ruling.voided": "shown with games and among the rules",
    "job.retried": "jobs are shown on pages that are not kept",
    "job.failed": "jobs are shown on pages that are not kept",
    "settlements.thinned": "what counts no more is in no ranking and no record",
    **{
        f"rule_draft.{what}": "drafts are shown to organizers, on pages that are not kept"
        for what in (
            *("created", "imported", "changed", "deleted", "clause_written", "clause_removed"),
            *("heading_written", "heading_removed"),
        )
    },
}

#: what raises revisions
RAISERS = {
    "league.games.tallies.raise_revision",
    "league.core.revisions.raise_all",
}


@dataclass
class Service:
    """A function of the services: which of them it calls, and which events it writes down."""

    calls: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)


def rooms() -> Iterator[Path]:
    """The modules that read and write, without pages, forms and what only reads."""
    for path in sorted(LEAGUE.glob("*/**/*.py")):
        room = path.relative_to(LEAGUE).parts[0]
        if room not in ROOMS_THAT_WRITE_NO_EVENT and not path.stem.endswith(EDGES):
            yield path


def services() -> dict[str, Service]:
    """Every function of the rooms but their edges by its full name, read from their text."""
    found: dict[str, Service] = {}
    for path in rooms():
        module = ".".join(path.relative_to(LEAGUE.parent).with_suffix("").parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        known = dict(_known(tree, module))
        noted = dict(_noted(tree))
        for name, node in _functions(tree):
            service = found.setdefault(f"{module}.{name}", Service())
            for part in ast.walk(node):
                if isinstance(part, ast.Name) and part.id in known:
                    service.calls.add(known[part.id])
                elif isinstance(part, ast.Name) and part.id in noted:
                    service.events |= noted[part.id]
                elif isinstance(part, ast.Attribute):  # a method, of whichever class it is
                    service.calls.add(f"{module}.{part.attr}")
                elif isinstance(part, ast.Call):
                    service.events |= {text for each in part.args for text in _types(each)}
    return found


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node.name, node


def _known(tree: ast.Module, module: str) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, f"{module}.{node.name}"
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield inner.name, f"{module}.{inner.name}"
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _noted(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """Event types that stand in a module's constants."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            types = {text for part in ast.walk(node.value) for text in _types(part)}
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if types and isinstance(target, ast.Name):
                    yield target.id, types


def _types(node: ast.AST) -> Iterator[str]:
    """Event types in an expression."""
    for part in ast.walk(node):
        text = part.value if isinstance(part, ast.Constant) else None
        if isinstance(text, str) and TYPE.fullmatch(text):
            yield text


def reached(graph: dict[str, Service], start: str) -> set[str]:
    """A function and everything that it comes to call."""
    seen, todo = set(), [start]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += graph[name].calls if name in graph else ()
    return seen


def event_types(graph: dict[str, Service]) -> dict[str, set[str]]:
    """Who writes each type of event down."""
    found = defaultdict(set)
    for name, service in graph.items():
        for type_ in service.events:
            found[type_].add(name)
    return found


def silent(graph: dict[str, Service]) -> set[tuple[str, str]]:
    """Types of events, and entrances to the services that write one without raising anything."""
    called = {name for service in graph.values() for name in service.calls}
    entrances = [name for name in graph if name not in called]
    reach = {name: reached(graph, name) for name in entrances}
    return {
        (type_, entrance)
        for type_, writers in event_types(graph).items()
        if type_ not in NOT_SHOWN
        for entrance in entrances
        if reach[entrance] & writers and not reach[entrance] & RAISERS
    }


def test_every_change_raises_a_revision_or_says_why_no_kept_page_shows_it() -> None:
    graph = services()

    assert silent(graph) == set()
    assert NOT_SHOWN.keys() - event_types(graph).keys() == set()
    assert {"hanchan.voided", "month.closed", "rule_version.moved"} <= event_types(graph).keys()


def test_control_a_service_that_raises_nothing_is_found() -> None:
    graph = services()
    graph["league.members.write._hold_people"].calls -= RAISERS

    assert ("member.role_changed", "league.members.write.set_role") in silent(graph)


@pytest.fixture
def cup(league: League) -> League:
    """A second league, listed above the first."""
    return create_league(
        club=league.club, rule_set=league.rule_set, slug="cup", name="杯", actor=ADMIN
    )


def _rename(league: League, four: list[Member]) -> None:
    change_member(member=four[0], values={"display_name": "佐藤 建"}, actor=ADMIN)


def _leave(league: League, four: list[Member]) -> None:
    change_member(member=four[0], values={"left_on": EVENING}, actor=ADMIN)


def _login(league: League, four: list[Member]) -> None:
    give_login(member=four[0], username="sato", email="", actor=ADMIN)


def _role(league: League, four: list[Member]) -> None:
    Member.objects.for_club(league.club).filter(pk=four[0].pk).update(user=make_user("sato"))
    set_role(member=four[0], role=Member.Role.SCORER, actor=ADMIN)


def _club(league: League, four: list[Member]) -> None:
    update_club(club=league.club, values={"names_shown": Club.Names.FULL}, actor=ADMIN)


def _league(league: League, four: list[Member]) -> None:
    update_league(league=league, values={"minimum_games": 3}, actor=ADMIN)


def _order(league: League, four: list[Member]) -> None:
    move_league(league=league, to="down", actor=ADMIN)


def _season(league: League, four: list[Member]) -> None:
    days = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 6, 30)}
    open_season(league=league, name="前期", minimum_games=0, actor=ADMIN, **days)
    assert Season.objects.for_club(league.club).exists()


def _void(league: League, four: list[Member]) -> None:
    game = record(league, four)
    void_hanchan(hanchan=game, revision=1, reason="誤り", actor=ADMIN)


def _restore(league: League, four: list[Member]) -> None:
    game = Hanchan.objects.for_club(league.club).get()
    void_hanchan(hanchan=game, revision=1, reason="誤り", actor=ADMIN)
    game.refresh_from_db()
    restore_hanchan(hanchan=game, revision=game.revision, reason="正しかった", actor=ADMIN)


def _close(league: League, four: list[Member]) -> None:
    close = close_month(league=league, month=date(2026, 10, 1), actor=ADMIN)
    reopen_month(close=close, reason="抜け", actor=ADMIN)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        *(_rename, _leave, _login, _role, _club, _league, _order, _season, _void, _restore),
        _close,
    ],
    ids=lambda change: change.__name__.strip("_"),
)
@pytest.mark.usefixtures("cup")
def test_what_pages_show_changes_their_state(
    league: League, four: list[Member], change: Callable[[League, list[Member]], None]
) -> None:
    record(league, four, day=date(2026, 10, 2))
    before = revision_of("tonan")

    change(league, four)

    assert revision_of("tonan") != before


@pytest.mark.django_db(transaction=True)
def test_games_of_two_leagues_names_and_settings_at_once_wait_for_each_other_and_never_in_a_ring(
    league: League, cup: League, four: list[Member]
) -> None:
    def hand(number: int) -> None:
        for turn in range(6):
            kind = (number + turn) % 4
            if kind < 2:
                record_hanchan(
                    club=league.club,
                    entry=make_entry((league, cup)[kind], four, number=1 + 10 * turn + number),
                    key=uuid.uuid4(),
                    source=Hanchan.Source.FORM,
                    actor=ADMIN,
                )
            elif kind == 2:
                member = Member.objects.for_club(league.club).get(pk=four[number % 4].pk)
                values = {"display_name": f"{number}の{turn}"}
                change_member(member=member, values=values, actor=ADMIN)
            else:
                with transaction.atomic():
                    raise_all(league.club)

    assert at_once(hand) == [None] * 8
    assert Hanchan.objects.for_club(league.club).count() == 24
