"""The small forms around a draft: how it begins, what it says of itself, its clauses, a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.days import day_problem
from league.forms.members import day_input
from league.forms.rule_prose import LineField, ProseField
from league.rule_file_text import LARGEST
from league.rule_prose import LONGEST_CHANGES, LONGEST_NAME
from league.selectors.rule_timeline import DatedVersion
from league.selectors.shipped import shipped_name
from rules.models import RuleVersion
from rules.presets import ShippedVersion, load, shipped_keys

_OWN, _SHIPPED = "v", "s"


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
        self._shipped = {
            f"{_SHIPPED}:{key}@{version.label}": version
            for key in shipped_keys()
            if (shipped := load(key)).family == family
            for version in reversed(shipped.versions)
        }
        field = self.fields["source"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (_("Versions of these rules"), [(k, _marked(v)) for k, v in self._versions.items()]),
            (_("Rule sets as shipped"), list(self._shipped_names(family))),
        ]

    @staticmethod
    def _shipped_names(family: str) -> Iterable[tuple[str, str]]:
        for shipped in map(load, shipped_keys()):
            if shipped.family == family:
                for version in reversed(shipped.versions):
                    key = f"{_SHIPPED}:{shipped.key}@{version.label}"
                    yield key, shipped_name(shipped, version)

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
