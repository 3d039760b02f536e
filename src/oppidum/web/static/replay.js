/* A game that is gone through again: the slider, playing by itself, and the list of moves. */

import { $, all, on } from "./page.js";

/** @type {import("htmx.org").Htmx} */
const htmx = /** @type {any} */ (window).htmx;

const PAUSES = { slow: 2400, normal: 1200, quick: 500 }; // milliseconds between two steps

let playing = false;
/** @type {number | undefined} */
let next;
let asking = false;
/** @type {string | null} */
let wanted = null;

const slider = () => /** @type {HTMLInputElement | null} */ ($("#slider"));

/** One question at a time; while the answer is on its way only the latest wish counts.
 * @param {string} step
 */
async function go(step) {
  wanted = step;
  if (asking) return;
  asking = true;
  while (wanted !== null) {
    const to = wanted;
    wanted = null;
    const where = `${slider()?.dataset.base}${to}`;
    await htmx.ajax("GET", where, { target: "#play", select: "#play", swap: "outerMorph transition:true" });
  }
  asking = false;
}

/** @param {boolean} yes */
function play(yes) {
  playing = yes;
  clearTimeout(next);
  if (playing) {
    const bar = slider();
    if (bar && bar.value === bar.max) go("0");
    else go(String(Number(bar?.value ?? 0) + 1));
  }
  showState();
}

function showState() {
  for (const button of all("[data-player]")) {
    button.setAttribute("aria-pressed", String(playing));
  }
}

/** The list moves by itself, and nothing else does. */
function keepInSight() {
  const list = $("#moves");
  const here = $("#moves [aria-current]");
  if (!list || !here) return;
  const top = here.offsetTop;
  if (top < list.scrollTop || top + here.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

on("input", ({ target }) => {
  if (target.id !== "slider") return;
  play(false);
  go(/** @type {HTMLInputElement} */ (target).value);
});

on("click", ({ target }) => {
  if (target.closest("[data-player]")) play(!playing);
  else if (playing && target.closest("a")) play(false);
});

on("keydown", (event) => {
  const { key } = /** @type {KeyboardEvent} */ (/** @type {unknown} */ (event));
  if (key === " " && !event.target.closest("a, button, input, select, summary")) {
    event.preventDefault();
    play(!playing);
  } else if (playing && key.startsWith("Arrow")) {
    play(false);
  }
});

on("htmx:after:swap", () => {
  keepInSight();
  const bar = slider();
  if (playing && bar) {
    if (bar.value === bar.max) playing = false;
    else {
      const pace = /** @type {HTMLSelectElement | null} */ ($("#speed"))?.value ?? "normal";
      clearTimeout(next);
      next = setTimeout(() => go(String(Number(bar.value) + 1)), PAUSES[/** @type {"normal"} */ (pace)]);
    }
  }
  showState();
});

keepInSight();
