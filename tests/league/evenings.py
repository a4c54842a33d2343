"""What the tests of evenings, sheets and passes share: one Friday evening, read in English."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.core.door import forget_sessions
from league.models import League, Member, Session
from tests.pages import query_text

TOKYO = ZoneInfo("Asia/Tokyo")
NINE_PM = datetime(2026, 11, 20, 21, 0, tzinfo=TOKYO)
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


def english(client: Client) -> Client:
    """The same browser, reading English."""
    client.cookies["django_language"] = "en"
    return client


def queries_of(client: Client, url: str) -> list[str]:
    """The queries that a page takes, by their text."""
    forget_sessions()
    with CaptureQueriesContext(connection) as taken:
        assert client.get(url).status_code == 200
    return [query_text(query) for query in taken.captured_queries]


def writes_of(client: Client, url: str) -> list[str]:
    """The queries of a page that change anything."""
    return [sql for sql in queries_of(client, url) if sql.startswith(WRITES)]


def typed_sheet(
    league: League, columns: Sequence[Member | int | str], *rows: dict[str, Any], do: str = "save"
) -> dict[str, str]:
    """A sheet as a browser sends it.

    Each row has ``cells`` (by column, as typed), its ``number``, and may have ``table``,
    ``sticks``, ``seats``, ``key`` and ``chips`` (by column).
    """
    data = {"league": str(league.pk), "do": do}
    for index, column in enumerate(columns):
        data[f"column-{index}"] = str(column.pk if isinstance(column, Member) else column)
    for index, row in enumerate(rows):
        data[f"key-{index}"] = str(row.get("key", f"00000000-0000-4000-8000-{index:012d}"))
        data[f"table-{index}"] = str(row.get("table", 1))
        data[f"number-{index}"] = str(row.get("number", index + 1))
        data[f"sticks-{index}"] = str(row.get("sticks", ""))
        data[f"seats-{index}"] = str(row.get("seats", ""))
        for column_index, text in enumerate(row["cells"]):
            data[f"cell-{index}-{column_index}"] = text
        for column_index, text in enumerate(row.get("chips", ())):
            data[f"chips-{index}-{column_index}"] = text
    return data


def sheet_url(session: Session) -> str:
    """Where the evening's sheet is typed."""
    return f"/c/{session.club.slug}/sessions/{session.pk}/sheet/"
