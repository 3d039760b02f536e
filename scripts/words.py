"""Bring the catalogues up to date with the code: `python scripts/words.py`.

What only one game says is in the catalogue of its face, everything else in src/oppidum/words. New sentences
are added without a translation, those that nobody says any more are removed. `--check` only tells what is
missing or stale. `--pages` notes that the translated rule pages say what the English ones say now: after
they have been brought up to date.
"""

from __future__ import annotations

import hashlib
import io
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "oppidum"
WORDS = SOURCE / "words"
TRANSLATED = ("fr", "cs", "de")
FACES = SOURCE / "faces"
FOLLOWED = "translated.toml"  # beside a game's rule pages: which English page each translation follows

METHODS = [("**.py", "python"), ("**.html", "jinja2")]
OPTIONS = {"**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}}
NOT_FOR_VISITORS = ("adapters/", "arena/", "search/", "bots/", "cli/")  # research speaks English
# What marks a sentence: `say` and `many`, Jinja's own, and the errors whose whole text is a sentence.
# A choice between two sentences, which the extraction has joined.
TWO_SENTENCES = re.compile(r"[^A-Z][.?!][A-Z]")  # but not "K.O."
HEADER = """# What Oppidum says. Kept up to date by scripts/words.py.
msgid ""
msgstr ""
"Project-Id-Version: Oppidum\\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
ERRORS = ("NotAllowed", "NotNow", "BadOption", "TooMany", "NoSuchVisitor", "StoreError", "Stale")
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "say": None,
    "many": (1, 2),
    **dict.fromkeys(ERRORS),
}


def homes() -> list[Path]:
    """The folders that have catalogues: what all share, and the face of each game."""
    return [WORDS, *sorted(folder for folder in FACES.iterdir() if (folder / "rules").is_dir())]


def home_of(message: Message) -> Path:
    """Where a sentence belongs, by who says it."""
    rooms = {Path(*Path(name).parts[:4]) for name, _line in message.locations}
    faces = [home for home in homes() if rooms == {home.relative_to(ROOT)}]
    return faces[0] if faces else WORDS


@cache
def extracted(home: Path | None = None) -> Catalog:
    """Every sentence in the code that belongs there (none: anywhere), with the places where it is said."""
    found = Catalog(project="Oppidum", charset="utf-8")
    for name, line, message, comments, _context in extract_from_dir(
        str(SOURCE), METHODS, OPTIONS, KEYWORDS, strip_comment_tags=True
    ):
        if name.startswith(NOT_FOR_VISITORS):
            continue
        single = message if isinstance(message, str) else message[0]
        if single.strip() and not TWO_SENTENCES.search(single):
            found.add(message, locations=[(f"src/oppidum/{name}", line)], auto_comments=comments)
    if home is None:
        return found
    own = Catalog(project="Oppidum", charset="utf-8")
    for message in found:
        if message.id and home_of(message) == home:
            own.add(message.id, locations=message.locations, auto_comments=message.auto_comments)
    return own


def catalogue(code: str, home: Path) -> Catalog:
    file = home / f"{code}.po"
    if not file.exists():
        return Catalog(locale=code, charset="utf-8")
    with file.open("rb") as opened:
        return read_po(opened, locale=code)


def catalogues(code: str) -> list[Catalog]:
    return [catalogue(code, home) for home in homes()]


def ids(found: Catalog) -> dict[str, object]:
    return {
        message.id if isinstance(message.id, str) else message.id[0]: message
        for message in found
        if message.id
    }


def problems(code: str) -> list[str]:
    """What is missing or stale in a language."""
    return [problem for home in homes() for problem in problems_in(code, home)]


def problems_in(code: str, home: Path) -> list[str]:
    said, written = ids(extracted(home)), ids(catalogue(code, home))
    found = [f"{code}: not in {home.name}: {text!r}" for text in said if text not in written]
    found += [
        f"{code}: nobody in {home.name} says any more: {text!r}" for text in written if text not in said
    ]
    for text, message in written.items():
        strings = message.string if isinstance(message.string, tuple | list) else [message.string]  # type: ignore[attr-defined]
        if not all(strings):
            found.append(f"{code}: not translated: {text!r}")
        if message.fuzzy:  # type: ignore[attr-defined]
            found.append(f"{code}: only a guess: {text!r}")
    return found


def update(code: str, home: Path) -> None:
    """What another home has translated before comes along when a sentence moves."""
    written = catalogue(code, home)
    template = extracted(home)
    template.locale = written.locale
    for other in catalogues(code):
        for message in other:
            if message.id and message.id in template and message.id not in written and message.string:
                written.add(message.id, message.string)
    written.update(template, no_fuzzy_matching=True, update_header_comment=False)
    written.obsolete.clear()
    save(code, home, written)


def save(code: str, home: Path, written: Catalog) -> None:
    text = io.BytesIO()
    # Without line numbers and dates: a change of code is no change of words.
    write_po(text, written, width=110, sort_output=True, include_lineno=False, omit_header=True)
    plurals = f'"Plural-Forms: {written.plural_forms};\\n"\n'
    header = HEADER.format(code=code) + plurals.replace(";;", ";") + "\n"
    (home / f"{code}.po").write_bytes(header.encode() + text.getvalue())


def rule_pages() -> list[Path]:
    """The folders with the rule pages of a game."""
    return sorted(folder / "rules" for folder in FACES.iterdir() if (folder / "rules").is_dir())


def fingerprint(pages: Path) -> str:
    """Of a game's English rule page, whatever its line breaks."""
    text = " ".join((pages / "en.md").read_text(encoding="utf-8").split())
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def page_problems() -> list[str]:
    """Rule pages that are missing in a language, or follow an English page that has changed since."""
    found: list[str] = []
    for pages in rule_pages():
        game = pages.parent.name
        followed = tomllib.loads((pages / FOLLOWED).read_text(encoding="utf-8"))
        for code in TRANSLATED:
            if not (pages / f"{code}.md").exists():
                found.append(f"{game}: {code}.md is missing")
            elif followed.get(code) != fingerprint(pages):
                found.append(f"{game}: {code}.md does not follow en.md as it is now")
    return found


def follow_pages() -> None:
    for pages in rule_pages():
        written = [code for code in TRANSLATED if (pages / f"{code}.md").exists()]
        lines = [
            "# Which English page (its fingerprint) each translation follows: scripts/words.py --pages",
            *(f'{code} = "{fingerprint(pages)}"' for code in written),
        ]
        (pages / FOLLOWED).write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    if "--pages" in sys.argv:
        follow_pages()
    elif "--check" not in sys.argv:
        for code in TRANSLATED:
            # Those that take over sentences before those that give them away.
            for home in reversed(homes()):
                update(code, home)
    found = [problem for code in TRANSLATED for problem in problems(code)] + page_problems()
    print("\n".join(found) if found else f"{len(ids(extracted()))} sentences, all translated.")
    sys.exit(bool(found) and "--check" in sys.argv)


if __name__ == "__main__":
    main()
