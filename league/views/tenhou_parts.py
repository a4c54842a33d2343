"""What the pages of an import show: lines in words, names to choose for, filters and pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from league.forms.tenhou import AskedForm, NamesForm
from league.models import Job, TenhouImport
from league.selectors.tenhou_import import Planned
from league.selectors.tenhou_page import PAGE, DryRun, Line, NameLine, Result, people_to_choose
from league.tenhou_found import Found, found_again
from league.tenhou_names import How, Meant
from league.tenhou_words import error_words, is_english

_MOST_PAGES = 999
#: a job that waits for longer than this has probably no worker
_WAITS_LONG = timedelta(minutes=1)


class SeatShown(NamedTuple):
    """A player of a game: the name as it came, who that is, the score."""

    name: str
    who: str
    mark: str  # empty: a member, without doubt
    score: int
    points: int | None


class Shown(NamedTuple):
    """A game of an import on the page."""

    number: int
    where: str
    time: str
    rule: str
    status: str
    why: str
    why_english: str
    planned: Planned | None
    found: Found | None
    seats: tuple[SeatShown, ...]
    notes: tuple[str, ...]
    differences: tuple[str, ...]


class NameShown(NamedTuple):
    """A name to choose for."""

    at: int
    line: NameLine
    says: str
    asks: bool  # nothing is stored before somebody says who it is
    typed: str
    is_guest: bool
    error: str


def page_asked(request: HttpRequest, statuses: Sequence[str]) -> tuple[str, int]:
    """Which lines are asked for, and which hundred of them."""
    only, page = request.GET.get("show", ""), request.GET.get("page", "")
    number = int(page) if page.isascii() and page.isdigit() and len(page) < 4 else 1
    return (only if only in statuses else ""), min(max(number, 1), _MOST_PAGES)


def progress_context(batch: TenhouImport, job: Job | None) -> dict[str, Any]:
    """How far an import is."""
    is_waiting = job is not None and job.state == Job.State.WAITING
    waits_long = is_waiting and job is not None and timezone.now() - job.created_at > _WAITS_LONG
    return {
        "batch": batch,
        "job": job,
        "failed": job is not None and job.state == Job.State.FAILED,
        "lost": job is None,
        "waits_long": waits_long,
    }


def dry_run_context(
    batch: TenhouImport,
    run: DryRun,
    form: AskedForm,
    names: NamesForm | None,
    *,
    only: str,
    page: int,
) -> dict[str, Any]:
    """What the dry run shows."""
    labels = {"new": _("New"), "known": _("Known already"), "cannot": _("Cannot be stored")}
    listed = list(_names(run, names, batch.choices))
    return {
        "batch": batch,
        "run": run,
        "form": form,
        "lines": [_shown(line) for line in run.lines],
        "asking": [each for each in listed if each.asks or each.error],
        "unsure": [each for each in listed if not each.asks and not each.error and _unsure(each)],
        "sure": [each for each in listed if not each.asks and not each.error and not _unsure(each)],
        "people": people_to_choose(batch.club),
        "statuses": labels,
        **_pages(batch, labels, run.counts, only=only, page=page, shown=run.shown),
    }


def result_context(batch: TenhouImport, result: Result, *, only: str, page: int) -> dict[str, Any]:
    """What came of an import."""
    labels = {"stored": _("Stored"), "known": _("Known already"), "refused": _("Not stored")}
    lines = [
        {
            "game": told.game,
            "where": _where(told.game.file, told.game.line),
            "label": labels.get(told.game.outcome, told.game.outcome),
            "hanchan": told.hanchan,
            "found": found_again(told.game.found) if told.game.found else None,
            "why": told.game.said or error_words(told.game.error),
        }
        for told in result.told
    ]
    shown = result.shown
    pages = _pages(batch, labels, result.counts, only=only, page=page, shown=shown)
    return {"batch": batch, "result": result, "lines": lines, **pages}


def _pages(
    batch: TenhouImport,
    labels: dict[str, str],
    counts: dict[str, int],
    *,
    only: str,
    page: int,
    shown: int,
) -> dict[str, Any]:
    def address(**asked: object) -> str:
        return "?" + urlencode({"import": batch.pk, **{k: v for k, v in asked.items() if v}})

    total = sum(counts.get(status, 0) for status in labels)
    tabs = [{"url": address(), "label": f"{_('All')} {total:,}", "current": not only}]
    tabs += [
        {
            "url": address(show=status),
            "label": f"{label} {counts.get(status, 0):,}",
            "current": only == status,
        }
        for status, label in labels.items()
    ]
    last = max((shown + PAGE - 1) // PAGE, 1)
    return {
        "tabs": tabs,
        "here": address(show=only, page=page if page > 1 else ""),
        "page_now": f"{min(page, last)} / {last}" if last > 1 else "",
        "page_before": address(show=only, page=page - 1) if page > 1 else "",
        "page_after": address(show=only, page=page + 1) if page < last else "",
    }


def _shown(line: Line) -> Shown:
    game, planned = line.game, line.planned
    found = planned.found if planned else None
    error = "" if planned else game.error
    return Shown(
        number=game.number + 1,
        where=_where(game.file, game.line),
        time=found.time if found else "",
        rule=_rule(found) if found else "",
        status=line.status.value,
        why=planned.why if planned else error_words(error),
        why_english=error if is_english(error) else "",
        planned=planned,
        found=found,
        seats=tuple(_seats(planned)) if planned else (),
        notes=planned.notes if planned else (),
        differences=tuple(game.differences),
    )


def _where(file: str, line: int | None) -> str:
    name = file or _("pasted")
    return _("%(file)s, line %(line)s") % {"file": name, "line": line} if line else name


def _rule(found: Found) -> str:
    lengths = {"tonpu": _("East only"), "tonnan": _("East and South")}
    parts = [
        _("%(players)s players") % {"players": found.players},
        lengths.get(found.length or "", ""),
        _("open tanyao") if found.open_tanyao else _("no open tanyao"),
        _("red fives") if found.red_fives else _("no red fives"),
        _("lobby %(lobby)s") % {"lobby": found.lobby} if found.lobby not in ("", "0") else "",
    ]
    return " · ".join(filter(None, parts))


def _seats(planned: Planned) -> Iterator[SeatShown]:
    found = planned.found
    meant = planned.seats or (Meant(How.LISTED),) * found.players
    points = found.points or (None,) * found.players
    for name, each, score, held in zip(found.names, meant, found.scores, points, strict=True):
        who = each.member.display_name if each.member else ""
        yield SeatShown(name, who, how_words(each), score, held)


def how_words(meant: Meant) -> str:
    """How a name was understood, where there is anything to say."""
    return {
        How.NEW: _("new guest"),
        How.TWICE: _("new guest: the name stands twice"),
        How.NAMELESS: _("new guest"),
        How.TAKEN: _("new guest: that member sits at another seat"),
        How.SEVERAL: _("who is it?"),
        How.TEAM: _("without the team"),
        How.FOLDED: _("similar"),
        How.CHOSEN: _("your choice"),
    }.get(meant.how, "")


def _names(run: DryRun, names: NamesForm | None, choices: Mapping[str, int]) -> Iterator[NameShown]:
    for at, line in enumerate(run.names):
        meant = line.meant
        said, people = choices.get(line.name), (meant.member, *meant.offered)
        typed = next((who.display_name for who in people if who and who.pk == said), "")
        is_guest = said == 0
        if names is not None:
            typed = names.typed.get(line.name, typed)
            is_guest = line.name in names.guests
        error = names.errors.get(line.name, "") if names else ""
        asks = meant.how is How.SEVERAL
        yield NameShown(at, line, _says(meant), asks, typed, is_guest, error)


def _says(meant: Meant) -> str:
    if meant.member is not None:
        words = how_words(meant)
        name = meant.member.display_name
        return f"{name} ({words})" if words else name
    if meant.how is How.SEVERAL:
        return _("May be %(names)s") % {
            "names": _(", ").join(m.display_name for m in meant.offered)
        }
    return how_words(meant)


def _unsure(shown: NameShown) -> bool:
    return shown.line.meant.how in (How.TAKEN, How.NEW, How.CHOSEN, How.TEAM, How.FOLDED)
