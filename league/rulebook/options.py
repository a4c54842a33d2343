"""What events choose where the rules leave it open: which choice holds, what there is to choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final

from django import forms
from django.db import transaction
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.core.inputs import choice_code
from league.models import Club, Hanchan, League, Season, Session
from league.rulebook.versions import rule_line
from league.wording.rules import language
from rules import words
from rules.errors import ParametersError, UnknownParameterError
from rules.models import RuleSet, RuleVersion, version_in_force
from rules.parameters import (
    Parameters,
    check_options,
    chosen_under,
    open_to_events,
    options_in_force,
    options_of,
    value_of,
)

Options = Mapping[str, Any]


def options_for(
    league: League, parameters: Parameters, session: Session | None, day: date
) -> dict[str, Any]:
    """Return a new game's values for what the rules of its day leave open.

    Of several seasons the one that starts last decides. One query, none where nothing is left
    open.

    Args:
        league: whose game it is.
        parameters: of the version in force on the day.
        session: the evening, if there is one yet.
        day: the day of play.
    """
    if not open_to_events(parameters):
        return {}
    seasons = Season.objects.for_club(league.club_id).filter(league=league)
    on_day = seasons.filter(starts_on__lte=day, ends_on__gte=day).order_by("-starts_on", "-pk")
    chosen = on_day.values_list("options", flat=True).first() or {}
    return _chosen(parameters, season=chosen, evening=session.options if session else {})


def _chosen(parameters: Parameters, *, season: Options, evening: Options) -> dict[str, Any]:
    """Merge the choices; the evening's override the season's."""
    return options_in_force(parameters, {**season, **evening})


class Choices:
    """Events' choices for a league's games of many days, at evenings without a title.

    Two queries at the first rules that leave something open, none before.
    """

    def __init__(self, league: League, days: Iterable[date]) -> None:
        self._league, self._days = league, sorted(set(days))

    def on(self, parameters: Parameters, day: date) -> dict[str, Any]:
        """Return a new game's options on a day, as :func:`options_for` does."""
        if not open_to_events(parameters):
            return {}
        in_season = (options for first, last, options in self._seasons if first <= day <= last)
        evening = self._evenings.get(day, {})
        return _chosen(parameters, season=next(in_season, {}), evening=evening)

    @cached_property
    def _seasons(self) -> list[tuple[date, date, Options]]:
        seasons = Season.objects.for_club(self._league.club_id).filter(league=self._league)
        columns = seasons.order_by("-starts_on", "-pk").values_list(
            "starts_on", "ends_on", "options"
        )
        return list(columns)

    @cached_property
    def _evenings(self) -> dict[date, Options]:
        untitled = Session.objects.for_club(self._league.club_id).filter(
            title="", day__range=(self._days[0], self._days[-1])
        )
        return dict(untitled.values_list("day", "options"))


def rule_of(
    league: League,
    parameters: Parameters,
    session: Session | None,
    day: date,
    *,
    game: Hanchan | None = None,
) -> Parameters:
    """Return the rules of a game: a stored one with its own options, or a new one.

    As many queries as :func:`options_for`; none for a stored game.
    """
    options = options_for(league, parameters, session, day) if game is None else game.options
    return chosen_under(parameters, options)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenOption:
    name: str
    label: str
    about: str
    by_rules: str  # what the rules say without a choice, in words
    #: values to choose from with their words; nothing where any whole number may be said
    choices: tuple[tuple[Any, str], ...]


def session_rules(club: Club, day: date) -> list[Parameters]:
    """Return the day's rules in the club's leagues that leave something open. One query."""
    sets = League.objects.for_club(club).filter(is_active=True).values("rule_set__rule_set")
    versions = RuleVersion.objects.filter(
        rule_set__in=sets, status=RuleVersion.Status.PUBLISHED, effective_from__lte=day
    )
    in_force = {version.rule_set_id: version for version in versions.order_by("effective_from")}
    values = (in_force[key].value for key in sorted(in_force))
    return [value for value in values if open_to_events(value)]


def session_offer(club: Club, day: date) -> tuple[OpenOption, ...]:
    """Return what an evening may choose. One query."""
    return _offer(session_rules(club, day))


def season_rule(league: League, day: date) -> Parameters | None:
    """Return the league's rules for a season starting on the day. At most two queries."""
    rule_set: RuleSet = league.rule_set.rule_set
    version = version_in_force(rule_set, day)
    if version is None:
        version = next(iter(rule_line(rule_set).versions), None)
    return version.value if version else None


def season_offer(league: League, day: date) -> tuple[OpenOption, ...]:
    """Return what a season starting on the day may choose. At most two queries."""
    rule = season_rule(league, day)
    return () if rule is None else _offer([rule])


def options_in_words(options: Options, rules: Iterable[Parameters]) -> list[tuple[str, str]]:
    lines: dict[str, tuple[str, str]] = {}
    for rule in rules:
        own = chosen_under(rule, options)
        for name in options_in_force(rule, options):
            text = words.say(own, name, language())
            lines.setdefault(name, (words.name_of(rule.family, name, language()), text))
    return list(lines.values())


