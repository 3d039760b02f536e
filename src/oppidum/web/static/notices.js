/* Notices at a table: who came or went, what was said; and how much of it has not been read yet. */

import { $, all, on } from "./page.js";

const STANDS = 9000; // milliseconds
const MOST = 2;
const LINE = 20; // pixels: less of the chat than that, and nobody reads it
const KEPT = 100; // tables of which this browser remembers how far the chat was read
const NAME = "oppidum-read";
const code = $("main.table")?.dataset.code ?? "";

const chat = () => /** @type {HTMLDetailsElement | null} */ (document.getElementById($("#tidings")?.dataset.to ?? ""));

/* ---- what has been read */

/** @returns {Record<string, number>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {number} seq */
function remember(seq) {
  const { [code]: _, ...others } = kept();
  const newest = Object.entries(others).slice(1 - KEPT);
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...Object.fromEntries(newest), [code]: seq }));
  } catch {
    /* a browser that keeps nothing counts from the last visit on */
  }
}

let read = kept()[code] ?? 0;
let shown = Math.max(read, ...seqs("#tidings > li"));

/** @param {string} selector */
function seqs(selector) {
  return all(selector).map((line) => Number(line.dataset.seq));
}

/** Only what is in sight: below the fold, or with the page in the background, nobody reads it. */
function isRead() {
  const talk = chat();
  if (!talk?.open || !talk.checkVisibility() || document.hidden) return false;
  const { top, bottom, height } = (talk.querySelector(".said") ?? talk).getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) >= Math.min(height, LINE);
}

/* ---- the number of unread messages, wherever the chat is named */

function count() {
  const lines = all(".said > li[data-seq]", chat() ?? document);
  const newest = Math.max(read, ...lines.map((line) => Number(line.dataset.seq)));
  if (isRead() && newest > read) {
    read = newest;
    remember(read);
  }
  const unread = lines.filter((line) => Number(line.dataset.seq) > read && !("mine" in line.dataset)).length;
  for (const mark of all("[data-unread]")) {
    mark.hidden = unread === 0;
    mark.textContent = `${unread}`;
    mark.title = $("#calls")?.dataset.unreadWords ?? "";
  }
}

/* ---- notices */

/** @param {HTMLElement} line */
function tell(line) {
  const note = document.createElement("said" in line.dataset ? "a" : "p");
  note.className = "notice called";
  note.textContent = line.textContent;
  if (note instanceof HTMLAnchorElement) {
    note.href = `#${chat()?.id}`;
    note.dataset.opens = chat()?.id;
    const lead = document.createElement("b");
    lead.textContent = $("#calls")?.dataset.readIt ?? "";
    note.append(" ", lead);
  }
  const calls = $("#calls");
  calls?.append(note);
  while (calls && calls.children.length > MOST) calls.firstElementChild?.remove();
  setTimeout(() => fade(note), STANDS);
}

/** Nobody is made to read faster: what is pointed at, or has the focus, stays.
 * @param {HTMLElement} note
 */
function fade(note) {
  if (note.matches(":hover, :focus")) setTimeout(() => fade(note), STANDS);
  else note.remove();
}

function news() {
  for (const line of all("#tidings > li")) {
    const seq = Number(line.dataset.seq);
    if (seq <= shown) continue;
    shown = seq;
    if (!("said" in line.dataset && isRead())) tell(line);
  }
  count();
}

/* ---- the chat: it opens where a notice leads, and stays as it was left */

/** @param {HTMLDetailsElement} talk */
function open(talk) {
  const drawer = /** @type {HTMLElement | null} */ (talk.closest("[popover]"));
  if (drawer && !drawer.checkVisibility()) drawer.showPopover();
  talk.open = true;
  talk.scrollIntoView({ block: "nearest" });
  /** @type {HTMLElement | null} */ (talk.querySelector("#talk-text"))?.focus({ preventScroll: true });
  $("#calls")?.replaceChildren();
  count();
}

on("click", (event) => {
  const lead = /** @type {HTMLElement | null} */ (event.target.closest("[data-opens]"));
  const talk = document.getElementById(lead?.dataset.opens ?? "");
  if (!(talk instanceof HTMLDetailsElement)) return;
  event.preventDefault();
  open(talk);
});
document.addEventListener(
  "toggle",
  ({ target }) => {
    const talk = chat();
    if (!talk || target !== talk) return;
    sessionStorage.setItem(`oppidum-chat-${code}`, talk.open ? "open" : "closed");
    count();
  },
  true,
);
on("keydown", (event) => {
  if (/** @type {any} */ (event).key === "Escape") $("#calls")?.replaceChildren();
});
on("htmx:after:swap", news);
document.addEventListener("visibilitychange", count);
document.addEventListener("scroll", count, { capture: true, passive: true });

const left = sessionStorage.getItem(`oppidum-chat-${code}`);
const talk = chat();
if (left && talk) talk.open = left === "open";
count();
