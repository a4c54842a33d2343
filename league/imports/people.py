"""Which member an imported name means, and how pages of imports ask about it."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from django.http import Http404, QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext

from league.core.naming import fold, is_readable, search_forms
from league.core.numbers import number_in
from league.models import Club, Member
from scoring.tenhou.notation import split_team

#: what Tenhou calls a player without a name
NO_NAME = "NoName"
#: letters that turn the direction of what follows
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
#: people that are offered for a name that nobody has
MOST_OFFERED = 5


def cleaned(text: str) -> str:
    """Remove control characters and lone surrogates from a text."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    kept = (each for each in whole if unicodedata.category(each) != "Cc" and each not in _TURNS)
    return "".join(kept).strip()


class How(StrEnum):
    CHOSEN = "chosen"  # the organizer said so
    TENHOU = "tenhou"  # noted with the member, letter by letter
    LISTED = "listed"  # a name of the member, letter by letter
    FOLDED = "folded"  # but for widths, case and kana
    TEAM = "team"  # so without the team
    NEW = "new"  # nobody's: a new guest
    TWICE = "twice"  # stands at two seats: guests, nobody can tell who is who
    TAKEN = "taken"  # of a member whom another seat claims as well or better: a guest
    NAMELESS = "nameless"  # NoName: a guest
    SEVERAL = "several"  # more than one member has that name


class Meant(NamedTuple):
    how: How
    member: Member | None = None
    offered: tuple[Member, ...] = ()


_BY_LEVEL = (How.TENHOU, How.LISTED, How.FOLDED)
_TEAM_OFF = len(_BY_LEVEL)
_CHOSEN = -1


class NameBook:
    def __init__(self, members: Iterable[Member]) -> None:
        self._members: dict[int, Member] = {}
        self._merged: dict[int, int] = {}
        self._levels: tuple[dict[str, set[int]], ...] = tuple(defaultdict(set) for _ in _BY_LEVEL)
        for member in members:
            self.add(member)

    def add(self, member: Member) -> None:
        """Add a member; one who was merged into another stands for that other."""
        key = member.merged_into_id or member.pk
        if member.merged_into_id is None:
            self._members[member.pk] = member
        tenhou, listed, folded = self._levels
        own = [member.display_name, member.full_name, *member.aliases]
        for name in member.tenhou_names:
            tenhou[str(name)].add(key)
        for name in filter(None, own):
            listed[str(name)].add(key)
        for name in filter(None, [*own, member.kana, *member.tenhou_names]):
            folded[fold(str(name))].add(key)

    def member(self, key: int) -> Member | None:
        return self._members.get(key)

    def lists(self, name: str) -> bool:
        """Return whether somebody, even a former member, has exactly that name."""
        return name in self._levels[1]

    def named(self, text: str) -> Member | None:
        found = self._look_up(text.strip(), date.min)[1]
        return found[0] if len(found) == 1 else None

    def meant(
        self, names: Sequence[str], day: date, choices: Mapping[str, int]
    ) -> tuple[Meant, ...]:
        """Match the names at a table. No member gets two seats.

        Args:
            names: by seat.
            day: of the game; people who had left by then are not matched.
            choices: what the organizer chose for a name: a member's key, or 0 for a new guest.
        """
        times = Counter(names)
        found = [self._seat(name, times[name], day, choices) for name in names]
        claims: dict[int, list[int]] = defaultdict(list)
        for _meant, rank, key in found:
            if key is not None:
                claims[key].append(rank)
        return tuple(
            _taken(meant) if key is not None and _is_beaten(rank, claims[key]) else meant
            for meant, rank, key in found
        )

    def _seat(
        self, name: str, times: int, day: date, choices: Mapping[str, int]
    ) -> tuple[Meant, int, int | None]:
        if name == NO_NAME or not is_readable(name):
            return Meant(How.NAMELESS), 0, None
        if times > 1:
            return Meant(How.TWICE), 0, None
        if name in choices:
            chosen = self._members.get(choices[name])
            if chosen is not None and _is_there(chosen, day):
                return Meant(How.CHOSEN, chosen), _CHOSEN, chosen.pk
            if not choices[name]:
                return Meant(How.NEW, offered=self._offered(name)), 0, None
        rank, people = self._look_up(name, day)
        if len(people) > 1:
            return Meant(How.SEVERAL, offered=tuple(people)), rank, None
        if not people:
            return Meant(How.NEW, offered=self._offered(name)), rank, None
        how = _BY_LEVEL[rank] if rank < _TEAM_OFF else How.TEAM
        return Meant(how, people[0]), rank, people[0].pk

    def _look_up(self, name: str, day: date) -> tuple[int, list[Member]]:
        """Return the rank and members of the surest way in which a name matches anybody."""
        own, team = split_team(name)
        forms = [(name, 0), (own, _TEAM_OFF)] if team is not None else [(name, 0)]
        for text, off in forms:
            for level, form in enumerate((text, text, fold(text))):
                keys = self._levels[level].get(form, set())
                people = [self._members[key] for key in sorted(keys) if key in self._members]
                there = [member for member in people if _is_there(member, day)]
                if there:
                    return off + level, there
        return 0, []

    def _offered(self, name: str) -> tuple[Member, ...]:
        """Return members whose names contain this one, or are part of it."""
        forms = [form for form in search_forms(split_team(name)[0]) if len(form) > 1]
        hits = (
            member
            for member in self._members.values()
            if member.left_on is None
            and any(
                form in line or (len(line) > 1 and line in form)
                for line in member.search.split("\n")
                for form in forms
            )
        )
        return tuple(member for member, _at in zip(hits, range(MOST_OFFERED), strict=False))


