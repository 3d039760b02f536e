// A boardgame.io server for bench/load.py: four people bid at the same time, thirteen cards each, again and again.
//
//   node boardgame.cjs FOLDER PORT     (FOLDER: where boardgame.io is installed)
const [folder, port] = process.argv.slice(2);
const from = (name) => require(require.resolve(name, { paths: [folder] }));
const { Server } = from("boardgame.io/server");
const { ActivePlayers } = from("boardgame.io/core");

const CARDS = Array.from({ length: 13 }, (_, n) => n + 1);
const dealt = () => ({ hand: [...CARDS], bid: null, points: 0 });

const bids = {
  name: "bids",
  setup: ({ ctx }) => ({
    round: 1,
    table: [],
    players: Object.fromEntries(Array.from({ length: ctx.numPlayers }, (_, n) => [String(n), dealt()])),
  }),
  turn: { activePlayers: ActivePlayers.ALL },
  // What a seat may see: its own hand and bid, of the others only whether they have bid.
  playerView: ({ G, playerID }) => ({
    ...G,
    players: Object.fromEntries(
      Object.entries(G.players).map(([seat, player]) =>
        seat === playerID
          ? [seat, player]
          : [seat, { points: player.points, cards: player.hand.length, bid: player.bid === null ? null : 0 }],
      ),
    ),
  }),
  moves: {
    bid: {
      ignoreStaleStateID: true, // the others bid at the same time
      client: false,
      move: ({ G, playerID }, card) => {
        const mine = G.players[playerID];
        if (mine.bid !== null || !mine.hand.includes(card)) return "INVALID_MOVE";
        mine.bid = card;
        mine.hand = mine.hand.filter((other) => other !== card);
        const players = Object.values(G.players);
        if (players.some((player) => player.bid === null)) return undefined;
        G.table = players.map((player) => player.bid);
        const best = Math.max(...G.table);
        const winners = players.filter((player) => player.bid === best);
        if (winners.length === 1) winners[0].points += 1;
        for (const player of players) {
          player.bid = null;
          if (player.hand.length === 0) player.hand = [...CARDS];
        }
        G.round += 1;
        return undefined;
      },
    },
  },
};

const server = Server({ games: [bids], origins: ["*"] });
server.run({ port: Number(port), callback: () => console.log("listening") });
