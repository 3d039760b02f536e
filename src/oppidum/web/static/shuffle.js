/* The shuffle: what this browser gives to it, in answer to the table's promise.

Both are kept, so that the check can find them in the record; and there is one contribution for each table, so
that no failure makes this browser draw anew. */

import { $, all, offline, on } from "./page.js";

/** @typedef {{ commitment: string, contribution: string }} Gift */

const KEPT = "oppidum-kept";
const LONGEST = 200; // tables
/** @type {Map<string, Gift>} */
const unstored = new Map(); // private mode: kept as long as the page

/** Looked up each time: another tab may have added to it.
 * @returns {Map<string, Gift>}
 */
function kept() {
  try {
    return new Map(JSON.parse(localStorage.getItem(KEPT) ?? "null") ?? unstored);
  } catch {
    return unstored;
  }
}

function draw() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What this browser gives to a table, with the promise as it was seen first.
 * @param {string} code
 * @param {string} commitment
 * @returns {Gift}
 */
function contribute(code, commitment) {
  const gifts = kept();
  const before = gifts.get(code);
  if (before) return before;
  const gift = { commitment, contribution: draw() };
  gifts.set(code, gift);
  try {
    localStorage.setItem(KEPT, JSON.stringify([...gifts].slice(-LONGEST)));
  } catch {
    unstored.set(code, gift);
  }
  return gift;
}

/**
 * @param {string} address
 * @param {URLSearchParams} fields
 */
function send(address, fields) {
  return fetch(address, { method: "POST", body: fields, headers: { "hx-request": "true" } });
}

/** A table that is yet to be opened has promised nothing: ask for it, then give, and be ready.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
async function promiseFirst(form, button) {
  button?.setAttribute("aria-busy", "true");
  const asked = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  asked.append("promise", "first");
  const answer = await send(form.action, asked).catch(() => offline(true));
  if (!answer?.ok) {
    const notices = $("#notices");
    if (answer && notices) notices.innerHTML = await answer.text();
    button?.removeAttribute("aria-busy");
    return;
  }
  const { code, commitment } = await answer.json();
  // If this fails the table waits, and its page tells.
  await send(`/t/${code}/ready`, new URLSearchParams(contribute(code, commitment))).catch(() => {});
  location.assign(`/t/${code}`);
}

/** @param {SubmitEvent} event */
function give(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  if (field("contribution")) {
    const code = $("main.table")?.dataset.code ?? "";
    for (const [name, value] of Object.entries(contribute(code, field("commitment").value))) field(name).value = value;
  }
  if (!("promise" in form.dataset)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.submitter?.getAttribute("aria-busy") !== "true") promiseFirst(form, event.submitter);
}

/** "Was it fair?": compare the record with what this browser has kept.
 * @param {HTMLElement} check
 */
function compare(check) {
  const { code = "", commitment } = check.dataset;
  const gift = kept().get(code);
  const given = all("[data-given]").filter((mark) => mark.dataset.given === gift?.contribution);
  for (const mark of given) mark.hidden = false;
  const verdict = !gift
    ? "nothing"
    : gift.commitment !== commitment
      ? "promise"
      : given.length
        ? "same"
        : "contribution";
  for (const part of all("[data-if]", check)) part.hidden = !part.dataset.if?.split(" ").includes(verdict);
  const command = $("[data-command]");
  if (!gift || !command) return;
  const file = `oppidum-${code.slice(0, 8)}.json`;
  command.textContent = `oppidum verify --kept ${gift.commitment} --kept ${gift.contribution} ${file}`;
}

on("submit", (event) => give(/** @type {any} */ (event)), true);
const check = $("[data-kept]");
if (check) compare(check);
