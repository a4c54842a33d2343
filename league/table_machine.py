"""The settings of an automatic table, as the house with that table lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from rules.parameters import Parameters, ZungJungParameters

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

#: the table that the numbers belong to
MACHINE: Final = "AMOS JP-EX COLOR"


class Setting(NamedTuple):
    """A game that the table can build walls for."""

    number: int
    name: StrPromise
    tiles: int | None  # none where nothing is played


#: Source: W-00 to W-08
SETTINGS: Final = (
    Setting(0, _("Check mode"), None),
    Setting(1, _("Four players, standard"), 136),
    Setting(2, _("Four players, flowers"), 140),
    Setting(3, _("Four players, more flowers"), 144),
    Setting(4, _("Three players, standard"), 108),
    Setting(5, _("Three players, flowers"), 112),
    Setting(6, _("Three players, more flowers"), 116),
    Setting(7, _("100 tiles"), 100),
    Setting(8, _("64 tiles"), 64),
)


def machine_setting(parameters: Parameters) -> Setting | None:
    """The setting that a version names, if the table has it."""
    if isinstance(parameters, ZungJungParameters):
        return None
    named = parameters.tiles.machine_setting
    return next((setting for setting in SETTINGS if setting.number == named), None)
