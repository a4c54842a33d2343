"""Forms of an import of Tenhou games: the upload, and what is asked about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.inputs import DayField, set_choices
from league.imports.name_forms import OthersField
from league.imports.people import Others
from league.imports.tenhou.dry_run import ALL_OTHERS, Wanted
from league.imports.tenhou.reading import lobby_number
from league.imports.tenhou.write import MOST_BYTES
from league.models import League, TenhouImport

#: characters that can be pasted; a list of that length has thousands of games
MOST_PASTED = 500_000


class FilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True
    template_name = "django/forms/widgets/file.html"


class FilesField(forms.FileField):
    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Validate each file; an empty one keeps only its name instead of failing all."""
        files = data if isinstance(data, list | tuple) else [data] if data else []
        return [each for each in files if isinstance(each, UploadedFile)]


class ChoicesForm(forms.Form):
    league = forms.ChoiceField(label=_("League"), required=False)
    day = DayField(
        label=_("Day"),
        required=False,
        help_text=_(
            "For games without a date. Game records and lists named scaYYYYMMDD include it."
        ),
    )
    lobby = forms.CharField(
        label=_("Only this lobby"),
        max_length=12,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
        help_text=_("For example L1001 or C0431; games in other lobbies are skipped."),
    )

    def __init__(self, *args: Any, leagues: Iterable[League], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._leagues = {league.slug: league for league in leagues}
        choices = [
            ("", _("The league whose rules match")),
            *((slug, league.name) for slug, league in self._leagues.items()),
        ]
        set_choices(self, "league", choices)

    @staticmethod
    def initial_of(batch: TenhouImport) -> dict[str, Any]:
        league = batch.league.slug if batch.league else ""
        return {"league": league, "day": batch.day, "lobby": batch.lobby}

    def clean_lobby(self) -> str:
        lobby: str = self.cleaned_data["lobby"].strip().upper()
        if lobby and lobby_number(lobby) is None:
            raise forms.ValidationError(_("A lobby is a number, such as L1001 or C0431."))
        return lobby

    @property
    def chosen_league(self) -> League | None:
        return self._leagues.get(self.cleaned_data["league"])


class PreviewForm(ChoicesForm):
    others = OthersField()

    @staticmethod
    def initial_of(batch: TenhouImport) -> dict[str, Any]:
        chosen = batch.choices.get(ALL_OTHERS)
        others = next((each for each in Others if each.choice == chosen), Others.ASK)
        return {**ChoicesForm.initial_of(batch), "others": others.value}

    @property
    def choice_for_others(self) -> dict[str, int]:
        choice = Others(self.cleaned_data["others"]).choice
        return {} if choice is None else {ALL_OTHERS: choice}


class UploadForm(ChoicesForm):
    upload = FilesField(
        label=_("Files"),
        required=False,
        help_text=_(
            "Game records (mjlog, tenhou.net/6), result lists, gzip, or zip files of them; "
            "up to 20 MB. At most 1,000 files at once, more in a zip."
        ),
    )
    text = forms.CharField(
        label=_("Or paste lines and records"),
        required=False,
        strip=False,
        max_length=MOST_PASTED,
        widget=forms.Textarea(
            attrs={
                "rows": 6,
                "spellcheck": "false",
                "placeholder": "L1001 | 21:03 | 四般南喰赤－ | …",
            }
        ),
    )

    field_order = ("upload", "text", "league", "day", "lobby")

    def clean(self) -> dict[str, Any]:
        """Require something to read, within the size limit."""
        values = super().clean() or {}
        files: list[UploadedFile[bytes]] = values.get("upload") or []
        if not files and not str(values.get("text") or "").strip() and "text" not in self.errors:
            self.add_error("upload", gettext("Choose a file, or paste something."))
        size = sum(each.size or 0 for each in files)
        if size > MOST_BYTES:
            facts = {"most": MOST_BYTES // 1_000_000}
            words = gettext("That is more than %(most)s MB. Import it in several parts.")
            self.add_error("upload", words % facts)
        return values

    def contents(self) -> list[tuple[str, bytes]]:
        files = [(each.name or "", each.read()) for each in self.cleaned_data["upload"]]
        text = self.cleaned_data["text"]
        pasted = text.encode("utf-8", "replace")
        return [*files, *([("", pasted)] if text.strip() else [])]


def wanted_of(form: PreviewForm, choices: dict[str, int]) -> Wanted:
    values = form.cleaned_data
    return Wanted(
        league=form.chosen_league,
        day=values["day"],
        lobby=lobby_number(values["lobby"]) if values["lobby"] else None,
        choices=choices,
    )
