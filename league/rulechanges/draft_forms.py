"""The forms around a draft: how it begins, what it says of itself, its clauses, a file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.inputs import DayField, set_choices
from league.rulebook.files import LARGEST
from league.rulebook.prose import (
    LONGEST_CHANGES,
    LONGEST_CODE,
    LONGEST_NAME,
    LONGEST_TEXT,
    LONGEST_TITLE,
    plain_lines,
    unseen_in_code,
    unseen_in_line,
    unseen_in_prose,
)
from league.rulebook.shipped import shipped_name, shipped_versions
from league.rulebook.timeline import DatedVersion
from league.rulechanges.parameter_fields import NamesWidget
from league.rulechanges.text_write import LANGUAGES, ClauseText, HeadingText
from rules.models import Clause, RuleVersion, Section
from rules.parameters import FAMILIES
from rules.parameters.base import sections_of
from rules.presets import ShippedVersion

_OWN, _SHIPPED = "v", "s"


class LineField(forms.CharField):
    _unseen: Callable[[str], str] = staticmethod(unseen_in_line)

    def validate(self, value: Any) -> None:
        """Refuse invisible characters, naming their code point."""
        super().validate(value)
        if unseen := self._unseen(value):
            words = gettext(
                "It contains an invisible character (%(number)s). Please delete that part and "
                "type it again."
            )
            raise forms.ValidationError(words % {"number": f"U+{ord(unseen):04X}"}, code="unseen")


class CodeField(LineField):
    _unseen = staticmethod(unseen_in_code)


class ProseField(LineField):
    """A multi-line text; a browser's CRLF counts as one character."""

    widget = forms.Textarea
    _unseen = staticmethod(unseen_in_prose)

    def to_python(self, value: Any) -> str:
        return plain_lines(super().to_python(value) or "")


def _marked(dated: DatedVersion) -> str:
    label, mark = dated.version.label, dated.mark
    return gettext("%(version)s (%(mark)s)") % {"version": label, "mark": mark} if mark else label


