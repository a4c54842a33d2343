"""The form of a hand at a live table: what was tapped, read into a hand as ``replay`` takes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.live_wins import told_win, win_fields
from league.live_game import Told
from league.live_offers import Offers
from league.live_texts import ABORTS, RESULTS

_MOST_STICKS = 9


class LiveHandForm(forms.Form):
    """A hand. Which fields there are follows from what the rule lets the table say.

    ``problems`` are those of the engine that belong to no field.
    """

    def __init__(
        self,
        data: Any = None,
        *,
        offers: Offers,
        names: Sequence[str],
        with_riichi: bool = False,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial, label_suffix="", use_required_attribute=False)
        self.offers, self.names = offers, names
        self.seats = list(enumerate(names))
        self.fields["result"] = forms.ChoiceField(
            label=gettext_lazy("How did the hand end?"),
            choices=[(result, RESULTS[result]) for result in offers.results],
            widget=forms.RadioSelect,
            error_messages={"required": gettext_lazy("How did the hand end?")},
        )
        self.fields.update(self._who())
        for seat in range(len(names)):
            self.fields.update(win_fields(offers, seat, names))
        self.fields.update(self._rest())
        if with_riichi:
            self.fields["riichi"] = self._several(gettext_lazy("Who declared riichi?"))

    def _several(self, label: Any) -> forms.Field:
        return forms.TypedMultipleChoiceField(
            label=label,
            choices=self.seats,
            coerce=int,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )

    def _one(self, label: Any) -> forms.Field:
        return forms.TypedChoiceField(
            label=label,
            choices=self.seats,
            coerce=int,
            empty_value=None,
            required=False,
            widget=forms.RadioSelect,
        )

    def _who(self) -> dict[str, forms.Field]:
        fields = {
            "loser": self._one(gettext_lazy("Who dealt in?")),
            "ron": self._several(gettext_lazy("Who won?")),
            "tsumo": self._one(gettext_lazy("Who won?")),
            "tenpai": self._several(gettext_lazy("Who was tenpai?")),
        }
        if "abort" in self.offers.results:
            kinds = [(kind, ABORTS[kind]) for kind in self.offers.aborts]
            fields["kind"] = forms.ChoiceField(
                label=gettext_lazy("Why was it aborted?"),
                choices=kinds,
                required=False,
                widget=forms.RadioSelect,
            )
        if "sanchahou" in self.offers.aborts:
            fields["callers"] = self._several(gettext_lazy("Who called ron?"))
        if "nagashi" in self.offers.results:
            fields["nagashi"] = self._several(gettext_lazy("Whose nagashi?"))
        if "chombo" in self.offers.results:
            fields["chombo"] = self._one(gettext_lazy("Whose chombo?"))
        return fields

    def _rest(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        for seat, name in self.seats:
            if self.offers.penalties:
                fields[f"stick-{seat}"] = forms.IntegerField(
                    label=name, min_value=0, max_value=_MOST_STICKS, required=False
                )
            if self.offers.yakuman_tenpai:
                fields[f"missed-{seat}"] = forms.IntegerField(
                    label=name, min_value=0, max_value=1_000_000, required=False
                )
        if self.offers.penalties:
            fields["forfeit"] = self._several(gettext_lazy("Who may not win this hand any more?"))
        choices = {
            "stop": (self.offers.stop, gettext_lazy("The dealer stops here")),
            "give_up": (self.offers.give_up, gettext_lazy("The dealer passes the seat on")),
            "time_up": (self.offers.time_up, gettext_lazy("Time is up: this was the last hand")),
        }
        for name, (is_offered, label) in choices.items():
            if is_offered:
                fields[name] = forms.BooleanField(label=label, required=False)
        return fields

    def told(self, riichi: Sequence[int] = ()) -> Told:
        """The hand as it was tapped; call ``is_valid`` before.

        Args:
            riichi: who had declared it, where the form does not ask.
        """
        said = self.cleaned_data
        declared = said.get("riichi", list(riichi))
        hand: Told = {"result": said["result"]}
        if declared:
            hand["riichi"] = sorted(declared)
        hand |= self._parts(said["result"], declared)
        if penalties := list(self._penalties()):
            hand["penalties"] = penalties
        return hand | {name: True for name in ("stop", "give_up", "time_up") if said.get(name)}

    def _parts(self, result: str, declared: Sequence[int]) -> Told:
        said = self.cleaned_data
        match result:
            case "ron" | "tsumo":
                return {"wins": self._wins(result, declared)}
            case "draw":
                return {"tenpai": self._tenpai(declared)}
            case "abort":
                callers = {"by": said.get("callers", [])}
                is_three = said.get("kind") == "sanchahou"
                return {"kind": said.get("kind"), **(callers if is_three else {})}
            case "nagashi":
                shown = {"tenpai": self._tenpai(declared)} if self.offers.nagashi_tenpai else {}
                return {"by": said.get("nagashi", []), **shown}
        missed = list(self._missed())
        by = [] if said.get("chombo") is None else [said["chombo"]]
        return {"by": by, **({"yakuman_tenpai": missed} if missed else {})}

    def _wins(self, result: str, declared: Sequence[int]) -> list[Told]:
        said = self.cleaned_data
        if result == "tsumo":
            winner = said.get("tsumo")
            return [] if winner is None else [told_win(self, winner, declared)]
        return [told_win(self, seat, declared, loser=said.get("loser")) for seat in said["ron"]]

    def _tenpai(self, declared: Sequence[int]) -> list[int]:
        """Who is ticked, and who has declared riichi where that cannot be noten."""
        also = declared if self.offers.riichi_is_tenpai else ()
        return sorted({*self.cleaned_data.get("tenpai", ()), *also})

    def _missed(self) -> Iterator[Told]:
        for seat, _name in self.seats:
            if value := self.cleaned_data.get(f"missed-{seat}"):
                yield {"seat": seat, "value": value}

    def _penalties(self) -> Iterator[Told]:
        for seat, _name in self.seats:
            for _stick in range(self.cleaned_data.get(f"stick-{seat}") or 0):
                yield {"seat": seat, "kind": "stick"}
        for seat in self.cleaned_data.get("forfeit", ()):
            yield {"seat": seat, "kind": "forfeit"}

    def blame(self, told: Told, problems: dict[str, list[str]]) -> None:
        """Put what the engine says beside the fields that say it."""
        for place, messages in problems.items():
            name = self._field_of(told, place)
            for message in messages:
                self.add_error(name, message)

    def _field_of(self, told: Told, place: str) -> str | None:
        """The field for a part of the hand, as ``wins.0.fu``; None for the whole."""
        match [part for part in place.replace("[", ".").replace("]", "").split(".") if part]:
            case ["wins", at, *rest] if at.isdecimal() and int(at) < len(told.get("wins", ())):
                return self._win_field(told["wins"][int(at)]["winner"], rest)
            case ["wins", *_rest]:
                name = "tsumo" if told["result"] == "tsumo" else "ron"
            case ["by", *_rest]:
                name = "callers" if told["result"] == "abort" else str(told["result"])
            case ["hand" | "result", *_rest]:
                name = "result"
            case [first, *_rest]:
                name = first
            case _:
                return None
        return name if name in self.fields else None

    def _win_field(self, winner: int, rest: Sequence[str]) -> str | None:
        match list(rest):
            case ["from", *_rest]:
                name = "loser"
            case ["value", *deeper]:
                name = f"{deeper[0] if deeper else 'hand'}-{winner}"
            case ["yaku", *_rest]:
                name = f"names-{winner}"
            case ["han" | "fu" | "pao" | "worth" as part, *_rest]:
                name = f"{part}-{winner}"
            case _:
                name = f"han-{winner}"
        for known in (name, f"han-{winner}", f"worth-{winner}"):
            if known in self.fields:
                return known
        return None

    @property
    def summary(self) -> list[str]:
        """Everything that is wrong, each once."""
        said = [str(error) for errors in self.errors.values() for error in errors]
        return list(dict.fromkeys(said))

    def clean(self) -> dict[str, Any]:
        """Ask for whoever a result cannot be without."""
        cleaned = super().clean() or self.cleaned_data
        needed = {
            "ron": (("ron", _("Who won?")), ("loser", _("Who dealt in?"))),
            "tsumo": (("tsumo", _("Who won?")),),
            "abort": (("kind", _("Why was it aborted?")),),
            "nagashi": (("nagashi", _("Whose nagashi?")),),
            "chombo": (("chombo", _("Whose chombo?")),),
        }.get(str(cleaned.get("result")), ())
        for name, words in needed:
            if name not in self.errors and cleaned.get(name) in (None, "", []):
                self.add_error(name, words)
        return cleaned
