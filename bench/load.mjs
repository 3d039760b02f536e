// The client of bench/load.py: so many tables of four, each person with a stream of their own.
//
//   node load.mjs '{"mode": "json", "address": "http://127.0.0.1:8000", "tables": 20, …}'
//
// Everybody decides as soon as they are asked (or, with a rate, so many decisions a second in all), until the
// time is over. Prints one JSON object: decisions, frames, and how long it took from sending a decision to the
// first frame that shows it to the one who sent it.
import http from "node:http";

const wanted = JSON.parse(process.argv[2]);
const address = new URL(wanted.address);
const agent = new http.Agent({ keepAlive: true, maxSockets: 64, scheduling: "fifo" });
const SEATS = 4;

const counted = { moves: 0, frames: 0, bytes: 0, refused: 0, finished: 0, reasons: {}, delays: [], reads: [] };
let counting = false;
let over = false;
let tokens = 0; // decisions that the rate allows now

function call(method, path, body, headers = {}, through = agent) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? "" : body;
    const request = http.request(
      {
        agent: through,
        host: address.hostname,
        port: address.port,
        method,
        path,
        headers: { "content-length": Buffer.byteLength(text), ...headers },
      },
      (response) => {
        const parts = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            text: Buffer.concat(parts).toString(),
          }),
        );
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(text);
  });
}

async function json(method, path, body, token) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await call(method, path, body === undefined ? "" : JSON.stringify(body), headers);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.text ? JSON.parse(answer.text) : null;
}

// A stream of server-sent events: calls `told` with the data of every message.
function listen(path, headers, told) {
  const request = http.request(
    { agent: false, host: address.hostname, port: address.port, path, headers },
    (response) => {
      let rest = "";
      response.setEncoding("utf8");
      response.on("data", (part) => {
        if (counting) counted.bytes += part.length;
        rest += part;
        let end = rest.indexOf("\n\n");
        while (end >= 0) {
          const message = rest.slice(0, end);
          rest = rest.slice(end + 2);
          const data = [];
          for (const line of message.split("\n")) if (line.startsWith("data: ")) data.push(line.slice(6));
          if (data.length) told(data.join("\n"));
          end = rest.indexOf("\n\n");
        }
      });
    },
  );
  request.on("error", () => {});
  request.end();
  return request;
}

// Why decisions were refused, by their names.
function refuse(error) {
  if (!counting) return;
  counted.refused++;
  counted.reasons[error] = (counted.reasons[error] ?? 0) + 1;
}

function sent(person) {
  person.since = performance.now();
}

// Whoever has decided decides again once the stream shows it.
function hasSeen(person) {
  return !(person.version < person.decided);
}

function shown(person) {
  if (person.since === undefined) return;
  if (counting) counted.delays.push(performance.now() - person.since);
  person.since = undefined;
}

// ---------------------------------------------------------------- Oppidum

async function arrive(name) {
  return json("POST", "/api/visitors", { name });
}

async function openTable(number) {
  const people = [];
  for (let seat = 0; seat < SEATS; seat++) people.push(await arrive(`P${number}-${seat + 1}`));
  return people;
}

async function sitDown(people) {
  const seats = Array(SEATS).fill("human");
  const settings = { game: wanted.game, seats, options: wanted.options ?? {}, confirm: false };
  const { code } = await json("POST", "/api/tables", settings, people[0].token);
  for (const person of people) await json("POST", `/api/tables/${code}/sit`, {}, person.token);
  await json("POST", `/api/tables/${code}/start`, undefined, people[0].token);
  return code;
}

async function decide(person, code, move, seen) {
  sent(person);
  const answer = await call(
    "POST",
    `/api/tables/${code}/moves`,
    JSON.stringify({ move, seen }),
    { "content-type": "application/json", authorization: `Bearer ${person.token}` },
  );
  if (answer.status >= 400) {
    refuse(`${answer.status} ${JSON.parse(answer.text).error}`);
    person.since = undefined;
    return false;
  }
  if (counting) counted.moves++;
  person.sent = person.decided = JSON.parse(answer.text).version;
  if (person.version >= person.sent) shown(person);
  return true;
}

async function playJson(number) {
  const people = await openTable(number);
  let code = await sitDown(people);
  const streams = [];
  const join = () => {
    for (const person of people) {
      person.version = person.decided = 0;
      person.sent = Infinity;
      person.busy = false;
      streams.push(
        listen(`/api/tables/${code}/events`, { authorization: `Bearer ${person.token}` }, (data) => {
          if (counting) counted.frames++;
          const table = JSON.parse(data);
          person.version = table.version;
          person.table = table;
          if (person.since !== undefined && person.version >= person.sent) shown(person);
          if (table.status === "over" && person === people[0]) again();
          else act(person);
        }),
      );
    }
  };
  const act = async (person) => {
    const table = person.table;
    if (over || person.busy || !table.legal.length || !hasSeen(person)) return;
    if (!allowed(() => act(person))) return;
    person.busy = true;
    person.sent = Infinity;
    const move = table.legal[Math.floor(Math.random() * table.legal.length)];
    await decide(person, code, move, table.version);
    person.busy = false;
    if (person.table !== table) act(person);
  };
  const again = async () => {
    if (counting) counted.finished++;
    for (const stream of streams.splice(0)) stream.destroy();
    code = await sitDown(people);
    join();
  };
  return join;
}

