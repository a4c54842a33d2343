"""Every row of a club, in words that mean the same on any server; to compare two clubs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Model

from league.archive.file import FIELDS_LEFT_OUT, TABLES_LEFT_OUT
from league.models import Club, Settlement, Tally, TallyPage, User
from league.models.hanchan import visible
from rules.models import Clause, RuleSet, RuleVersion, Section

#: what tells a row from the others of its club, wherever it is stored
IDENTITY: dict[str, tuple[str, ...]] = {
    "league.Club": (),
    "league.Member": ("display_name",),
    "league.ClubRuleSet": ("slug",),
    "rules.RuleSet": ("name_ja", "adopted_from"),
    "rules.RuleVersion": ("rule_set", "effective_from", "number", "status", "title"),
    "league.League": ("slug",),
    "league.Season": ("league", "name"),
    "league.Team": ("league", "name"),
    "league.Session": ("day", "title"),
    "league.Hanchan": ("key",),
    "league.Ruling": ("day", "facts"),
    "league.TallyPage": ("league", "month"),
}


def models() -> Iterator[type[Model]]:
    """Every table of ours that comes back; logins belong to the server and stay there."""
    for app in ("rules", "league"):
        for model in apps.get_app_config(app).get_models():
            if model is not User and model._meta.label not in TABLES_LEFT_OUT:
                yield model


def fields(model: type[Model]) -> Iterator[Any]:
    """The fields of a table that come back; the key is another on every server."""
    for field in model._meta.concrete_fields:
        if not field.primary_key and f"{model._meta.label}.{field.name}" not in FIELDS_LEFT_OUT:
            yield field


def whole(club: Club) -> dict[str, list[str]]:
    """Every row that comes back, by table, in an order of its own."""
    return {
        model._meta.label: sorted(repr(_row(row)) for row in _rows(model, club))
        for model in models()
    }


_OF_RULES: dict[type[Model], str] = {
    RuleSet: "in_club__club",
    RuleVersion: "rule_set__in_club__club",
    Clause: "version__rule_set__in_club__club",
    Section: "version__rule_set__in_club__club",
}
_SHOWN: dict[type[Model], str] = {TallyPage: "counts", Tally: "page__counts"}


def _rows(model: type[Model], club: Club) -> Any:
    if model is Club:
        return [club]
    if model in _OF_RULES:
        return model._default_manager.filter(**{_OF_RULES[model]: club})
    if model is Settlement:
        return _counted(club)
    rows = model._default_manager.for_club(club)  # type: ignore[attr-defined]
    return rows.filter(**{_SHOWN[model]: True}) if model in _SHOWN else rows


def _counted(club: Club) -> Iterable[Settlement]:
    """The latest settlement of each game."""
    rows = Settlement.objects.for_club(club).filter(visible())
    return {row.hanchan_id: row for row in rows.order_by("hanchan_revision", "pk")}.values()


def _row(row: Model) -> dict[str, Any]:
    found = {field.name: _value(row, field) for field in fields(type(row))}
    for many in type(row)._meta.many_to_many:
        found[many.name] = sorted(repr(_identity(one)) for one in getattr(row, many.name).all())
    if row._meta.label == "league.MonthClose":
        # the lines name members by their number
        found["rows"] = [{**line, "member": line["name"]} for line in found["rows"]]
    return found


def _value(row: Model, field: Any) -> Any:
    if isinstance(field, ForeignKey):
        target = getattr(row, field.name)
        return None if target is None else _identity(target)
    return getattr(row, field.attname)


def _identity(row: Model) -> tuple[Any, ...]:
    names = IDENTITY[row._meta.label]
    return (
        row._meta.label,
        *(_value(row, row._meta.get_field(name)) for name in names),
    )
