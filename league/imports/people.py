"""Which member an imported name means, and who somebody new is to be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import NamedTuple, TypeVar

from django.db.models import TextChoices
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.naming import fold, is_readable, search_forms
from league.core.numbers import number_in
from league.games.check import NAME_LENGTH
from league.models import Club, Member
from scoring.tenhou.notation import split_team

#: what Tenhou calls a player without a name
NO_NAME = "NoName"
#: people that are offered for a name that nobody has
MOST_OFFERED = 5

#: times a new name is held against a member, in one import: about a second
#: (nobody is offered for the names that come after that)
_MOST_LOOKS = 500_000

#: choices of a name that are nobody's key: somebody new, as long as nobody bears the name letter by
#: letter; and a new guest although somebody does
NEW_GUEST, NEW_MEMBER, SOMEBODY_ELSE = -1, -2, 0
#: what somebody new is to be, as programs say it
NEW_KINDS: Mapping[int | None, str] = {
    NEW_MEMBER: "member",
    NEW_GUEST: "guest",
    SOMEBODY_ELSE: "guest",
}


class Others(TextChoices):
    """What becomes of all new names that nobody chose for one by one."""

    ASK = "", gettext_lazy("choose one by one")
    MEMBERS = "members", gettext_lazy("new members")
    GUESTS = "guests", gettext_lazy("new guests")

    @property
    def choice(self) -> int | None:
        return {"members": NEW_MEMBER, "guests": NEW_GUEST}.get(self.value)


class How(StrEnum):
    CHOSEN = "chosen"  # the organizer said so
    TENHOU = "tenhou"  # noted with the member, letter by letter
    LISTED = "listed"  # a name of the member, letter by letter
    FOLDED = "folded"  # but for widths, case and kana
    TEAM = "team"  # so without the team
    NEW = "new"  # nobody's: somebody new
    TWICE = "twice"  # stands at two seats: guests, nobody can tell who is who
    TAKEN = "taken"  # of a member whom another seat claims as well or better: a guest
    NAMELESS = "nameless"  # NoName: a guest
    SEVERAL = "several"  # more than one member has that name


class Meant(NamedTuple):
    how: How
    member: Member | None = None
    offered: tuple[Member, ...] = ()


class AskedName(NamedTuple):
    """A name of an import as a preview shows it."""

    name: str
    meant: Meant
    games: int
    asks: bool  # nothing is stored before somebody says who it is
    new: int | None = None  # what was chosen for somebody new
    is_borne: bool = False  # somebody is called just so: whoever else it is stays a guest


_BY_LEVEL = (How.TENHOU, How.LISTED, How.FOLDED)
_LETTER_BY_LETTER = 2  # so many levels of them
_TEAM_OFF = len(_BY_LEVEL)
_CHOSEN = -1


class NameBook:
    def __init__(self, members: Iterable[Member]) -> None:
        self._members: dict[int, Member] = {}
        self._merged: dict[int, int] = {}
        self._levels: tuple[dict[str, set[int]], ...] = tuple(defaultdict(set) for _ in _BY_LEVEL)
        self._alike: dict[str, tuple[Member, ...]] = {}  # offered before, as of the last addition
        self._looks_left = _MOST_LOOKS
        for member in members:
            self.add(member)

    def add(self, member: Member) -> None:
        """Add a member; one who was merged into another stands for that other."""
        self._alike.clear()
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

    def has_letter_by_letter(self, name: str) -> bool:
        """Return whether a name is somebody's, even a former member's, just as it stands."""
        return any(name in level for level in self._levels[:_LETTER_BY_LETTER])

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
            choices: what the organizer chose for a name: a member's key, or one that is nobody's.
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
        rank, people = self._look_up(name, day)
        if name in choices:
            key = choices[name]
            chosen = self._members.get(key)
            if chosen is not None and _is_there(chosen, day):
                return Meant(How.CHOSEN, chosen), _CHOSEN, chosen.pk
            is_borne = bool(people) and rank < _LETTER_BY_LETTER
            if key == SOMEBODY_ELSE or (key in (NEW_GUEST, NEW_MEMBER) and not is_borne):
                return Meant(How.NEW, offered=self._offered(name)), 0, None
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
        """Return members whose names contain this one, or are part of it; looks once a name."""
        if name not in self._alike:
            self._alike[name] = self._search(name)
        return self._alike[name]

    def _search(self, name: str) -> tuple[Member, ...]:
        self._looks_left -= len(self._members)
        if self._looks_left < 0:
            return ()
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


def open_words(name: str, choice: int | None) -> str:
    """Say why it is open who a name is that nobody has; empty where somebody new was chosen."""
    if choice is None:
        return _("“%(name)s” is not on the list: choose who it is.") % {"name": name}
    if choice > 0:
        return _("The person chosen for “%(name)s” had already left the club by that day.") % {
            "name": name
        }
    return ""


def name_problem(name: str, book: NameBook) -> str:
    """Say why nobody new can be listed under a name; empty where somebody can."""
    if len(name) > NAME_LENGTH:
        return _("This name is too long.")
    if book.lists(name):
        return _(
            "“%(name)s” is already on the list: choose them there, or enter a more "
            "distinctive name."
        ) % {"name": name}
    return ""


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