// On a wire: one connection for news and decisions.
async function playWire(number) {
  const { WebSocket } = await import(wanted.ws);
  const people = await openTable(number);
  let code = await sitDown(people);
  const join = () => {
    for (const person of people) {
      person.table = {};
      person.version = person.decided = 0;
      person.sent = Infinity;
      person.busy = false;
      if (person.wire) {
        person.wire.send(JSON.stringify({ do: "watch", table: code }));
        continue;
      }
      const headers = { authorization: `Bearer ${person.token}` };
      person.wire = new WebSocket(`ws://${address.host}/api/socket`, { headers, perMessageDeflate: false });
      person.wire.on("open", () => person.wire.send(JSON.stringify({ do: "watch", table: code })));
      person.wire.on("message", (data) => {
        if (counting) counted.bytes += data.length;
        const message = JSON.parse(data);
        if (message.table !== code) return;
        if (message.told === "table") took(person, message.changed);
        else if (message.told === "decided") decided(person, message);
        else {
          refuse(message.error);
          person.since = undefined;
          person.busy = false;
        }
      });
    }
  };
  const took = (person, changed) => {
    if (counting) counted.frames++;
    Object.assign(person.table, changed);
    person.version = person.table.version;
    if (person.since !== undefined && person.version >= person.sent) shown(person);
    if (person.table.status === "over" && person === people[0]) again();
    else act(person);
  };
  const decided = (person, { version }) => {
    if (counting) counted.moves++;
    person.sent = person.decided = version;
    person.busy = false;
    if (person.version >= version) shown(person);
    act(person);
  };
  const act = (person) => {
    const { table } = person;
    if (over || person.busy || !table.legal?.length || !hasSeen(person)) return;
    if (!allowed(() => act(person))) return;
    person.busy = true;
    person.sent = Infinity;
    const move = table.legal[Math.floor(Math.random() * table.legal.length)];
    sent(person);
    person.wire.send(JSON.stringify({ do: "decide", table: code, move, seen: table.version }));
  };
  const again = async () => {
    if (counting) counted.finished++;
    for (const person of people) person.wire.send(JSON.stringify({ do: "leave", table: code }));
    code = await sitDown(people);
    join();
  };
  return join;
}

// With a rate, decisions are handed out in turn to who waits for one.
const waiting = [];
function allowed(then) {
  if (!wanted.rate) return true;
  if (tokens >= 1) {
    tokens -= 1;
    return true;
  }
  waiting.push(then);
  return false;
}
if (wanted.rate) {
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    tokens = Math.min(tokens + ((now - last) * wanted.rate) / 1000, wanted.rate);
    last = now;
    for (let n = Math.min(Math.floor(tokens), waiting.length); n > 0; n--) {
      const at = Math.floor(Math.random() * waiting.length);
      const then = waiting[at];
      waiting[at] = waiting[waiting.length - 1];
      waiting.pop();
      then();
    }
  }, 5).unref();
}

// ---------------------------------------------------------------- Oppidum, boards as HTML

