"""Forms of a spreadsheet import: the upload, the table layout, who the names are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.days import EARLIEST, LATEST
from league.core.inputs import DayField, set_choices
from league.imports.name_forms import OthersField
from league.imports.people import Others
from league.imports.spreadsheets.grid import Grid
from league.imports.spreadsheets.layout import (
    ROLES,
    Figures,
    ImportSettings,
    Kind,
    Layout,
    Unit,
    guessed,
    guessed_with,
    repeats,
    role_words,
)
from league.imports.spreadsheets.write import MOST_BYTES
from league.models import League

#: characters that can be pasted
MOST_PASTED = 1_000_000
#: lines that can be chosen as the heads
_FIRST = 30


class LeagueForm(forms.Form):
    league = forms.ChoiceField(label=_("League"))

    def __init__(self, *args: Any, leagues: Iterable[League], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._leagues = {league.slug: league for league in leagues}
        set_choices(self, "league", [(slug, each.name) for slug, each in self._leagues.items()])

    @property
    def chosen_league(self) -> League:
        return self._leagues[self.cleaned_data["league"]]


class UploadForm(LeagueForm):
    upload = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,  # reported when it is read
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.xlsm"}),
        help_text=_("CSV (UTF-8 or Shift_JIS) or Excel (.xlsx), up to 5 MB."),
    )
    text = forms.CharField(
        label=_("Or paste cells copied from a spreadsheet"),
        required=False,
        strip=False,
        max_length=MOST_PASTED,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    field_order = ("league", "upload", "text")

    def clean(self) -> dict[str, Any]:
        """Require exactly one source."""
        values = super().clean() or {}
        file: UploadedFile[bytes] | None = values.get("upload")
        has_text = bool(str(values.get("text") or "").strip())
        if file is None and not has_text and "text" not in self.errors:
            self.add_error("upload", gettext("Choose a file, or paste something."))
        elif file is not None and has_text:
            self.add_error("text", gettext("Either a file or pasted cells, not both."))
        if file is not None and (file.size or 0) > MOST_BYTES:
            facts = {"most": MOST_BYTES // 1_000_000}
            words = gettext("That is more than %(most)s MB. Import it in several parts.")
            self.add_error("upload", words % facts)
        return values

    def content(self) -> tuple[str, bytes]:
        """Return name and bytes of a valid form; pasted content has no name."""
        file: UploadedFile[bytes] | None = self.cleaned_data["upload"]
        if file is not None:
            return file.name or "csv", file.read()
        return "", str(self.cleaned_data["text"]).encode("utf-8", "replace")


class LayoutForm(LeagueForm):
    """The layout of the table, and the role of each column.

    Choosing another sheet, heading line or kind of line makes the columns be guessed again.
    """

    sheet = forms.TypedChoiceField(label=_("Sheet"), coerce=int)
    kind = forms.ChoiceField(label=_("Line contents"))
    header = forms.TypedChoiceField(label=_("Header line"), coerce=int)
    figures = forms.ChoiceField(label=_("Figures to use"))
    unit = forms.ChoiceField(label=_("Format of points"))
    year = forms.IntegerField(
        label=_("Year"),
        required=False,
        min_value=EARLIEST.year,
        max_value=LATEST.year,
        help_text=_("Year of the first line, if the dates have no year."),
    )
    day = DayField(
        label=_("Day"),
        required=False,
        help_text=_("For lines before the first date, or for a table without dates."),
    )
    others = OthersField()

    def __init__(
        self,
        *args: Any,
        grids: Sequence[Grid],
        settings: ImportSettings,
        leagues: Iterable[League],
        **kw: Any,
    ) -> None:
        super().__init__(*args, leagues=leagues, **kw)
        self.grids, self.settings = grids, settings
        names = [grid.name or "1" for grid in grids]
        set_choices(self, "sheet", list(enumerate(names)))
        set_choices(self, "kind", Kind.choices)
        set_choices(self, "header", self._headers())
        set_choices(self, "figures", Figures.choices)
        set_choices(self, "unit", Unit.choices)
        roles = [(role, role_words(role)) for role in ("", *ROLES[settings.layout.kind])]
        for at in range(self.grid.width):
            self.fields[f"column-{at}"] = forms.ChoiceField(choices=roles, required=False)

    @property
    def grid(self) -> Grid:
        return self.grids[self.settings.sheet]

    @staticmethod
    def initial_of(league: League, settings: ImportSettings) -> dict[str, Any]:
        kept = settings.layout.as_json()
        columns = {f"column-{at}": role for at, role in enumerate(settings.layout.columns)}
        named = ("kind", "header", "figures", "unit", "year", "day")
        return {
            "league": league.slug,
            "sheet": settings.sheet,
            "others": settings.others.value,
            **{name: kept[name] for name in named},
            **columns,
        }

    def _headers(self) -> list[tuple[int, str]]:
        rows = self.grid.rows[:_FIRST]
        headers = {row.number: " ".join(filter(None, row.cells))[:40] for row in rows}
        headers.setdefault(self.settings.layout.header or rows[0].number, "")
        return [(0, gettext("none")), *((n, f"{n}: {text}") for n, text in sorted(headers.items()))]

    def clean(self) -> dict[str, Any]:
        """Refuse a role given to two columns."""
        values = super().clean() or {}
        if self._is_other(values):
            return values
        roles = self._columns(values)
        for role in dict.fromkeys(role for role in roles if role and not repeats(role)):
            if roles.count(role) > 1:
                words = gettext("“%(what)s” is chosen for two columns.") % {
                    "what": role_words(role)
                }
                self.add_error(None, words)
        return values

    def _is_other(self, values: Mapping[str, Any]) -> bool:
        was = self.settings.layout
        now = (values.get("sheet"), values.get("kind"), values.get("header"))
        return now != (self.settings.sheet, was.kind.value, was.header)

    def _columns(self, values: Mapping[str, Any]) -> list[str]:
        return [str(values.get(f"column-{at}") or "") for at in range(self.grid.width)]

    def settings_now(self, choices: Mapping[str, int], left_out: Iterable[int]) -> ImportSettings:
        values = self.cleaned_data
        grid = self.grids[values["sheet"]]
        kept = {
            "unit": Unit(values["unit"]),
            "figures": Figures(values["figures"]),
            "year": values["year"],
            "day": values["day"],
        }
        if values["sheet"] != self.settings.sheet:
            found = guessed(grid)
            layout = _with(found, kept | {"figures": found.figures})
        elif self._is_other(values):
            found = guessed_with(grid, header=values["header"], kind=Kind(values["kind"]))
            layout = _with(found, kept | {"figures": found.figures})
        else:
            columns = tuple(self._columns(values))
            layout = _with(self.settings.layout, {**kept, "columns": columns})
        return ImportSettings(
            sheet=values["sheet"],
            layout=layout,
            left_out=frozenset(left_out),
            others=Others(values["others"]),
            choices=dict(choices),
        )


def _with(layout: Layout, values: Mapping[str, Any]) -> Layout:
    return Layout(
        **{"kind": layout.kind, "header": layout.header, "columns": layout.columns, **values}
    )


def left_out_of(data: QueryDict, before: Iterable[int]) -> set[int]:
    """Return the lines left out: as ticked where the page showed them, else as before."""
    shown = _lines(data.getlist("shown"))
    return (set(before) - shown) | (_lines(data.getlist("out")) & shown)


def _lines(texts: Iterable[str]) -> set[int]:
    return {int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 8}
