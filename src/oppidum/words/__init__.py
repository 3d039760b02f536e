"""What Oppidum says, in French, English, Czech and German.

English is written in the code; the other languages come from the `.po` files beside this one. They are
read when first needed, so there is nothing to compile. `say` and `many` mark what is to be translated;
templates use `_` and `ngettext`. `scripts/words.py` brings the catalogues up to date with the code.
"""

from __future__ import annotations

from oppidum.words.language import DEFAULT, LANGUAGES, Language, language, preferred

__all__ = ["DEFAULT", "LANGUAGES", "Language", "language", "preferred"]
