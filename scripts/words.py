"""Bring the catalogues up to date with the code: `python scripts/words.py [FACE ...]`.

What only one game says is in the catalogue of its face, everything else in src/oppidum/words. New sentences
are added without a translation, those that nobody says any more are removed. `--check` only tells what is
missing or stale. `--pages` notes that the translated rule pages say what the English ones say now: after
they have been brought up to date.

The faces of the packages in examples/ are kept up to date, too, and so are those whose folders are named.
What such a package says and all games share is not in its catalogue.
"""

from __future__ import annotations

import argparse
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
GAMES = Path("src/oppidum/games")  # what a game itself says stands with its face
EXAMPLES = ROOT / "examples"
NAMED: list[Path] = []  # faces elsewhere, named in the command
FOLLOWED = "translated.toml"  # beside a game's rule pages: which English page each translation follows

METHODS = [("**.py", "python"), ("**.html", "jinja2")]
TAGS = "oppidum.web.remembered_parts.Remember"
OPTIONS = {"**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false", "extensions": TAGS}}
NOT_FOR_VISITORS = ("adapters/", "arena/", "search/", "bots/", "cli/", "puzzles/")  # research speaks English
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
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "say": None,
    "many": (1, 2),
    "word": ((1, "c"), 2),  # a context, and the word
    **dict.fromkeys(ERRORS),
    # What is wrong with an edition file: said after its place.
    **dict.fromkeys(("complain", "outgrow", "warn"), (4,)),
    "lack": (2,),
    "Misspelt": None,
}


def own_faces() -> list[Path]:
    return sorted(folder for folder in FACES.iterdir() if (folder / "rules").is_dir())


def guests() -> list[Path]:
    """The faces of games that come in packages of their own."""
    return [*sorted(EXAMPLES.glob("*/*/face")), *NAMED]


def homes() -> list[Path]:
    """The folders that have catalogues: what all share, and the face of each game."""
    return [WORDS, *own_faces(), *guests()]


def called(home: Path) -> str:
    return home.parent.name if home in guests() else home.name


def home_of(message: Message) -> Path:
    """Where a sentence belongs, by who says it."""
    rooms = {Path(*Path(name).parts[:4]) for name, _line in message.locations}
    rooms = {
        face if room.parent == GAMES and (face := FACES / room.name).is_dir() else ROOT / room
        for room in rooms
    }
    faces = [home for home in own_faces() if rooms == {home}]
    return faces[0] if faces else WORDS


@cache
def said_in(folder: Path, name: str) -> Catalog:
    """Every sentence in the code of a folder, with the places where it is said."""
    found = Catalog(project="Oppidum", charset="utf-8")
    for path, line, message, comments, context in extract_from_dir(
        str(folder), METHODS, OPTIONS, KEYWORDS, strip_comment_tags=True
    ):
        if path.startswith(NOT_FOR_VISITORS):
            continue
        single = message if isinstance(message, str) else message[0]
        if single.strip() and not TWO_SENTENCES.search(single):
            places = [(f"{name}/{path}", line)]
            found.add(message, locations=places, auto_comments=comments, context=context)
    return found


@cache
def extracted(home: Path) -> Catalog:
    """Every sentence that belongs there."""
    own = Catalog(project="Oppidum", charset="utf-8")
    if home in guests():
        shared = ids(extracted(WORDS))
        found = [
            m for m in said_in(home, f"{home.parent.name}/{home.name}") if m.id and shown(m) not in shared
        ]
    else:
        found = [m for m in said_in(SOURCE, "src/oppidum") if m.id and home_of(m) == home]
    for message in found:
        own.add(
            message.id,
            locations=message.locations,
            auto_comments=message.auto_comments,
            context=message.context,
        )
    return own


def catalogue(code: str, home: Path) -> Catalog:
    file = home / f"{code}.po"
    if not file.exists():
        return Catalog(locale=code, charset="utf-8")
    with file.open("rb") as opened:
        return read_po(opened, locale=code)


def catalogues(code: str) -> list[Catalog]:
    return [catalogue(code, home) for home in homes()]


def ids(found: Catalog) -> dict[str, Message]:
    return {shown(message): message for message in found if message.id}


def shown(message: Message) -> str:
    """A sentence, or the singular of one; after the context, if it has one."""
    text = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}: {text}" if message.context else text


def problems(code: str) -> list[str]:
    """What is missing or stale in a language."""
    return [problem for home in homes() for problem in problems_in(code, home)]


def problems_in(code: str, home: Path) -> list[str]:
    said, written = ids(extracted(home)), ids(catalogue(code, home))
    found = [f"{code}: not in {called(home)}: {text!r}" for text in said if text not in written]
    found += [
        f"{code}: nobody in {called(home)} says any more: {text!r}" for text in written if text not in said
    ]
    for text, message in written.items():
        strings = message.string if isinstance(message.string, tuple | list) else [message.string]
        if not all(strings):
            found.append(f"{code}: not translated: {text!r}")
        if message.fuzzy:
            found.append(f"{code}: only a guess: {text!r}")
    return found


def update(code: str, home: Path) -> None:
    """What another home has translated before comes along when a sentence moves."""
    written = catalogue(code, home)
    template = extracted(home)
    template.locale = written.locale
    for other in catalogues(code):
        for message in other:
            key = (message.id, message.context)
            if message.id and message.string and template.get(*key) and not written.get(*key):
                written.add(message.id, message.string, context=message.context)
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
    return [face / "rules" for face in (*own_faces(), *guests())]


def fingerprint(pages: Path) -> str:
    """Of a game's English rule page, whatever its line breaks."""
    text = " ".join((pages / "en.md").read_text(encoding="utf-8").split())
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def page_problems() -> list[str]:
    """Rule pages that are missing in a language, or follow an English page that has changed since."""
    found: list[str] = []
    for pages in rule_pages():
        game = called(pages.parent)
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("face", nargs="*", type=Path, help="the face of a game in a package elsewhere")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--pages", action="store_true")
    asked = parser.parse_args()
    NAMED.extend(face.resolve() for face in asked.face)
    if asked.pages:
        follow_pages()
    elif not asked.check:
        for code in TRANSLATED:
            # Those that take over sentences before those that give them away.
            for home in reversed(homes()):
                update(code, home)
    found = [problem for code in TRANSLATED for problem in problems(code)] + page_problems()
    sentences = sum(len(ids(extracted(home))) for home in homes())
    print("\n".join(found) if found else f"{sentences} sentences, all translated.")
    sys.exit(bool(found) and asked.check)


if __name__ == "__main__":
    main()
