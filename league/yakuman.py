"""The yakuman that a game may be remembered for, by the keys that scripts and imports use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

#: yaku key -> its name in the reader's language, the usual ones first
YAKUMAN: Final[dict[str, StrPromise]] = {
    "kokushi": _("Thirteen orphans"),
    "kokushi13": _("Thirteen orphans, 13-sided wait"),
    "suuankou": _("Four concealed triplets"),
    "suuankou_tanki": _("Four concealed triplets, single wait"),
    "daisangen": _("Big three dragons"),
    "shousuushii": _("Little four winds"),
    "daisuushii": _("Big four winds"),
    "tsuuiisou": _("All honours"),
    "chinroutou": _("All terminals"),
    "ryuuiisou": _("All green"),
    "chuuren": _("Nine gates"),
    "chuuren_pure": _("Pure nine gates"),
    "suukantsu": _("Four kans"),
    "tenhou": _("Blessing of heaven"),
    "chiihou": _("Blessing of earth"),
    "renhou": _("Blessing of man"),
    "counted_yakuman": _("Counted yakuman"),
}


def yakuman_name(key: str) -> str:
    """The name for people; a key that is not ours stands for itself."""
    return str(YAKUMAN.get(key, key))
