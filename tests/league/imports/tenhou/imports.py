"""What the tests of imports share: a club that plays at Tenhou, lines and records for it."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.test import Client

from league.clubs.write import create_league
from league.games.entry import kyoku_again
from league.imports.people import NEW_GUEST
from league.imports.tenhou.dry_run import ALL_OTHERS, Planned, Planner, Wanted
from league.imports.tenhou.keeper import Keeper, Stored
from league.imports.tenhou.reading import Found, Piece, pieces_of
from league.imports.tenhou.write import change_import, open_import, store_import
from league.models import Club, Hanchan, League, Member, TenhouImport
from league.rulebook.write import adopt_rule_set
from scoring.tenhou.errors import RecordError
from tests.factories import ADMIN, league_of, make_club
from tests.scoring.tenhou.games import short_game

DAY = date(2021, 11, 20)
TODAY = date(2021, 11, 21)
LOG = "2021112021gm-0009-10431-0a1b2c3d"
NAMES = ("かわせみ", "やませみ", "ひよどり", "めじろ")
#: what ``short_game`` comes to: points, and the record's own scores
POINTS, SCORES = (121_300, -7_100, -7_100, -7_100), (131_000, -27_000, -47_000, -57_000)
URL = "/c/tonan/import/tenhou/"


def tenhou_club(slug: str = "tonan", rule: str = "tenhou-4p-tonnan") -> Club:
    """A club whose league is played at Tenhou."""
    return make_club(slug, rule=rule)


def another_league(club: Club, rule: str) -> League:
    """A league of the club under other rules."""
    in_club = adopt_rule_set(club=club, key=rule, slug=rule, actor=ADMIN)
    return create_league(club=club, rule_set=in_club, slug=rule, name=rule, actor=ADMIN)


def line(
    *players: str, lobby: str = "L1001", time: str = "21:03", rule: str = "四般南喰赤－"
) -> str:
    """A line of a result list, the best first: ``かわせみ(+52.0)``."""
    answer = players or ("かわせみ(+52.0)", "やませみ(+6.0)", "ひよどり(-24.0)", "めじろ(-34.0)")
    head = f"{lobby} | " if lobby else ""
    return f"{head}{time} | {rule} | {' '.join(answer)}"


def record(names: Sequence[str] = NAMES) -> bytes:
    """A whole game as mjlog has it."""
    return short_game().xml(names=names)


def pieces(data: bytes | str | RecordError, name: str = "") -> list[Piece]:
    """What a file is read as."""
    raw = data.encode() if isinstance(data, str) else data
    return list(pieces_of(name, raw, today=TODAY))


def found(data: bytes | str, name: str = "") -> Found:
    """The one game of a file."""
    [piece] = pieces(data, name)
    assert piece.found is not None, piece.error
    return piece.found


def planned(club: Club, *games: Found, **wanted: Any) -> list[Planned]:
    """What would become of games; their day is ``DAY`` where they do not tell it."""
    return list(Planner(club, Wanted(**{"day": DAY, **wanted})).plan(games))


def keeper(club: Club, **wanted: Any) -> Keeper:
    """Who stores games; new names become guests unless something else is chosen."""
    usual = {"day": DAY, "league": league_of(club), "choices": {ALL_OTHERS: NEW_GUEST}}
    planner = Planner(club, Wanted(**{**usual, **wanted}))
    return Keeper(club=club, planner=planner, actor=ADMIN)


def stored(club: Club, data: bytes | str, name: str = "", **wanted: Any) -> Stored:
    """Store the one game of a file."""
    [piece] = pieces(data, name)
    assert piece.found is not None, piece.error
    return keeper(club, **wanted).store(piece.found, tuple(map(kyoku_again, piece.kyoku)))


def games_of(club: Club) -> list[Hanchan]:
    return list(Hanchan.objects.for_club(club).order_by("day", "table", "number"))


def people(game: Hanchan) -> list[str]:
    """Who sat there, by seat."""
    return [seat.member.display_name for seat in game.seats.select_related("member")]


def listed(club: Club, name: str, **values: Any) -> Member:
    return Member.objects.create(club=club, display_name=name, **values)


def zipped(**files: bytes) -> bytes:
    """A zip file; names with ``__`` for the dot."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "."), data)
    return into.getvalue()


def gzipped(data: bytes) -> bytes:
    return gzip.compress(data)


def opened(club: Club, *files: tuple[str, bytes], **asked: Any) -> TenhouImport:
    """An import as its dry run shows it."""
    wanted = {"league": league_of(club), "day": DAY, "lobby": "", **asked}
    return open_import(club=club, files=files, actor=ADMIN, **wanted)


def chosen(batch: TenhouImport, choices: Mapping[str, int]) -> TenhouImport:
    """An import after somebody has said who the names are."""
    change_import(
        batch=batch,
        league=batch.league,
        day=batch.day,
        lobby=batch.lobby,
        choices=dict(choices),
        remembers=batch.remembers,
    )
    return batch


def carried_out(club: Club, *files: tuple[str, bytes], **asked: Any) -> TenhouImport:
    """An import with its games stored, and its new names as guests."""
    batch = chosen(opened(club, *files, **asked), {ALL_OTHERS: NEW_GUEST})
    store_import(batch=batch)
    return batch


def outcomes(batch: TenhouImport) -> list[str]:
    """What became of each game, in order."""
    return list(batch.games.order_by("number").values_list("outcome", flat=True))


def posted(client: Client, **fields: Any) -> Any:
    """Send the page's form and follow where it leads."""
    return client.post(URL, fields, follow=True)


def text_of(response: Any) -> str:
    """A page's words, with blanks as one."""
    return " ".join(response.content.decode().split())


def main_league(club: Club) -> League:
    return league_of(club)
