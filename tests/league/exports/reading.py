"""Reading what was handed out, as a spreadsheet would."""

from __future__ import annotations

import csv
import io
from typing import Any

from django.test import Client
from openpyxl import load_workbook

BOM = "\ufeff"


def content_of(response: Any) -> bytes:
    """The whole body, streamed or not."""
    body: bytes = b"".join(response.streaming_content) if response.streaming else response.content
    return body


def download(client: Client, url: str) -> bytes:
    """A download that has to be there."""
    response = client.get(url)
    assert response.status_code == 200, url
    return content_of(response)


def table_of(client: Client, url: str) -> list[dict[str, str]]:
    """A CSV file as rows by head."""
    text = download(client, url).decode("utf-8")
    assert text.startswith(BOM)
    return list(csv.DictReader(io.StringIO(text.removeprefix(BOM), newline="")))


def sheets_of(client: Client, url: str) -> dict[str, list[list[Any]]]:
    """A workbook as rows by the names of its sheets."""
    book = load_workbook(io.BytesIO(download(client, url)))
    return {
        sheet.title: [[cell.value for cell in row] for row in sheet.iter_rows()]
        for sheet in book.worksheets
    }
