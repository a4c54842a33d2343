"""The built-in rule sets, open to everybody and outside of any club."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.rulebook.library import library_comparison, library_set, library_version
from league.rulebook.shipped import LONGEST_QUERY, choice_of, grouped
from rules.presets import load, shipped_keys


@require_safe
def rule_library(request: HttpRequest) -> HttpResponse:
    """List the built-in sets by group; ``?q=`` searches them."""
    query = request.GET.get("q", "")[:LONGEST_QUERY]
    choices = [choice_of(load(key)) for key in shipped_keys()]
    context = {"groups": grouped(choices, query), "query": query}
    return render(request, "league/rulebook/library/list.html", context)


@require_safe
def rule_library_set(request: HttpRequest, shipped_key: str) -> HttpResponse:
    """Show a built-in set.

    Raises:
        Http404: nothing is built in under that key.
    """
    page = library_set(shipped_key)
    if page is None:
        raise Http404
    return render(request, "league/rulebook/library/set.html", {"page": page})


@require_safe
def rule_library_version(
    request: HttpRequest, shipped_key: str, shipped_label: str
) -> HttpResponse:
    """Show a version of a built-in set as a book.

    Raises:
        Http404: nothing is built in under that name.
    """
    page = library_version(shipped_key, shipped_label)
    if page is None:
        raise Http404
    context = {
        "page": page,
        "printed_url": request.build_absolute_uri(request.path),
        "printed_on": timezone.localdate(),
    }
    return render(request, "league/rulebook/library/version.html", context)


@require_safe
def rule_library_compare(request: HttpRequest) -> HttpResponse:
    """Compare two built-in versions: ``?a=<key>@<label>&b=<key>@<label>``.

    Raises:
        Http404: one of them is not built in.
    """
    page = library_comparison(request.GET.get("a", ""), request.GET.get("b", ""))
    if page is None:
        raise Http404
    return render(request, "league/rulebook/library/compare.html", {"page": page})
