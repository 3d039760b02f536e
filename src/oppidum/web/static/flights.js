/* Cards fly from where they were to where they go, and pawns walk along their way.

Only those that move are pictured: that is quick. And they keep nobody waiting: whoever acts, or a newer board,
ends the flight at once. */

import { all, motionless, on } from "./page.js";

const FLYERS = "[data-fly]"; // by the name that it gives, or by the element's id
const GLIDE = { duration: 280, easing: "cubic-bezier(.3, .8, .3, 1)" };

/** @param {HTMLElement} card */
const called = (card) => card.dataset.fly || card.id;

/** @param {HTMLElement} card */
const nestOf = (card) => card.parentElement?.closest("[id]")?.id;

/** Where each card lies: in what, and as the how manieth.
 * @param {ParentNode} within
 */
function nests(within) {
  const counted = new Map();
  const found = new Map();
  for (const card of all(FLYERS, within)) {
    const nest = nestOf(card);
    const at = counted.get(nest) || 0;
    counted.set(nest, at + 1);
    found.set(called(card), nest ? `${nest} ${at}` : "");
  }
  return found;
}

/** @param {Set<string>} names */
const flyers = (names) => all(FLYERS).filter((card) => names.has(called(card)));

/** @type {[HTMLElement, Animation][]} */
const glides = [];
/** @type {ViewTransition | undefined} */
let flight;
/** What the next change will move, and whether it answers a click.
 * @type {{ names: Set<string>, answer: boolean }} */
let next = { names: new Set(), answer: false };

/** Who has clicked does not wait: the board changes at once, and the cards glide to their place.
 * @param {() => unknown} change
 * @param {Set<string>} names
 */
async function glide(change, names) {
  /** @type {Map<string, { box: DOMRect, nest?: string }>} */
  const from = new Map();
  for (const card of flyers(names)) from.set(called(card), { box: card.getBoundingClientRect(), nest: nestOf(card) });
  await change();
  for (const card of flyers(names)) {
    const old = from.get(called(card));
    const now = card.getBoundingClientRect();
    if (!old?.box.width || !now.width) continue;
    from.delete(called(card));
    const begin = `translate(${old.box.x - now.x}px, ${old.box.y - now.y}px)`;
    const size = `scale(${old.box.width / now.width}, ${old.box.height / now.height})`;
    const steps = { transform: [`${begin} ${size}`, "none"], transformOrigin: ["0 0", "0 0"] };
    const gliding = card.animate(steps, GLIDE);
    if (old.nest !== nestOf(card)) card.classList.add("gliding"); // over everything in between
    gliding.onfinish = () => card.classList.remove("gliding");
    glides.push([card, gliding]);
  }
}

/** @param {Set<string>} names */
function picture(names) {
  const left = new Set(names);
  for (const card of all(FLYERS)) card.style.viewTransitionName = left.delete(called(card)) ? called(card) : "";
}

/** Whatever is in the air lands now. */
export function land() {
  flight?.skipTransition();
  for (const [card, gliding] of glides.splice(0)) {
    gliding.cancel();
    card.classList.remove("gliding");
  }
}

// A view transition has to picture the old board before it may change: three frames that who clicked would wait for.
const fly = document.startViewTransition?.bind(document);
if (fly)
  document.startViewTransition = /** @type {any} */ (
    (/** @type {() => unknown} */ change) => {
      const { names, answer } = next;
      const plain = motionless() || !names.size;
      if (plain || answer) {
        const finished = plain ? Promise.resolve(change()) : glide(change, names);
        return { finished, ready: finished, updateCallbackDone: finished, skipTransition() {} };
      }
      picture(names);
      const mine = fly(async () => {
        await change();
        picture(names);
      });
      flight = mine;
      mine.finished.finally(() => flight === mine && picture(new Set()));
      return mine;
    }
  );

/** @type {WeakMap<object, ParentNode>} */
const coming = new WeakMap(); // what a swap will show
on("htmx:before:request", ({ target }) => {
  land();
  const chosen = target.dataset?.flies && target.querySelector("label:has(:checked)");
  if (chosen) chosen.setAttribute("data-fly", target.dataset.flies ?? "");
});
on("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  if (event.defaultPrevented || !tasks?.[0]?.fragment) return;
  land();
  coming.set(ctx, tasks[0].fragment);
});
on("htmx:before:viewTransition", ({ detail: { ctx } }) => {
  const then = nests(coming.get(ctx) ?? document.createDocumentFragment());
  const moving = [...nests(document)].filter(([name, nest]) => then.has(name) && then.get(name) !== nest);
  next = { names: new Set(moving.map(([name]) => name)), answer: ctx.request?.method === "POST" };
});

// A picture that was to move when the window changed its size does not: no harm.
addEventListener("unhandledrejection", (event) => {
  if (["InvalidStateError", "AbortError"].includes(event.reason?.name)) event.preventDefault();
});

/** @typedef {{ at: number, x: number, y: number }} Place */
/** @type {Map<string, Place>} */
const stood = new Map();

/** Pawns walk along their way instead of flying over the hills. */
export function walk() {
  for (const pawn of all("[data-way] [data-at]")) {
    const before = stood.get(pawn.id);
    const now = { at: Number(pawn.dataset.at), x: Number(pawn.dataset.x), y: Number(pawn.dataset.y) };
    stood.set(pawn.id, now);
    if (before && before.at !== now.at && !motionless()) walkFrom(pawn, before, now);
  }
}

/**
 * @param {HTMLElement} pawn
 * @param {Place} before
 * @param {Place} now
 */
function walkFrom(pawn, before, now) {
  const map = /** @type {HTMLElement | null} */ (pawn.closest("[data-way]"));
  const way = (map?.dataset.way ?? "").split(" ").map((point) => point.split(",").map(Number));
  const step = Math.sign(now.at - before.at);
  const points = [[before.x, before.y]];
  for (let at = before.at + step; at !== now.at; at += step) points.push(way[at]);
  points.push([now.x, now.y]);
  const steps = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  pawn.animate(steps, { duration: 180 + 120 * (points.length - 1), easing: "ease-in-out" });
}
