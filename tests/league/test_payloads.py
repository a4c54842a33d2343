"""Whatever is written into any field of text is shown as text: on every page, in every file.

``make test-slow`` fills the fields with 3 of 100 pieces of text, ``make promises`` with all.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import product
from typing import Any

import openpyxl
import pytest
from django.apps import apps
from django.core.cache import caches
from django.db import models
from django.http import HttpResponseBase
from django.template import Engine

from league.imports.spreadsheets.write import open_import
from league.models import (
    AuditEvent,
    Club,
    Penalty,
    Prize,
    SheetImport,
    TenhouFile,
    TenhouGame,
    TenhouImport,
)
from tests.factories import ADMIN, ClubWorld
from tests.league.addresses import Stage, address, again, names, stage_of
from tests.league.rights_table import TABLE

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

FULL = bool(os.environ.get("JANCHO_FULL"))

#: ways out of where a text stands
_OUT = ("", '"', "'", '">', "'>", "</b>", "-->", "</script>", "</title>", "</textarea>")
#: what it then does; each has the mark by which it is found again
_DO = (
    *("<xq>", "<xq onload=xq()>", "<img src=x onerror=xq()>", "<svg onload=xq()>"),
    *("<script>xq()</script>", " onfocus=xq() ", " xq=1 ", "javascript:xq()"),
    *("{{ 0|xq }}<xq>", "<a href=javascript:xq()>"),
)
PAYLOADS = [out + do for out, do in product(_OUT, _DO)]
#: what spreadsheets take for a formula, also as Japanese keyboards write it
FORMULAS = (
    "=xq()",
    "+xq",
    "-xq",
    "@xq",
    "=",
    "+",
    "＝xq",
    "＋xq",
    "－xq",
    "＠xq",
    "\t=xq",
    "\r=xq",
)

#: fields of text that are words of programs: no form takes anything into them but what it offers
NO_TEXT = {
    *("Club.slug", "Club.time_zone", "ClubRuleSet.slug", "League.slug", "User.password"),
    *("User.email", "Hanchan.digest", "Yakuman.name", "Settlement.result", "LiveEntry.action"),
    *("ApiToken.digest", "AuditEvent.type", "RuleSet.adopted_from", "Section.code"),
    *("Clause.code", "Clause.section", "Ruling.clause"),
    *("ApiCall.caller", "ApiCall.key", "ApiCall.digest", "ApiCall.body"),
    *("BrowserSession.session_key", "BrowserSession.session_data"),
    "ReadingLink.frame_site",  # an address of a site, or refused: tests/league/clubs has what is
}


def text_fields() -> Iterator[tuple[type[models.Model], models.Field[Any, Any]]]:
    """Every field that people can write into."""
    for app in ("league", "rules"):
        for model in apps.get_app_config(app).get_models():
            for field in model._meta.fields:
                name = f"{model.__name__}.{field.name}"
                is_text = isinstance(field, models.CharField | models.TextField)
                if is_text and not field.choices and name not in NO_TEXT:
                    yield model, field


def fill(text: str) -> set[str]:
    """Write the text into every field of every row; the fields that took it."""
    taken = set()
    for model, field in text_fields():
        if model is AuditEvent:
            continue  # the trail takes no change: one event is added to it instead
        most = (field.max_length or 200) - 4
        rows = model._base_manager.all()
        for number, row in enumerate(rows):
            value = f"{text[:most]}{number}"  # some have to differ from each other
            model._base_manager.filter(pk=row.pk).update(**{field.name: value})
            taken.add(f"{model.__name__}.{field.name}")
    for club in Club.objects.all():
        AuditEvent.objects.create(
            club=club,
            actor_name=text[:80],
            type="member.changed",
            object_id=1,
            before={"display_name": text},
            after={"display_name": text},
            reason=text,
        )
    caches["pages"].clear()
    return taken


class Found(HTMLParser):
    """What a page has that only the text could have brought."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at a tag as a browser would."""
        if tag == "xq":
            self.wrong.append("<xq>")
        for name, value in attrs:
            address = (value or "").strip().lower() if name in _ADDRESSES else ""
            if name == "xq" or name.startswith("on") or address.startswith("javascript:"):
                self.wrong.append(f"<{tag} {name}={value!r}>")

    def handle_data(self, data: str) -> None:
        """Look at what would be run."""
        if self.cdata_elem == "script" and re.search(r"(^|[^\\\w\"'>])xq\(\)", data):
            self.wrong.append(f"<script>{data[:80]}")


_ADDRESSES = {"href", "src", "action", "formaction", "xlink:href"}


def wrong_in(page: str) -> list[str]:
    found = Found()
    found.feed(page)
    found.close()
    return found.wrong


