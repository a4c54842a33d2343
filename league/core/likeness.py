"""Who of a club's list a name may mean, however it is written."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import islice
from typing import Final, Generic, NamedTuple, TypeVar

from django.db.models import Q

from league.core.naming import fold, look, search_text
from league.models import Club, Member

KANJI: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々]")
#: people that are offered for one name
MOST_OFFERED: Final = 3
#: the share of letters that two names have in common when one is the other mistyped
_NEAR_IN_KANJI: Final = 0.66
_NEAR: Final = 0.75
_SHORTEST: Final = 3
_LONGEST: Final = 20  # letters of a name that is compared with others letter by letter
#: people that a name is compared with letter by letter: more than come in years
#: (a list of twenty times as many would take minutes)
MOST_COMPARED: Final = 1_000
#: of those, how many with most letters in common are compared in their order, which takes longest
_MOST_ALIGNED: Final = 300


Who = TypeVar("Who")


class Names(NamedTuple):
    """What somebody is called, as it looks."""

    #: names and readings, folded
    forms: frozenset[str]
    #: family names of those that have a given name behind a blank
    families: frozenset[str]
    #: the forms of at least two letters with kanji
    starts: tuple[str, ...]

    @classmethod
    def of(cls, search: str, *names: str) -> Names:
        families = (name.split()[0] for name in names if len(name.split()) > 1)
        forms = frozenset(look(line) for line in search.split("\n") if line)
        starts = tuple(form for form in forms if len(form) > 1 and KANJI.search(form))
        return cls(forms, frozenset(look(fold(family)) for family in families), starts)

    def may_be(self, other: Names) -> bool:
        """Whether two share a name or reading, or one is called by the other's family name."""
        return (
            not self.forms.isdisjoint(other.forms)
            or not self.forms.isdisjoint(other.families)
            or not self.families.isdisjoint(other.forms)
            or any(form.startswith(self.starts) for form in other.starts)
            or any(form.startswith(other.starts) for form in self.starts)
        )

    def is_near(self, other: Names) -> bool:
        """Whether one may be the other with a letter mistyped."""
        return any(_near(form, theirs) for form in self.forms for theirs in other.forms)

    def shares_letters(self, other: Names) -> bool:
        """Whether ``is_near`` is possible: it takes a tenth of the time."""
        return any(_may_be_near(form, theirs) for form in self.forms for theirs in other.forms)


def nearest(mine: Names, others: Iterable[tuple[Names, Who]]) -> list[Who]:
    """Return whose name may be this one with a letter mistyped, among the first of a long list."""
    looked_at = (each for each in islice(others, MOST_COMPARED) if mine.shares_letters(each[0]))
    return [who for theirs, who in islice(looked_at, _MOST_ALIGNED) if mine.is_near(theirs)]


class Listed(Generic[Who]):
    """People by what they are called: to find who may be meant takes no look at all others."""

    def __init__(self) -> None:
        self._people: list[Who] = []
        self._places: dict[tuple[str, str], list[int]] = defaultdict(list)

    def add(self, names: Names, who: Who) -> None:
        place = len(self._people)
        self._people.append(who)
        keys = [*(("form", form) for form in names.forms)]
        keys += [("family", family) for family in names.families]
        for start in names.starts:
            keys.append(("start", start))
            keys += [("beginning", each) for each in _beginnings(start)]
        for key in keys:
            self._places[key].append(place)

    def alike(self, names: Names) -> list[Who]:
        """Return, in the order in which they were added, those of whom ``may_be`` is true."""
        keys = [*(("form", each) for each in names.forms | names.families)]
        keys += [("family", form) for form in names.forms]
        for start in names.starts:
            keys.append(("beginning", start))
            keys += [("start", each) for each in _beginnings(start)]
        places = {place for key in keys for place in self._places.get(key, ())}
        return [self._people[place] for place in sorted(places)]


def _beginnings(form: str) -> list[str]:
    """Return what a form begins with, from two letters to the whole."""
    return [form[:length] for length in range(2, len(form) + 1)]


def _near(one: str, other: str) -> bool:
    if not _may_be_near(one, other):
        return False
    share = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return share >= _share_of(one)


def _may_be_near(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _SHORTEST or len(longer) > _LONGEST:
        return False
    # no letter counts twice, so their order can only make the share smaller
    most = sum(min(shorter.count(letter), longer.count(letter)) for letter in set(shorter))
    return 2 * most >= _share_of(one) * (len(one) + len(other))


def _share_of(form: str) -> float:
    return _NEAR_IN_KANJI if KANJI.search(form) else _NEAR


def likenesses(club: Club, names: Iterable[str], *, kana: str = "") -> dict[str, list[Member]]:
    """Return whom each name may mean, the likeliest first; former members are left out. One query.

    Of a list longer than ``MOST_COMPARED`` the members and the newest guests are looked at, and
    whoever has just that name.

    Args:
        club: whose list.
        names: as they were typed.
        kana: a reading that goes with all of them.
    """
    names = list(names)
    people = Member.objects.for_club(club).filter(left_on=None, merged_into=None)
    newest = people.order_by("is_guest", "-pk").values("pk")[:MOST_COMPARED]
    people = people.filter(Q(pk__in=newest) | Q(display_name__in=names))
    listed = [
        (Names.of(each.search, each.display_name, each.full_name), each)
        for each in people.order_by("is_guest", "kana", "pk")
    ]
    found = {}
    for name in names:
        mine = Names.of(search_text([name, kana]), name)
        same = [each for theirs, each in listed if mine.may_be(theirs)]
        near = [each for each in nearest(mine, listed) if each not in same]
        found[name] = [*same, *near][:MOST_OFFERED]
    return found
