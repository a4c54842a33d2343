"""Names that are typed and not on the list yet: each is asked about once, member or guest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django import forms
from django.db import models
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.likeness import likenesses
from league.models import Club, Member


class Kind(models.TextChoices):
    MEMBER = "member", _("Member")
    GUEST = "guest", _("Guest")


LONGEST_KANA: Final = 60
#: the name of the button that takes somebody of the list instead: ``seat:member``
TAKE: Final = "take"


def stranger_fields(seat: int) -> dict[str, forms.Field]:
    """Return the fields that are needed where a new name is typed for a seat."""
    return {
        f"kind-{seat}": forms.ChoiceField(
            label=_("New name"),
            choices=Kind.choices,
            required=False,
            widget=forms.RadioSelect,
        ),
        f"kana-{seat}": forms.CharField(label=_("Kana"), required=False, max_length=LONGEST_KANA),
        # which name the answers are about: another one is asked about anew
        f"about-{seat}": forms.CharField(required=False, widget=forms.HiddenInput),
    }


def answered(cleaned: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """Return what was answered about a seat's new name, as a seat's entry takes it."""
    if not _is_about(cleaned, seat):
        return {}
    kana = cleaned.get(f"kana-{seat}", "").strip()
    is_member = cleaned.get(f"kind-{seat}") == Kind.MEMBER
    return {**({"kana": kana} if kana else {}), **({"new_member": True} if is_member else {})}


def _is_about(cleaned: Mapping[str, Any], seat: int) -> bool:
    name = cleaned.get(f"guest-{seat}", "")
    return bool(name) and cleaned.get(f"about-{seat}", "") in ("", name)


class Question(NamedTuple):
    """What is asked about a new name, and who of the list it may be."""

    seat: int
    name: str
    kind: BoundField
    kana: BoundField
    alike: list[Member]
    #: nobody new can be listed under it
    is_taken: bool


def take_somebody(data: Any) -> Any:
    """Return a form's data with whoever was tapped instead of a new name."""
    seat, _colon, member = data.get(TAKE, "").partition(":")
    if not member or f"guest-{seat}" not in data:
        return data
    changed = data.copy()
    changed[f"seat-{seat}"], changed[f"guest-{seat}"] = member, ""
    return changed


def questions(club: Club, form: forms.Form, players: int) -> list[Question]:
    """Return what is to be asked of a form that was sent, answered or not. One query, or none.

    Sets the fields of the question to the name that is asked about.
    """
    if not form.is_bound:
        return []
    cleaned = getattr(form, "cleaned_data", {})
    names = {
        seat: name
        for seat in range(players)
        if (name := cleaned.get(f"guest-{seat}", "")) and cleaned.get(f"seat-{seat}") is None
    }
    alike = likenesses(club, names.values()) if names else {}
    found = []
    for seat, name in names.items():
        if not _is_about(cleaned, seat):
            form.data = {**form.data, f"kind-{seat}": "", f"kana-{seat}": ""}
        same = [each for each in alike[name] if each.display_name == name]
        kind, kana = form[f"kind-{seat}"], form[f"kana-{seat}"]
        found.append(Question(seat, name, kind, kana, same or alike[name], bool(same)))
    return found


def ask(club: Club, form: forms.Form, players: int) -> bool:
    """Put a question into a form for each new name that is not answered yet; say if there is one.

    The form has been cleaned.
    """
    cleaned = dict(form.cleaned_data)
    is_open = False
    for each in questions(club, form, players):
        is_answered = _is_about(cleaned, each.seat) and cleaned.get(f"kind-{each.seat}")
        if each.is_taken or is_answered:
            continue
        is_open = True
        words = gettext("“%(name)s” is not on the list yet. A member or a guest?")
        form.add_error(f"kind-{each.seat}", words % {"name": each.name})
    return is_open
