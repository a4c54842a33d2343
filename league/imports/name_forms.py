"""How previews of imports ask who a name is: somebody on the list, a new member or guest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.naming import cleaned
from league.imports.people import (
    NEW_GUEST,
    NEW_MEMBER,
    SOMEBODY_ELSE,
    AskedName,
    How,
    Meant,
    NameBook,
    Others,
)

#: names that can be chosen for on one page; a form has no room for more
MOST_NAMES: Final = 200
_LONGEST_NAME: Final = 200
_KINDS = {"member": NEW_MEMBER, "guest": NEW_GUEST, "else": SOMEBODY_ELSE}


class OthersField(forms.ChoiceField):
    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("New names without a choice of their own"),
            choices=Others.choices,
            required=False,
            widget=forms.RadioSelect,
            help_text=gettext_lazy(
                "Guests' games count, but they are not ranked unless the league says so."
            ),
        )


class NamesForm:
    """Who the names of an import are, as far as a page says it."""

    def __init__(self, data: QueryDict, book: NameBook) -> None:
        self.errors: dict[str, str] = {}
        self.choices: dict[str, int] = {}
        self.typed: dict[str, tuple[str, str]] = {}
        for name, typed, kind in _lines(data):
            self.typed[name] = (typed, kind)
            self._choose(name, typed, _KINDS.get(kind), book)

    def _choose(self, name: str, typed: str, new: int | None, book: NameBook) -> None:
        if new is not None:
            self.choices[name] = new
            if typed:
                self.errors[name] = _("Choose either someone on the list or someone new, not both.")
        elif typed and (member := book.named(typed)):
            self.choices[name] = member.pk
        elif typed:
            self.errors[name] = _("That name does not match exactly one person on the list.")


def _lines(data: QueryDict) -> Iterator[tuple[str, str, str]]:
    """Yield the lines sent; each brings its name, so that it is not taken for another's."""
    for at in range(MOST_NAMES):
        name = str(data.get(f"name-{at}", ""))
        # the page never shows a name with controls in it, nor could one be stored
        if name and len(name) <= _LONGEST_NAME and name == cleaned(name):
            yield name, str(data.get(f"who-{at}", "")).strip(), str(data.get(f"as-{at}", ""))


def name_rows(
    listed: Iterable[AskedName],
    names: NamesForm | None,
    choices: Mapping[str, int],
    new_words: Callable[[AskedName], str],
) -> Iterator[dict[str, Any]]:
    """Yield the names to choose for, each with what was typed or chosen before.

    Args:
        listed: the names, no more than a page has room for.
        names: what was sent, if it was.
        choices: what is stored.
        new_words: what a name that is nobody's is going to be; empty while that is open.
    """
    for at, line in enumerate(listed):
        choice = choices.get(line.name)
        before = (_typed_before(line.meant, choice), _kind_before(choice))
        typed, kind = names.typed.get(line.name, before) if names else before
        yield {
            "at": at,
            "line": line,
            "says": _says(line.meant, new_words(line)),
            "asks": line.asks,
            "typed": typed,
            "kind": kind,
            "error": names.errors.get(line.name, "") if names else "",
        }


def _typed_before(meant: Meant, choice: int | None) -> str:
    """Whom somebody chose for a name before, as they would type it."""
    people = (meant.member, *meant.offered)
    return next((who.display_name for who in people if who and who.pk == choice), "")


def _kind_before(choice: int | None) -> str:
    return next((kind for kind, key in _KINDS.items() if key == choice), "")


def _says(meant: Meant, new: str) -> str:
    if meant.member is not None:
        words = match_words(meant.how)
        name = meant.member.display_name
        return f"{name} ({words})" if words else name
    if new:
        return new
    if meant.offered:
        offered = _(", ").join(member.display_name for member in meant.offered)
        return _("Possible match: %(names)s") % {"names": offered}
    return _("not on the list")


def match_words(how: How) -> str:
    """Describe how a name was matched to somebody on the list; empty where that is plain."""
    return {
        How.TEAM: _("without the team"),
        How.FOLDED: _("similar spelling"),
        How.CHOSEN: _("your choice"),
    }.get(how, "")
