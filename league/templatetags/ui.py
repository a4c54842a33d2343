"""Tags and filters of every page: icons, components that hold a body, names of people."""

from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.models import Club, Member

register = template.Library()

SPRITE: Final = "img/icons.svg"
#: in place of a name
NOBODY: Final = "–"
SIZES: Final = {"s": "icon icon--s", "m": "icon", "l": "icon icon--l"}


@register.simple_tag
def icon(name: str, size: str = "m", label: str = "") -> SafeString:
    """Draw an icon of the sprite; hidden from screen readers unless it has a label.

    Args:
        name: id of a symbol in ``static/img/icons.svg``.
        size: s, m or l.
        label: what the icon says where no text beside it does.
    """
    if not label:
        return _drawn(name, size)
    return format_html(
        '<svg class="{}" role="img" aria-label="{}"><use href="{}#{}"></use></svg>',
        SIZES[size],
        label,
        static(SPRITE),
        name,
    )


@lru_cache(maxsize=256)
def _drawn(name: str, size: str) -> SafeString:
    """A page has dozens of them, nearly all the same."""
    return format_html(
        '<svg class="{}" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        SIZES[size],
        static(SPRITE),
        name,
    )


@register.simple_block_tag
def component(content: str, name: str, **values: object) -> SafeString:
    """Render ``components/<name>.html`` around what stands between the tags.

    Like ``{% include … only %}`` the component sees nothing but ``values`` and, as ``body``,
    the rendered content.
    """
    return render_to_string(f"components/{name}.html", {**values, "body": content})


@register.filter
def shown_name(member: Member | None, club: Club) -> str:
    """Write a member's name the way the club shows names; an en dash for nobody."""
    return member.shown_name(club) if member else NOBODY
