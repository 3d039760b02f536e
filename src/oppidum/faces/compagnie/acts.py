"""The acts of `compagnie`: what is being played stands for a moment in the middle, so that one can follow.

What somebody else does is shown in two moments: who, with which card, at whom; then what it changed. What
nobody has chosen (a card that is lost, an album that is won, the next one) has a moment for everybody.
Everything comes from the table as the seat that looks has seen it before and after, and from what it was
told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from oppidum.faces.classes import classes
from oppidum.faces.compagnie import words
from oppidum.faces.compagnie.look import Look, mark
from oppidum.faces.scene import Act, Moment, Scene
from oppidum.games.compagnie.seen import (
    AnotherTurn,
    AtWork,
    Called,
    Crossed,
    Discarded,
    Eliminated,
    Gave,
    GaveCard,
    KnockedOut,
    Looked,
    Moved,
    NoUse,
    Played,
    PotionOff,
    PotionOn,
    Reinforced,
    Revealed,
    Revived,
    Seen,
    Skipped,
    SkipTurn,
    Stole,
    StoleCard,
    Swapped,
    Told,
    TookBonus,
    TookHelmet,
    UsedBonus,
    UsedPower,
    WonAlbum,
)

HIT = (KnockedOut, Eliminated, Revived, Called, Moved, Crossed, PotionOn, PotionOff)
TAKEN = (Stole, StoleCard, TookBonus, TookHelmet)
RARE = (Gave, GaveCard, Swapped, Looked, AnotherTurn, SkipTurn, Skipped)
WORTH_WATCHING = (Played, UsedPower, UsedBonus, Reinforced, NoUse, *HIT, *TAKEN, *RARE)
MOST_TARGETS = 3  # that are pictured; the others are named


@dataclass(frozen=True)
class Shown:
    """What an act is about."""

    before: Seen
    after: Seen
    told: tuple[Told, ...]  # the part of the decision that it shows
    at: tuple[Told, ...]  # and what it points at: also where that is still to happen
    seat: int  # whose decision
    done: bool  # what it changed is shown, too


def acts(scene: Scene, before: Seen, moment: Moment) -> list[Act]:
    after: Seen = moment.seen
    albums = tuple(e for e in moment.told if isinstance(e, WonAlbum | Revealed))
    deed = told_before(moment.told, albums)
    theirs = moment.seat != scene.seat
    found: list[Act] = []

    def stage(
        name: str, told: Sequence[Told], done: bool, seconds: float, sound: str, at: Sequence[Told] = ()
    ) -> None:
        upto = [e for act in found for e in act.detail.told] if found else []
        known = [*dict.fromkeys((*upto, *told))]
        seen = replace(after if done else before, choices=())
        shown = Shown(before, after, tuple(told), tuple(at or told), moment.seat, done)
        found.append(Act(name, seen, tuple(known), seconds, sound, detail=shown))

    lost = [e for e in deed if is_loss(e, scene.seat)]
    watched = [e for e in deed if isinstance(e, WORTH_WATCHING) and e not in lost]
    if theirs and watched:
        stage("deed", announced(watched), False, 1.5, "card", at=watched)
        if not albums and has_effect(before, after, watched):
            stage("effect", watched, True, 1.5, "hit")
    if theirs and lost:  # the last look at it
        stage("loss", lost, False, 1.8, "hit")
    for e in albums:
        name = "won" if isinstance(e, WonAlbum) else "album"
        stage(name, [e], True, 2.2 if name == "won" else 1.8, "coins" if name == "won" else "reveal")
    return found


def told_before(told: Sequence[Told], albums: Sequence[Told]) -> list[Told]:
    """The deed itself; what an album that is won or comes brings with it has a moment of its own."""
    if not albums:
        return list(told)
    return list(told[: told.index(albums[0])])


def is_loss(e: Told, me: int) -> bool:
    """Something that the seat that looks loses by it."""
    if isinstance(e, TAKEN):
        return e.other == me
    return isinstance(e, Discarded) and e.seat == me


def announced(watched: Sequence[Told]) -> Sequence[Told]:
    """What everybody at a table would see at once: the card that is laid, the token that is spent."""
    first = [e for e in watched if isinstance(e, Played | UsedPower | UsedBonus)]
    return first or watched


def has_effect(before: Seen, after: Seen, watched: Sequence[Told]) -> bool:
    return bool(totals(before, after)) or any(isinstance(e, (*HIT, *TAKEN)) for e in watched)


def totals(before: Seen, after: Seen) -> list[tuple[int, str, int, int]]:
    """Camps whose strength has changed, where the album is still the same: place, camp, then, now."""
    found: list[tuple[int, str, int, int]] = []
    for old, new in zip(before.albums, after.albums, strict=True):
        if old.album != new.album or new.won:
            continue
        for was, now in ((old.gaul, new.gaul), (old.roman, new.roman)):
            if was.total != now.total:
                found.append((old.place, was.camp, was.total, now.total))
    return found


# ---------------------------------------------------------------- what stands in the middle


class Panel(Look):
    """The picture of an act: who does what with which card, to whom, and what it changed."""

    @property
    def shown(self) -> Shown:
        assert self.scene.act is not None
        return self.scene.act.detail

    def panel(self) -> dict[str, Any]:
        shown = self.shown
        name = self.scene.act.name if self.scene.act else ""
        lines = words.lines(self.t, self.edition, shown.told, self.scene.names)
        source, says = self.source(), lines[0] if lines else ""
        loss = any(is_loss(e, self.scene.seat) for e in shown.told)
        return {
            "id": f"act-{self.scene.recent[-1].number}-{name}",
            "kind": classes("panel-now", f"of-{name}", loss=loss),
            "source": source,
            "says": says,
            "does": source["text"] if source and source["text"] not in says else "",
            "targets": self.targets(),
            "aims": ", ".join(self.aims()[:MOST_TARGETS]),
            "changes": self.changes() if shown.done else [],
        }

    def source(self) -> dict[str, Any] | None:
        """The card, token or album that does it: large, with what it does in words."""
        for e in self.shown.told:
            match e:
                case Played() | UsedPower():
                    return self.person(e.character)
                case UsedBonus(bonus=bonus):
                    return self.token(bonus)
                case WonAlbum() | Revealed():
                    return self.jacket(e.album)
                case _:
                    pass
        return self.at_work(self.shown.before.at_work)

    def at_work(self, running: AtWork | None) -> dict[str, Any] | None:
        if running is None:
            return None
        if running.album:
            return self.jacket(running.album)
        if running.character:
            return self.person(running.character, price=running.of == "constraint")
        return self.token(running.bonus) if running.bonus else None

    def person(self, character: str, price: bool = False) -> dict[str, Any]:
        who = self.character(character)
        return {**who, "kind": "person", "text": who["constraint"] if price else who["power"]}

    def jacket(self, album: str) -> dict[str, Any]:
        cover = self.cover(album)
        shown = {"kind": "cover", "colour": "", "printed": None}
        return shown | {"picture": cover["picture"], "text": cover["effect"]}

    def token(self, bonus: Any) -> dict[str, Any]:
        shown = {"kind": "token", "colour": "", "printed": None}
        return shown | {"picture": bonus, "text": words.bonus_text(self.t, bonus)}

    def targets(self) -> list[dict[str, Any]]:
        """Whom or what it is done to; where a card is played, the album."""
        found: list[dict[str, Any]] = []
        told = self.shown.told
        for e in told:
            if isinstance(e, (*HIT, StoleCard, GaveCard)):
                who, ko = self.character(e.character), isinstance(e, KnockedOut) and self.shown.done
                found.append(who | {"kind": classes(who["colour"], ko=ko), "ko": ko})
        if found:
            return found[:MOST_TARGETS]
        places = [e.album for e in told if isinstance(e, Played)]
        covers = [self.cover(album) for album in places]
        return [cover | {"name": cover["title"], "kind": "", "ko": False} for cover in covers]

    def aims(self) -> list[str]:
        """Where on the board an arrow leads: to those it is done to, or where the card goes. As selectors."""
        done, me = self.shown.done, self.scene.seat
        found: list[str] = []
        for e in self.shown.at:
            match e:
                case Discarded() | StoleCard() | Stole() if is_loss(e, me):
                    found.append(".hc.leaving")
                case TookBonus() | TookHelmet() | Stole() | StoleCard() | Gave() | GaveCard() | Swapped():
                    found.append(f"#player-{e.other}")
                case Looked(other=int() as other):
                    found.append(f"#player-{other}")
                case Played():
                    found.append(f"#{mark(e.card)}" if done else self.camp_of(e.seat, e.place))
                case WonAlbum():
                    found.append(f"#player-{e.seat}")
                case Revealed():
                    found.append(f"#slot-{e.place}")
                case _ if isinstance(e, HIT):
                    found.append(f"#{mark(e.card)}")
                case _:
                    pass
        hits = [f"#{mark(e.card)}" for e in self.shown.at if isinstance(e, HIT)]
        return list(dict.fromkeys(hits or found))

    def camp_of(self, seat: int, place: int) -> str:
        album = self.shown.before.albums[place]
        return f"#camp-{place}-{'gaul' if album.gaul.seat == seat else 'roman'}"

    def changes(self) -> list[dict[str, Any]]:
        shown = self.shown
        if any(isinstance(e, WonAlbum) for e in shown.told):
            return self.purses()
        return [
            {
                "sign": f"camp-{camp}",
                "of": words.album(self.t, self.edition, shown.before.albums[place].album),
                "text": f"{was}→{now}",
                "kind": "less" if now < was else "",
            }
            for place, camp, was, now in totals(shown.before, shown.after)
        ]

    def purses(self) -> list[dict[str, Any]]:
        """Whose sesterces an album has changed."""
        pairs = zip(self.shown.before.players, self.shown.after.players, strict=True)
        return [
            {
                "sign": "sesterce",
                "of": self.you(was.seat),
                "text": f"{was.sesterces}→{now.sesterces}",
                "kind": "less" if now.sesterces < was.sesterces else "",
            }
            for was, now in pairs
            if was.sesterces != now.sesterces
        ]