class NewDraftForm(forms.Form):
    DEVELOP, CORRECT = "develop", "correct"

    source = forms.ChoiceField(label=_("Start from a copy of"))
    purpose = forms.ChoiceField(
        label=_("Purpose"),
        choices=[
            (DEVELOP, _("new rules that take effect on another day")),
            (CORRECT, _("a correction of that version, with the same effective date")),
        ],
        widget=forms.RadioSelect,
        initial=DEVELOP,
    )
    day = DayField(
        label=_("Effective date"),
        required=False,
        help_text=_(
            "Optional until you publish. A correction keeps the date of the version it corrects."
        ),
    )
    title = LineField(
        label=_("Name of the draft"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=_("For organizers only, to tell drafts apart."),
    )

    def __init__(
        self, *args: Any, family: str, versions: Sequence[DatedVersion], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._versions = {f"{_OWN}:{dated.version.pk}": dated for dated in versions}
        self._shipped: dict[str, ShippedVersion] = {}
        names = []
        for shipped, version in shipped_versions(family):
            key = f"{_SHIPPED}:{shipped.key}@{version.label}"
            self._shipped[key] = version
            names.append((key, shipped_name(shipped, version)))
        choices = [
            (
                _("Versions of these rules"),
                [(k, _marked(v)) for k, v in self._versions.items()],
            ),
            (_("Built-in rule sets"), names),
        ]
        set_choices(self, "source", choices)

    def clean(self) -> dict[str, Any]:
        """Set a correction's day to that of the corrected version."""
        values = super().clean() or {}
        source = values.get("source", "")
        if values.get("purpose") == self.CORRECT:
            dated = self._versions.get(source)
            if dated is None and source:
                self.add_error("purpose", _("Only a version of these rules can be corrected."))
            elif dated is not None and dated.is_withdrawn:
                self.add_error(
                    "purpose",
                    _("This version is withdrawn and cannot be corrected."),
                )
            values["day"] = dated.version.effective_from if dated else None
        return values

    @property
    def copied(self) -> RuleVersion | ShippedVersion:
        key = self.cleaned_data["source"]
        return self._versions[key].version if key in self._versions else self._shipped[key]


class AboutForm(forms.Form):
    title = LineField(label=_("Name of the draft"), max_length=LONGEST_NAME, required=False)
    effective_from = DayField(
        label=_("Effective date"),
        required=False,
        help_text=_("Optional until you publish."),
    )
    changes_ja = ProseField(
        label=_("What changes, in Japanese"),
        max_length=LONGEST_CHANGES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    changes_en = ProseField(
        label=_("What changes, in English"),
        max_length=LONGEST_CHANGES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown with the version's name. One language is enough."),
    )

    FIELDS: ClassVar = ("title", "effective_from", "changes_ja", "changes_en")

    @classmethod
    def of(cls, draft: RuleVersion) -> AboutForm:
        """Fill the form in; a language that only repeats the other stays empty."""
        initial = {name: getattr(draft, name) for name in cls.FIELDS}
        if initial["changes_en"] == initial["changes_ja"]:
            initial["changes_en"] = ""
        return cls(initial=initial)

    def clean(self) -> dict[str, Any]:
        """Fill an empty language with the other one."""
        values = super().clean() or {}
        ja, en = values.get("changes_ja", ""), values.get("changes_en", "")
        return {**values, "changes_ja": ja or en, "changes_en": en or ja}


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("Rule file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=_("Or paste its contents"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )
    title = LineField(label=_("Name of the draft"), max_length=LONGEST_NAME, required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse both at once, which would be ambiguous."""
        values = super().clean() or {}
        if values.get("file") and values.get("text", "").strip():
            words = _(
                "You chose a file and also pasted text. Your text is still below: keep it to "
                "use the text, or clear it and choose the file again."
            )
            self.add_error("file", words)
        return values

    def content(self) -> str | bytes:
        """Return the rule file; empty if none. Reads no more than a rule file can hold."""
        upload = self.cleaned_data.get("file")
        if upload is not None:
            read: bytes = upload.read(LARGEST + 1)
            return read
        text: str = self.cleaned_data.get("text", "")
        return text


class _InBothLanguages(forms.Form):
    """A form with some fields in both languages, of which one is required."""

    title_ja = LineField(
        label=_("Title in Japanese"),
        max_length=LONGEST_TITLE,
        required=False,
        help_text=_("One language is enough; readers of the other see it too."),
    )
    title_en = LineField(label=_("Title in English"), max_length=LONGEST_TITLE, required=False)

    #: beginning of the names of the two fields, and the error where both are empty
    NEEDED: ClassVar[tuple[tuple[str, Any], ...]] = (("title", _("Please enter a title.")),)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        for name, words in self.NEEDED:
            both = [f"{name}_{language}" for language in LANGUAGES]
            if not any(values.get(one) or one in self.errors for one in both):
                self.add_error(both[0], words)
        return values


def _one_language(stored: Clause | Section, names: Iterable[str]) -> dict[str, Any]:
    """Return the fields' contents; a language that only repeats the other stays empty."""
    initial: dict[str, Any] = {}
    for name in names:
        ja, en = getattr(stored, f"{name}_ja"), getattr(stored, f"{name}_en")
        initial |= {f"{name}_ja": ja, f"{name}_en": "" if en == ja else en}
    return initial


class ClauseForm(_InBothLanguages):
    NEEDED = (*_InBothLanguages.NEEDED, ("text", _("Please enter the text.")))
    field_order = ("code", "section", "title_ja", "title_en")

    code = CodeField(
        label=_("Code"),
        max_length=LONGEST_CODE,
        help_text=_(
            "As numbered in your document, for example A-3. Each code can be used only once."
        ),
    )
    section = forms.ChoiceField(label=_("Heading"), required=False)
    text_ja = ProseField(
        label=_("Text in Japanese"),
        max_length=LONGEST_TEXT,
        required=False,
        help_text=_("One language is enough; readers of the other see it too."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    fits_ja = forms.BooleanField(
        label=_("The Japanese text is still correct"),
        required=False,
        help_text=_("Tick this if it says nothing about the changed values."),
    )
    text_en = ProseField(
        label=_("Text in English"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    fits_en = forms.BooleanField(
        label=_("The English text is still correct"),
        required=False,
        help_text=_("Tick this if it says nothing about the changed values."),
    )

    states = forms.Field(
        label=_("Values set by this clause"),
        required=False,
        help_text=_(
            "The rulebook and the settlements cite this clause wherever these values are used."
        ),
    )

    def __init__(
        self,
        *args: Any,
        family: str,
        sections: Iterable[Section],
        stale: Collection[str] = (),
        **kwargs: Any,
    ) -> None:
        """Build the form for a draft with headings; ``stale`` are languages out of date."""
        super().__init__(*args, **kwargs)
        self._known = sections_of(FAMILIES[family])
        self.fields["states"].widget = NamesWidget(family)
        choices = [
            ("", _("– no heading –")),
            *((each.code, f"{each.code} {each.title}") for each in sections),
        ]
        set_choices(self, "section", choices)
        for language in LANGUAGES:
            if language not in stale:
                del self.fields[f"fits_{language}"]

    @staticmethod
    def filled(clause: Clause) -> dict[str, Any]:
        initial = {"code": clause.code, "section": clause.section, "states": clause.states}
        return initial | _one_language(clause, ("title", "text"))

    def add_prefix(self, field_name: str) -> str:
        return "p-states" if field_name == "states" else super().add_prefix(field_name)

    def clean_states(self) -> list[str]:
        """Drop names that are not parameters."""
        return [name for name in self.cleaned_data["states"] or () if name in self._known]

    def clause_text(self) -> ClauseText:
        values = dict(self.cleaned_data)
        fits = {language for language in LANGUAGES if values.pop(f"fits_{language}", False)}
        if fits and not (values["text_ja"] and values["text_en"]):
            fits = set(LANGUAGES)  # there is one text, for readers of both
        return ClauseText(**values, fits=fits)


class HeadingForm(_InBothLanguages):
    code = CodeField(
        label=_("Code"),
        max_length=LONGEST_CODE,
        help_text=_(
            "As your document numbers its chapters, for example A or 2. Each code can be "
            "used only once."
        ),
    )
    level = forms.TypedChoiceField(label=_("Level"), coerce=int, initial=1)
    after = forms.ChoiceField(label=_("Goes after"), required=False)

    field_order = ("code", "title_ja", "title_en")

    _LEVELS: ClassVar = ((1, _("chapter")), (2, _("section")), (3, _("subsection")))

    def __init__(
        self, *args: Any, others: Sequence[Section], level: int = 1, **kwargs: Any
    ) -> None:
        """Build the form beside other headings, in order; its own level stays selectable."""
        super().__init__(*args, **kwargs)
        choices = [
            ("", _("– at the beginning –")),
            *((each.code, f"{each.code} {each.title}") for each in others),
        ]
        set_choices(self, "after", choices)
        deeper = [] if level <= len(self._LEVELS) else [(level, str(level))]
        set_choices(self, "level", [*self._LEVELS, *deeper])

    @classmethod
    def of(cls, heading: Section, headings: Sequence[Section]) -> HeadingForm:
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
        return HeadingText(**self.cleaned_data)