def formulas_in(answer: HttpResponseBase) -> list[str]:
    """Cells of a table that a spreadsheet would work out."""
    kind, content = answer.headers["Content-Type"], body_of(answer)
    if kind.startswith("text/csv"):
        rows = csv.reader(io.StringIO(content.decode("utf-8-sig")))
        return [cell for row in rows for cell in row if cell.startswith(FORMULAS) and "xq" in cell]
    if "spreadsheetml" in kind:
        book = openpyxl.load_workbook(io.BytesIO(content))
        cells = (cell for sheet in book for row in sheet.iter_rows() for cell in row)
        return [str(cell.value) for cell in cells if cell.data_type == "f"]
    return []


def body_of(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else bytes(answer.content)


def add_what_the_world_lacks(world: ClubWorld) -> None:
    """A prize, a penalty, and imports that were refused, that wait and that were taken back."""
    club, league = world.club, world.league
    Prize.objects.create(league=league, measure=Prize.Measure.TOTAL)
    Penalty.objects.create(hanchan=world.game, seat=0, kind="chombo")
    batch = TenhouImport.objects.create(club=club, league=league, state="ready")
    TenhouFile.objects.create(batch=batch, data=b"")
    for number, outcome in enumerate(("", "refused")):
        TenhouGame.objects.create(batch=batch, number=number, found=None, outcome=outcome)
    for state in ("stored", "undone"):
        SheetImport.objects.create(club=club, league=league, state=state, data=b"")
    for text in ('"><xq>', "<script>xq()</script>"):
        open_import(club=club, league=league, name=text, data=table_of(text), actor=ADMIN)


def table_of(text: str) -> bytes:
    """A table of one game, with the text for the people and in the heads."""
    head = ["日付", *(f"{text}{seat}" for seat in range(4)), text]
    rows = io.StringIO()
    csv.writer(rows).writerows([head, ["2026-11-20", "41400", "30000", "23800", "4800", text]])
    return rows.getvalue().encode()


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with stage_of(django_db_blocker) as opened:
        add_what_the_world_lacks(opened.world)
        yield opened


def places() -> list[str]:
    """The addresses that can be read; what the API answers no browser takes for a page."""
    return [name for name in names() if "GET" in TABLE[name].cells and TABLE[name].place != "api"]


def read_all(stage: Stage) -> Iterator[tuple[str, HttpResponseBase]]:
    """Every page and file as the owner gets it, and more forms of some."""
    for name in places():
        client = again(stage.clients["owner"], raise_request_exception=True)
        url = address(name, stage.world)
        for more in ("", *more_forms_of(name)):
            yield name, client.get(url + more)


def more_forms_of(name: str) -> list[str]:
    """What else may stand in an address, after the question mark."""
    if "export" in name:
        return ["?all=1", "?lang=en"]
    imports = {"league:tenhou": TenhouImport, "league:sheet-import": SheetImport}
    model = imports.get(name)
    keys = model._base_manager.values_list("pk", flat=True) if model else []
    return [f"?import={key}" for key in keys]


def texts(payloads: list[str]) -> list[str]:
    """All of them, or a few that differ most."""
    return payloads if FULL else payloads[4::33]


def shown_wrong(stage: Stage, text: str) -> list[str]:
    fill(text)
    wrong = []
    for name, answer in read_all(stage):
        assert answer.status_code < 500, name
        if answer.headers.get("Content-Type", "").startswith(("text/html", "image/svg")):
            found = wrong_in(body_of(answer).decode())
            wrong += [f"{name}: {each}" for each in found]
    return wrong


def test_every_field_of_text_is_filled(stage: Stage) -> None:
    fields = {
        f"{model.__name__}.{field.name}" for model, field in text_fields() if model != AuditEvent
    }

    assert fields - fill("<xq>") == set()


@pytest.mark.parametrize("text", texts(PAYLOADS))
def test_no_page_takes_what_is_written_for_its_own(
    stage: Stage, text: str, record_property: Callable[[str, object], None]
) -> None:
    assert shown_wrong(stage, text) == []
    record_property("measured", f"{len(texts(PAYLOADS))} pieces on {len(places())} addresses")


def test_control_without_escaping_they_do(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine.get_default(), "autoescape", False)

    for text in ('"><img src=x onerror=xq()>', "<script>xq()</script>", '" onfocus=xq() '):
        assert shown_wrong(stage, text)


@pytest.mark.parametrize("text", FORMULAS if FULL else FORMULAS[::5])
def test_no_file_has_a_formula_that_was_written_into_a_field(stage: Stage, text: str) -> None:
    fill(f"{text}xq")

    tables = [
        (name, formulas_in(answer))
        for name, answer in read_all(stage)
        if "csv" in answer.headers.get("Content-Type", "")
        or "spreadsheetml" in answer.headers.get("Content-Type", "")
    ]

    assert len(tables) > 3
    assert [each for each in tables if each[1]] == []
