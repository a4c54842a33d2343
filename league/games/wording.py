"""A game in words: the steps of its sum, what was noted with it, and what each event changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.core.formats import also_changed, moved, result_name, score_spoken, seat_wind
from league.core.formats import points as written_points
from league.core.formats import score as written_score
from league.games.read import GameHistory, Snapshot, counts_since, settled_anew
from league.games.story import GameStory, Step
from league.models import AuditEvent, Hanchan, Settlement
from league.rulebook.options import options_in_words
from league.wording.hands import yakuman_name
from league.wording.rules import language
from rules.parameters.base import PENALTY_KINDS
from rules.words.files import entry_of
from scoring.tenhou.notation import log_id_in


class Change(NamedTuple):
    label: str
    old: str
    new: str


class HistoryItem(NamedTuple):
    at: datetime
    when: str  # by the club's clock
    title: str
    who: str
    reason: str
    changes: tuple[Change, ...]
    also: str = ""  # which other games changed with it
    version: str = ""  # settled again: under which version


def penalty_name(kind: str) -> str:
    """Name a penalty's kind; a club's own kind is its own name."""
    if kind == "chombo":
        return _("Chombo")
    if kind not in PENALTY_KINDS:
        return kind
    name = entry_of("riichi", "penalty_table").choice(kind, language())
    return name[:1].upper() + name[1:]


def actor_name(event: AuditEvent) -> str:
    return _("evening pass") if event.evening_pass_id else event.actor_name


def history_items(history: GameHistory, zone: ZoneInfo, decimals: int) -> list[HistoryItem]:
    """Return every event and resettlement, newest first.

    Args:
        history: the game's past.
        zone: the time zone for displaying times.
        decimals: of a score.
    """
    items = [
        HistoryItem(
            at=event.at,
            when=date_format(event.at.astimezone(zone), "DATETIME_FORMAT"),
            title=_title(event.type),
            who=actor_name(event),
            reason=event.reason,
            changes=tuple(_changes(event.before, event.after, history, decimals)),
            also=also_changed(
                (event.after or {}).get("also", ()), (event.after or {}).get("table", 0)
            ),
        )
        for event in history.events
    ]
    items += [
        _settled_anew(old, new, history, zone, decimals)
        for old, new in settled_anew(history.settlements)
    ]
    # of one moment the later stays the later
    items.reverse()
    return sorted(items, key=lambda item: item.at, reverse=True)


def _settled_anew(
    old: Settlement, new: Settlement, history: GameHistory, zone: ZoneInfo, decimals: int
) -> HistoryItem:
    """Describe a changed outcome of the same revision: the rules changed, or its table did."""
    change, cause = new.change, history.causes.get(new.pk)
    at = counts_since(new)
    may_be_more = any(counts_since(old) < each < at for each in history.summed_up)
    if change is None:
        title = _("Re-scored: another game at its table changed")
    else:
        title = _("Re-scored: the rules changed")
    return HistoryItem(
        at=at,
        when=date_format(at.astimezone(zone), "DATETIME_FORMAT"),
        title=title,
        who=change.created_by_name if change else actor_name(cause) if cause else "",
        reason=new.reason or (change.reason if change else ""),
        changes=tuple(_score_changes(old, new, decimals)),
        also=_("Scores under rules that held in between are no longer kept.")
        if may_be_more
        else "",
        version=new.version.label,
    )


def _score_changes(old: Settlement, new: Settlement, decimals: int) -> Iterator[Change]:
    if old.result != new.result:
        yield Change(_("Result"), result_name(old.result), result_name(new.result))
    if old.dabu_ken != new.dabu_ken:
        nobody = _("nobody")
        held, holds = _wind(old.dabu_ken) or nobody, _wind(new.dabu_ken) or nobody
        yield Change(_("Right to double before"), held, holds)
    for seat, (before, after) in enumerate(zip(old.scores, new.scores, strict=True)):
        if before != after:
            label = _("%(wind)s score") % {"wind": seat_wind(seat)}
            yield Change(label, written_score(before, decimals), written_score(after, decimals))


def earlier_scores(history: GameHistory) -> list[dict[str, Any]]:
    """The settlements that no longer count, newest first: name, place and score of each seat."""
    shots = {shot.get("revision"): shot for shot in history.snapshots}
    found = []
    for each in reversed(history.earlier):
        shot = shots.get(each.hanchan_revision, {})
        who = [_who(seat, history) for seat in shot.get("seats", ())] or [
            seat_wind(seat) for seat in range(len(each.scores))
        ]
        scores = list(zip(who, each.places, each.scores, strict=False))
        found.append({"settlement": each, "scores": scores})
    return found


def _title(type_: str) -> str:
    return {
        "hanchan.recorded": _("Entered"),
        "hanchan.edited": _("Corrected"),
        "hanchan.voided": _("Voided"),
        "hanchan.restored": _("Restored"),
    }.get(type_, type_)


def _changes(
    before: Snapshot | None, after: Snapshot | None, names: GameHistory, decimals: int
) -> Iterator[Change]:
    """Yield every field that differs, in the order in which the page shows them."""
    if not before or not after:
        return
    new = dict(_fields(after, names, decimals))
    old = dict(_fields(before, names, decimals))
    for label in [*new, *(label for label in old if label not in new)]:
        if old.get(label) != new.get(label):
            yield Change(label, old.get(label) or _("none"), new.get(label) or _("none"))


def _fields(shot: Snapshot, names: GameHistory, decimals: int) -> Iterator[tuple[str, str]]:
    """Yield a snapshot as labels and texts; no label is repeated."""
    yield _("League"), names.leagues.get(shot.get("league", 0), "")
    yield _("Table"), str(shot.get("table", ""))
    yield _("Number"), str(shot.get("number", ""))
    for index, seat in enumerate(shot.get("seats", ())):
        yield from _seat_fields(index, seat, names)
    yield _("Sticks left over"), written_points(shot.get("sticks") or 0)
    yield _("Penalties"), _listed(map(_penalty, shot.get("penalties", ())))
    yield _("Yakuman"), _listed(map(_yakuman, shot.get("yakuman", ())))
    yield _("Ended by time limit"), _yes_or_no(shot.get("ended_by_time"))
    yield _("Remark"), str(shot.get("remark", ""))
    yield _("Rule version"), names.versions.get(shot.get("version") or 0, "")
    for index, scored in enumerate(shot.get("scores") or ()):
        yield _("%(wind)s score") % {"wind": seat_wind(index)}, written_score(scored, decimals)
    for index, place in enumerate(shot.get("places") or ()):
        yield _("%(wind)s placed") % {"wind": seat_wind(index)}, str(place)


def _seat_fields(index: int, seat: Snapshot, names: GameHistory) -> Iterator[tuple[str, str]]:
    wind, by = {"wind": seat_wind(index)}, seat.get("busted_by")
    yield _("%(wind)s player") % wind, _who(seat, names)
    yield _("%(wind)s points") % wind, written_points(seat.get("points"))
    yield _("%(wind)s chips") % wind, str(seat.get("chips") or 0)
    yield _("%(wind)s no win (yakitori)") % wind, _yes_or_no(seat.get("is_yakitori"))
    yield _("%(wind)s substitute") % wind, _yes_or_no(seat.get("is_substitute"))
    yield _("%(wind)s busted by") % wind, seat_wind(by) if by is not None else ""


def _who(seat: Snapshot, names: GameHistory) -> str:
    return names.members.get(seat.get("member_id") or 0) or seat.get("guest") or "–"


def _penalty(taken: Snapshot) -> str:
    words = f"{seat_wind(taken['seat'])} {penalty_name(taken['kind'])}×{taken['count']}"
    return f"{words} ({taken['reason']})" if taken.get("reason") else words


def _yakuman(won: Snapshot) -> str:
    facts = {"who": seat_wind(won["seat"]), "yaku": yakuman_name(won["name"])}
    return yakuman_words(facts, _wind(won.get("discarder")), _wind(won.get("pao")))


def _wind(seat: int | None) -> str:
    return "" if seat is None else seat_wind(seat)


def yakuman_words(facts: dict[str, str], loser: str, responsible: str) -> str:
    if loser and responsible:
        words = _("%(who)s: %(yaku)s, from %(loser)s, %(responsible)s responsible (pao)")
    elif responsible:
        words = _("%(who)s: %(yaku)s, self-drawn, %(responsible)s responsible (pao)")
    elif loser:
        words = _("%(who)s: %(yaku)s, from %(loser)s")
    else:
        words = _("%(who)s: %(yaku)s, self-drawn")
    return words % {**facts, "loser": loser, "responsible": responsible}


def _listed(texts: Iterator[str]) -> str:
    return _(", ").join(texts)


def _yes_or_no(value: object) -> str:
    return _("yes") if value else _("no")


def sum_words(
    steps: Sequence[Step], *, result: str = "", by_yakuman: bool = False
) -> list[dict[str, Any]]:
    """Write a seat's sum line by line, for print and for screen readers.

    Args:
        steps: the lines.
        result: in a game of Boo, what its top made.
        by_yakuman: whether a yakuman ended it.
    """
    # where the sum begins with what was held, it is shown to the hundred all the way
    decimals = 1 if any(step.kind == "held" for step in steps) else 0
    # with the right to double, the first step pays for the maru-A that it doubles
    maru = result_name("maru_a" if result == "double_maru_a" else result)
    if by_yakuman and result == "double_maru_a":
        maru = _("Yakuman: double maru-A")
    return [_step_words(step, maru, decimals) for step in steps]


def _step_words(step: Step, maru: str, decimals: int) -> dict[str, Any]:
    labels = {
        "held": _("Final points"),
        "return": _("Return points"),
        "sticks": _("Remaining riichi sticks"),
        "below_zero": _("Below zero"),
        "rounding": _("Rounding"),
        "uma": _("Uma"),
        "oka": _("Oka"),
        "chips": _("Chips"),
        "bust": _("Bust bonus"),
        "yakitori": _("Yakitori"),
        "substitute": _("Substitute"),
        "yakuman": _("Yakuman bonus"),
        "penalty": _("Penalty"),
        "cards": _("Penalty for several cards"),
        "maru": maru,
        "dabu_ken": _("Right to double"),
        "pao": _("Responsible (pao)"),
        "points": _("Final total"),
        "given": _("Imported score"),
    }
    text = written_score(step.points, decimals)
    return {
        "label": labels.get(step.kind, step.kind),
        "step": step,
        # what was held begins the sum: no sign, unless below zero
        "text": text.lstrip("+") if step.kind == "held" else text,
        "spoken": score_spoken(step.points, decimals) if step.points < 0 else "",
    }


def noted_facts(game: Hanchan, story: GameStory) -> list[tuple[str, str]]:
    """Return what else was noted, as names and values; empty values are left out."""
    who = {seat.seat: seat.name for seat in story.seats}
    nobody = _("nobody")
    facts = [
        (_("Result"), result_name(story.result)),
    ]
    if story.version is not None:
        facts += options_in_words(game.options, [story.version.value])
    if story.right is not None:
        facts += [
            (_("Right to double before"), _(", ").join(story.right[0]) or nobody),
            (_("Right to double after"), _(", ").join(story.right[1]) or nobody),
        ]
    facts += [
        (_("Remaining riichi sticks"), f"{game.sticks:,}" if game.sticks else ""),
        (_("Chips"), _chips(story)),
        (_("No win (yakitori)"), _(", ").join(s.name for s in story.seats if s.is_yakitori)),
        (_("Substitute"), _(", ").join(s.name for s in story.seats if s.is_substitute)),
    ]
    facts += [
        (
            penalty_name(taken.kind),
            f"{who.get(taken.seat, '')} ×{taken.count} {taken.reason}".strip(),
        )
        for taken in game.penalties.all()
    ]
    for won in game.yakuman.all():
        words = {"who": who.get(won.seat, ""), "yaku": yakuman_name(won.name)}
        loser = "" if won.discarder is None else who.get(won.discarder, "")
        responsible = "" if won.pao is None else who.get(won.pao, "")
        facts.append((_("Yakuman"), yakuman_words(words, loser, responsible)))
    # with a game that the league's rules settle, scores may have come as well
    came = (
        [] if game.scores_are_given else [s for s in game.seats.all() if s.given_score is not None]
    )
    scores = (f"{who[seat.seat]} {written_score(seat.given_score)}" for seat in came)
    facts.append((_("Scores in the record"), _(", ").join(scores)))
    facts.append((_("Tenhou log"), log_id_in(game.outside_id)))
    facts.append((_("Ended by time limit"), _("yes") if game.ended_by_time else ""))
    facts.append((_("Remark"), game.remark))
    return [(name, value) for name, value in facts if value]


def _chips(story: GameStory) -> str:
    if not any(seat.chips for seat in story.seats):
        return ""
    counted = (f"{seat.name} {moved(seat.chips)}" for seat in story.seats)
    return _(", ").join(counted)
