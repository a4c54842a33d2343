#!/usr/bin/env python3
"""Enter an evening of games in Jancho, and print the month's ranking.

    JANCHO_TOKEN=jancho_… python evening.py https://jancho.example tonan evening.toml

It needs Python 3.11 and nothing else. Every write carries a key made from what it says, so it may
be sent again as often as needed, by this run or by the next one: nothing is entered twice.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import tomllib
import uuid
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from ssl import SSLCertVerificationError
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

Json = dict[str, Any]

#: answers after which the same request may well succeed
_LATER = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE)


class RefusedError(Exception):
    """The server understood the request and refused it; ``code`` is stable, the text is not."""

    def __init__(self, status: int, error: Json) -> None:
        lines = [
            f"{name}: {each}" for name, all_ in error.get("fields", {}).items() for each in all_
        ]
        super().__init__("\n".join([f"{status} {error['code']}: {error['message']}", *lines]))
        self.status = status
        self.code: str = error["code"]
        self.error = error


class UnreachableError(Exception):
    """No answer after several attempts. What was sent may or may not have been stored."""


class Club:
    """One club of a Jancho server, reached with an API token."""

    def __init__(
        self,
        server: str,
        slug: str,
        token: str,
        *,
        attempts: int = 6,
        timeout: float = 20.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.base = f"{server.rstrip('/')}/api/v1/clubs/{quote(slug)}"
        self._headers = {"Authorization": f"Bearer {token}", "Accept-Language": "en"}
        self._attempts = attempts
        self._timeout = timeout
        self._sleep = sleep

    def key(self, *parts: object) -> str:
        """The same UUID for the same parts, today and in the next run."""
        return str(uuid.uuid5(uuid.NAMESPACE_URL, "\n".join([self.base, *map(str, parts)])))

    def get(self, path: str) -> Json:
        return self._send("GET", path)

    def write(self, method: str, path: str, body: Json) -> Json:
        """Change something, once: the key depends on the address and the body alone."""
        content = json.dumps(body, sort_keys=True)
        return self._send(method, path, content.encode(), self.key(method, path, content))

    def pages(self, path: str, name: str) -> Iterator[Json]:
        """Every row of a list that comes in pages."""
        number, more = 1, True
        while more:
            page = self.get(f"{path}{'&' if '?' in path else '?'}page={number}&page_size=200")
            yield from page[name]
            number, more = number + 1, page["more"]

    def _send(self, method: str, path: str, body: bytes | None = None, key: str = "") -> Json:
        headers = dict(self._headers)
        if body is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": key}
        request = Request(f"{self.base}/{path}", body, headers, method=method)  # noqa: S310 - the user's own server
        wait, why = 0.5, ""
        for _attempt in range(self._attempts):
            try:
                with urlopen(request, timeout=self._timeout) as answer:  # noqa: S310 - as above
                    return json.load(answer)  # type: ignore[no-any-return]
            except HTTPError as refusal:
                if refusal.code not in _LATER:
                    raise RefusedError(refusal.code, _error_in(refusal)) from refusal
                why = f"{refusal.code} {refusal.reason}"
                seconds = refusal.headers.get("Retry-After", "")
                wait = float(seconds) if seconds.isdigit() else wait
            except (OSError, HTTPException) as broken:  # or the answer was cut short
                why = str(getattr(broken, "reason", broken))
                if isinstance(getattr(broken, "reason", None), SSLCertVerificationError):
                    raise UnreachableError(f"{self.base}: {why}") from broken
            self._sleep(wait)
            wait = min(wait * 2, 30.0)
        attempts = f"No answer from {request.full_url} in {self._attempts} attempts"
        raise UnreachableError(f"{attempts}: {why}")


def _error_in(refusal: HTTPError) -> Json:
    """What the API says of an error; of a page that is not the API's, its title."""
    if refusal.headers.get_content_type() == "application/problem+json":
        return json.load(refusal)["error"]  # type: ignore[no-any-return]
    return {"code": "not-the-api", "message": refusal.reason}


