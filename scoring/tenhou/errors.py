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
            "no-record": gettext_noop("This is not a game record: it is neither XML nor JSON."),
            "no-xml": gettext_noop("The record is broken or cut off: it is not complete XML."),
            "no-json": gettext_noop("The record is broken or cut off: it is not complete JSON."),
            "not-utf-8": gettext_noop("This file is not UTF-8. Save it as UTF-8."),
            "other-kind": gettext_noop("This is a different kind of file, not a game record."),
            "doctype": gettext_noop(
                "The file declares entities or a document type, which game records never do."
            ),
            "zip-in-zip": gettext_noop("Zip files inside a zip file cannot be opened."),
            "broken": gettext_noop("The file is broken or cut off and cannot be unpacked."),
            "locked": gettext_noop("The file is protected with a password."),
            "compression": gettext_noop(
                "The file uses a compression method that is not supported."
            ),
            "unreadable": gettext_noop("The file cannot be read: %(why)s."),
            # values
            "bad-value": gettext_noop("“%(found)s” is not allowed here."),
            "no-whole": gettext_noop("This must be a whole number from %(least)s to %(most)s."),
            "no-list": gettext_noop("This must be a list."),
            "no-object": gettext_noop("This must be an object."),
            "no-text": gettext_noop("“%(found)s” must be text."),
            "entries": gettext_noop("There cannot be %(count)s entries here."),
            "not-so-many": gettext_noop("There must be %(expected)s entries here, not %(count)s."),
            "too-many": gettext_noop("There can be at most %(most)s entries here, not %(count)s."),
            "missing": gettext_noop("This is missing from the record."),
            "misplaced": gettext_noop("This does not belong at this point in the record."),
            "most": gettext_noop("A game can have at most %(most)s of these."),
            # players
            "players": gettext_noop("The number of names does not match the number of players."),
            "name": gettext_noop("“%(found)s” cannot be read as a name."),
            "no-seat": gettext_noop("Nobody sits at seat %(seat)s."),
            "empty-seat": gettext_noop("The empty seat has points."),
            # hands
            "no-hand": gettext_noop("The record does not begin with a hand."),
            "first-dealer": gettext_noop(
                "Seats in a record must be counted from the first dealer."
            ),
            "other-dealer": gettext_noop("The dealer does not match the number of the hand."),
            "breaks-off": gettext_noop("The record is cut off."),
            "goes-on": gettext_noop("The record continues after the end of the game."),
            "dealt": gettext_noop("A player must be dealt 13 tiles, not %(count)s."),
            "tile-twice": gettext_noop("Tile %(number)s appears twice."),
            "not-together": gettext_noop("The players' draws and discards do not match."),
            # what happens at the table
            "out-of-turn": gettext_noop("Seat %(seat)s plays out of turn."),
            "no-wall": gettext_noop("More tiles are drawn than there are in the wall."),
            "open-riichi": gettext_noop("Seat %(seat)s declares riichi with an open hand."),
            "riichi-twice": gettext_noop("Seat %(seat)s declares riichi twice."),
            "nothing-discarded": gettext_noop(
                "Seat %(seat)s calls a tile, but nothing was discarded."
            ),
            "other-discard": gettext_noop(
                "Seat %(seat)s calls %(tile)s, which is not the last discard."
            ),
            "other-discarder": gettext_noop(
                "A tile is called from someone who did not discard it."
            ),
            "chi-from": gettext_noop(
                "Seat %(seat)s calls chi from someone other than the player before."
            ),
            "no-pon": gettext_noop("Seat %(seat)s adds %(tile)s to a pon that does not exist."),
            "not-aside": gettext_noop("Seat %(seat)s cannot set %(tile)s aside."),
            "not-held": gettext_noop("Seat %(seat)s does not hold %(tile)s."),
            "no-part": gettext_noop(
                "Seat %(seat)s wins on a tile that did not come from seat %(other_seat)s."
            ),
            "other-tile": gettext_noop(
                "Seat %(seat)s wins on %(tile)s, but the last tile was %(last_tile)s."
            ),
            "not-shown": gettext_noop("The winning tile is not in the hand shown."),
            # points
            "no-end": gettext_noop("The record does not say how the game ended."),
            "points-after": gettext_noop(
                "The record contradicts itself: after %(hand)s the players should have "
                "%(own)s, but it says %(said)s."
            ),
            "points-at-end": gettext_noop(
                "The record contradicts itself: it ends at %(said)s, but its hands add up to "
                "%(own)s."
            ),
            "scores": gettext_noop("The scores must add up to 0, but they add up to %(total)s."),
        }
    )


class TooMuchError(RecordError):
    """More files or bytes than are read."""

    code = "too-large"
    sentences = MappingProxyType(
        {
            "too-large": gettext_noop("This is too large for a record."),
            "too-many-files": gettext_noop("Too much in one zip file: import it in parts."),
        }
    )


class WrongRuleError(RecordError):
    """A rule that the record's game cannot have been played under."""

    code = "wrong-rule"
    sentences = MappingProxyType(
        {
            "wrong-rule": gettext_noop(
                "“%(rule)s” is not a rule for riichi games with %(players)s players."
            )
        }
    )


class LineError(ScoringError):
    """A line of a result list that cannot be read."""

    code: ClassVar[str] = "bad-line"
    sentences = MappingProxyType(
        {
            "too-long": gettext_noop("This line is too long to be a result."),
            "no-time": gettext_noop("A time such as 21:03 is expected instead of “%(found)s”."),
            "no-rule": gettext_noop(
                "“%(found)s” is not the rule of a known room, such as 四般南喰赤－."
            ),
            "cut-off": gettext_noop("The line ends before the rule and the players."),
            "no-players": gettext_noop("The players must come after the rule."),
            "no-score": gettext_noop("“%(found)s” has no score such as (+52.0)."),
            "no-scores": gettext_noop("Every player must have a score."),
            "no-day": gettext_noop("%(day)s is not a valid date."),
            "no-name": gettext_noop("A player has no name."),
            "players": gettext_noop(
                "%(count)s players are listed, but the rule is for %(players)s."
            ),
            "scores": gettext_noop("The scores must add up to 0, but they add up to %(total)s."),
            "order": gettext_noop("The names must be in order of place, best first."),
            "chips": gettext_noop("The chips must add up to 0, but they add up to %(total)s."),
        }
    )
