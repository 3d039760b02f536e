/* A table by the keyboard: digits choose and play, and focus stays where the decision is. */

import { $, all, on } from "./page.js";

const TYPING = "input:not([type=radio], [type=checkbox]), select, textarea";

/** What the digits stand for: the cards of the hand as they lie, or else the choices as they stand. */
function numbered() {
  const hand = all("#decide .hand > *, #decide.hand > *");
  return hand.some(isOpen) ? hand : all("#decide button[name=move], button[form][name=move]").filter(isOpen);
}

/** @param {HTMLElement} card */
function isOpen(card) {
  const field = card.matches("button") ? card : card.querySelector("input, button");
  return field !== null && !field.hasAttribute("disabled") && card.checkVisibility();
}

/** The first time it is chosen, the second time played; where nothing is to be confirmed, played at once.
 * @param {HTMLElement} card
 */
function play(card) {
  const field = /** @type {HTMLInputElement | null} */ (card.querySelector("input[type=radio]"));
  if (!field) {
    const button = card.matches("button") ? card : /** @type {HTMLElement | null} */ (card.querySelector("button"));
    button?.focus();
    button?.click();
  } else if (field.checked && field.name === "move") {
    field.form?.requestSubmit();
  } else {
    field.click();
    field.focus();
  }
}

on("keydown", (event) => {
  const pressed = /** @type {KeyboardEvent} */ (/** @type {unknown} */ (event));
  if (!/^\d$/.test(pressed.key) || pressed.ctrlKey || pressed.altKey || pressed.metaKey) return;
  if (event.target.matches(TYPING) || $(":popover-open")) return;
  const card = numbered()[(Number(pressed.key) + 9) % 10]; // 0 is the tenth
  if (!card || !isOpen(card)) return;
  event.preventDefault();
  play(card);
});

/* ---- who decides by the keyboard is not sent back to the top of the page by every answer */

let deciding = false;

on(
  "htmx:before:swap",
  () => {
    deciding = $("#decide")?.contains(document.activeElement) || $("#ask")?.contains(document.activeElement) || false;
  },
  true,
);
on("htmx:after:swap", () => {
  const lost = document.activeElement === null || document.activeElement === document.body;
  if (deciding && lost && !$("#ask")?.hasChildNodes()) $("#decide")?.focus({ preventScroll: true });
});
