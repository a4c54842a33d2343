"""Practice: a random hand, a guess at its han, fu and payment, and the reasons (点数計算の練習)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.forms.calculator import address_of
from league.forms.calculator_offer import offer_of
from league.forms.practice import GuessForm, SeedForm, level_of
from league.hand_answers import answer_hand
from league.permissions import Action
from league.practice_answers import question_of, verdicts_of
from league.selectors.calculator import ChosenRule
from league.selectors.rule_guide import shown_hand
from league.views.calculator import seconds_to_wait
from league.views.practice_parts import table_facts
from league.views.rule_choice import (
    asked_rule,
    day_pair,
    no_rule,
    no_rules_for_hands,
    pinned,
    rule_parts,
)
from league.views.too_often import ask_to_wait
from rules.parameters import Parameters
from scoring.hands.hand import Hand
from scoring.hands.lines import evaluator_of
from scoring.hands.tiles import tile_names
from scoring.practice.hands import MOST_SEEDS, practice_hand
from scoring.practice.levels import LEVELS, Level

Page = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Here:
    """Where on the page's hands somebody is."""

    visit: Visit
    rule: ChosenRule
    level: Level
    seed: int

    def address(self, day: list[tuple[str, str]], *, level: Level, seed: int) -> str:
        """The address of a hand, under the version of a day."""
        words = [*day, ("level", level), ("seed", str(seed))]
        return self._address("practice", words)

    def in_calculator(self, parameters: Parameters, hand: Hand) -> str:
        """The address of the hand in the calculator, under the same version."""
        return self._address(
            "calculator", [*day_pair(self.rule), *address_of(offer_of(parameters), hand)]
        )

    def _address(self, page: str, words: list[tuple[str, str]]) -> str:
        path = reverse(f"league:{page}", args=[self.visit.club.slug])
        return f"{path}?{urlencode([('rule', self.rule.in_club.slug), *words], safe=':,')}"

    def ways(self) -> Page:
        """The same page for each level and the next hand."""
        day, following = day_pair(self.rule), self.seed % MOST_SEEDS + 1
        names = {"easy": _("Easy"), "middle": _("Middle"), "hard": _("Hard")}
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
    """The page with the hand of the address, and what is said of a guess that came with it.

    Raises:
        Http404: the club has no such set.
    """
    asked, rule = asked_rule(request, visit)
    if rule is None:
        return no_rules_for_hands(request, visit, _("Practice"))
    level = level_of(request.GET.get("level", ""))
    # whoever asks for no hand gets any; every link of the page names its hand
    which = SeedForm(request.GET, otherwise=random.randint(1, MOST_SEEDS))
    here = Here(visit, rule, level, which.chosen)
    page: Page = {**rule_parts(rule), "which": which, **here.ways()}
    if asked.is_day_wrong or rule.parameters is None:
        page["refusal"] = no_rule(asked, rule)
    elif seconds := seconds_to_wait(request):
        page["seconds"] = seconds
    else:
        page |= _practised(request, here, rule.parameters)
    response = render_club(request, visit, "league/practice/page.html", page, nav="calculator")
    if "seconds" in page:
        ask_to_wait(response, page["seconds"])
    return response


def _practised(request: HtmxRequest, here: Here, parameters: Parameters) -> Page:
    """The hand, the form for a guess, and the answer to one or to whoever gives up."""
    evaluator = evaluator_of(parameters)
    hand = practice_hand(evaluator, here.level, here.seed)
    if hand is None:
        return {"has_no_hand": True}
    question = question_of(evaluator, hand)
    guess = GuessForm(request.GET, question=question)
    page: Page = {
        "hand": shown_hand(hand),
        "facts": table_facts(hand, offer_of(parameters)),
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
    return {
        **page,
        "answer": answer_hand(evaluator, hand),
        "shared": request.build_absolute_uri(shared),
        "calculator_url": here.in_calculator(parameters, hand),
    }
