"""What is said in `compagnie`: characters, choices, and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from oppidum.faces.compagnie.powers import album_text, alternative_text, entry, power_text
from oppidum.games.compagnie.seen import (
    AnotherTurn,
    AtWork,
    BackName,
    BonusName,
    Called,
    CampName,
    Choice,
    ChoosePlayer,
    Crossed,
    Decline,
    Discard,
    Discarded,
    Drew,
    DrewCard,
    Either,
    Eliminated,
    Ended,
    FaceCamp,
    GainedBonus,
    GainedHelmet,
    Gave,
    GaveCard,
    Give,
    HelmetName,
    KnockedOut,
    Looked,
    LookedAt,
    LostBonus,
    LostHelmet,
    Moved,
    MoveTo,
    NextAlbum,
    NoUse,
    Oriented,
    Play,
    Played,
    PotionOff,
    PotionOn,
    Recovered,
    Reinforce,
    Reinforced,
    Returned,
    Revealed,
    Revived,
    Seen,
    Shuffled,
    Skipped,
    SkipTurn,
    Stole,
    StoleCard,
    Swapped,
    Target,
    Token,
    Told,
    TookBonus,
    TookHelmet,
    UseBonus,
    UsedBonus,
    UsedPower,
    UsePower,
    WonAlbum,
)
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

HARDNESS = 2


def summary(t: Language) -> str:
    return t.say(
        "Gauls and Romans fight for the albums between neighbours: fifteen points of strength win one. "
        "Every character has a power, and fifty sesterces win the game."
    )


def option(t: Language, name: str) -> str:
    return {"boar": t.say("Boar"), "cleopatra": t.say("Cleopatra's price")}.get(name, name)


def option_choice(t: Language, name: str, choice: str) -> str:
    return {
        ("boar", "any"): t.say("uses the last power, whoever placed the character (French rules)"),
        ("boar", "own"): t.say("uses the power of your own last character (Czech rules)"),
        ("cleopatra", "other"): t.say("two other cards (French rules)"),
        ("cleopatra", "any"): t.say("two other cards, or the only one there is (Czech rules)"),
    }.get((name, choice), choice)


# ---------------------------------------------------------------- names


def character(t: Language, edition: Edition, name: str) -> str:
    return t.name(entry(edition, "character", name)["name"])


def album(t: Language, edition: Edition, name: str) -> str:
    return t.name(entry(edition, "album", name)["name"])


def a_bonus(t: Language, bonus: BonusName) -> str:
    """In a sentence."""
    return {"potion": t.say("a potion"), "fish": t.say("a fish"), "boar": t.say("a boar")}[bonus]


def bonus_name(t: Language, bonus: BonusName) -> str:
    """As a title."""
    return {"potion": t.say("Potion"), "fish": t.say("Fish"), "boar": t.say("Boar")}[bonus]


def bonus_text(t: Language, bonus: BonusName) -> str:
    return {
        "potion": t.say("Doubles the strength of a character and protects it. Reaches every album."),
        "fish": t.say("Knocks out a character without a potion. Reaches every album."),
        "boar": t.say(
            "Revives a K.O. character, or uses the power of the last one placed on one of your albums."
        ),
    }[bonus]


def bonus_does(t: Language, bonus: BonusName) -> str:
    """What it does, on a button."""
    return {
        "potion": t.say("doubles a character's strength"),
        "fish": t.say("knocks a character out"),
        "boar": t.say("revives, or uses a power again"),
    }[bonus]


def a_helmet(t: Language, helmet: HelmetName) -> str:
    return t.say("a centurion's helmet") if helmet == "centurion" else t.say("a legionary's helmet")


def helmet_name(t: Language, helmet: HelmetName) -> str:
    return t.say("Centurion's helmet") if helmet == "centurion" else t.say("Legionary's helmet")


def colour(t: Language, name: str) -> str:
    return {"gaul": t.say("Gaul"), "roman": t.say("Roman"), "neutral": t.say("neutral")}[name]


def rank(t: Language, name: str) -> str:
    """A character's type."""
    return {
        "centurion": t.say("centurion"),
        "chief": t.say("chief"),
        "trickster": t.say("trickster"),
        "hero": t.say("hero"),
        "irreducible": t.say("indomitable"),
        "legionary": t.say("legionary"),
        "rebel": t.say("rebel"),
    }[name]