def _is_there(member: Member, day: date) -> bool:
    return member.left_on is None or member.left_on >= day


def _taken(meant: Meant) -> Meant:
    """Return a guest in place of a member seated elsewhere at the table; keep the match."""
    return Meant(How.TAKEN, offered=(meant.member,) if meant.member else ())


def _is_beaten(rank: int, ranks: list[int]) -> bool:
    return rank > min(ranks) or ranks.count(rank) > 1


_LONGEST_NAME: Final = 200


class NameLine(NamedTuple):
    at: int
    name: str
    typed: str


def name_lines(data: QueryDict | MultiValueDict[str, str], most: int) -> Iterator[NameLine]:
    """Yield the lines sent; each brings its name, so that it is not taken for another's."""
    for at in range(most):
        name = str(data.get(f"name-{at}", ""))
        # the page never shows a name with controls in it, nor could one be stored
        if name and len(name) <= _LONGEST_NAME and name == cleaned(name):
            yield NameLine(at, name, str(data.get(f"who-{at}", "")).strip())


class TypedNames:
    """Who the names of an import are, as far as a page says it."""

    def __init__(self) -> None:
        self.errors: dict[str, str] = {}
        self.choices: dict[str, int] = {}

    def choose(self, name: str, typed: str, new: int | None, twice: str, book: NameBook) -> None:
        """Take what was said of a name.

        Args:
            name: as it stands in the import.
            typed: somebody on the list; may be empty.
            new: the choice that stands for somebody new, where that was ticked.
            twice: what is wrong with saying both.
            book: the list.
        """
        if new is not None:
            self.choices[name] = new
            if typed:
                self.errors[name] = twice
        elif typed and (member := book.named(typed)):
            self.choices[name] = member.pk
        elif typed:
            self.errors[name] = gettext("That name does not match exactly one person on the list.")


def typed_before(meant: Meant, choice: int | None) -> str:
    """Whom somebody chose for a name before, as they would type it."""
    people = (meant.member, *meant.offered)
    return next((who.display_name for who in people if who and who.pk == choice), "")


def people_to_choose(club: Club) -> list[Member]:
    """Return the members that a name may mean. One query."""
    return list(Member.objects.for_club(club).filter(left_on=None, merged_into=None))


Import = TypeVar("Import")


def import_or_404(find: Callable[[Club, int], Import | None], club: Club, key: str) -> Import:
    """Find the import that an address or a form names.

    Args:
        find: looks for the club's import of that key.
        club: whose import.
        key: as it was sent.

    Raises:
        Http404: the club has no such import.
    """
    number = number_in(key)
    batch = None if number is None else find(club, number)
    if batch is None:
        raise Http404
    return batch
