/* What every script of the page needs: looking things up, what the visitor prefers, telling something. */

export const root = document.documentElement;

/** @param {string} selector */
export const $ = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export const all = (selector, within = document) =>
  /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);

/**
 * Hear an event wherever on the page it happens; htmx puts into `detail` what it is about.
 * @param {string} name
 * @param {(event: CustomEvent & { target: HTMLElement }) => void} heard
 * @param {boolean} [first] before the element itself hears it
 */
export function on(name, heard, first = false) {
  document.addEventListener(name, /** @type {EventListener} */ (heard), first);
}

/** @param {string} name */
export const wants = (name) => root.dataset[name] === "on";

export const motionless = () => root.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {boolean} yes */
export function offline(yes) {
  root.toggleAttribute("data-offline", yes);
}

/** @param {string} text */
export function notice(text) {
  const line = document.createElement("p");
  line.className = "notice good";
  line.textContent = text;
  line.dataset.fade = "";
  $("#notices")?.replaceChildren(line);
}

/** Ask the server for something small. No connection, or a refusal: nothing; the next round will tell.
 * @param {string} address
 */
export async function json(address) {
  const answer = await fetch(address, { headers: { accept: "application/json" } }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}
