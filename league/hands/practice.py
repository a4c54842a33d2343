"""Practice hands: their pages and forms, the questions, and whether a guess is right."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.permissions import Action
from league.core.throttles import ask_to_wait, seconds_to_wait
from league.games.hand_form import CountField, address_of
from league.hands.answers import answer_hand
from league.hands.views import (
    ChosenRule,
    HandThrottle,
    day_pair,
    no_rule,
    no_rules_for_hands,
    pinned,
    requested_rule,
    rule_context,
)
from league.rulebook.guide import shown_hand
from league.rulebook.hand_offer import Offer, offer_of
from league.wording.hands import aside_label, flag_name, wind_names
from rules.parameters import Parameters
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand, flag_names
from scoring.hands.lines import AnyEvaluator, evaluator_of, value_of
from scoring.hands.named import YAKUMAN_HAN
from scoring.hands.tiles import tile_names
from scoring.practice.hands import MOST_SEEDS, practice_hand
from scoring.practice.levels import LEVELS, Level
from scoring.zung_jung.evaluator import ZungJungEvaluator

#: what the form asks for, by the key of its field: payments by who pays
PAYERS = ("discarder", "dealer", "others", "each")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    right: Mapping[str, int | None]  # None: fu of a limit, which nobody needs
    also_right: Mapping[str, int]  # where one may as well say something else

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(self.right)


def question_of(evaluator: AnyEvaluator, hand: Hand) -> Question:
    if isinstance(evaluator, ZungJungEvaluator):
        right: dict[str, int | None] = {"worth": evaluator.value(hand).worth}
        return Question(right=right, also_right={})
    value = value_of(evaluator, hand)
    right = {"han": value.han}
    if counts_fu(evaluator):
        right["fu"] = None if value.limit else value.fu
    paid = value.payment._asdict()
    payers = PAYERS[:1] if not hand.tsumo else PAYERS[3:] if hand.is_dealer else PAYERS[1:3]
    right |= {who: paid[who] for who in payers}
    # of several yakuman the rule may pay fewer; they may be counted as those that are paid
    also_right = {"han": YAKUMAN_HAN * value.yakuman} if value.yakuman else {}
    return Question(right=right, also_right=also_right)


def counts_fu(evaluator: Evaluator) -> bool:
    return evaluator.rule.hand.counting == "fu"


def verdicts_of(question: Question, guess: Mapping[str, int | None]) -> list[dict[str, Any]]:
    """Each guess beside what is right, which is None where it is not needed.

    Args:
        question: what was asked.
        guess: the fields of the form; empty fu are None.
    """
    names = field_names()
    return [
        {
            "name": names[key],
            "guess": guess[key],
            "right": right,
            "is_right": right is None or guess[key] in (right, question.also_right.get(key, right)),
            "is_points": key in PAYERS,
        }
        for key, right in question.right.items()
    ]


def field_names() -> dict[str, str]:
    return {
        "han": gettext("Han"),
        "fu": gettext("Fu"),
        "discarder": gettext("The discarder pays"),
        "dealer": gettext("The dealer pays"),
        "others": gettext("Each non-dealer pays"),
        "each": gettext("Each player pays"),
        "worth": gettext("Points of the hand"),
    }


_TYPING: Final = {"inputmode": "numeric", "autocomplete": "off"}
_MOST_COUNTED: Final = 999
_MOST_POINTS: Final = 9_999_999


class SeedForm(forms.Form):
    seed = CountField(
        label=_("Hand no."),
        required=False,
        min_value=1,
        max_value=MOST_SEEDS,
        widget=forms.NumberInput(attrs={**_TYPING, "min": 1, "max": MOST_SEEDS}),
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"),
            format_lazy(_("Please enter a number from 1 to {most}."), most=f"{MOST_SEEDS:,}"),
        ),
    )

    def __init__(self, given: QueryDict, *, otherwise: int) -> None:
        is_asked = bool(given.get("seed", "").strip())
        super().__init__(
            given if is_asked else None,
            initial={"seed": otherwise},
            use_required_attribute=False,
        )
        self._otherwise = otherwise

    @property
    def chosen(self) -> int:
        """Return the seed asked for, or a random one if it is missing or invalid."""
        found = self.cleaned_data.get("seed") if self.is_valid() else None
        return found if isinstance(found, int) else self._otherwise


class GuessForm(forms.Form):
    def __init__(self, given: QueryDict, *, question: Question) -> None:
        is_sent = any(key in given for key in question.asks)
        super().__init__(given if is_sent else None, use_required_attribute=False)
        names = field_names()
        for key in question.asks:
            self.fields[key] = _guess_field(key, names[key])

    @property
    def hint(self) -> str:
        """Explain how the highest hands are counted; empty where han are not counted."""
        if "fu" in self.fields:
            return gettext(
                "Enter 13 han for a yakuman, 26 for a double yakuman. Fu are not needed for a "
                "mangan or above."
            )
        if "han" in self.fields:
            return gettext("Enter 13 han for a yakuman, 26 for a double yakuman.")
        return ""


def _guess_field(key: str, name: str) -> CountField:
    most = _MOST_COUNTED if key in ("han", "fu") else _MOST_POINTS
    wrong = format_lazy(_("Please enter a number from 0 to {most}."), most=f"{most:,}")
    attrs: dict[str, Any] = {**_TYPING, "min": 0, "max": most}
    return CountField(
        label=name,
        required=key != "fu",
        min_value=0,
        max_value=most,
        widget=forms.NumberInput(attrs=attrs),
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
    )


def _facts(hand: Hand, offer: Offer) -> Iterator[tuple[str, str]]:
    """How the hand was won, by whom and when; what is not so is left out."""
    winds = wind_names()
    seat = winds[hand.seat]
    if hand.is_dealer:
        seat = gettext("%(wind)s, the dealer") % {"wind": seat}
    yield gettext("Won by"), gettext("Tsumo") if hand.tsumo else gettext("Ron")
    yield gettext("Seat wind"), seat
    if not offer.is_zung_jung:
        yield gettext("Round wind"), winds[hand.round]
    if hand.flags:
        yield gettext("Circumstances"), gettext(", ").join(map(flag_name, flag_names(hand.flags)))
    if hand.nuki:
        yield aside_label(offer.bonus), str(hand.nuki)
    if hand.honba:
        yield gettext("Honba"), str(hand.honba)


Page = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Here:
    visit: Visit
    rule: ChosenRule
    level: Level
    seed: int

    def address(self, day: list[tuple[str, str]], *, level: Level, seed: int) -> str:
        return self.page("practice", [*day, ("level", level), ("seed", str(seed))])

    def page(self, page: str, words: list[tuple[str, str]]) -> str:
        """The address of a page under the same rules."""
        path = reverse(f"league:{page}", args=[self.visit.club.slug])
        return f"{path}?{urlencode([('rule', self.rule.in_club.slug), *words], safe=':,')}"

    def ways(self) -> Page:
        day, following = day_pair(self.rule), self.seed % MOST_SEEDS + 1
        names = {"easy": gettext("Easy"), "middle": gettext("Medium"), "hard": gettext("Hard")}
        return {
            "level": self.level,
            "seed": self.seed,
            "levels": [
                {
                    "url": self.address(day, level=level, seed=self.seed),
                    "label": names[level],
                    "current": level == self.level,
                }
                for level in LEVELS
            ],
            "next_url": self.address(day, level=self.level, seed=following),
        }


@club_page(Action.READ)
def practice(request: HtmxRequest, visit: Visit) -> TemplateResponse:
    """Show the page with the hand of the address, and the result of a guess.

    Raises:
        Http404: the club has no such set.
    """
    requested, rule = requested_rule(request, visit)
    if rule is None:
        return no_rules_for_hands(request, visit, gettext("Practice"))
    typed = request.GET.get("level", "")
    level = next((level for level in LEVELS if level == typed), LEVELS[0])
    # without a hand in the address any is dealt; every link of the page names its hand
    which = SeedForm(request.GET, otherwise=random.randint(1, MOST_SEEDS))
    here = Here(visit, rule, level, which.chosen)
    page: Page = {**rule_context(rule), "which": which, **here.ways()}
    if requested.is_day_wrong or rule.parameters is None:
        page["refusal"] = no_rule(requested, rule)
    elif seconds := seconds_to_wait(request, HandThrottle):
        page["seconds"] = seconds
    else:
        page |= _practised(request, here, rule.parameters)
    template = "league/hands/practice/page.html"
    response = render_club(request, visit, template, page, nav="calculator")
    if "seconds" in page:
        ask_to_wait(response, page["seconds"])
    return response


def _practised(request: HtmxRequest, here: Here, parameters: Parameters) -> Page:
    evaluator = evaluator_of(parameters)
    hand = practice_hand(evaluator, here.level, here.seed)
    if hand is None:
        return {"has_no_hand": True}
    question = question_of(evaluator, hand)
    guess = GuessForm(request.GET, question=question)
    page: Page = {
        "hand": shown_hand(hand),
        "facts": list(_facts(hand, offer_of(parameters))),
        "dora": tile_names(hand.dora_indicators),
        "ura": tile_names(hand.ura_indicators),
        "guess": guess,
    }
    gives_up = "give-up" in request.GET
    if gives_up:
        page["guess"] = GuessForm(QueryDict(), question=question)
    elif guess.is_valid():
        page["verdicts"] = verdicts_of(question, guess.cleaned_data)
    else:
        return page
    shared = here.address(pinned(here.rule), level=here.level, seed=here.seed)
    tiles = address_of(offer_of(parameters), hand)
    return {
        **page,
        "answer": answer_hand(evaluator, hand),
        "shared": request.build_absolute_uri(shared),
        "calculator_url": here.page("calculator", [*day_pair(here.rule), *tiles]),
    }
