"""Fields for what people write in rules; the limits are those of calls and files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from league.rule_prose import plain_lines, unseen_in_code, unseen_in_line, unseen_in_prose


class LineField(forms.CharField):
    """A text of one line."""

    _unseen: Callable[[str], str] = staticmethod(unseen_in_line)

    def validate(self, value: Any) -> None:
        """Refuse what cannot be seen, by its number: nobody finds it by looking."""
        super().validate(value)
        if unseen := self._unseen(value):
            words = _(
                "There is a character in it that cannot be seen (%(number)s). "
                "Please delete that place and type it anew."
            )
            raise forms.ValidationError(words % {"number": f"U+{ord(unseen):04X}"}, code="unseen")


class CodeField(LineField):
    """The number of a clause or a heading."""

    _unseen = staticmethod(unseen_in_code)


class ProseField(LineField):
    """A text of several lines; a browser's two characters for the end of a line count as one."""

    widget = forms.Textarea
    _unseen = staticmethod(unseen_in_prose)

    def to_python(self, value: Any) -> str:
        """The text with plain ends of lines."""
        return plain_lines(super().to_python(value) or "")