def side(t: Language, camp: CampName) -> str:
    return t.say("Gauls") if camp == "gaul" else t.say("Romans")


def camp_name(t: Language, camp: CampName) -> str:
    return t.say("Gaul camp") if camp == "gaul" else t.say("Roman camp")


def back_colour(t: Language, back: BackName) -> str:
    return t.say("red") if back == "red" else t.say("blue")


def back_name(t: Language, back: BackName) -> str:
    return t.say("red back") if back == "red" else t.say("blue back")


# ---------------------------------------------------------------- choices


def action(t: Language, edition: Edition, choice: Choice, names: Sequence[str]) -> str:
    match choice:
        case Play():
            played, where = character(t, edition, choice.character), album(t, edition, choice.album)
            return t.say("Play %(card)s on “%(album)s”", card=played, album=where)
        case Target():
            return targeted(t, choice.verb, character(t, edition, choice.character))
        case Discard():
            return t.say("Discard %(card)s", card=character(t, edition, choice.character))
        case Give():
            return t.say("Give %(card)s", card=character(t, edition, choice.character))
        case Either():
            return alternative_text(t, edition, choice)
        case ChoosePlayer():
            return names[choice.seat]
        case MoveTo():
            return t.say("To “%(album)s”", album=album(t, edition, choice.album))
        case FaceCamp(camp="gaul"):
            return t.say("Face the Gaul camp")
        case FaceCamp():
            return t.say("Face the Roman camp")
        case Token():
            return bonus_name(t, choice.bonus)
        case UsePower():
            return t.say("Use the power") if choice.power else t.say("Draw")
        case Decline(what="discarding"):
            return t.say("Draw up to five")
        case Decline(what="power"):
            return t.say("Skip the power")
        case Decline():
            return t.say("Enough")
        case UseBonus():
            return t.say("Draw and use a bonus")
        case Reinforce():
            return t.say("Reinforce the hand")


def targeted(t: Language, verb: str, name: str) -> str:
    match verb:
        case "knock_out":
            return t.say("Knock out %(card)s", card=name)
        case "eliminate":
            return t.say("Eliminate %(card)s", card=name)
        case "revive":
            return t.say("Revive %(card)s", card=name)
        case "call":
            return t.say("Call %(card)s", card=name)
        case "move":
            return t.say("Move %(card)s", card=name)
        case "give_potion":
            return t.say("A potion for %(card)s", card=name)
        case "remove_potion":
            return t.say("No potion for %(card)s", card=name)
        case "take_back":
            return t.say("Send %(card)s back to the hand", card=name)
        case "use_power":
            return t.say("Use the power of %(card)s", card=name)
        case _:
            return name


def question(t: Language, edition: Edition, seen: Seen) -> str:
    match seen.phase:
        case "turn":
            return t.say("Play a character, use a bonus or reinforce your hand.")
        case "bonus":
            return t.say("Which bonus do you use?")
        case "boar":
            return t.say("The boar: whose power do you use, or whom do you revive?")
        case "reinforce":
            return t.say("Which cards do you discard before you draw?")
        case "console":
            return t.say("The album is lost. Which bonus consoles you?")
        case "orient":
            return t.say("A new album: which camp do you want to face?")
        case "destination":
            return t.say("Where does %(card)s go?", card=character(t, edition, seen.moving or ""))
        case "player":
            return t.say("Whom do you choose?")
        case "over":
            return ""
        case _:
            return chain_question(t, edition, seen)


