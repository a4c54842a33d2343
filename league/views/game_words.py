"""A game in words: the steps of its sum, what was noted with it, and what each event changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.models import AuditEvent, Hanchan, Settlement
from league.selectors.game_history import GameHistory, Snapshot
from league.selectors.game_story import GameStory, Step
from league.templatetags.points import points as written_points
from league.templatetags.points import score as written_score
from league.templatetags.points import score_spoken, seat_wind
from league.yakuman import yakuman_name


class Change(NamedTuple):
    """A field that became another; each side as people read it."""

    label: str
    old: str
    new: str


class HistoryItem(NamedTuple):
    """One event of a game's life."""

    event: AuditEvent
    when: str  # by the club's clock
    title: str
    who: str
    changes: tuple[Change, ...]


class EarlierScores(NamedTuple):
    """A settlement that no longer counts: name, place and score of each seat."""

    settlement: Settlement
    scores: tuple[tuple[str, int, int], ...]


def penalty_name(kind: str) -> str:
    """A penalty's kind for people; a club's own word stands for itself."""
    return _("chombo") if kind == "chombo" else kind


def actor_name(event: AuditEvent) -> str:
    """Who did it, as the club knows them."""
    return _("evening pass") if event.evening_pass_id else event.actor_name


def history_items(history: GameHistory, zone: ZoneInfo, decimals: int) -> list[HistoryItem]:
    """Every event with what it changed, newest first.

    Args:
        history: the game's past.
        zone: whose clock the moments are told by.
        decimals: of a score.
    """
    return [
        HistoryItem(
            event=event,
            when=date_format(event.at.astimezone(zone), "DATETIME_FORMAT"),
            title=_title(event.type),
            who=actor_name(event),
            changes=tuple(_changes(event.before, event.after, history, decimals)),
        )
        for event in reversed(history.events)
    ]


def earlier_scores(history: GameHistory) -> list[EarlierScores]:
    """The settlements that no longer count, newest first."""
    shots = {shot.get("revision"): shot for shot in history.snapshots}
    return [
        EarlierScores(each, _scores(each, shots.get(each.hanchan_revision, {}), history))
        for each in reversed(history.earlier)
    ]


def _title(type_: str) -> str:
    return {
        "hanchan.recorded": _("Entered"),
        "hanchan.edited": _("Corrected"),
        "hanchan.voided": _("Voided"),
        "hanchan.restored": _("Restored"),
    }.get(type_, type_)


def _scores(
    settlement: Settlement, shot: Snapshot, names: GameHistory
) -> tuple[tuple[str, int, int], ...]:
    who = [_who(seat, names) for seat in shot.get("seats", ())] or [
        seat_wind(seat) for seat in range(len(settlement.scores))
    ]
    return tuple(zip(who, settlement.places, settlement.scores, strict=False))


def _changes(
    before: Snapshot | None, after: Snapshot | None, names: GameHistory, decimals: int
) -> Iterator[Change]:
    """Every field that differs, in the order in which the page shows them."""
    if not before or not after:
        return
    new = dict(_fields(after, names, decimals))
    old = dict(_fields(before, names, decimals))
    for label in [*new, *(label for label in old if label not in new)]:
        if old.get(label) != new.get(label):
            yield Change(label, old.get(label) or _("none"), new.get(label) or _("none"))


def _fields(shot: Snapshot, names: GameHistory, decimals: int) -> Iterator[tuple[str, str]]:
    """A snapshot as labels and texts; a label stands once."""
    yield _("League"), names.leagues.get(shot.get("league", 0), "")
    yield _("Table"), str(shot.get("table", ""))
    yield _("Number"), str(shot.get("number", ""))
    for index, seat in enumerate(shot.get("seats", ())):
        yield from _seat_fields(index, seat, names)
    yield _("Sticks left over"), written_points(shot.get("sticks") or 0)
    yield _("Penalties"), _listed(map(_penalty, shot.get("penalties", ())))
    yield _("Yakuman"), _listed(map(_yakuman, shot.get("yakuman", ())))
    yield _("Ended by time"), _yes_or_no(shot.get("ended_by_time"))
    yield _("Remark"), str(shot.get("remark", ""))
    yield _("Rule version"), names.versions.get(shot.get("version") or 0, "")
    for index, scored in enumerate(shot.get("scores") or ()):
        yield _of_seat(index, _("score")), written_score(scored, decimals)
    for index, place in enumerate(shot.get("places") or ()):
        yield _of_seat(index, _("placed")), str(place)


