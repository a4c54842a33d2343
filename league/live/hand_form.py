"""The form of a hand at a live table: what was entered, read into a hand as ``replay`` takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.games.entry import HandRecord
from league.games.hand_form import written
from league.live.game import FU, RARE_FU, Offers
from league.rulebook.hand_offer import Offer
from league.wording.hands import (
    ABORTS,
    CHIPS,
    RESULTS,
    aside_label,
    flag_choices,
    limit_names,
    seats_named,
    yakuman_choices,
)
from scoring.hands.named import YAKUMAN_HAN

_MOST_STICKS = 9
#: said instead of han
YAKUMAN_CHOICE: Final = "y"
_LONGEST = 60
_MOST_CHIPS = 20
_MANGAN_HAN = 5
_TILES: Final = (
    ("hand", _("Tiles in the hand, without the winning tile"), "23m567p11z"),
    ("win", _("Winning tile"), "4m"),
    ("melds", _("Calls and kans"), "chi:345s pon:111z"),
    ("dora_indicators", _("Dora indicators"), "1z"),
    ("ura_indicators", _("Ura dora indicators"), "2z"),
)
#: flags that the table knows by itself, or that make no sense beside a win
_NOT_ASKED: Final = frozenset({"riichi", "furiten"})
_RIICHI: Final = frozenset({"double_riichi", "open_riichi"})


#: the fields of a win's tiles that are typed as they are stored
_TYPED: Final = ("hand", "win", "dora_indicators", "ura_indicators")
#: what is counted of them, and its field
_HELD: Final = {"nuki": "nuki", "gold": "gold_held"}


class LiveHandForm(forms.Form):
    """A hand. Its fields follow from what the rule allows.

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
            label=_("How did the hand end?"),
            choices=[(result, RESULTS[result]) for result in offers.results],
            widget=forms.RadioSelect,
            error_messages={"required": _("How did the hand end?")},
        )
        self.fields.update(self._who())
        for seat in range(len(names)):
            self.fields.update(_win_fields(offers, seat, names))
        self.fields.update(self._rest())
        if with_riichi:
            self.fields["riichi"] = self._several(_("Who declared riichi?"))

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
            "loser": self._one(_("Who dealt in?")),
            "ron": self._several(_("Who won?")),
            "tsumo": self._one(_("Who won?")),
            "tenpai": self._several(_("Who was tenpai?")),
        }
        if "abort" in self.offers.results:
            kinds = [(kind, ABORTS[kind]) for kind in self.offers.aborts]
            fields["kind"] = forms.ChoiceField(
                label=_("Why was it aborted?"),
                choices=kinds,
                required=False,
                widget=forms.RadioSelect,
            )
        if "sanchahou" in self.offers.aborts:
            fields["callers"] = self._several(_("Who called ron?"))
        if "nagashi" in self.offers.results:
            fields["nagashi"] = self._several(_("Whose nagashi?"))
        if "chombo" in self.offers.results:
            fields["chombo"] = self._one(_("Whose chombo?"))
        return fields

    def _rest(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        for seat, name in self.seats:
            if self.offers.penalty_sticks:
                fields[f"stick-{seat}"] = forms.IntegerField(
                    label=name, min_value=0, max_value=_MOST_STICKS, required=False
                )
            if self.offers.yakuman_tenpai:
                fields[f"missed-{seat}"] = forms.IntegerField(
                    label=name, min_value=0, max_value=1_000_000, required=False
                )
        if self.offers.penalties:
            fields["forfeit"] = self._several(_("Who has forfeited the win?"))
        choices = {
            "stop": (self.offers.stop, _("The dealer stops here")),
            "give_up": (self.offers.give_up, _("The dealer passes the seat on")),
            "time_up": (self.offers.time_up, _("Time is up: this was the last hand")),
        }
        for name, (is_offered, label) in choices.items():
            if is_offered:
                fields[name] = forms.BooleanField(label=label, required=False)
        return fields

    def record(self, riichi: Sequence[int] = ()) -> HandRecord:
        """Return the hand as entered; call ``is_valid`` before.

        Args:
            riichi: who had declared it, where the form does not ask.
        """
        cleaned = self.cleaned_data
        declared = cleaned.get("riichi", list(riichi))
        hand: HandRecord = {"result": cleaned["result"]}
        if declared:
            hand["riichi"] = sorted(declared)
        hand |= self._parts(cleaned["result"], declared)
        if penalties := list(self._penalties()):
            hand["penalties"] = penalties
        return hand | {name: True for name in ("stop", "give_up", "time_up") if cleaned.get(name)}

    def _parts(self, result: str, declared: Sequence[int]) -> HandRecord:
        cleaned = self.cleaned_data
        match result:
            case "ron" | "tsumo":
                return {"wins": self._wins(result, declared)}
            case "draw":
                return {"tenpai": self._tenpai(declared)}
            case "abort":
                callers = {"by": cleaned.get("callers", [])}
                is_three = cleaned.get("kind") == "sanchahou"
                return {"kind": cleaned.get("kind"), **(callers if is_three else {})}
            case "nagashi":
                shown = {"tenpai": self._tenpai(declared)} if self.offers.nagashi_tenpai else {}
                return {"by": cleaned.get("nagashi", []), **shown}
        missed = list(self._missed())
        by = [] if cleaned.get("chombo") is None else [cleaned["chombo"]]
        return {"by": by, **({"yakuman_tenpai": missed} if missed else {})}

    def _wins(self, result: str, declared: Sequence[int]) -> list[HandRecord]:
        cleaned = self.cleaned_data
        if result == "tsumo":
            winner = cleaned.get("tsumo")
            return [] if winner is None else [_win_record(self, winner, declared)]
        return [
            _win_record(self, seat, declared, loser=cleaned.get("loser")) for seat in cleaned["ron"]
        ]

    def _tenpai(self, declared: Sequence[int]) -> list[int]:
        """Return the ticked seats, and riichi declarers where those cannot be noten."""
        also = declared if self.offers.riichi_is_tenpai else ()
        return sorted({*self.cleaned_data.get("tenpai", ()), *also})

    def _missed(self) -> Iterator[HandRecord]:
        for seat, _name in self.seats:
            if value := self.cleaned_data.get(f"missed-{seat}"):
                yield {"seat": seat, "value": value}

    def _penalties(self) -> Iterator[HandRecord]:
        for seat, _name in self.seats:
            for _stick in range(self.cleaned_data.get(f"stick-{seat}") or 0):
                yield {"seat": seat, "kind": "stick"}
        for seat in self.cleaned_data.get("forfeit", ()):
            yield {"seat": seat, "kind": "forfeit"}

    def add_problems(self, record: HandRecord, problems: dict[str, list[str]]) -> None:
        for place, messages in problems.items():
            name = self._field_of(record, place)
            for message in messages:
                self.add_error(name, message)

    def _field_of(self, record: HandRecord, place: str) -> str | None:
        """Return the field for a part of the hand, as ``wins.0.fu``; None for the whole."""
        match [part for part in place.replace("[", ".").replace("]", "").split(".") if part]:
            case ["wins", at, *rest] if at.isdecimal() and int(at) < len(record.get("wins", ())):
                return self._win_field(record["wins"][int(at)]["winner"], rest)
            case ["wins", *_rest]:
                name = "tsumo" if record["result"] == "tsumo" else "ron"
            case ["by", *_rest]:
                name = "callers" if record["result"] == "abort" else str(record["result"])
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
                part = deeper[0] if deeper else "hand"
                name = f"{_HELD.get(part, part)}-{winner}"
            case ["yaku", *_rest]:
                name = f"names-{winner}"
            case ["chips", part, *_rest] | ["han" | "fu" | "pao" | "worth" as part, *_rest]:
                name = f"{part}-{winner}"
            case _:
                name = f"han-{winner}"
        for known in (name, f"han-{winner}", f"worth-{winner}"):
            if known in self.fields:
                return known
        return None

    @property
    def summary(self) -> list[str]:
        sentences = [str(error) for errors in self.errors.values() for error in errors]
        return list(dict.fromkeys(sentences))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        needed = {
            "ron": (("ron", gettext("Who won?")), ("loser", gettext("Who dealt in?"))),
            "tsumo": (("tsumo", gettext("Who won?")),),
            "abort": (("kind", gettext("Why was it aborted?")),),
            "nagashi": (("nagashi", gettext("Whose nagashi?")),),
            "chombo": (("chombo", gettext("Whose chombo?")),),
        }.get(str(cleaned.get("result")), ())
        for name, words in needed:
            if name not in self.errors and cleaned.get(name) in (None, "", []):
                self.add_error(name, words)
        return cleaned


def initial_of(record: HandRecord) -> dict[str, Any]:
    result = record["result"]
    found: dict[str, Any] = {
        "result": result,
        "riichi": record.get("riichi", []),
        "tenpai": record.get("tenpai", []),
        "kind": record.get("kind", ""),
        "nagashi": seats_named(record, "by"),
        "callers": seats_named(record, "by"),
        **{name: record.get(name, False) for name in ("stop", "give_up", "time_up")},
    }
    if result == "chombo":
        found["chombo"] = next(iter(seats_named(record, "by")), None)
    wins = record.get("wins", [])
    if result == "ron":
        found["ron"] = [win["winner"] for win in wins]
        found["loser"] = wins[0].get("from") if wins else None
    elif result == "tsumo" and wins:
        found["tsumo"] = wins[0]["winner"]
    for win in wins:
        found |= {f"{name}-{win['winner']}": value for name, value in _win_fields_of(win)}
    for penalty in record.get("penalties", []):
        _note_penalty(found, penalty)
    for each in record.get("yakuman_tenpai", []):
        found[f"missed-{each['seat']}"] = each["value"]
    return found


def _win_fields_of(win: HandRecord) -> list[tuple[str, Any]]:
    value, pao = win.get("value") or {}, win.get("pao")
    first = pao[0] if isinstance(pao, list) and pao else pao
    found: list[tuple[str, Any]] = [(name, value.get(name, "")) for name in _TYPED]
    found += [("melds", " ".join(value.get("melds", []))), ("flags", value.get("flags", []))]
    found += [(field, value.get(key)) for key, field in _HELD.items()]
    found += list((win.get("chips") or {}).items())
    found += [(name, win[name]) for name in ("han", "fu", "dora", "worth") if name in win]
    found.append(("names", list(win.get("yaku", ()))))
    if win.get("yakuman"):
        found += [("han", YAKUMAN_CHOICE), ("times", win["yakuman"])]
    if isinstance(first, dict):
        found += [("pao", first["seat"]), ("pao_times", first.get("times", 1))]
    elif first is not None:
        found.append(("pao", first))
    if "responsible" in win:
        found.append(("responsible", win["responsible"] if win["responsible"] else "nobody"))
    return found


def _note_penalty(found: dict[str, Any], penalty: HandRecord) -> None:
    if penalty["kind"] == "stick":
        name = f"stick-{penalty['seat']}"
        found[name] = found.get(name, 0) + 1
    else:
        found.setdefault("forfeit", []).append(penalty["seat"])


def _win_fields(offers: Offers, seat: int, names: Sequence[str]) -> dict[str, forms.Field]:
    if offers.worth:
        return _of_worth(seat, names) | _of_tiles(offers.tiles, seat)
    fields: dict[str, forms.Field] = {
        f"han-{seat}": _radio(_("Han"), [*_han(offers), (YAKUMAN_CHOICE, _("Yakuman"))]),
        f"times-{seat}": _number(_("Number of yakuman it counts as"), offers.most_yakuman, least=1),
        f"names-{seat}": forms.MultipleChoiceField(
            label=_("Which yakuman?"),
            choices=yakuman_choices(offers.yakuman),
            required=False,
            widget=forms.CheckboxSelectMultiple,
        ),
        f"pao-{seat}": _other_seat(_("Who is responsible (pao)?"), seat, names),
        f"pao_times-{seat}": _number(_("For how many yakuman?"), offers.most_yakuman, least=1),
    }
    if offers.counts_fu:
        values = [(str(fu), str(fu)) for fu in (*FU, *RARE_FU)]
        fields[f"fu-{seat}"] = _radio(_("Fu"), values)
    if offers.dora:
        fields[f"dora-{seat}"] = _number(_("Dora, paid separately"), 40)
    for name in offers.chips:
        fields[f"{name}-{seat}"] = _number(CHIPS[name], _MOST_CHIPS)
    if offers.tiles.bonus != "none":
        fields[f"nuki-{seat}"] = _number(aside_label(offers.tiles.bonus), 4)
    if offers.tiles.gold:
        fields[f"gold_held-{seat}"] = _number(_("Gold fives"), offers.tiles.gold)
    return fields | _of_tiles(offers.tiles, seat)


def _han(offers: Offers) -> list[tuple[str, str]]:
    names = limit_names()
    return [(str(han), names[han] if han in offers.limits else "") for han in offers.han]


def _of_worth(seat: int, names: Sequence[str]) -> dict[str, forms.Field]:
    whose: list[tuple[str, Any]] = [("", _("the discarder")), ("nobody", _("nobody"))]
    whose += [(str(at), name) for at, name in enumerate(names) if at != seat]
    return {
        f"worth-{seat}": _number(_("Points of the hand"), 2_000),
        f"responsible-{seat}": forms.ChoiceField(
            label=_("Who is responsible for a ron?"), choices=whose, required=False
        ),
    }


def _of_tiles(offer: Offer, seat: int) -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {}
    absent = {"dora_indicators": not offer.has_dora, "ura_indicators": not offer.has_ura}
    for name, label, example in _TILES:
        if absent.get(name):
            continue
        attrs = {"autocomplete": "off", "autocapitalize": "off", "placeholder": example}
        fields[f"{name}-{seat}"] = forms.CharField(
            label=label,
            required=False,
            max_length=_LONGEST,
            widget=forms.TextInput(attrs=attrs),
        )
    fields[f"flags-{seat}"] = forms.MultipleChoiceField(
        label=_("Circumstances"),
        choices=flag_choices(flag for flag in offer.flags if flag not in _NOT_ASKED),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    return fields


def _radio(label: Any, choices: list[tuple[str, Any]]) -> forms.Field:
    return forms.ChoiceField(label=label, choices=choices, required=False, widget=forms.RadioSelect)


def _number(label: Any, most: int, *, least: int = 0) -> forms.Field:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


def _other_seat(label: Any, seat: int, names: Sequence[str]) -> forms.Field:
    others: list[tuple[Any, Any]] = [("", "–")]
    others += [(at, name) for at, name in enumerate(names) if at != seat]
    return forms.TypedChoiceField(
        label=label, choices=others, coerce=int, empty_value=None, required=False
    )


def _win_record(
    form: LiveHandForm, seat: int, declared: Sequence[int], *, loser: int | None = None
) -> HandRecord:
    """Return a seat's win for ``replay``; ``declared`` are the riichi declarers."""
    cleaned = form.cleaned_data
    win: HandRecord = {"winner": seat}
    if loser is not None:
        win["from"] = loser
    if value := _value(cleaned, seat, has_riichi=seat in declared):
        return win | {"value": value} | _pao(cleaned, seat)
    if form.offers.worth:
        return win | _worth(cleaned, seat)
    if cleaned.get(f"han-{seat}") == YAKUMAN_CHOICE:
        times = cleaned.get(f"times-{seat}") or 1
        names = cleaned.get(f"names-{seat}", [])
        win |= {"yakuman": times, "yaku": dict.fromkeys(names, YAKUMAN_HAN)}
        return win | _pao(cleaned, seat) | _chips(form, seat)
    if cleaned.get(f"han-{seat}"):
        win["han"] = int(cleaned[f"han-{seat}"])
        needs_fu = form.offers.counts_fu and win["han"] < _MANGAN_HAN
        if needs_fu and cleaned.get(f"fu-{seat}"):
            win["fu"] = int(cleaned[f"fu-{seat}"])
    if cleaned.get(f"dora-{seat}"):
        win["dora"] = cleaned[f"dora-{seat}"]
    pao = _pao(cleaned, seat) if form.offers.pao_without_yakuman else {}
    return win | pao | _chips(form, seat)


def _worth(cleaned: Mapping[str, Any], seat: int) -> HandRecord:
    record: HandRecord = {}
    if cleaned.get(f"worth-{seat}") is not None:
        record["worth"] = cleaned[f"worth-{seat}"]
    whose = cleaned.get(f"responsible-{seat}")
    if whose:
        record["responsible"] = False if whose == "nobody" else int(whose)
    return record


def _pao(cleaned: Mapping[str, Any], seat: int) -> HandRecord:
    answers, times = cleaned.get(f"pao-{seat}"), cleaned.get(f"pao_times-{seat}") or 1
    return {} if answers is None else {"pao": [{"seat": answers, "times": times}]}


def _chips(form: LiveHandForm, seat: int) -> HandRecord:
    cleaned = form.cleaned_data
    due = {name: cleaned.get(f"{name}-{seat}") or 0 for name in form.offers.chips}
    return {"chips": due} if any(due.values()) else {}


def _value(cleaned: Mapping[str, Any], seat: int, *, has_riichi: bool) -> HandRecord:
    """Return the hand given by tiles; empty if none were given."""
    if not cleaned.get(f"hand-{seat}"):
        return {}
    value: HandRecord = {
        "hand": written(cleaned[f"hand-{seat}"]),
        "win": written(cleaned.get(f"win-{seat}", "")),
    }
    melds = cleaned.get(f"melds-{seat}", "").replace(",", " ").lower().split()
    if melds:
        value["melds"] = melds
    for name in ("dora_indicators", "ura_indicators"):
        if text := cleaned.get(f"{name}-{seat}"):
            value[name] = written(text)
    flags = list(cleaned.get(f"flags-{seat}", ()))
    if has_riichi and not _RIICHI & set(flags):
        flags.append("riichi")
    if flags:
        value["flags"] = flags
    counts = ((key, cleaned.get(f"{field}-{seat}")) for key, field in _HELD.items())
    return value | {key: count for key, count in counts if count}
