"""Every refusal of ``rules`` and ``scoring`` in the reader's language.

Its sentence stands in the core, in English; here it is translated and filled in as people say it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import ValidationError

from league.core.days import EARLIEST, LATEST
from league.core.formats import points, score
from league.wording.hands import flag_name, meld_spoken, tile_spoken, yaku_name
from league.wording.rules import language
from rules.errors import Fact, RefusalError, UnknownParameterError
from rules.parameters.contradictions import SENTENCES
from rules.words import choices_of, name_of
from scoring.errors import BadSeatError, PenaltyAmountError, ScoringError
from scoring.game.errors import GameError
from scoring.hands.errors import BadHandError
from scoring.hands.hand import parse_meld
from scoring.hands.tiles import parse_tiles

#: the way to a value: keys and places in lists, counted from 0
Place = tuple[int | str, ...]

_MOST_MESSAGES = 20
_LONGEST = 80

#: makes a sentence of the limits that a check was held against; the place is filled in later
Words = Callable[[Mapping[str, Any]], str]


def shape_problems(error: ValidationError) -> list[tuple[Place, str]]:
    """Return at most twenty problems, each with the path to it."""
    found = error.errors(include_url=False, include_input=False)[:_MOST_MESSAGES]
    return [(each["loc"], _sentence(each)) for each in found]


def _sentence(found: Any) -> str:
    own = {
        "person": _("A seat can have either a member or a guest, not both."),
        "discarder": _("The winner cannot deal into their own hand."),
        "pao": _("The winner cannot be responsible (pao) for their own yakuman."),
        "place": _("Use only one of “game”, “session” and “day”."),
        "when": _("Use either “day” or “played_at”, not both."),
        "penalties": _("List each kind of penalty only once per seat."),
    }.get(found["type"])
    if own:
        return own
    if not found["loc"]:
        if found["type"] == "string_unicode":  # a key with half of a surrogate pair
            return _("The body contains an invalid character.")
        return _("The body must be a JSON object.")
    words = shape_words(found["type"], found.get("ctx", {}))
    return words % {"place": printable(_way(found["loc"]), _LONGEST)}


def _way(place: Place) -> str:
    return ".".join(map(str, place))


def printable(text: str, most: int = 40) -> str:
    """Shorten user input for a message, without lone surrogates, which cannot be encoded."""
    whole = text[:most].encode("utf-8", "replace").decode()
    return re.sub(r"[\x00-\x1f\x7f]", "?", whole)


def shape_words(kind: str, context: Mapping[str, Any]) -> str:
    """Describe what is wrong with a value, with ``%(place)s`` for its place.

    Args:
        kind: the error type of pydantic, or of a check of ours.
        context: the limits that were broken, as pydantic gives them.
    """
    words = _WORDS.get(kind) or _WORDS.get(kind.split("_")[0])
    return words(context) if words else _("The value of “%(place)s” is not allowed here.")


def _limit(name: str, text: Callable[[], str]) -> Words:
    """Return a sentence with a limit, with the place still to be filled in."""
    return lambda context: text().replace("%(limit)s", f"{context[name]:,}")


def _words(text: Callable[[], str]) -> Words:
    return lambda _context: text()


def _whole() -> str:
    return _("“%(place)s” must be a whole number.")


def _list() -> str:
    return _("“%(place)s” must be a list.")


def _object() -> str:
    return _("“%(place)s” must be an object.")


def _day() -> str:
    return _("“%(place)s” must be a date such as 2015-04-11.")


def _month() -> str:
    return _("“%(place)s” must be a month such as 2026-11.")


def _one_of(context: Mapping[str, Any]) -> str:
    """Name the words that a place takes, which pydantic tells as ``'a', 'b' or 'c'``."""
    values = ", ".join(re.findall(r"'([^']*)'", str(context.get("expected", ""))))
    if not values:
        return _("The value of “%(place)s” is not allowed here.")
    return _("“%(place)s” must be one of: %(values)s.").replace("%(values)s", values)


def _year() -> str:
    words = _("“%(place)s” must be in a year from %(first)s to %(last)s.")
    return words % {"place": "%(place)s", "first": EARLIEST.year, "last": LATEST.year}


def _moment() -> str:
    return _("“%(place)s” must be a date and time such as 2026-11-20T23:30:00+09:00.")


#: by pydantic's own kind, or by the word that its kinds begin with
_WORDS: Mapping[str, Words] = {
    "missing": _words(lambda: _("“%(place)s” is missing.")),
    "extra_forbidden": _words(lambda: _("“%(place)s” is not a known field.")),
    "string_type": _words(lambda: _("“%(place)s” must be text.")),
    "text": _words(lambda: _("“%(place)s” must be text.")),
    "string_unicode": _words(lambda: _("“%(place)s” contains an invalid character.")),
    "string_too_short": _words(lambda: _("“%(place)s” is empty.")),
    "string_too_long": _limit(
        "max_length", lambda: _("“%(place)s” can have at most %(limit)s characters.")
    ),
    "string_pattern_mismatch": _words(
        lambda: _(
            "“%(place)s” can contain only lowercase letters, digits and single hyphens "
            "between them."
        )
    ),
    "printable": _words(lambda: _("“%(place)s” contains unprintable characters.")),
    "literal": _one_of,
    "enum": _one_of,
    "int": _words(_whole),
    "bool": _words(lambda: _("“%(place)s” must be true or false.")),
    "greater_than_equal": _limit("ge", lambda: _("“%(place)s” must be at least %(limit)s.")),
    "less_than_equal": _limit("le", lambda: _("“%(place)s” must be at most %(limit)s.")),
    "too_long": _limit("max_length", lambda: _("“%(place)s” can have at most %(limit)s entries.")),
    "tuple": _words(_list),
    "list": _words(_list),
    "dict": _words(_object),
    "mapping": _words(_object),
    "model": _words(_object),
    "date": _words(_day),
    "day": _words(_day),
    "month": _words(_month),
    "year": _words(_year),
    "datetime": _words(_moment),
    "timezone": _words(_moment),
    "base64": _words(lambda: _("“%(place)s” must be base64.")),
    "offset": _words(
        lambda: _("“%(place)s” must include its UTC offset, as in 2026-11-20T23:30:00+09:00.")
    ),
    "uuid": _words(
        lambda: _("“%(place)s” must be a UUID such as 5f0c7a52-6f0a-4b9e-9c1d-0d9d3c8f2a11.")
    ),
    "yakuman": _words(lambda: _("“%(place)s” must be the name of a yakuman such as kokushi.")),
}


#: the part of a result's form to which an error belongs; with a seat, that seat's
_FIELDS: Final[Mapping[str, str]] = {
    "unbalanced-table": "points",
    "not-a-hundred": "points-{0}",
    "points-out-of-range": "points-{0}",
    "not-busted": "points-{0}",
    "given-unbalanced": "seats",
    "wrong-seat-count": "seats",
    "chips-unbalanced": "chips",
    "chips-out-of-range": "chips-{0}",
    "bad-sticks": "sticks",
    "unknown-penalty": "penalties",
    "bad-penalty-count": "penalties",
    "bad-penalty-amount": "penalties",
    "several-yakuman": "yakuman",
    "not-stated": "day",
}
#: facts of a contradiction that name a parameter
NAMES: Final = frozenset(("one", "other", "name"))
#: what is said at the table, where the seats have names
_AT_TABLE: Final[Mapping[str, str]] = {
    "twice": gettext_noop("%(name)s is selected twice."),
    "needed": gettext_noop("Please choose someone."),
    "pays-itself": gettext_noop("%(name)s cannot pay for their own hand."),
    "riichi-noten": gettext_noop(
        "%(name)s has declared riichi but is not tenpai. If this is correct, enter a chombo."
    ),
    "han-needed": gettext_noop("How much is the hand worth?"),
    "several-ways": gettext_noop("Give the value of the hand in one way only: by han or by tiles."),
    "worth-missing": gettext_noop("How much is the hand worth?"),
    "riichi-below": gettext_noop(
        "%(name)s has %(points)s points, fewer than the %(stick)s needed for riichi."
    ),
    "riichi-at-zero": gettext_noop("%(name)s has no points to put down for a riichi."),
    "forfeited": gettext_noop("%(name)s has forfeited this hand."),
    "stays_sunk": gettext_noop(
        "This win would end the game with %(name)s still sunk. It is a chombo under these rules."
    ),
    "not_top": gettext_noop(
        "This win would end the game without %(name)s finishing first. It is a chombo "
        "under these rules."
    ),
    "own_maru_c": gettext_noop(
        "This win would end the game with %(name)s's own maru-C. It is a chombo under these rules."
    ),
    "riichi-not-said": gettext_noop(
        "%(name)s has declared riichi: tick riichi among the conditions of the win."
    ),
    "riichi-not-declared": gettext_noop(
        "The tiles were entered with riichi, but %(name)s has not declared it at the table."
    ),
    "contradicts": gettext_noop("The tiles were entered for a different situation at the table."),
}


def sentence_of(error: RefusalError) -> str:
    return _filled(error.sentence, error.facts)


def contradiction_words(family: str, found: Mapping[str, Any]) -> str:
    """Describe a contradiction found by the rules' validators, with the form's names.

    Args:
        family: whose parameters it names.
        found: the context of the validator's error.
    """
    names = {
        name: _label(family, str(found["facts"][name])) for name in NAMES & found["facts"].keys()
    }
    facts = {**found["facts"], **names}
    if "value" in facts:
        facts["value"] = _choice(family, found["facts"]["other"], facts["value"])
    if "expected" in facts:
        facts["expected"] = _choice(family, found["field"], facts["expected"])
    return _filled(SENTENCES[found["reason"]], facts)


def stored_error(error: RefusalError) -> str:
    """Encode an import's error for storage, readable in any language later.

    Stores its sentence, not its code: an import that was read before the sentence was reworded
    keeps its wording.
    """
    where = getattr(error, "field", "")
    stored = {"where": where, "sentence": error.sentence, "facts": error.facts}
    return json.dumps(stored, ensure_ascii=False)


def stored_words(stored: str) -> str:
    """Translate a stored error for the reader; plain text stays as it is."""
    if not stored.startswith('{"'):
        return stored
    error = json.loads(stored)
    words = _filled(error["sentence"], error["facts"])
    return f"{error['where']}: {words}" if error["where"] else words


def words_for(error: ScoringError) -> tuple[str, str]:
    if isinstance(error, BadSeatError):
        field = "yakuman" if error.field == "yakuman" else "penalties"
    else:
        field = _FIELDS.get(error.code, "").format(*error.seats)
    if isinstance(error, PenaltyAmountError):
        return field, _filled(error.sentence, _in_units(error.facts))
    return field, sentence_of(error)


def _in_units(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """Amounts of score as they are typed into the form: 20,000 points are 20.0."""
    return {
        name: score(fact, 1).lstrip("+") if isinstance(fact, int) else fact
        for name, fact in facts.items()
    }


def hand_problem(error: ScoringError, names: Sequence[str]) -> tuple[str, str]:
    """Return the field of a hand at fault, as ``wins.0.fu``, and the sentence.

    Args:
        error: why the engine refuses the hand.
        names: by seat.
    """
    cause = error.__cause__
    if isinstance(cause, ValidationError):
        where = error.place or ".".join(map(str, cause.errors()[0]["loc"]))
        return where, shape_sentences(error.place, cause)
    if not isinstance(error, GameError):
        field = error.field if isinstance(error, BadHandError) else ""
        return f"{error.place}.{field}".strip("."), sentence_of(error)
    own, seat = _AT_TABLE.get(error.reason), error.facts.get("seat")
    if own is None or (isinstance(seat, int) and seat >= len(names)):
        return error.field, sentence_of(error)
    name = names[seat] if isinstance(seat, int) else ""
    return error.field, _filled(own, {**error.facts, "name": name})


def shape_sentences(place: str, cause: ValidationError) -> str:
    if place and not cause.errors()[0]["loc"]:
        return _("This must be a JSON object.")
    return " ".join(words for _place, words in shape_problems(cause)[:5])


def _filled(sentence: str, facts: Mapping[str, Any]) -> str:
    spoken = {name: _SPOKEN.get(name, str)(fact) for name, fact in facts.items()}
    numbers = {name: points(fact) for name, fact in facts.items() if isinstance(fact, int)}
    return _(sentence) % {**spoken, **numbers}


def _label(family: str, name: str) -> str:
    try:
        return name_of(family, name, language())
    except UnknownParameterError:
        return name


def _choice(family: str, name: str, value: str) -> str:
    words_of = {str(own): words for own, words in choices_of(family, name, language())}
    return words_of.get(value, value)


def _tile(fact: Fact) -> str:
    try:
        (tile,) = parse_tiles(str(fact))
    except (BadHandError, ValueError):
        return str(fact)
    return _("%(tile)s (%(notation)s)") % {"tile": tile_spoken(tile), "notation": fact}


def _meld(fact: Fact) -> str:
    try:
        kind, tiles = parse_meld(str(fact))
    except BadHandError:
        return str(fact)
    return meld_spoken(kind, tiles)


def _flags(fact: Fact) -> str:
    return _(", ").join(map(flag_name, str(fact).split(", ")))


def _yaku(fact: Fact) -> str:
    try:
        return _(", ").join(yaku_name(key).name for key in str(fact).split())
    except UnknownParameterError:
        return str(fact)


#: facts that people call otherwise than a request does
_SPOKEN: Final[Mapping[str, Callable[[Fact], str]]] = {
    "tile": _tile,
    "last_tile": _tile,
    "meld": _meld,
    "flags": _flags,
    "pair": _yaku,
}
