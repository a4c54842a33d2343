"""The forms of a draft's text: a clause of it, a heading of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.rule_prose import CodeField, LineField, ProseField
from league.rule_prose import LONGEST_CODE, LONGEST_TEXT, LONGEST_TITLE
from league.services.draft_clauses import LANGUAGES, ClauseText
from league.services.draft_headings import HeadingText
from rules.models import Clause, Section


class _InBothLanguages(forms.Form):
    """A form of which some fields are there twice; one of each two is needed."""

    #: beginning of the names of the two fields, and what is said where both are empty
    NEEDED: ClassVar[tuple[tuple[str, Any], ...]] = ()

    def clean(self) -> dict[str, Any]:
        """What is needed stands in one language at least."""
        values = super().clean() or {}
        for name, words in self.NEEDED:
            both = [f"{name}_{language}" for language in LANGUAGES]
            if not any(values.get(one) or one in self.errors for one in both):
                self.add_error(both[0], words)
        return values


def _one_language(stored: Clause | Section, names: Iterable[str]) -> dict[str, Any]:
    """What the fields hold; a language that only repeats the other stays empty."""
    initial: dict[str, Any] = {}
    for name in names:
        ja, en = getattr(stored, f"{name}_ja"), getattr(stored, f"{name}_en")
        initial |= {f"{name}_ja": ja, f"{name}_en": "" if en == ja else en}
    return initial


class ClauseForm(_InBothLanguages):
    """A clause of the club's own, or one written anew."""

    NEEDED = (("title", _("Please give it a title.")), ("text", _("Please write it.")))

    code = CodeField(
        label=_("Code"),
        max_length=LONGEST_CODE,
        help_text=_("As your document counts it, like A-3. Each code stands once."),
    )
    section = forms.ChoiceField(label=_("Under the heading"), required=False)
    title_ja = LineField(
        label=_("Title in Japanese"),
        max_length=LONGEST_TITLE,
        required=False,
        help_text=_("One language is enough: it is shown to readers of the other too."),
    )
    title_en = LineField(label=_("Title in English"), max_length=LONGEST_TITLE, required=False)
    text_ja = ProseField(
        label=_("Text in Japanese"),
        max_length=LONGEST_TEXT,
        required=False,
        help_text=_("One language is enough: it is shown to readers of the other too."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    fits_ja = forms.BooleanField(
        label=_("The Japanese text fits as it stands"),
        required=False,
        help_text=_("Where nothing in it speaks of what changed."),
    )
    text_en = ProseField(
        label=_("Text in English"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    fits_en = forms.BooleanField(
        label=_("The English text fits as it stands"),
        required=False,
        help_text=_("Where nothing in it speaks of what changed."),
    )

    def __init__(
        self, *args: Any, sections: Iterable[Section], stale: Collection[str] = (), **kwargs: Any
    ) -> None:
        """Make the form for a draft with headings; ``stale`` are languages that may not fit."""
        super().__init__(*args, **kwargs)
        field = self.fields["section"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            ("", _("– under none –")),
            *((each.code, f"{each.code} {each.title}") for each in sections),
        ]
        for language in LANGUAGES:
            if language not in stale:
                del self.fields[f"fits_{language}"]

    @classmethod
    def of(cls, clause: Clause, sections: Iterable[Section], stale: Collection[str]) -> ClauseForm:
        """The form filled in."""
        initial = {"code": clause.code, "section": clause.section}
        initial |= _one_language(clause, ("title", "text"))
        return cls(initial=initial, sections=sections, stale=stale)

    def clause_text(self, states: Sequence[str]) -> ClauseText:
        """What was typed; of a form that is valid."""
        values = dict(self.cleaned_data)
        fits = {language for language in LANGUAGES if values.pop(f"fits_{language}", False)}
        if fits and not (values["text_ja"] and values["text_en"]):
            fits = set(LANGUAGES)  # there is one text, for readers of both
        return ClauseText(**values, states=states, fits=fits)


class HeadingForm(_InBothLanguages):
    """A heading of the club's own, or one named anew."""

    NEEDED = (("title", _("Please give it a title.")),)

    code = CodeField(
        label=_("Code"),
        max_length=LONGEST_CODE,
        help_text=_("As your document counts its chapters, like A or 2. Each code stands once."),
    )
    title_ja = LineField(
        label=_("Title in Japanese"),
        max_length=LONGEST_TITLE,
        required=False,
        help_text=_("One language is enough: it is shown to readers of the other too."),
    )
    title_en = LineField(label=_("Title in English"), max_length=LONGEST_TITLE, required=False)
    level = forms.TypedChoiceField(label=_("Level"), coerce=int, initial=1)
    after = forms.ChoiceField(label=_("Stands after"), required=False)

    _LEVELS: ClassVar = ((1, _("chapter")), (2, _("section")), (3, _("subsection")))

    def __init__(
        self, *args: Any, others: Sequence[Section], level: int = 1, **kwargs: Any
    ) -> None:
        """Make the form beside other headings, in order; its own level stays among the choices."""
        super().__init__(*args, **kwargs)
        after, levels = self.fields["after"], self.fields["level"]
        assert isinstance(after, forms.ChoiceField)
        assert isinstance(levels, forms.ChoiceField)
        after.choices = [
            ("", _("– at the beginning –")),
            *((each.code, f"{each.code} {each.title}") for each in others),
        ]
        deeper = [] if level <= len(self._LEVELS) else [(level, str(level))]
        levels.choices = [*self._LEVELS, *deeper]

    @classmethod
    def of(cls, heading: Section, headings: Sequence[Section]) -> HeadingForm:
        """The form filled in."""
        others = [each for each in headings if each.pk != heading.pk]
        before = [each.code for each in others if each.position < heading.position]
        initial = {
            "code": heading.code,
            "level": heading.level,
            "after": before[-1] if before else "",
            **_one_language(heading, ("title",)),
        }
        return cls(initial=initial, others=others, level=heading.level)

    def heading_text(self) -> HeadingText:
        """What was typed; of a form that is valid."""
        return HeadingText(**self.cleaned_data)
