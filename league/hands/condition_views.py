"""The page “what does each player need?” and its form (オーラスの条件)."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day
from league.core.inputs import set_choices
from league.core.permissions import Action
from league.core.throttles import CallerThrottle, ask_to_wait, seconds_to_wait
from league.games.conditions import conditions_context
from league.games.hand_form import count_field
from league.games.points import counting_of, fill_last, read_points, write_points
from league.hands.views import ChosenRule, chosen_rule, without_rules
from league.wording.hands import wind_names
from rules.parameters import Parameters, RiichiParameters, ZungJungParameters
from scoring.game import GameState
from scoring.game.outcomes import riichi_allowed
from scoring.game.values import ROUNDS

_ROUNDS: Final = {"tonpu": 1, "tonnan": 2}
_MOST_HONBA: Final = 99
#: a points field longer than this was not typed by anybody
_LONGEST: Final = 40


class ConditionsForm(forms.Form):
    hand = forms.ChoiceField(label=gettext_lazy("Upcoming hand"))
    honba = count_field(gettext_lazy("Honba"), _MOST_HONBA)
    riichi = forms.MultipleChoiceField(
        label=gettext_lazy("Riichi"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, given: QueryDict, *, rule: Parameters) -> None:
        self.rule, self.counting = rule, counting_of(rule)
        data = given.copy()
        hands = hand_choices(rule)
        # another rule has other hands and seats: what it lacks is the usual one, or left out
        if data.get("hand") not in dict(hands):
            data["hand"] = last_hand(rule)
        seats = {str(seat) for seat in range(rule.game.players)}
        data.setlist("riichi", [seat for seat in data.getlist("riichi") if seat in seats])
        super().__init__(data, use_required_attribute=False)
        self._offer("hand", hands)
        self.fields["sticks"] = count_field(
            _("Riichi sticks on the table"), self.counting.most_sticks
        )
        self.seats = range(rule.game.players)
        attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": _LONGEST}
        for seat in self.seats:
            self.fields[f"points-{seat}"] = forms.CharField(
                label=wind_names()[seat], required=False, widget=forms.TextInput(attrs=attrs)
            )
        self._offer("riichi", [(str(seat), wind_names()[seat]) for seat in self.seats])
        if isinstance(rule, ZungJungParameters):
            for name in ("honba", "riichi", "sticks"):
                del self.fields[name]
        self._points: tuple[int, ...] = ()

    @property
    def is_begun(self) -> bool:
        return any(self.data.get(f"points-{seat}", "").strip() for seat in self.seats)

    def clean(self) -> dict[str, Any]:
        """Complete the points of all seats; one may stay empty.

        Raises:
            ValidationError: they do not add up.
        """
        cleaned = super().clean() or self.cleaned_data
        names = [f"points-{seat}" for seat in self.seats]
        unit = self.counting.unit
        read = read_points([self.data.get(name, "") for name in names], unit=unit)
        for name, one in zip(names, read, strict=True):
            if one.problem:
                self.add_error(name, one.problem)
        if self.errors:
            return cleaned
        held = [one.points for one in read]
        sticks = self._sticks()
        if None in held:
            rest = fill_last(held, self.counting, sticks=sticks)
            held = [rest if one is None else one for one in held]
        points = tuple(one for one in held if one is not None)
        if len(points) < len(held):
            raise ValidationError(_("Enter everyone's points; one seat may be left empty."))
        self._check(points, sticks)
        self._points = points
        return cleaned

    def _check(self, points: tuple[int, ...], sticks: int) -> None:
        """Check that the points add up, are whole hundreds, and allow the riichi."""
        if sum(points) + sticks != self.counting.dealt:
            words = _("The points and sticks add up to %(sum)s; the total should be %(dealt)s.")
            facts = {"sum": f"{sum(points) + sticks:,}", "dealt": f"{self.counting.dealt:,}"}
            raise ValidationError(words % facts)
        for seat in self.seats:
            if points[seat] % self.counting.unit:
                self.add_error(f"points-{seat}", _("Points must be whole hundreds."))
        for seat in self.declared:
            if not riichi_allowed(self.rule, points[seat]):
                self.add_error(f"points-{seat}", _("Not enough points for a riichi."))

    @property
    def state(self) -> GameState:
        at = self.cleaned_data["hand"]
        round_, dealer = ROUNDS.index(at[0]), int(at[1]) - 1
        honba = self.cleaned_data.get("honba") or 0
        return GameState(round_, dealer, honba, self._sticks(), self._points)

    @property
    def declared(self) -> tuple[int, ...]:
        return tuple(int(seat) for seat in self.cleaned_data.get("riichi", ()))

    def _sticks(self) -> int:
        return (self.cleaned_data.get("sticks") or 0) * self.counting.stick

    def address(self) -> list[tuple[str, str]]:
        cleaned = self.cleaned_data
        typed = write_points(self._points, unit=self.counting.unit)
        pairs = [
            ("hand", cleaned["hand"]),
            *((f"points-{seat}", text) for seat, text in enumerate(typed)),
            ("honba", str(cleaned.get("honba") or "")),
            ("sticks", str(cleaned.get("sticks") or "")),
            *(("riichi", str(seat)) for seat in self.declared),
        ]
        return [(name, value) for name, value in pairs if value]

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        set_choices(self, name, choices)
        self.fields[name].error_messages["invalid_choice"] = _("Please choose one of these.")


def last_hand(rule: Parameters) -> str:
    return _hand(_regular(rule) - 1, rule.game.players)


def hand_choices(rule: Parameters) -> list[tuple[str, str]]:
    players, count = rule.game.players, _regular(rule)
    if isinstance(rule, RiichiParameters) and rule.game.overtime != "none":
        count += rule.game.overtime_rounds * players
    # after four rounds the names repeat, and nobody plays so long
    hands = [_hand(number, players) for number in range(min(count, len(ROUNDS) * players))]
    winds = dict(zip(ROUNDS, wind_names(), strict=True))
    words = _("%(wind)s %(number)s")
    return [(hand, words % {"wind": winds[hand[0]], "number": hand[1]}) for hand in hands]


def _regular(rule: Parameters) -> int:
    if isinstance(rule, ZungJungParameters):
        return rule.game.hands
    return _ROUNDS[rule.game.length] * rule.game.players


def _hand(number: int, players: int) -> str:
    return f"{ROUNDS[number // players % len(ROUNDS)]}{number % players + 1}"


Page = dict[str, Any]


class ConditionsThrottle(CallerThrottle):
    """Tables are recomputed at every change; nobody edits one this often by hand."""

    scope = "conditions"
    rate = "240/min"


@club_page(Action.READ)
def conditions(request: HtmxRequest, visit: Visit) -> TemplateResponse:
    """Show the page with the table of the address; htmx calls get the answer alone.

    Raises:
        Http404: the club has no such set.
    """
    slug, today = request.GET.get("rule", ""), club_day(visit.club)
    rule = chosen_rule(visit.club, slug=slug, day=None, today=today)
    if rule is None:
        if slug:
            raise Http404
        title = _("What do I need?")
        text = _("Conditions are calculated from the club's rule sets. The club has none yet.")
        return without_rules(request, visit, title=title, text=text, nav="conditions")
    page: Page = {
        "rule": rule,
        "sets": [(each.slug, each.rule_set.name) for each in rule.sets],
    }
    if rule.parameters is not None:
        page |= _worked_out(request, visit, rule, rule.parameters)
    is_part = request.htmx and request.htmx.target == "conditions-result"
    template = f"league/hands/conditions/{'_result' if is_part else 'page'}.html"
    response = render_club(request, visit, template, page, nav="conditions")
    response["Vary"] = "HX-Request, HX-Target, Cookie"
    if is_part and "address" in page:
        response["HX-Replace-Url"] = page["address"]
    if "seconds" in page:
        ask_to_wait(response, page["seconds"])
    return response


def _worked_out(
    request: HtmxRequest, visit: Visit, rule: ChosenRule, parameters: Parameters
) -> Page:
    form = ConditionsForm(request.GET, rule=parameters)
    seats = [(seat, form[f"points-{seat}"], _riichi(form, seat)) for seat in form.seats]
    page: Page = {"form": form, "seats": seats}
    if not form.is_begun or not form.is_valid():
        return page
    if seconds := seconds_to_wait(request, ConditionsThrottle):
        return {**page, "seconds": seconds}
    address = _address(visit, rule, form)
    return {
        **page,
        "address": address,
        "shared": request.build_absolute_uri(address),
        "answer": conditions_context(parameters, form.state, form.declared),
    }


def _riichi(form: ConditionsForm, seat: int) -> object:
    return [*form["riichi"]][seat] if "riichi" in form.fields else None


def _address(visit: Visit, rule: ChosenRule, form: ConditionsForm) -> str:
    path = reverse("league:conditions", args=[visit.club.slug])
    return f"{path}?{urlencode([('rule', rule.in_club.slug), *form.address()])}"
