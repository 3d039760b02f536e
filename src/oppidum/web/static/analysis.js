/* The graph of chances: a moment is chosen by pointer or keyboard, and shown on the board. */

import { $, all, on } from "./page.js";

const figure = () => /** @type {HTMLElement} */ ($("#graph"));
const slider = () => /** @type {HTMLInputElement} */ ($("#moment"));
const last = () => Number(figure().dataset.last);
const drawing = () => /** @type {SVGSVGElement} */ (figure().querySelector("svg"));

/** From where to where the lines go, in the drawing's own units. */
const span = () => [Number(drawing().dataset.left), Number(drawing().dataset.right)];

/** Where a moment is on the board.
 * @param {number} step
 */
const board = (step) => `${figure().dataset.board}${step}`;

/** @param {number} step */
function show(step) {
  const cursor = $("#cursor");
  const [left, right] = span();
  const x = String(left + ((right - left) * step) / Math.max(1, last()));
  cursor?.setAttribute("x1", x);
  cursor?.setAttribute("x2", x);
  cursor?.setAttribute("visibility", "visible");
  const names = all(".legend li").map((item) => item.textContent?.trim());
  const row = document.querySelector(`tr[data-step="${step}"]`);
  const chances = row ? all("[data-chance]", row).map((cell) => cell.textContent?.trim()) : [];
  const said = names.map((name, seat) => `${name}${figure().dataset.colon} ${chances[seat]}`).join(" · ");
  const then = $("#then");
  if (then) then.textContent = `${step}. ${said}`;
  $("#there")?.setAttribute("href", board(step));
  slider().setAttribute("aria-valuetext", `${step}. ${said}`);
}

/** The step under the pointer.
 * @param {MouseEvent} event
 */
function under(event) {
  const box = drawing().getBoundingClientRect();
  const [left, right] = span();
  const x = ((event.clientX - box.left) / box.width) * drawing().viewBox.baseVal.width;
  const part = Math.min(1, Math.max(0, (x - left) / (right - left)));
  return Math.round(part * last());
}

on("input", ({ target }) => {
  if (target.id === "moment") show(Number(slider().value));
});

figure().addEventListener("mousemove", (event) => {
  const step = under(event);
  slider().value = String(step);
  show(step);
});

figure().addEventListener("click", (event) => {
  location.assign(board(under(event)));
});

show(Number(slider().value));
