"""The built-in versions as books and side by side; open to everybody."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import JsonView
from league.api.operations import Query, operation
from league.api.rule_answers import Compared, Rulebook
from league.api.rule_base import LANG, choose_language
from league.api.rule_json import book_json, comparison_json
from league.core.errors import LeagueError
from league.rulebook.library import library_comparison, library_version
from league.wording.rules import language


class _LibraryView(JsonView):
    """A call to a built-in version, in the language that ``?lang=`` asks for."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Set the language.

        Raises:
            BadRequestError: the rules are not written in that language.
        """
        super().initial(request, *args, **kwargs)
        choose_language(request)

    def version(self, key: str, label: str) -> dict[str, Any]:
        """Find a built-in version with its book.

        Raises:
            Http404: there is none of that name.
        """
        found = library_version(key, label)
        if found is None:
            raise Http404
        return found


class ShippedBookView(_LibraryView):
    @operation(answers={200: Rulebook}, query=(LANG,))
    def get(self, request: Request, shipped_key: str, shipped_label: str) -> Response:
        """Return a built-in version as a book: clauses, and what each settles."""
        found = self.version(shipped_key, shipped_label)
        body = {"version": shipped_label, "lang": language(), **book_json(found["book"])}
        return Response(body)


class ShippedCompareView(_LibraryView):
    @operation(
        answers={200: Compared},
        query=(LANG, Query("with", "Another built-in version: <key>@<day>, or a key alone.")),
        errors=(422,),
    )
    def get(self, request: Request, shipped_key: str, shipped_label: str) -> Response:
        """Compare with the built-in version ``?with=`` names, by default the previous one."""
        before = self.version(shipped_key, shipped_label)["before"]
        other = request.query_params.get("with") or (before and f"{shipped_key}@{before}")
        if not other:
            words = _("There is no earlier version: say with which one to compare.")
            raise LeagueError(words, field="with")
        page = library_comparison(f"{shipped_key}@{shipped_label}", other)
        if page is None:
            raise Http404
        if page["comparison"] is None:
            words = _(
                "These are different games (riichi, Boo-mahjong, Zung Jung), which share no rules."
            )
            raise LeagueError(words, field="with")
        head = {"version": page["a"], "with": page["b"], "lang": language()}
        return Response({**head, **comparison_json(page["comparison"])})