def _seat_fields(index: int, seat: Snapshot, names: GameHistory) -> Iterator[tuple[str, str]]:
    yield _of_seat(index, _("player")), _who(seat, names)
    yield _of_seat(index, _("points")), written_points(seat.get("points"))
    yield _of_seat(index, _("chips")), str(seat.get("chips") or 0)
    yield _of_seat(index, _("no win (yakitori)")), _yes_or_no(seat.get("is_yakitori"))
    by = seat.get("busted_by")
    yield _of_seat(index, _("busted by")), seat_wind(by) if by is not None else ""


def _of_seat(index: int, what: str) -> str:
    return _("%(wind)s %(what)s") % {"wind": seat_wind(index), "what": what}


def _who(seat: Snapshot, names: GameHistory) -> str:
    return names.members.get(seat.get("member_id") or 0) or seat.get("guest") or "–"


def _penalty(taken: Snapshot) -> str:
    words = f"{seat_wind(taken['seat'])} {penalty_name(taken['kind'])}×{taken['count']}"
    return f"{words} ({taken['reason']})" if taken.get("reason") else words


def _yakuman(won: Snapshot) -> str:
    return f"{seat_wind(won['seat'])} {yakuman_name(won['name'])}"


def _listed(texts: Iterator[str]) -> str:
    return _(", ").join(texts)


def _yes_or_no(value: object) -> str:
    return _("yes") if value else _("no")


def step_words(step: Step) -> dict[str, Any]:
    """A line of a seat's sum as it is printed and spoken."""
    labels = {
        "held": _("Points at the end"),
        "return": _("Return points"),
        "sticks": _("Riichi sticks at the end"),
        "below_zero": _("Below zero"),
        "rounding": _("Rounding"),
        "uma": _("Uma"),
        "oka": _("Oka"),
        "chips": _("Chips"),
        "bust": _("Bust bonus"),
        "yakitori": _("Yakitori"),
        "yakuman": _("Yakuman prize"),
        "penalty": _("Penalty"),
    }
    text = written_score(step.points)
    return {
        "label": labels.get(step.kind, step.kind),
        "step": step,
        # what was held begins the sum: no sign, unless below zero
        "text": text.lstrip("+") if step.kind == "held" else text,
        "spoken": score_spoken(step.points) if step.points < 0 else "",
    }


def noted_facts(game: Hanchan, story: GameStory) -> list[tuple[str, str]]:
    """What else was noted, as names and values; only what there is."""
    who = {seat.seat: seat.name for seat in story.seats}
    facts = [
        (_("Riichi sticks at the end"), f"{game.sticks:,}" if game.sticks else ""),
        (_("Chips"), _chips(story)),
        (_("No win (yakitori)"), _(", ").join(s.name for s in story.seats if s.is_yakitori)),
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
        if won.discarder is None:
            text = _("%(who)s: %(yaku)s, self-drawn") % words
        else:
            text = _("%(who)s: %(yaku)s, from %(loser)s") % {
                **words,
                "loser": who.get(won.discarder, ""),
            }
        facts.append((_("Yakuman"), text))
    facts.append((_("Ended by time"), _("yes") if game.ended_by_time else ""))
    facts.append((_("Remark"), game.remark))
    return [(name, value) for name, value in facts if value]


def _chips(story: GameStory) -> str:
    if not any(seat.chips for seat in story.seats):
        return ""
    counted = (f"{seat.name} {seat.chips:+d}".replace("-", "▲") for seat in story.seats)
    return _(", ").join(counted)
