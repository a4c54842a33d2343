"""What the readers and the checker say, in the reader's language; what is not known stays English.

The core knows no translations: its sentences are recognized by their shape.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _

from league.tenhou_reading import NEITHER, NOT_UTF_8, ONLY_A_LINK, TOO_MANY

_Words = Callable[[re.Match[str]], str]


def _bare(found: str) -> str:
    """What the reader quotes, without its quotes."""
    if found == "the end of the line":
        return _("the end of the line")
    return found[1:-1] if found[:1] in ("'", '"') else found


_SENTENCES: Final[tuple[tuple[str, _Words], ...]] = (
    (re.escape(NEITHER), lambda m: _("This is neither a game's record nor a result list.")),
    (re.escape(NOT_UTF_8), lambda m: _("This line is not UTF-8. Save the file as UTF-8.")),
    (
        re.escape(ONLY_A_LINK),
        lambda m: _("Only a link: nothing is fetched. Save the record and bring the file."),
    ),
    (
        re.escape(TOO_MANY),
        lambda m: _("More games than one import takes; the rest was not read."),
    ),
    (
        r"the file cannot be read: (.*)",
        lambda m: _("The file cannot be read: %(why)s.") % {"why": m[1]},
    ),
    # lines
    (r"a line of more than .*", lambda m: _("This line is too long to be a result.")),
    (
        r"(\d+) players, but the rule is for (\d)",
        lambda m: (
            _("Players named: %(count)s. The rule is for %(players)s.")
            % {"count": m[1], "players": m[2]}
        ),
    ),
    (
        r"the scores must sum to 0, not to (.*)",
        lambda m: _("The scores must add up to 0, not to %(total)s.") % {"total": m[1]},
    ),
    (
        r"the chips must sum to 0, not to (.*)",
        lambda m: _("The chips must add up to 0, not to %(total)s.") % {"total": m[1]},
    ),
    (
        r"the best must stand first.*",
        lambda m: _("The best must stand first: the order of the names is that of the places."),
    ),
    (
        r"a time such as .* must stand where (.*) stands",
        lambda m: (
            _("Where “%(found)s” stands, a time such as 21:03 must stand.") % {"found": _bare(m[1])}
        ),
    ),
    (
        r"a rule such as .* must stand where (.*) stands",
        lambda m: (
            _("“%(found)s” is no rule of a known room, such as 四般南喰赤－.")
            % {"found": _bare(m[1])}
        ),
    ),
    (r"after the rule the players must follow", lambda m: _("After the rule the players follow.")),
    (
        r"(.*) has no score such as .*",
        lambda m: _("“%(name)s” has no score such as (+52.0).") % {"name": _bare(m[1])},
    ),
    (r"(.*): every player must have a score.*", lambda m: _("Every player must have a score.")),
    (r".* has no name", lambda m: _("A player has no name.")),
    (r"there is no day (.*)", lambda m: _("There is no day %(day)s.") % {"day": m[1]}),
    # records
    (
        r"this is no record.*",
        lambda m: _("This is no game record: it begins neither as XML nor as JSON."),
    ),
    (r"this is no XML.*", lambda m: _("The record is broken or cut off: it is no whole XML.")),
    (
        r"this is no JSON: '\S+' codec .*",
        lambda m: _("This file is not UTF-8. Save it as UTF-8."),
    ),
    (r"this is no JSON.*", lambda m: _("The record is broken or cut off: it is no whole JSON.")),
    (
        r"this is (?:XML|JSON), but no record.*",
        lambda m: _("This is a file of another kind, no game record."),
    ),
    (
        r"a record has no document type.*",
        lambda m: _("The file declares entities or a document type, which no record does."),
    ),
    (
        r"the record does not tell how the game ended|.*does not tell the end.*",
        lambda m: _("The record does not tell how the game ended."),
    ),
    (
        r"after (\S+) the players hold (.*), not (.*)",
        lambda m: (
            _(
                "The record contradicts itself: after %(hand)s the players hold %(own)s, "
                "but it says %(said)s."
            )
            % {"hand": m[1], "own": m[2], "said": m[3]}
        ),
    ),
    (
        r"the game ends at (.*), but its hands lead to (.*)",
        lambda m: (
            _("The record contradicts itself: it ends at %(said)s, but its hands lead to %(own)s.")
            % {"said": m[1], "own": m[2]}
        ),
    ),
    (
        r"a zip file within a zip.*",
        lambda m: _("A zip file within a zip file is not opened."),
    ),
    (
        r"the zip file cannot be read.*|the file cannot be unpacked.*|the gzip file is .*",
        lambda m: _("The file is broken or cut off and cannot be unpacked."),
    ),
    (r"the file is locked with a password", lambda m: _("The file is locked with a password.")),
    (
        r"the file is compressed in a way that is not read",
        lambda m: _("The file is compressed in a way that is not read."),
    ),
    (r"a (?:JSON )?record has no more than .*", lambda m: _("This is too large for a record.")),
    (r"more than .* in a zip file.*", lambda m: _("Too much in one zip file: bring it in parts.")),
)
_KNOWN: Final = tuple((re.compile(pattern, re.DOTALL), words) for pattern, words in _SENTENCES)


def error_words(error: str) -> str:
    """Why something cannot be read."""
    for pattern, words in _KNOWN:
        if found := pattern.fullmatch(error):
            return words(found)
    return error


def is_english(error: str) -> bool:
    """Whether nobody has words for it but the reader."""
    return not any(pattern.fullmatch(error) for pattern, _words in _KNOWN)
