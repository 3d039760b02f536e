"""Bring the catalogues in src/oppidum/words up to date with the code: `python scripts/words.py`.

New sentences are added without a translation, those that nobody says any more are removed. `--check` only
tells what is missing or stale. `--pages` notes that the translated rule pages say what the English ones say
now: after they have been brought up to date.
"""

from __future__ import annotations

import hashlib
import io
import re
import sys
import tomllib
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "oppidum"
WORDS = SOURCE / "words"
TRANSLATED = ("fr", "cs", "de")
RULES = WORDS / "rules"
FOLLOWED = RULES / "translated.toml"  # which English page each translated rule page follows

METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
OPTIONS = {"**/templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}}
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


def extracted() -> Catalog:
    """Every sentence in the code, with the places where it is said."""
    found = Catalog(project="Oppidum", charset="utf-8")
    for name, line, message, comments, _context in extract_from_dir(
        str(SOURCE), METHODS, OPTIONS, KEYWORDS, strip_comment_tags=True
    ):
        if name.startswith(NOT_FOR_VISITORS):
            continue
        single = message if isinstance(message, str) else message[0]
        if single.strip() and not TWO_SENTENCES.search(single):
            found.add(message, locations=[(f"src/oppidum/{name}", line)], auto_comments=comments)
    return found


def catalogue(code: str) -> Catalog:
    with (WORDS / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def ids(found: Catalog) -> dict[str, object]:
    return {
        message.id if isinstance(message.id, str) else message.id[0]: message
        for message in found
        if message.id
    }


def problems(code: str) -> list[str]:
    """What is missing or stale in a language."""
    said, written = ids(extracted()), ids(catalogue(code))
    found = [f"{code}: not in the catalogue: {text!r}" for text in said if text not in written]
    found += [f"{code}: nobody says any more: {text!r}" for text in written if text not in said]
    for text, message in written.items():
        strings = message.string if isinstance(message.string, tuple | list) else [message.string]  # type: ignore[attr-defined]
        if not all(strings):
            found.append(f"{code}: not translated: {text!r}")
        if message.fuzzy:  # type: ignore[attr-defined]
            found.append(f"{code}: only a guess: {text!r}")
    return found


def update(code: str) -> None:
    written = catalogue(code)
    template = extracted()
    template.locale = written.locale
    written.update(template, no_fuzzy_matching=True, update_header_comment=False)
    written.obsolete.clear()
    save(code, written)


def save(code: str, written: Catalog) -> None:
    text = io.BytesIO()
    # Without line numbers and dates: a change of code is no change of words.
    write_po(text, written, width=110, sort_output=True, include_lineno=False, omit_header=True)
    plurals = f'"Plural-Forms: {written.plural_forms};\\n"\n'
    header = HEADER.format(code=code) + plurals.replace(";;", ";") + "\n"
    (WORDS / f"{code}.po").write_bytes(header.encode() + text.getvalue())


def fingerprint(game: str) -> str:
    """Of a game's English rule page, whatever its line breaks."""
    text = " ".join((RULES / f"{game}.en.md").read_text(encoding="utf-8").split())
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def page_problems() -> list[str]:
    """Rule pages that are missing in a language, or follow an English page that has changed since."""
    followed = tomllib.loads(FOLLOWED.read_text(encoding="utf-8"))
    found: list[str] = []
    for page in sorted(RULES.glob("*.en.md")):
        game = page.name.split(".")[0]
        for code in TRANSLATED:
            if not (RULES / f"{game}.{code}.md").exists():
                found.append(f"{game}.{code}.md is missing")
            elif followed.get(game, {}).get(code) != fingerprint(game):
                found.append(f"{game}.{code}.md does not follow {page.name} as it is now")
    return found


def follow_pages() -> None:
    lines = [
        "# Which English page (its fingerprint) each translated rule page follows: scripts/words.py --pages"
    ]
    for page in sorted(RULES.glob("*.en.md")):
        game = page.name.split(".")[0]
        written = [code for code in TRANSLATED if (RULES / f"{game}.{code}.md").exists()]
        if written:
            lines += ["", f"[{game}]", *(f'{code} = "{fingerprint(game)}"' for code in written)]
    FOLLOWED.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    if "--pages" in sys.argv:
        follow_pages()
    elif "--check" not in sys.argv:
        for code in TRANSLATED:
            update(code)
    found = [problem for code in TRANSLATED for problem in problems(code)] + page_problems()
    print("\n".join(found) if found else f"{len(ids(extracted()))} sentences, all translated.")
    sys.exit(bool(found) and "--check" in sys.argv)


if __name__ == "__main__":
    main()
