"""What a field of a struct means, in a sentence that whoever reads the description of the API reads, too."""

from __future__ import annotations

from msgspec import Meta

COUNTED = {"counted": "as seats are"}  # marks numbers that begin where those of seats do


def meaning(sentence: str) -> Meta:
    """For `Annotated[int, meaning("…")]`. It costs nothing where the struct is made."""
    return Meta(description=sentence)


def counted(sentence: str) -> Meta:
    """The same for the number of a seat, or of anything that is counted as seats are."""
    return Meta(description=sentence, extra=COUNTED)
