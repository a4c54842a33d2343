"""The forms around a draft: how it begins, what it says of itself, its clauses, a file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.days import day_problem
from league.core.inputs import day_input
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
from rules.parameters.base import sections_of
from rules.presets import ShippedVersion
from rules.words.types import FAMILIES

_OWN, _SHIPPED = "v", "s"


class LineField(forms.CharField):
    """A text of one line."""

    _unseen: Callable[[str], str] = staticmethod(unseen_in_line)

    def validate(self, value: Any) -> None:
        """Refuse what cannot be seen, by its number: nobody finds it by looking."""
        super().validate(value)
        if unseen := self._unseen(value):
            words = gettext(
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


def _marked(dated: DatedVersion) -> str:
    """A version's label, and beside it where it stands today."""
    label, mark = dated.version.label, dated.mark
    return gettext("%(version)s (%(mark)s)") % {"version": label, "mark": mark} if mark else label


def _check_day(day: date | None) -> date | None:
    if day is not None and (problem := day_problem(day)):
        raise forms.ValidationError(problem)
    return day


class NewDraftForm(forms.Form):
    """What a new draft is copied from, and what it is for."""

    DEVELOP, CORRECT = "develop", "correct"

    source = forms.ChoiceField(label=_("Begin with a copy of"))
    purpose = forms.ChoiceField(
        label=_("What it is for"),
        choices=[
            (DEVELOP, _("new rules from another day on")),
            (CORRECT, _("a correction of that version, from its own day on")),
        ],
        widget=forms.RadioSelect,
        initial=DEVELOP,
    )
    day = forms.DateField(
        label=_("First day in force"),
        required=False,
        widget=day_input(),
        help_text=_("Can stay open until you publish. A correction keeps the version's own day."),
    )
    title = LineField(
        label=_("Name of the draft"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=_("For yourselves, to tell drafts apart."),
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
        field = self.fields["source"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (_("Versions of these rules"), [(k, _marked(v)) for k, v in self._versions.items()]),
            (_("Rule sets as shipped"), names),
        ]

    def clean_day(self) -> date | None:
        """A day that games can have."""
        return _check_day(self.cleaned_data["day"])

    def clean(self) -> dict[str, Any]:
        """A correction keeps the day of a version of these rules."""
        values = super().clean() or {}
        source = values.get("source", "")
        if values.get("purpose") == self.CORRECT:
            dated = self._versions.get(source)
            if dated is None and source:
                self.add_error("purpose", _("Only a version of these rules can be corrected."))
            elif dated is not None and dated.is_withdrawn:
                self.add_error(
                    "purpose",
                    _("This version is withdrawn, so there is nothing of it to correct."),
                )
            values["day"] = dated.version.effective_from if dated else None
        return values

    @property
    def copied(self) -> RuleVersion | ShippedVersion:
        """The version that was chosen; of a form that is valid."""
        key = self.cleaned_data["source"]
        return self._versions[key].version if key in self._versions else self._shipped[key]


class AboutForm(forms.Form):
    """What a draft says of itself."""

    title = LineField(label=_("Name of the draft"), max_length=LONGEST_NAME, required=False)
    effective_from = forms.DateField(
        label=_("First day in force"),
        required=False,
        widget=day_input(),
        help_text=_("Can stay open until you publish."),
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
        """The form filled in; a language that only repeats the other stays empty."""
        initial = {name: getattr(draft, name) for name in cls.FIELDS}
        if initial["changes_en"] == initial["changes_ja"]:
            initial["changes_en"] = ""
        return cls(initial=initial)

    def clean(self) -> dict[str, Any]:
        """Where one language is empty the other stands for it."""
        values = super().clean() or {}
        ja, en = values.get("changes_ja", ""), values.get("changes_en", "")
        return {**values, "changes_ja": ja or en, "changes_en": en or ja}

    def clean_effective_from(self) -> date | None:
        """A day that games can have."""
        return _check_day(self.cleaned_data["effective_from"])


class ImportForm(forms.Form):
    """A rule file, handed in or pasted."""

    file = forms.FileField(
        label=_("Rule file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=_("Or paste its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )
    title = LineField(label=_("Name of the draft"), max_length=LONGEST_NAME, required=False)

    def clean(self) -> dict[str, Any]:
        """Only one of the two: nobody is to wonder which of them was read."""
        values = super().clean() or {}
        if values.get("file") and values.get("text", "").strip():
            words = _(
                "You chose a file and pasted a text as well. Below is your text: leave it to use "
                "it, or empty it and choose the file again."
            )
            self.add_error("file", words)
        return values

    def content(self) -> str | bytes:
        """What was handed in; empty for nothing. Reads no more than a rule file can hold."""
        upload = self.cleaned_data.get("file")
        if upload is not None:
            read: bytes = upload.read(LARGEST + 1)
            return read
        text: str = self.cleaned_data.get("text", "")
        return text


class _InBothLanguages(forms.Form):
    """A form of which some fields are there in each language; one of each two is needed."""

    title_ja = LineField(
        label=_("Title in Japanese"),
        max_length=LONGEST_TITLE,
        required=False,
        help_text=_("One language is enough: it is shown to readers of the other too."),
    )
    title_en = LineField(label=_("Title in English"), max_length=LONGEST_TITLE, required=False)

    #: beginning of the names of the two fields, and the error where both are empty
    NEEDED: ClassVar[tuple[tuple[str, Any], ...]] = (("title", _("Please give it a title.")),)

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

    NEEDED = (*_InBothLanguages.NEEDED, ("text", _("Please write it.")))
    field_order = ("code", "section", "title_ja", "title_en")

    code = CodeField(
        label=_("Code"),
        max_length=LONGEST_CODE,
        help_text=_("As your document counts it, like A-3. Each code stands once."),
    )
    section = forms.ChoiceField(label=_("Under the heading"), required=False)
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

    states = forms.Field(
        label=_("States the parameters"),
        required=False,
        help_text=_("The rulebook and the scores name this clause where these values are used."),
    )

    def __init__(
        self,
        *args: Any,
        family: str,
        sections: Iterable[Section],
        stale: Collection[str] = (),
        **kwargs: Any,
    ) -> None:
        """Make the form for a draft with headings; ``stale`` are languages that may not fit."""
        super().__init__(*args, **kwargs)
        self._known = sections_of(FAMILIES[family])
        self.fields["states"].widget = NamesWidget(family)
        field = self.fields["section"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            ("", _("– under none –")),
            *((each.code, f"{each.code} {each.title}") for each in sections),
        ]
        for language in LANGUAGES:
            if language not in stale:
                del self.fields[f"fits_{language}"]

    @staticmethod
    def filled(clause: Clause) -> dict[str, Any]:
        """What the fields of a clause hold."""
        initial = {"code": clause.code, "section": clause.section, "states": clause.states}
        return initial | _one_language(clause, ("title", "text"))

    def add_prefix(self, field_name: str) -> str:
        """The parameters are named as in the form of the values."""
        return "p-states" if field_name == "states" else super().add_prefix(field_name)

    def clean_states(self) -> list[str]:
        """What names no parameter is left out."""
        return [name for name in self.cleaned_data["states"] or () if name in self._known]

    def clause_text(self) -> ClauseText:
        """What was typed; of a form that is valid."""
        values = dict(self.cleaned_data)
        fits = {language for language in LANGUAGES if values.pop(f"fits_{language}", False)}
        if fits and not (values["text_ja"] and values["text_en"]):
            fits = set(LANGUAGES)  # there is one text, for readers of both
        return ClauseText(**values, fits=fits)


class HeadingForm(_InBothLanguages):
    """A heading of the club's own, or one named anew."""

    code = CodeField(
        label=_("Code"),
        max_length=LONGEST_CODE,
        help_text=_("As your document counts its chapters, like A or 2. Each code stands once."),
    )
    level = forms.TypedChoiceField(label=_("Level"), coerce=int, initial=1)
    after = forms.ChoiceField(label=_("Stands after"), required=False)

    field_order = ("code", "title_ja", "title_en")

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
