"""What can be wrong with a game's record, and with a line of a result list.

The field of an error is the part of the record: its hand, tag or key.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import ClassVar

from rules.errors import gettext_noop
from scoring.errors import ScoringError


class RecordError(ScoringError):
    """A record that cannot be read: no record at all, cut off, too large, or against itself."""

    code: ClassVar[str] = "bad-record"
    sentences = MappingProxyType(
        {
            # the file
            "no-record": gettext_noop(
                "This is no game record: it begins neither as XML nor as JSON."
            ),
            "no-xml": gettext_noop("The record is broken or cut off: it is no whole XML."),
            "no-json": gettext_noop("The record is broken or cut off: it is no whole JSON."),
            "not-utf-8": gettext_noop("This file is not UTF-8. Save it as UTF-8."),
            "other-kind": gettext_noop("This is a file of another kind, no game record."),
            "doctype": gettext_noop(
                "The file declares entities or a document type, which no record does."
            ),
            "zip-in-zip": gettext_noop("A zip file within a zip file is not opened."),
            "broken": gettext_noop("The file is broken or cut off and cannot be unpacked."),
            "locked": gettext_noop("The file is locked with a password."),
            "compression": gettext_noop("The file is compressed in a way that is not read."),
            "unreadable": gettext_noop("The file cannot be read: %(why)s."),
            # values
            "bad-value": gettext_noop("“%(found)s” cannot stand here."),
            "no-whole": gettext_noop("This must be a whole number from %(least)s to %(most)s."),
            "no-list": gettext_noop("This must be a list."),
            "no-object": gettext_noop("This must be an object."),
            "no-text": gettext_noop("“%(found)s” must be a text."),
            "entries": gettext_noop("There cannot be %(count)s entries here."),
            "missing": gettext_noop("This is missing in the record."),
            "misplaced": gettext_noop("This does not belong at this place of the record."),
            "most": gettext_noop("A game has no more than %(most)s of these."),
            # players
            "players": gettext_noop("The names do not fit the number of players."),
            "name": gettext_noop("“%(found)s” cannot be read as a name."),
            "no-seat": gettext_noop("Nobody sits at seat %(seat)s."),
            "empty-seat": gettext_noop("The empty seat has points."),
            # hands
            "no-hand": gettext_noop("The record does not begin with a hand."),
            "first-dealer": gettext_noop(
                "The seats of a record are counted from the first dealer."
            ),
            "other-dealer": gettext_noop("The dealer is another than the hand says."),
            "breaks-off": gettext_noop("The record breaks off."),
            "goes-on": gettext_noop("The record goes on after the end of the game."),
            "dealt": gettext_noop("A player is dealt 13 tiles, not %(count)s."),
            "tile-twice": gettext_noop("Tile %(number)s comes twice."),
            "not-together": gettext_noop("The players' draws and discards do not fit together."),
            # what happens at the table
            "out-of-turn": gettext_noop("Seat %(seat)s plays out of turn."),
            "no-wall": gettext_noop("More tiles are drawn than the wall has."),
            "open-riichi": gettext_noop("Seat %(seat)s declares riichi with an open hand."),
            "riichi-twice": gettext_noop("Seat %(seat)s declares riichi twice."),
            "nothing-discarded": gettext_noop("Seat %(seat)s calls where nothing was discarded."),
            "other-discard": gettext_noop(
                "Seat %(seat)s calls %(tile)s, which is not the last discard."
            ),
            "other-discarder": gettext_noop(
                "A tile is called from another than the one who discarded it."
            ),
            "chi-from": gettext_noop(
                "Seat %(seat)s calls chi from another than the player before."
            ),
            "no-pon": gettext_noop("Seat %(seat)s adds %(tile)s to no pon."),
            "not-aside": gettext_noop("Seat %(seat)s cannot set %(tile)s aside."),
            "not-held": gettext_noop("Seat %(seat)s does not hold %(tile)s."),
            "no-part": gettext_noop(
                "Seat %(seat)s wins on a tile that seat %(other_seat)s had no part in."
            ),
            "other-tile": gettext_noop(
                "Seat %(seat)s wins on %(tile)s, but %(last_tile)s came last."
            ),
            "not-shown": gettext_noop("The winning tile is not in the hand that is shown."),
            # points
            "no-end": gettext_noop("The record does not tell how the game ended."),
            "points-after": gettext_noop(
                "The record contradicts itself: after %(hand)s the players hold %(own)s, "
                "but it says %(said)s."
            ),
            "points-at-end": gettext_noop(
                "The record contradicts itself: it ends at %(said)s, but its hands lead to %(own)s."
            ),
            "scores": gettext_noop("The scores must add up to 0, not to %(total)s."),
        }
    )


class TooMuchError(RecordError):
    """More files or bytes than are read."""

    code = "too-large"
    sentences = MappingProxyType(
        {
            "too-large": gettext_noop("This is too large for a record."),
            "too-many-files": gettext_noop("Too much in one zip file: bring it in parts."),
        }
    )


class WrongRuleError(RecordError):
    """A rule that the record's game cannot have been played under."""

    code = "wrong-rule"
    sentences = MappingProxyType(
        {
            "wrong-rule": gettext_noop(
                "“%(rule)s” is no rule for riichi games of %(players)s players."
            )
        }
    )


class LineError(ScoringError):
    """A line of a result list that cannot be read."""

    code: ClassVar[str] = "bad-line"
    sentences = MappingProxyType(
        {
            "too-long": gettext_noop("This line is too long to be a result."),
            "no-time": gettext_noop("Where “%(found)s” stands, a time such as 21:03 must stand."),
            "no-rule": gettext_noop(
                "“%(found)s” is no rule of a known room, such as 四般南喰赤－."
            ),
            "cut-off": gettext_noop("The line ends before the rule and the players."),
            "no-players": gettext_noop("After the rule the players follow."),
            "no-score": gettext_noop("“%(found)s” has no score such as (+52.0)."),
            "no-scores": gettext_noop("Every player must have a score."),
            "no-day": gettext_noop("There is no day %(day)s."),
            "no-name": gettext_noop("A player has no name."),
            "players": gettext_noop("Players named: %(count)s. The rule is for %(players)s."),
            "scores": gettext_noop("The scores must add up to 0, not to %(total)s."),
            "order": gettext_noop(
                "The best must stand first: the order of the names is that of the places."
            ),
            "chips": gettext_noop("The chips must add up to 0, not to %(total)s."),
        }
    )
