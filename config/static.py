"""Static files as they are sent: one sheet, short scripts, fingerprinted names (docs/adr/0029)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from wsgiref.headers import Headers

import rjsmin
from django.core.files.base import ContentFile
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

#: where our own files stand; packages' are sent as they are
OWN: Final = Path(__file__).resolve().parent.parent / "static"
#: the sheet that imports what every page needs
SITE_SHEET: Final = "css/site.css"
#: lists of all files, which nobody loads: Django's, and the mark of what was gathered
_NOT_SENT: Final = frozenset({"staticfiles.json", "gathered"})
_IMPORT: Final = re.compile(r'@import "(?P<name>[^"]+)"(?: (?P<media>[^;]+))?;')
#: our modules import each other by fingerprinted names too: under another name a browser would run
#: a module twice. Other packages' comments hold imports of files that do not exist: left alone.
_MODULES: Final = (
    "js/*.js",
    ((r'(?P<matched>from ?"(?P<url>\.[^"]+)")', 'from "%(url)s"'),),
)
_COMMENT: Final = re.compile(r'(?P<string>"[^"]*")|/\*.*?\*/', re.DOTALL)
_SPACE: Final = re.compile(r'(?P<kept>"[^"]*")|\s*(?P<mark>[{};,])\s*|(?<=:)\s+|(?P<between>\s+)')


def headers_of_a_file(headers: Headers, path: str, _url: str) -> None:
    """Say of a static file only what counts: all that pages say was a third of a small file."""
    headers["X-Content-Type-Options"] = "nosniff"
    if path.endswith(".svg"):  # the only files of ours that can be opened as documents
        headers["Content-Security-Policy"] = "default-src 'none'"


class StaticMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # not typed
    """Sends the files that pages load; what says which release they are of stays here."""

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        if Path(path).name not in _NOT_SENT:
            super().add_file_to_dictionary(url, path, stat_cache)


def joined(sheet: Path) -> str:
    """Return a style sheet with what it imports in place of its imports, media included.

    Imports are looked for beside it, and none of them may import.
    """

    def imported(found: re.Match[str]) -> str:
        text = sheet.with_name(found["name"]).read_text("utf-8")
        return f"@media {found['media']} {{\n{text}}}\n" if found["media"] else text

    return _IMPORT.sub(imported, sheet.read_text("utf-8"))


def shrunk_sheet(text: str) -> str:
    """Return a style sheet without comments and without the spaces that say nothing.

    rcssmin took a space too many: within a layer it read the colon of `.table :is(th, td)` as one
    that stands before a value. Here no space before a colon is touched.
    """
    text = _COMMENT.sub(lambda found: found["string"] or " ", text)
    return _SPACE.sub(
        lambda found: found["kept"] or found["mark"] or (" " if found["between"] else ""), text
    ).strip()


#: comments and spaces are a third of our scripts and a fifth of our sheets; other packages' scripts
#: come without
_SHRUNK: Final[dict[str, Callable[[str], str]]] = {".css": shrunk_sheet, ".js": rjsmin.jsmin}


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # not typed
    """Static files under fingerprinted names, which browsers keep for good, compressed once."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, _MODULES)

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        for name in [] if dry_run else list(paths):
            text = self._text(name, *paths[name])
            if text is not None:
                self.delete(name)
                self.save(name, ContentFile(text.encode()))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)

    @staticmethod
    def _text(name: str, storage: Any, path: str) -> str | None:
        """Return what is sent of one of our own sheets or scripts; None for any other file."""
        source = Path(storage.path(path))
        if not source.is_relative_to(OWN) or source.suffix not in _SHRUNK:
            return None
        text = joined(source) if name == SITE_SHEET else source.read_text("utf-8")
        return _SHRUNK[source.suffix](text)


class EmbeddedStorage(StaticStorage):
    """The same where nobody need have gathered anything: then files keep their plain names.

    Without brotli, which takes ten seconds at the first start and which no browser asks for over
    plain http.
    """

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        return str(self.hashed_files.get(self.hash_key(self.clean_name(name)), name))

    def create_compressor(self, **kwargs: Any) -> Compressor:
        return Compressor(**kwargs, use_brotli=False)