def open_evening(club: Club, day: str, title: str) -> int:
    """The number of the evening, opened unless the club has it already."""
    for each in club.pages(f"sessions?from={day}&to={day}", "sessions"):
        if each["title"] == title:
            return int(each["id"])
    return int(club.write("POST", "sessions", {"day": day, "title": title})["id"])


def add_members(club: Club, names: list[str]) -> dict[str, int]:
    """The number of each person by the name on the list; those missing are added as guests."""
    known: dict[str, int] = {}
    for each in club.pages("members?group=all", "members"):
        for name in {each["name"], each.get("display_name", "")}:
            known[name] = int(each["id"])
    for name in names:
        if name not in known:
            body = {"display_name": name, "guest": True}
            known[name] = int(club.write("POST", "members", body)["id"])
    return {name: known[name] for name in names}


def add_attendants(club: Club, evening: int, people: set[int]) -> None:
    """Say that they came, beside those who are known to have come."""
    came = {int(each["member"]) for each in club.get(f"sessions/{evening}")["members"]}
    if not people <= came:
        path = f"sessions/{evening}/attendance"
        club.write("PUT", path, {"members": sorted(came | people)})


def enter_game(club: Club, evening: int, league: str, game: Json, people: dict[str, int]) -> Json:
    """Store a game; its seats are in the order East, South, West, North."""
    seats = [{"member": people[name], "points": points} for name, points in game["seats"]]
    table, number = game.get("table", 1), game["number"]
    body: Json = {
        "key": club.key("hanchan", evening, table, number),
        "league": league,
        "session": evening,
        "table": table,
        "number": number,
        "seats": seats,
        "sticks": game.get("sticks", 0),
    }
    return club.write("POST", "hanchan", body)


def ranking_lines(ranking: Json) -> Iterator[str]:
    for row in ranking["ranked"] + ranking["below_minimum"] + ranking["guests"]:
        score = f"{row['total'] / 1000:+,.{ranking['score_decimals']}f}"
        yield f"{row['rank'] or '–':>3}  {score:>10}  {row['games']:>3}  {row['name']}"


def enter(club: Club, evening: Json) -> Iterator[str]:
    """Enter everything that the file says, and yield what to print."""
    league, day = evening["league"], str(evening["day"])
    session = open_evening(club, day, evening.get("title", ""))
    names = sorted({name for game in evening["games"] for name, _points in game["seats"]})
    people = add_members(club, names)
    add_attendants(club, session, set(people.values()))
    for game in evening["games"]:
        try:
            stored = enter_game(club, session, league, game, people)
        except RefusedError as error:
            error.add_note(f"table {game.get('table', 1)}, game {game['number']}")
            raise
        yield f"table {stored['table']}, game {stored['number']}: {stored['scores']}"
        yield from (warning["message"] for warning in stored["warnings"])
    yield from ranking_lines(club.get(f"leagues/{quote(league)}/ranking?month={day[:7]}"))


def read_evening(file: Path) -> Json:
    """What the file says; a ValueError names what it lacks, or where it is no TOML."""
    evening = tomllib.loads(file.read_text(encoding="utf-8"))
    games = evening.get("games", [])
    for table, *names in (
        (evening, "day", "league", "games"),
        *((g, "number", "seats") for g in games),
    ):
        if missing := [name for name in names if name not in table]:
            raise ValueError(f"“{missing[0]}” is missing")
    return evening


def main() -> int:
    parser = argparse.ArgumentParser(description="Enter an evening of games in Jancho.")
    parser.add_argument("server", help="such as https://jancho.example")
    parser.add_argument("club", help="the club's address: tonan in https://jancho.example/c/tonan/")
    parser.add_argument("file", type=Path, help="the evening as TOML; see README.md")
    given = parser.parse_args()
    token = os.environ.get("JANCHO_TOKEN")
    if not token:
        parser.error("set JANCHO_TOKEN to an API token; see README.md")
    try:
        evening = read_evening(given.file)
    except (OSError, ValueError) as error:
        parser.error(f"{given.file}: {error}")
    try:
        for line in enter(Club(given.server, given.club, token), evening):
            print(line)
    except (RefusedError, UnreachableError) as error:
        print(*getattr(error, "__notes__", ()), error, sep=": ", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