async function playHtml(number) {
  const people = await openTable(number);
  for (const person of people) {
    // The token is a program's; a browser has a cookie, by the recovery code.
    const answer = await call(
      "POST",
      "/settings/recover",
      new URLSearchParams({ code: person.recovery_code }).toString(),
      { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    );
    person.cookie = (answer.headers["set-cookie"] ?? []).map((c) => c.split(";")[0]).join("; ");
    if (!person.cookie) throw new Error(`no cookie: ${answer.status} ${answer.text.slice(0, 300)}`);
    person.page = `load-${number}-${people.indexOf(person)}`; // as a page calls itself: answers go on with its stream
    person.cookie += `; oppidum-look=${encodeURIComponent(wanted.look ?? "motion=off&confirm=off")}`;
  }
  let code = await sitDown(people);
  const streams = [];
  const join = () => {
    for (const person of people) {
      person.version = 0;
      person.sent = Infinity;
      person.busy = false;
      streams.push(
        listen(`/t/${code}/live?known=0&page=${person.page}`, { cookie: person.cookie }, (data) => {
          if (counting) counted.frames++;
          took(person, data);
        }),
      );
    }
  };
  const took = (person, board) => {
    const version = Number(/data-version="(\d+)"/.exec(board)?.[1] ?? 0);
    if (version < person.version) return;
    person.version = version;
    person.choices = [...board.matchAll(/name="move" value="([^"]+)"/g)].map((m) => m[1]);
    if (person.since !== undefined && person.version >= person.sent) shown(person);
    if (person === people[0] && /data-status="over"/.test(board)) again();
    else act(person);
  };
  const act = async (person) => {
    const { version, choices } = person;
    if (over || person.busy || !choices.length || !allowed(() => act(person))) return;
    person.busy = true;
    person.sent = Infinity;
    sent(person);
    const move = choices[Math.floor(Math.random() * choices.length)].replaceAll("&#39;", "'");
    const answer = await call(
      "POST",
      `/t/${code}/move`,
      new URLSearchParams({ move, seen: String(version) }).toString(),
      {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        "hx-request": "true",
        "oppidum-page": person.page,
        cookie: person.cookie,
      },
    );
    person.busy = false;
    if (answer.status >= 400) {
      refuse(String(answer.status));
      person.since = undefined;
      return;
    }
    if (counting) counted.moves++;
    person.sent = Number.parseInt(answer.headers["oppidum-frame"] ?? "0", 10);
    if (answer.status === 200 && answer.text) {
      if (counting) counted.frames++;
      took(person, answer.text);
    } else if (person.version >= person.sent) shown(person);
    if (person.version !== version) act(person);
  };
  const again = async () => {
    if (counting) counted.finished++;
    for (const stream of streams.splice(0)) stream.destroy();
    code = await sitDown(people);
    join();
  };
  return join;
}

// ---------------------------------------------------------------- boardgame.io

async function playBoardgame(number) {
  const { io } = await import(wanted.socketio);
  const matchID = `match-${number}`; // made by the first who asks for it
  const people = Array.from({ length: SEATS }, (_, seat) => ({ playerID: String(seat) }));
  return () => {
    for (const person of people) {
      const socket = io(`${wanted.address}/bids`, { transports: ["websocket"], forceNew: true });
      const took = (state) => {
        person.state = state;
        const mine = state.G.players[person.playerID];
        if (person.since !== undefined && (mine.bid !== null || state.G.round > person.round)) shown(person);
        act(person);
      };
      const act = () => {
        const state = person.state;
        if (over || state.G.players[person.playerID].bid !== null || person.round === state.G.round) return;
        if (!allowed(act)) return;
        person.round = state.G.round;
        sent(person);
        const hand = state.G.players[person.playerID].hand;
        const args = [hand[Math.floor(Math.random() * hand.length)]];
        const payload = { type: "bid", args, playerID: person.playerID, credentials: person.credentials };
        socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, matchID, person.playerID);
        if (counting) counted.moves++;
      };
      socket.on("sync", (id, info) => took(info.state));
      socket.on("update", (id, state) => {
        if (counting) counted.frames++;
        took(state);
      });
      socket.on("connect", () =>
        socket.emit("sync", matchID, person.playerID, person.credentials, SEATS),
      );
    }
  };
}

// ---------------------------------------------------------------- the run

const play = { json: playWire, requests: playJson, html: playHtml, boardgame: playBoardgame }[wanted.mode];
const joins = [];
const pending = Array.from({ length: wanted.tables }, (_, n) => n);
await Promise.all(
  Array.from({ length: 8 }, async () => {
    while (pending.length) joins.push(await play(pending.shift()));
  }),
);
const pause = (seconds) => new Promise((then) => setTimeout(then, seconds * 1000));

// Somebody else, who plays nothing and opens a page ten times a second: how long that takes.
async function read() {
  const own = new http.Agent({ keepAlive: true }); // who plays does not stand in the way
  while (!over) {
    const since = performance.now();
    const { status } = await call("GET", "/", undefined, {}, own);
    if (status !== 200) throw new Error(`GET /: ${status}`);
    if (counting) counted.reads.push(performance.now() - since);
    await pause(0.1);
  }
}
for (const join of joins) {
  join();
  await pause(0.01); // thousands who knock in the same moment would not all be heard
}
if (wanted.mode !== "boardgame") read(); // which has no pages
await pause(wanted.warm ?? 3);
if (process.send) process.send("counting");
counting = true;
const begun = performance.now();
const used = process.cpuUsage();
await pause(wanted.seconds);
counting = false;
over = true;
const seconds = (performance.now() - begun) / 1000;
const cpu = process.cpuUsage(used);
const sorted = (numbers) => numbers.sort((a, b) => a - b);
const share = (numbers, part) => numbers[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? null;
const delays = sorted(counted.delays);
const reads = sorted(counted.reads);
const at = (part) => share(delays, part);
console.log(
  JSON.stringify({
    moves: counted.moves / seconds,
    frames: counted.frames / seconds,
    bytes: counted.bytes / seconds,
    refused: counted.refused,
    reasons: counted.reasons,
    finished: counted.finished,
    seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    slowest: at(1),
    reads: reads.length,
    read_p50: share(reads, 0.5),
    read_p99: share(reads, 0.99),
    client_cpu: (cpu.user + cpu.system) / 1e6 / seconds,
  }),
);
process.exit(0);
