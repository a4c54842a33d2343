"""What every change of a live table carries, and the small ones whole."""

from __future__ import annotations

from typing import Any, Final

from django import forms

#: changes that carry a hand
HANDS: Final = ("hand", "correct", "insert")
_MOST = 2**31 - 1


class LiveChangeForm(forms.Form):
    """The key made where it was tapped, the revision that was seen, and what is to be done.

    ``accept`` is the revision against which movements were shown and accepted; without it a hand
    is only looked at. ``shown`` is the mark of the hand whose movements were shown.
    """

    action = forms.CharField(max_length=12)
    key = forms.UUIDField()
    seen = forms.IntegerField(min_value=0, max_value=_MOST)
    accept = forms.IntegerField(min_value=0, max_value=_MOST, required=False)
    shown = forms.CharField(max_length=16, required=False)
    at = forms.IntegerField(min_value=0, max_value=_MOST, required=False)
    seat = forms.IntegerField(min_value=0, max_value=3, required=False)
    declared = forms.BooleanField(required=False)
    reason = forms.CharField(max_length=200, required=False)
    by_time = forms.BooleanField(required=False)

    @property
    def seen_last(self) -> int:
        """The revision that the change is meant for."""
        accepted: int | None = self.cleaned_data["accept"]
        return self.cleaned_data["seen"] if accepted is None else accepted

    @property
    def is_look(self) -> bool:
        """Whether a hand is to be looked at only."""
        return self.cleaned_data["action"] in HANDS and self.cleaned_data["accept"] is None

    def told(self) -> dict[str, Any]:
        """What a change without a hand says; call ``is_valid`` before."""
        said = self.cleaned_data
        match said["action"]:
            case "riichi":
                return {"seat": said["seat"], "declared": said["declared"]}
            case "drop":
                return {"at": said["at"]}
            case "finish":
                return {"reason": said["reason"], "by_time": said["by_time"]}
            case "give_up":
                return {"reason": said["reason"]}
        return {}

    def around(self, hand: dict[str, Any]) -> dict[str, Any]:
        """What a change with a hand says."""
        if self.cleaned_data["action"] == "hand":
            return hand
        return {"at": self.cleaned_data["at"], "hand": hand}