def chain_question(t: Language, edition: Edition, seen: Seen) -> str:
    """A decision inside a power, a price or an album's effect: say whose it is."""
    running = seen.at_work
    if running is None:
        return t.say("Whom do you choose?")
    what = step_question(t, seen, running)
    if running.album:
        return t.say("%(name)s: %(question)s", name=album(t, edition, running.album), question=what)
    if running.character:
        whose = character(t, edition, running.character)
        return t.say("%(name)s: %(question)s", name=whose, question=what)
    return what[:1].upper() + what[1:]


def step_question(t: Language, seen: Seen, running: AtWork) -> str:
    if seen.phase == "use":
        return t.say("use the power?") if running.optional else t.say("draw a card?")
    if seen.phase == "either":
        return t.say("what do you choose?")
    if seen.phase == "hand" and running.verb in ("give_card", "get_card"):
        return t.many("give %(n)s card.", "give %(n)s cards.", max(1, running.left))
    if seen.phase == "hand":
        return t.many("discard %(n)s card.", "discard %(n)s cards.", max(1, running.left))
    if seen.phase == "token":
        return {
            "gain_bonus": t.say("which bonus do you gain?"),
            "take_bonus": t.say("which bonus do you take?"),
        }.get(running.verb, t.say("which bonus do you give back?"))
    if seen.phase == "recover":
        return t.say("which card do you take from the discard?")
    return {
        "knock_out": t.say("who is knocked out?"),
        "eliminate": t.say("who is eliminated?"),
        "revive": t.say("who is revived?"),
        "call": t.say("who is called?"),
        "move": t.say("who moves?"),
        "give_potion": t.say("who gets the potion?"),
        "remove_potion": t.say("who loses the potion?"),
        "take_back": t.say("who goes back to the hand?"),
    }.get(running.verb, t.say("whose power do you use?"))


# ---------------------------------------------------------------- what happened


def lines(t: Language, edition: Edition, told: Sequence[Told], names: Sequence[str]) -> list[str]:
    drawn = {e.seat for e in told if isinstance(e, DrewCard)}
    said: list[str] = []
    for e, after in zip_longest(told, told[1:]):
        # Where the card itself is seen, its back need not be told.
        if isinstance(e, Drew) and e.seat in drawn:
            continue
        if (isinstance(e, Stole) and isinstance(after, StoleCard)) or (
            isinstance(e, Gave) and isinstance(after, GaveCard)
        ):
            continue
        text = about_albums(t, edition, e, names) or sentence(t, edition, e, names)
        if text := text or rare_sentence(t, edition, e, names):
            said.append(text)
    return said


