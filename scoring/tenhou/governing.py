"""The rule that a record's game was played under: its room's, on its day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any, Final

from rules.errors import shown
from rules.parameters import RiichiParameters, override
from scoring.requests import Heading
from scoring.tenhou.errors import WrongRuleError
from scoring.tenhou.notation import whole
from scoring.tenhou.values import Record
from scoring.versions import ClubVersion, version_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Governing:
    """A rule, and where it comes from."""

    key: str  # the rule set
    version: str  # its first day
    day: date | None  # of the game; None: nobody says, so the version is the newest
    rule: RiichiParameters
    unread: tuple[str, ...]  # what the record says of its rules that nobody can read

    def as_json(self) -> dict[str, Any]:
        """Where the rule comes from, in the form of docs/commands.md."""
        facts = {
            "rule": self.key,
            "version": self.version,
            "day": self.day.isoformat() if self.day else None,
        }
        return {**facts, "unread": list(self.unread)} if self.unread else facts


def rule_for(
    record: Record,
    *,
    today: date,
    on: date | None = None,
    key: str | None = None,
    changes: Mapping[str, Any] | None = None,
    club_version: ClubVersion | None = None,
) -> Governing:
    """Find the rule of a record.

    Red fives, open tanyao and the length are as the record says wherever the rule leaves them to
    each event, as the sets of Tenhou and Mahjong Soul do. What a custom lobby says of points and
    uma holds above Tenhou's own set.

    Args:
        record: the game.
        today: the day of a record that tells none, when ``on`` does not either.
        on: a day that holds above the record's own.
        key: a rule set; None: that of the record's room, players and length.
        changes: parameters that the caller changes on top.
        club_version: finds a club's own version; without it only shipped sets are known.

    Raises:
        RuleError: there is no such rule, no version of that day, or a change that cannot stand.
        WrongRuleError: it is no riichi rule, or for another number of players.
        RecordError: the custom lobby's rules cannot be read.
    """
    day = on or record.day
    heading = Heading(rule=key or _set_of(record))
    version = version_of(heading, today=day or today, club_version=club_version)
    rule = version.value
    if not isinstance(rule, RiichiParameters) or rule.game.players != record.players:
        raise WrongRuleError(rule=shown(heading.rule), players=record.players)
    room, left_open = record.room, rule.event.open_options
    recorded = {
        "red_fives": room.red_fives,
        "open_tanyao": room.open_tanyao,
        "length": record.length,
    }
    own = _custom(record) if key is None else {}
    stated = {name: value for name, value in recorded.items() if name in left_open} | own
    return Governing(
        key=heading.rule,
        version=version.label,
        day=day,
        rule=override(rule, {**stated, **(changes or {})}),
        unread=tuple(_unread(record)),
    )


def _set_of(record: Record) -> str:
    if record.room.site == "mahjong_soul":
        return f"mahjong-soul-{record.players}p"
    return f"tenhou-{record.players}p-{record.length}"


# A custom lobby's rules: two fields of bits, then numbers, each between commas; what is empty is
# as in Tenhou's own set. Source: one record of such a room.

_STATED: Mapping[int, str] = MappingProxyType(
    {4: "start_points", 5: "return_points", 6: "overtime_target"}
)
_UMA: Final = 21  # from here on, by floating players, the uma of all but the first


def _custom(record: Record) -> dict[str, Any]:
    cells = record.room.custom.split(",")
    found: dict[str, Any] = {
        name: whole(cells[at], what="csrule", low=0)
        for at, name in _STATED.items()
        if at < len(cells) and cells[at]
    }
    rows = [[f"{cell}000" for cell in row] for row in _uma_cells(cells, record.players)]
    return found | _uma([tuple(whole(cell, what="csrule") for cell in row) for row in rows])


def _uma_cells(cells: Sequence[str], players: int) -> list[Sequence[str]]:
    """The uma by floating players, in thousands; empty unless all of it is there."""
    others = players - 1
    starts = range(_UMA, _UMA + others * (players + 1), others)
    rows = [cells[at : at + others] for at in starts]
    return rows if all(map(all, rows)) and len(rows[-1]) == others else []


def _uma(others: Sequence[tuple[int, ...]]) -> dict[str, Any]:
    rows = [(-sum(row), *row) for row in others]
    if len(set(rows)) > 1:
        return {"uma_kind": "floating", "uma": (), "floating_uma": tuple(rows)}
    return {"uma_kind": "by_place", "uma": rows[0], "floating_uma": ()} if rows else {}


def _unread(record: Record) -> Iterator[str]:
    """Name what the record says of its rules and no source explains."""
    if record.room.unread:
        yield record.room.unread
    cells = record.room.custom.split(",")
    uma = sum(map(len, _uma_cells(cells, record.players)))
    known = {*_STATED, *range(_UMA, _UMA + uma)}
    yield from (f"csrule {at}: {cell}" for at, cell in enumerate(cells) if cell and at not in known)
