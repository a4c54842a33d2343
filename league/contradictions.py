"""What parameters contradict each other in, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.utils.translation import gettext as _

from league.typed_rules import spoken
from rules.errors import UnknownParameterError
from rules.words import choices_of, name_of

#: makes words of what a pattern caught; told the family
Words = Callable[[str, "re.Match[str]"], str]


def contradiction_words(family: str, complaint: str) -> str:
    """Say in the reader's language what a validator of the rules complains about.

    Args:
        family: whose parameters the complaint names.
        complaint: the validator's own words, without the parameter to which they belong.
    """
    for pattern, words in _COMPLAINTS:
        if match := pattern.fullmatch(complaint):
            return words(family, match)
    return _("This does not fit beside the other values.")


def _label(family: str, name: str) -> str:
    try:
        return name_of(family, name, spoken())
    except UnknownParameterError:
        return name


def _choice(family: str, name: str, value: str) -> str:
    said = {str(own): words for own, words in choices_of(family, name, spoken())}
    return said.get(value, value)


def _about_other(text: Callable[[], str]) -> Words:
    """A sentence with the name of the other parameter."""
    return lambda family, match: text() % {"other": _label(family, match["other"])}


def _plain(text: Callable[[], str]) -> Words:
    """A sentence with what the pattern caught, as it is."""
    return lambda _family, match: text() % match.groupdict()


def _when_other_says(text: Callable[[], str]) -> Words:
    """A sentence with the other parameter's name and one of its values in words."""

    def words(family: str, match: re.Match[str]) -> str:
        other = match["other"]
        said = _choice(family, other, match["value"])
        return text() % {"other": _label(family, other), "value": said}

    return words


def _needs_two(family: str, match: re.Match[str]) -> str:
    both = {"one": _label(family, match["one"]), "other": _label(family, match["other"])}
    return _("This needs “%(one)s” and “%(other)s”.") % both


def _next_dora(family: str, match: re.Match[str]) -> str:
    facts = {
        "dora": _choice(family, "dora_after_man_1", match["dora"]),
        "other": _label(family, "removed_tiles"),
        "value": _choice(family, "removed_tiles", match["value"]),
    }
    return _("Must be “%(dora)s” while “%(other)s” says “%(value)s”.") % facts


def _open_value(family: str, match: re.Match[str]) -> str:
    other = {"other": _label(family, match["other"])}
    return _("This needs “%(other)s” to be worth something in an open hand.") % other


_TABLE: tuple[tuple[str, Words], ...] = (
    (
        r"needs (?P<count>\d+) values, one a place, got (?P<got>\d+)",
        _plain(lambda: _("One value for each of %(count)s places is needed; there are %(got)s.")),
    ),
    (
        r"must sum to 0, got (?P<sum>[-\d,]+)",
        _plain(lambda: _("The values must add up to 0; they add up to %(sum)s.")),
    ),
    (
        r"must not rise from one place to the next",
        _plain(lambda: _("A lower place must not get more than a higher one.")),
    ),
    (
        r"must be a multiple of (?P<step>\d+) to be shared",
        _plain(lambda: _("Only a multiple of %(step)s can be shared, whoever is tenpai.")),
    ),
    (r"must be (?P<dora>\w+) when removed_tiles says (?P<value>\w+)", _next_dora),
    (
        r"cannot (?:count double|be all_win|be) when (?P<other>\w+) (?:says|is) (?P<value>\w+)",
        _when_other_says(lambda: _("Not possible while “%(other)s” says “%(value)s”.")),
    ),
    (
        r"has (?:values|rows) although (?P<other>\w+) says (?P<value>\w+)",
        _when_other_says(lambda: _("Must be empty while “%(other)s” says “%(value)s”.")),
    ),
    (
        r"is about fu, but (?P<other>counting) says (?P<value>table)",
        _when_other_says(lambda: _("Must be empty while “%(other)s” says “%(value)s”.")),
    ),
    (r"needs a value where fu are counted", _plain(lambda: _("Needed where fu are counted."))),
    (r"needs rows", _plain(lambda: _("The table needs at least one row."))),
    (
        r"must rise by from_han, each once",
        _plain(lambda: _("The rows must rise by han, each once.")),
    ),
    (
        r"must be whole victory points: a multiple of (?P<step>[\d,]+)",
        _plain(lambda: _("Only whole victory points: a multiple of %(step)s.")),
    ),
    (r"must be above (?P<other>\w+)", _about_other(lambda: _("Must be above “%(other)s”."))),
    (
        r"must not be below (?P<other>\w+)",
        _about_other(lambda: _("Must not be below “%(other)s”.")),
    ),
    (
        r"must not be above (?P<other>\w+)",
        _about_other(lambda: _("Must not be above “%(other)s”.")),
    ),
    (
        r"must be 0 when 2 to 8 man are out",
        _plain(lambda: _("Must be 0 while the man from 2 to 8 are out.")),
    ),
    (r"needs red fives", _plain(lambda: _("This needs red fives in play."))),
    (r"needs three players", _plain(lambda: _("This is for three players only."))),
    (r"needs (?P<one>\w+) and (?P<other>\w+)", _needs_two),
    (r"needs an open value of (?P<other>\w+)", _open_value),
    (
        r"needs (?P<rows>\d+) rows, for 0 to (?P<players>\d+) floating players",
        _plain(lambda: _("%(rows)s rows are needed, for no to %(players)s floating players.")),
    ),
    (r"needs (?:an? )?(?P<other>\w+)", _about_other(lambda: _("This needs “%(other)s”."))),
    (r"names .+ twice", _plain(lambda: _("The same stands here twice."))),
    (
        r"names what is not lighter",
        _plain(lambda: _("Something here is not lighter than the penalty itself.")),
    ),
    (r"cannot name .+", _plain(lambda: _("Something here cannot be left open."))),
    (r"has no pair of yaku in .*", _plain(lambda: _("A pair here is not two different yaku."))),
    (
        r"must not be worth more open than closed",
        _plain(lambda: _("An open hand must not be worth more than a closed one.")),
    ),
)
_COMPLAINTS = tuple((re.compile(pattern), words) for pattern, words in _TABLE)
