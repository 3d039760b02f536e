"""2 Preparation: tokens, hands, albums."""

from __future__ import annotations

from oppidum.games.compagnie.albums import lay_album
from oppidum.games.compagnie.effects import start, stop
from oppidum.games.compagnie.state import (
    ALBUMS,
    CARDS,
    HAND,
    HERO_WORDS,
    SEATS,
    ZONES,
    Ending,
    Helmet,
    No,
    Origin,
    Zone,
)
from oppidum.games.compagnie.zones import draw_card, enter_zone, shuffle_discard
from oppidum.kernel.compiled import part, woven
from oppidum.kernel.events import forget
from oppidum.kernel.stream import shuffle


@woven
def reset(s):
    for zone in range(ZONES):
        s.head[zone] = -1
        s.held[zone] = 0
    for card in range(CARDS):
        s.after[card] = -1
        s.zone[card] = -1
        s.mark[card] = 0
        s.known[card] = 0
        s.batch[card] = 0
    s.shuffles = 0
    for album in range(ALBUMS):
        s.library[album] = -1
        s.trophy[album] = 0
    for slot in range(SEATS):
        s.contested[slot] = -1
        s.gaul_seat[slot] = -1
        s.goal[slot] = 0
        s.worth[slot] = 0
        s.total[slot, 0] = 0
        s.total[slot, 1] = 0
    for i in range(HERO_WORDS):
        s.heroes[i] = 0
    s.banning = 0
    s.shielding = 0
    s.strengthening = 0
    s.shelf = 0
    for seat in range(SEATS):
        s.pace[seat] = 0
    s.hop = 0
    s.looked = 0
    s.opened = 0
    s.turns = 0
    s.idle = 0
    s.last_deed = 0
    s.dropped = 0
    s.last_winner = -1
    s.loser = -1
    s.slot = -1
    s.did = 0
    s.doing = 0
    s.ending = Ending.RUNNING
    s.winners = 0
    start(s, No.SLOT.value, No.SLOT.value, No.CARD.value, No.SLOT.value, Origin.NOTHING.value)
    stop(s)


@woven
def hand_out_tokens(s):  # 2.1 a legionary helmet, a potion, a fish and a boar each
    for seat in range(SEATS):
        plays = 1 if seat < s.players else 0
        s.album_points[seat] = 0
        s.helmet[seat, Helmet.LEGIONARY] = plays
        s.helmet[seat, Helmet.CENTURION] = 0
        for bonus in range(3):
            s.bonus[seat, bonus] = plays
    for bonus in range(3):
        s.reserve[bonus] = s.stock[bonus] - s.players
    s.helmets_left[Helmet.LEGIONARY] = s.helmet_stock[Helmet.LEGIONARY] - s.players
    s.helmets_left[Helmet.CENTURION] = s.helmet_stock[Helmet.CENTURION]


@part
def open_albums(s):
    """10.1 the next starting album with an effect; False once all of them have had theirs."""
    while s.opened < s.players:
        slot = s.opened
        s.opened += 1
        first = s.effect[s.contested[slot]]
        if first != 0:
            start(s, first, s.gaul_seat[slot], No.CARD.value, slot, Origin.ALBUM.value)
            return True
    return False


@woven
def deal_cards(s):  # 2.2 five cards each; the rest is the pile
    for card in range(s.cards):
        enter_zone(s, card, Zone.DISCARD.value)
    shuffle_discard(s)
    for _ in range(HAND):
        for seat in range(s.players):
            draw_card(s, seat)
    forget(s)


@woven
def lay_out_albums(s):  # 2.3, 2.4 starting albums between neighbours; the others shuffled into a pile
    for album in range(s.albums):
        s.library[album] = album
    shuffle(s, s.library, 0, s.starters)
    for slot in range(s.players):
        lay_album(s, slot, s.library[slot])
        s.gaul_seat[slot] = slot  # the Gaul camp on everybody's left, the Roman camp on their right
    s.shelf = s.albums - s.players
    for i in range(s.shelf):
        s.library[i] = s.library[i + s.players]
    for i in range(s.shelf, s.albums):
        s.library[i] = -1
    shuffle(s, s.library, 0, s.shelf)