def sentence(t: Language, edition: Edition, e: Told, names: Sequence[str]) -> str:
    name = names[seat] if (seat := getattr(e, "seat", None)) is not None else ""
    other = names[seat] if (seat := getattr(e, "other", None)) is not None else ""
    card = character(t, edition, found) if (found := getattr(e, "character", "")) else ""
    match e:
        case Played():
            where = album(t, edition, e.album)
            return t.say("%(name)s plays %(card)s on “%(album)s”.", name=name, card=card, album=where)
        case UsedPower():
            power = power_text(t, edition, e.character)
            return t.say(
                "%(name)s uses the power of %(card)s: “%(power)s”", name=name, card=card, power=power
            )
        case KnockedOut():
            return t.say("%(card)s is K.O.", card=card)
        case Eliminated():
            return t.say("%(card)s is eliminated.", card=card)
        case Revived():
            return t.say("%(card)s is up again.", card=card)
        case Called():
            return t.say("%(card)s joins %(name)s.", card=card, name=name)
        case Moved():
            return t.say("%(card)s moves to “%(album)s”.", card=card, album=album(t, edition, e.album))
        case PotionOn():
            return t.say("%(card)s drinks a potion.", card=card)
        case PotionOff():
            return t.say("The potion of %(card)s is gone.", card=card)
        case Drew():
            back = back_colour(t, e.back)
            return t.say("%(name)s draws a card with a %(colour)s back.", name=name, colour=back)
        case DrewCard():
            return t.say("%(name)s: a new card, %(card)s.", name=name, card=card)
        case Discarded():
            return t.say("%(name)s discards %(card)s.", name=name, card=card)
        case GainedBonus():
            return t.say("%(name)s gains %(bonus)s.", name=name, bonus=a_bonus(t, e.bonus))
        case LostBonus():
            return t.say("%(name)s gives back %(bonus)s.", name=name, bonus=a_bonus(t, e.bonus))
        case TookBonus():
            bonus = a_bonus(t, e.bonus)
            return t.say("%(name)s takes %(bonus)s from %(other)s.", name=name, bonus=bonus, other=other)
        case GainedHelmet(n=n) if n > 1:
            helmet = a_helmet(t, e.helmet)
            return t.say("%(name)s gains %(n)s × %(helmet)s.", name=name, n=n, helmet=helmet)
        case GainedHelmet():
            return t.say("%(name)s gains %(helmet)s.", name=name, helmet=a_helmet(t, e.helmet))
        case LostHelmet():
            return t.say("%(name)s gives back %(helmet)s.", name=name, helmet=a_helmet(t, e.helmet))
        case TookHelmet():
            helmet = a_helmet(t, e.helmet)
            return t.say("%(name)s takes %(helmet)s from %(other)s.", name=name, helmet=helmet, other=other)
        case Stole():
            return t.say("%(name)s takes an unseen card from %(other)s.", name=name, other=other)
        case StoleCard():
            return t.say("%(name)s takes %(card)s from %(other)s.", name=name, card=card, other=other)
        case Recovered():
            return t.say("%(name)s takes %(card)s from the discard.", name=name, card=card)
        case Returned():
            return t.say("%(card)s returns to the hand of %(name)s.", name=name, card=card)
        case UsedBonus():
            used, does = a_bonus(t, e.bonus), bonus_does(t, e.bonus)
            return t.say("%(name)s uses %(bonus)s: %(does)s.", name=name, bonus=used, does=does)
        case NoUse():
            return t.say(
                "%(name)s has no bonus left that is of any use: the turn ends with the draw.", name=name
            )
        case Reinforced():
            return t.say("%(name)s reinforces: %(out)s out, %(new)s new.", name=name, out=e.out, new=e.new)
        case _:
            return ""


def rare_sentence(t: Language, edition: Edition, e: Told, names: Sequence[str]) -> str:
    """What no printed card does."""
    name = names[seat] if (seat := getattr(e, "seat", None)) is not None else ""
    other = names[seat] if (seat := getattr(e, "other", None)) is not None else ""
    card = character(t, edition, found) if (found := getattr(e, "character", "")) else ""
    match e:
        case Crossed():
            where = album(t, edition, e.album)
            return t.say("%(card)s goes over to the other camp of “%(album)s”.", card=card, album=where)
        case Gave():
            return t.say("%(name)s gives a card to %(other)s.", name=name, other=other)
        case GaveCard():
            return t.say("%(name)s gives %(card)s to %(other)s.", name=name, card=card, other=other)
        case Swapped():
            return t.say("%(name)s and %(other)s swap hands.", name=name, other=other)
        case Looked(other=None):
            return t.say("%(name)s looks at the top of the pile.", name=name)
        case Looked():
            return t.say("%(name)s looks at the hand of %(other)s.", name=name, other=other)
        case LookedAt(other=None):
            return t.say("On the pile: %(card)s.", card=card)
        case LookedAt():
            return t.say("In the hand of %(other)s: %(card)s.", card=card, other=other)
        case AnotherTurn():
            return t.say("%(name)s will have a turn more.", name=name)
        case SkipTurn():
            return t.say("%(name)s will have to skip a turn.", name=name)
        case Skipped():
            return t.say("%(name)s skips a turn.", name=name)
        case _:
            return ""


def turns_due(t: Language, n: int) -> str:
    """What a player still has to expect."""
    if n > 0:
        return t.many("%(n)s more turn", "%(n)s more turns", n)
    return t.many("skips %(n)s turn", "skips %(n)s turns", -n) if n else ""


