"""All that is wrong with values that are to be saved in a draft, as far as one look can find it.

A value that is none hides the contradictions, and of those only the first of a section is named.
So what was found is put back to what the draft has, and the rest is looked at again: until nothing
new is found, or what is found might only be there because something was put back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from league.parameter_problems import problems_of
from league.typed_rules import Typed, stored_form
from rules.words.types import FAMILIES

#: parameters on which others hang that do not name them in their complaints
_PIVOTS: Final = frozenset(
    (
        *("players", "counting", "removed_tiles", "uma_kind"),
        *("red_fives", "red_man", "red_pin", "red_sou"),
    )
)
#: how often the rest is looked at
_MOST_LOOKS: Final = 30


def wrong_values(
    family: str, before: Typed, values: Mapping[str, Any], *, alone: bool = False
) -> dict[str, list[str]]:
    """What keeps a draft with other values from standing: sentences by parameter.

    Args:
        family: of the draft.
        before: all of its values as they are.
        values: those that are to be saved.
        alone: whether each value is looked at by itself: where a name is misspelt, what contradicts
            the others may be right.
    """
    typed = {**before, **values}
    found: dict[str, list[str]] = {}
    put_back: set[str] = set()
    for _look in range(_MOST_LOOKS):
        stored = stored_form(family, typed)
        told = problems_of(family, stored)
        unsure = _complaints_about(family, stored, None if alone else put_back)
        found |= {n: said for n, said in told.items() if n not in put_back and n not in unsure}
        faulty = (told.keys() & values.keys()) - put_back
        put_back |= faulty
        if alone or not faulty or put_back & _PIVOTS:
            break
        typed |= {name: before[name] for name in faulty}
    return found


def _complaints_about(family: str, stored: Mapping[str, Any], names: set[str] | None) -> set[str]:
    """The parameters whose contradiction speaks of one of ``names``; of any where that is None."""
    try:
        FAMILIES[family].model_validate(dict(stored))
    except ValidationError as error:
        said = [each["ctx"] for each in error.errors() if each["type"] == "contradiction"]
        return {
            each["field"]
            for each in said
            if names is None or names.intersection(re.findall(r"\w+", each["complaint"]))
        }
    return set()
