"""Hands whose counting is shown step by step, each for one thing that it teaches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from league.hand_examples import Example, ron, tsumo

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Lesson(NamedTuple):
    """A hand and what it is shown for."""

    key: str
    title: StrPromise
    example: Example


#: shown where the version's tiles and calls allow the hand
LESSONS: Final[tuple[Lesson, ...]] = (
    Lesson("flat-tsumo", _("Four sequences by tsumo"), tsumo("123p456p99p45s789s", "6s")),
    Lesson("flat-ron", _("The same by ron"), ron("123p456p99p45s789s", "6s")),
    Lesson("open", _("An open hand of sequences"), ron("567p88p345s67s", "8s", "chi:234m")),
    Lesson(
        "value",
        _("A call, a pair of dragons, a closed wait"),
        ron("345p678p24s77z", "3s", "pon:111z"),
    ),
    Lesson("pairs", _("Seven pairs"), ron("11p33p99p22s55s1z77z", "1z")),
    Lesson(
        "double-wind",
        _("The dealer's pair of East in the East round"),
        Example("123p567p345s89s11z", "7s", tsumo=True, seat=0, flags=("riichi",)),
    ),
    Lesson(
        "kan",
        _("A closed kan, won on its replacement tile"),
        tsumo("345p678p99p23s", "4s", "ankan:1111p", flags=("rinshan",)),
    ),
    Lesson("four-han", _("Four han at 30 fu"), ron("223344p88p345s67s", "8s", flags=("riichi",))),
)

#: the same for Zung Jung, where patterns add up
PATTERN_LESSONS: Final[tuple[Lesson, ...]] = (
    Lesson(
        "chicken", _("A hand without a pattern"), ron("11m456s78s", "9s", "chi:123m", "pon:777p")
    ),
    Lesson("small", _("Small patterns add up"), tsumo("234p567p22p345s67s", "8s")),
    Lesson("honours", _("Each set of honours counts"), ron("345p23s666z77z", "4s", "pon:555z")),
    Lesson("similar", _("The discarder pays more"), ron("234m234p23s55s789s", "4s")),
    Lesson("triplets", _("By tsumo everybody pays alike"), tsumo("111p444p33s888s77z", "3s")),
    Lesson("capped", _("More than the cap"), ron("99p11p777z", "9p", "pon:555z", "pon:666z")),
    Lesson("alone", _("One pattern above the cap counts alone"), ron("1112345678999p", "5p")),
)

#: a yaku whatever the rule; beside it what is asked for
_HAKU: Final = "pon:555z"
#: hands that have between them everything that gives fu, each with a reason of its own
PROBES: Final[tuple[Example, ...]] = (
    ron("78s345s99p", "9s", "pon:222p", _HAKU),
    tsumo("222p345s66s78s777z", "9s"),
    ron("345s78s99p", "9s", "minkan:2222p", "minkan:5555z"),
    ron("345s78s99p", "9s", "ankan:2222p", "ankan:5555z"),
    ron("24p345s678s77z", "3p", _HAKU),
    ron("345p678p33s89s", "7s", _HAKU),
    ron("345p678p234s3z", "3z", _HAKU),
    ron("11p33p99p22s55s1z77z", "1z"),
)