def about_albums(t: Language, edition: Edition, e: Told, names: Sequence[str]) -> str:
    match e:
        case WonAlbum():
            return t.say("%(name)s wins %(album)s!", name=names[e.seat], album=album(t, edition, e.album))
        case Revealed():
            title, effect = album(t, edition, e.album), album_text(t, edition, e.album)
            return t.say("New album: %(album)s. %(effect)s", album=title, effect=effect).strip()
        case Oriented():
            return t.say("%(name)s faces the %(camp)s.", name=names[e.seat], camp=side(t, e.camp))
        case Shuffled():
            return t.say("The discard is shuffled into a new pile.")
        case NextAlbum():
            return t.say("Next on the album pile: %(album)s.", album=album(t, edition, e.album))
        case Ended():
            return {
                "fifty": t.say("Fifty sesterces: the game is over."),
                "stalled": t.say("Nobody does anything any more: the game is over."),
                "no_albums": t.say("No album is left: the game is over."),
                "quiet": t.say("Twelve rounds without a character, an album or a bonus: the game is over."),
                "long": t.say("Four hundred rounds have been played: the game is over."),
            }[e.by]
        case _:
            return ""


RULES_NOW = {
    "turn": ("3.1", "3.2", "3.3", "3.4", "3.5", "5.1", "4.1", "3.9"),
    "bonus": ("4.1", "4.2", "4.3", "4.5", "4.6"),
    "boar": ("4.6", "4.7", "4.8", "5.2"),
    "reinforce": ("3.9",),
    "console": ("6.5", "8.2"),
    "orient": ("6.6", "6.7", "6.8"),
    "either": ("10.7",),
}
DECIDED_BY: dict[type, tuple[str, ...]] = {
    Played: ("3.2",),
    UsedPower: ("3.6",),
    KnockedOut: ("9.6",),
    Eliminated: ("9.3",),
    Revived: ("9.9",),
    Called: ("9.1",),
    Moved: ("9.12",),
    Crossed: ("10.4",),
    Gave: ("10.8",),
    Swapped: ("10.9",),
    Looked: ("10.10",),
    AnotherTurn: ("10.2",),
    SkipTurn: ("10.3",),
    Skipped: ("10.3",),
    PotionOn: ("4.3",),
    TookBonus: ("9.15",),
    TookHelmet: ("9.15",),
    Stole: ("9.15",),
    UsedBonus: ("4.1",),
    NoUse: ("4.9",),
    WonAlbum: ("6.1", "6.2"),
    Revealed: ("6.6",),
    NextAlbum: ("2.4",),
    Oriented: ("6.7",),
    Shuffled: ("8.3",),
    Reinforced: ("3.9",),
}
ENDED_BY = {"fifty": "7.1", "stalled": "7.2", "no_albums": "7.3", "quiet": "7.5", "long": "7.6"}


def marks(told: Sequence[Told]) -> list[Told]:
    """Where an album is won."""
    return [e for e in told if isinstance(e, WonAlbum)]


def occasion(t: Language, edition: Edition, seen: Seen) -> str:
    """Which turn it was."""
    return t.say("Turn %(n)s", n=seen.turns)


def rules_now(seen: Seen) -> tuple[str, ...]:
    return RULES_NOW.get(seen.phase, ("3.6", "3.7", "9.1", "9.3", "9.6", "9.9", "9.14"))


def rules_of(told: Sequence[Told]) -> tuple[str, ...]:
    """The rules that decided what happened."""
    won = any(isinstance(e, WonAlbum) for e in told)
    found: list[str] = []
    for e in told:
        if isinstance(e, Returned):
            found.append("6.4" if won else "9.13")
        elif isinstance(e, Ended):
            found.append(ENDED_BY[e.by])
        else:
            found += DECIDED_BY.get(type(e), ())
    return tuple(dict.fromkeys(found))