def _offer(rules: Sequence[Parameters]) -> tuple[OpenOption, ...]:
    names = dict.fromkeys(name for rule in rules for name in open_to_events(rule))
    return tuple(option for name in names for option in _option(name, rules))


def _option(name: str, rules: Sequence[Parameters]) -> Iterator[OpenOption]:
    """Yield a parameter that a form can ask for: a choice of one, or a whole number."""
    lang = language()
    holding = [rule for rule in rules if name in open_to_events(rule)]
    first = holding[0]
    value = value_of(first, name)
    choices = options_of(first.family, name)
    if isinstance(value, tuple) or not (choices or value is None or type(value) is int):
        return
    by_rules = dict.fromkeys(words.say(rule, name, lang) for rule in holding)
    yield OpenOption(
        name=name,
        label=words.name_of(first.family, name, lang),
        about=words.about(first.family, name, lang),
        by_rules=" / ".join(by_rules),
        choices=words.choices_of(first.family, name, lang),
    )


@transaction.atomic
def set_session_options(*, session: Session, options: Mapping[str, Any], actor: Actor) -> None:
    """Set an evening's options; stored games keep their own.

    Raises:
        LeagueError: no league's rules leave that open that day, or the values are invalid;
            ``field`` names the parameter.
    """
    rules = session_rules(session.club, session.day) if options else []
    _check(rules, options)
    current = Session.objects.for_club(session.club_id).select_for_update().get(pk=session.pk)
    before, after = current.options, dict(options)
    session.options = after
    if before == after:
        return
    current.options, current.is_off_list = after, False
    current.save(update_fields=["options", "is_off_list"])
    record_event(
        "session.options_changed",
        club=session.club,
        object_id=session.pk,
        actor=actor,
        before={"options": before},
        after={"options": after},
    )


def check_season_options(league: League, day: date, options: Mapping[str, Any]) -> None:
    """Check that a season starting on the day may choose these values.

    Raises:
        LeagueError: the rules do not leave that open, or the values are invalid; ``field``
            names the parameter.
    """
    rule = season_rule(league, day) if options else None
    _check([] if rule is None else [rule], options)


def _check(rules: Sequence[Parameters], options: Mapping[str, Any]) -> None:
    """Check that each value is left open somewhere, and valid wherever it is."""
    for name in options:
        if not any(name in open_to_events(rule) for rule in rules):
            raise LeagueError(_("The rules of that day do not let you choose this."), field=name)
    for rule in rules:
        own = {name: options[name] for name in open_to_events(rule) if name in options}
        try:
            check_options(rule, own)
        except ParametersError as error:
            raise _refused(rule, error, own) from error


def _refused(rule: Parameters, error: ParametersError, own: Mapping[str, Any]) -> LeagueError:
    problem = error.problems[0]
    field = problem.field if problem.field in own else next(iter(own))
    try:
        name = words.name_of(rule.family, problem.field, language())
    except UnknownParameterError:
        name = problem.field
    words_of_rules = _("This contradicts the rest of the rules (%(name)s).") % {"name": name}
    return LeagueError(words_of_rules, field=field)


OPTION_PREFIX: Final = "option-"
#: no whole number of a rule is larger
_MOST: Final = 1_000_000


class OptionsForm(forms.Form):
    """A choice for each parameter that is left open; empty means as the rules say."""

    def __init__(
        self,
        *args: Any,
        offer: Sequence[OpenOption] = (),
        chosen: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.offer = offer
        for option in offer:
            self.fields[OPTION_PREFIX + option.name] = _field(
                option, (chosen or {}).get(option.name)
            )

    def clean(self) -> dict[str, Any]:
        """Put the choices under ``options``, by parameter."""
        values = super().clean() or {}
        options: dict[str, Any] = {}
        for option in self.offer:
            code = values.pop(OPTION_PREFIX + option.name, None)
            if code in (None, ""):
                continue
            by_code = {choice_code(value): value for value, _words in option.choices}
            options[option.name] = by_code[code] if option.choices else code
        values["options"] = options
        return values

    def refuse(self, error: LeagueError) -> None:
        """Show a service's refusal beside its field, or above the form."""
        names = (error.field, f"{OPTION_PREFIX}{error.field}")
        self.add_error(next((name for name in names if name in self.fields), None), error.message)

    def option_fields(self) -> list[BoundField]:
        return [self[OPTION_PREFIX + option.name] for option in self.offer]


def _field(option: OpenOption, chosen: Any) -> forms.Field:
    by_rules = _("as the rules say (%(value)s)") % {"value": option.by_rules}
    if not option.choices:
        return forms.IntegerField(
            label=option.label,
            min_value=-_MOST,
            max_value=_MOST,
            required=False,
            initial=chosen,
            help_text=_("If empty: %(value)s.") % {"value": by_rules},
        )
    choices = [(choice_code(value), words) for value, words in option.choices]
    return forms.ChoiceField(
        label=option.label,
        choices=[("", by_rules), *choices],
        required=False,
        initial="" if chosen is None else choice_code(chosen),
    )
