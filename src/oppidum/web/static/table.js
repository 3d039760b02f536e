/* A table: its stream, what the page shows of it, whose turn it is, and the clocks. */

import { point } from "./arrows.js";
import { call, callFromThePast, sound } from "./calls.js";
import { walk } from "./flights.js";
import { $, all, json, motionless, offline, on, root } from "./page.js";

/** @type {import("htmx.org").Htmx} */
const htmx = /** @type {any} */ (window).htmx;
const main = $("main.table"); // not in a replay, nor in a lesson

/* ---- the stream */

let streaming = false;

/** @param {string} part */
function address(part) {
  const seat = main?.dataset.seat ? `?as=${main.dataset.seat}` : "";
  return `/t/${main?.dataset.code}/${part}${seat}`;
}

function refresh() {
  if (main) htmx.ajax("GET", address("inside"), { source: main, target: main, swap: "innerMorph" });
}

/** The stream and what is sent from this page find each other by its name: so the page asks for it itself, for htmx
 * may be ready before the page has a name.
 * @param {HTMLElement} table
 */
function connect(table) {
  const page = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");
  const still = motionless() ? "&still=true" : "";
  table.setAttribute("hx-sse:connect", `${table.getAttribute("hx-sse:connect")}&page=${page}${still}`);
  on("htmx:before:request", ({ detail: { ctx } }) => {
    if (streaming) ctx.request.headers["oppidum-page"] = page;
  });
  on("htmx:sse:after:connection", () => {
    streaming = true;
    root.dataset.live = "";
    offline(false);
  });
  on("htmx:sse:error", () => {
    streaming = false;
    delete root.dataset.live;
    offline(true);
  });
  on("htmx:sse:close", () => {
    streaming = false;
  });
  on("gone", () => location.assign("/"));
  addEventListener("online", refresh);
  ask(table);
  setInterval(() => reconnect(table), 5000);
  setInterval(async () => {
    const now = document.hidden && (await json(`/t/${table.dataset.code}/turn`));
    if (now) turn(now.my_turn);
  }, 8000);
}

/** @param {HTMLElement} table */
const ask = (table) => htmx.ajax("GET", table.getAttribute("hx-sse:connect") ?? "", { source: table });

/** If the very first connection failed htmx does not try again: ask for it until it works.
 * @param {any} table
 */
function reconnect(table) {
  if (streaming || document.hidden || !navigator.onLine) return;
  if (table._htmx?.sse) refresh();
  else ask(table);
}

/* ---- a decision is sent once, however often it is clicked */

const underway = new Set();

/** What is decided: whose decision, at which state of the table, asked back or not. Nothing for what decides nothing.
 * @param {any} body
 */
const decision = (body) => body?.get?.("seen") && ["seat", "seen", "confirmed"].map((name) => body.get(name)).join();

on("htmx:config:request", (event) => {
  const now = decision(event.detail.ctx.request.body);
  if (underway.has(now)) event.preventDefault();
  else if (now) underway.add(now);
});
on("htmx:finally:request", ({ detail: { ctx } }) => underway.delete(decision(ctx.request.body)));

/* ---- what the page shows: never anything older, and nothing twice */

/** A frame is called by its version; acts "7-1" and "7-2" come before "7", and "7+" is "7" once more.
 * @param {ParentNode} within
 */
function frame(within) {
  const name = /** @type {HTMLElement | null} */ (within.querySelector("#state"))?.dataset.frame ?? "";
  const [version, act] = name.split("-").map((part) => Number.parseInt(part, 10) || 0);
  return { name, place: act ? version - 1 + act / 1000 : version };
}

on(
  "htmx:before:swap",
  (event) => {
    const now = frame(document);
    const then = frame(event.detail.tasks?.[0]?.fragment ?? document.createDocumentFragment());
    if (!then.name) return;
    if (then.place < now.place || (then.name === now.name && !then.name.endsWith("+"))) event.preventDefault();
  },
  true,
);

/** @type {string | undefined} */
let moment;
/** The sounds of the decision that is shown: what an act has let hear is not heard again with the board after it. */
let heard = { decision: 0, noises: new Set() };

/**
 * @param {string} now
 * @param {string | undefined} noise
 */
function soundOnce(now, noise) {
  const decision = Number.parseInt(now, 10);
  if (heard.decision !== decision) heard = { decision, noises: new Set() };
  if (!heard.noises.has(noise)) sound(noise);
  heard.noises.add(noise);
}

function looked() {
  const state = $("#state");
  if (!main || !state) return;
  const { now, noise, turn: whose, version } = state.dataset;
  if (moment !== undefined && moment !== state.dataset.moment) soundOnce(state.dataset.moment ?? "", noise);
  moment = state.dataset.moment ?? "";
  walk();
  point();
  turn(whose === "yes");
  if (!mine) $("#ask")?.replaceChildren(); // a hint, or a question, that is out of date by now
  main.dataset.version = version;
  drift = Date.now() / 1000 - Number(now);
  tick();
}

/* ---- what is only show is over with a click anywhere, or a key */

const ACTS_ITSELF = "a, button, input, select, textarea, summary, [popover]";
const NO_WORD = ["Tab", "Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"];

/** @param {Event & { target: HTMLElement }} event */
function enough(event) {
  if (!main || !$("#state[data-act]") || event.target.closest(ACTS_ITSELF)) return;
  event.preventDefault();
  htmx.ajax("POST", address("skip"), { source: main, target: main, swap: "innerMorph transition:true" });
}

on("click", enough);
on("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey } = /** @type {KeyboardEvent} */ (/** @type {unknown} */ (event));
  if (!NO_WORD.includes(key) && !ctrlKey && !metaKey && !altKey) enough(event);
});

/* ---- whose turn it is */

let mine = false;

/** @param {boolean} now */
function turn(now) {
  const { title = "", turnTitle = "" } = $("#state")?.dataset ?? {};
  document.title = `${now ? `● ${turnTitle} – ` : ""}${title} – Oppidum`;
  if (now && !mine) call(turnTitle, title, main?.dataset.code ?? "");
  mine = now;
}

/* ---- clocks: the server's time, shown in the visitor's */

let drift = 0;

function tick() {
  for (const clock of all("[data-deadline]")) {
    const most = Number(clock.dataset.most) || Infinity; // what led to it is still being shown to others
    const left = Math.min(most, Math.max(0, Number(clock.dataset.deadline) + drift - Date.now() / 1000));
    const whole = Math.ceil(left);
    const seconds = String(whole % 60).padStart(2, "0");
    clock.textContent = whole >= 60 ? `${Math.floor(whole / 60)}:${seconds}` : `${whole}`;
    clock.classList.toggle("urgent", left < 5);
  }
}

/* ---- an earlier moment: the address follows */

function past() {
  const here = $("#play[data-here]");
  if (here) history.replaceState(null, "", here.dataset.here);
}

/** What has been played is chosen no longer, though the same card may be in the hand again.
 * @param {any} body
 */
function played(body) {
  const field = $("#decide input[name=move]:checked");
  if (field && field.getAttribute("value") === body?.get?.("move")) {
    /** @type {HTMLInputElement} */ (field).checked = false;
  }
}

on("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.response.headers.has("oppidum-frame")) played(ctx.request.body);
  if (ctx.response.status >= 400 && !streaming) refresh(); // perhaps because the table has moved on
});
on("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.response?.headers.has("oppidum-frame")) $("#ask")?.replaceChildren(); // the board is the answer
  looked();
  past();
});
setInterval(tick, 250);
if ($("[data-past]")) setInterval(callFromThePast, 3000);
if (main) connect(main);
looked();
