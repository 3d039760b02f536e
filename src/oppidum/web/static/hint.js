/* A hint, or the solution of a puzzle, lights up what it speaks of, as long as it is shown. */

import { $, all } from "./page.js";

/** The controls that make this decision; where a place belongs to a card (`for2`), that card as well (`r2`).
 * @param {string} move
 */
function meant(move) {
  const controls = all(`[name="move"][value="${CSS.escape(move)}"]`);
  const cards = controls.flatMap((control) => {
    const card = /\bfor(\d+)\b/.exec(control.className)?.[1];
    return card ? all(`#decide input.r${card}, .hand input.r${card}, input.r${card}`) : [];
  });
  return [...controls, ...cards].map((part) => part.closest("label, .card, li") ?? part);
}

function light() {
  const move = $("[data-light]")?.dataset.light;
  const wanted = new Set(move ? meant(move) : []);
  for (const part of all(".hinted")) if (!wanted.has(part)) part.classList.remove("hinted");
  for (const part of wanted) part.classList.add("hinted");
}

const ask = $("#ask");
if (ask) new MutationObserver(light).observe(ask, { childList: true, subtree: true });
document.addEventListener("htmx:after:swap", light);
light();
