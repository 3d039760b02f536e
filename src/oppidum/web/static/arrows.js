/* What is shown for a moment points at what it is about: arrows to where that lies on the board.

A board that wants it marks what is shown with `data-aims`, the selectors of what it is about, and has an empty
`svg#arrows` that lies under it. Only the page knows where things have come to lie: so what is shown also makes way here
for what it points at. */

import { $, all } from "./page.js";

const HEAD = 13; // pixels, as all lengths here
const BEND = 0.12; // of the length

/** @typedef {{ x: number, y: number }} Point */

/** @param {DOMRect} box */
const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** How much of each other two boxes cover.
 * @param {DOMRect} a
 * @param {DOMRect} b
 */
function overlap(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, tall);
}

/** Where to stand within the frame so as to cover as little as possible of what is pointed at.
 * @param {DOMRect} frame
 * @param {HTMLElement} shown
 * @param {DOMRect[]} aims
 */
function place(frame, shown, aims) {
  const { offsetWidth: width, offsetHeight: height } = shown;
  const [aside, up] = [Math.max(0, frame.width - width) / 2, Math.max(0, frame.height - height) / 2];
  const ways = [0, 1, -1].flatMap((x) => [0, 1, -1].map((y) => ({ x: x * aside, y: y * up })));
  ways.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
  const { x, y } = middle(frame);
  const covered = (/** @type {Point} */ way) => {
    const box = new DOMRect(x + way.x - width / 2, y + way.y - height / 2, width, height);
    return aims.reduce((sum, aim) => sum + overlap(box, aim), 0);
  };
  const least = Math.min(...ways.map(covered));
  return ways.find((way) => covered(way) === least) ?? { x: 0, y: 0 };
}

/** A bent arrow from one point to the edge of a box.
 * @param {Point} from
 * @param {DOMRect} box
 */
function arrow(from, box) {
  const to = middle(box);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const inside = Math.min(box.width / 2 / Math.abs(dx || 1e-6), box.height / 2 / Math.abs(dy || 1e-6), 1);
  const tip = { x: to.x - dx * inside * 0.7, y: to.y - dy * inside * 0.7 };
  const bent = { x: (from.x + tip.x) / 2 - dy * BEND, y: (from.y + tip.y) / 2 + dx * BEND };
  const turn = Math.atan2(tip.y - bent.y, tip.x - bent.x);
  const barb = (/** @type {number} */ by) =>
    `${tip.x - HEAD * Math.cos(turn + by)} ${tip.y - HEAD * Math.sin(turn + by)}`;
  return `M${from.x} ${from.y}Q${bent.x} ${bent.y} ${tip.x} ${tip.y}M${barb(0.6)}L${tip.x} ${tip.y}L${barb(-0.6)}`;
}

export function point() {
  const [shown, lines] = [$("[data-aims]"), $("#arrows")];
  const frame = shown?.offsetParent?.getBoundingClientRect();
  if (!shown || !lines || !frame) return;
  const aimed = shown.dataset.aims ? all(shown.dataset.aims).filter((each) => each.checkVisibility()) : [];
  shown.classList.toggle("points", aimed.length > 0);
  const boxes = aimed.map((each) => each.getBoundingClientRect());
  const way = place(frame, shown, boxes);
  shown.style.translate = `${way.x}px ${way.y}px`;
  const origin = lines.getBoundingClientRect();
  const from = { x: middle(frame).x + way.x - origin.x, y: middle(frame).y + way.y - origin.y };
  const drawn = boxes.map((box) => arrow(from, new DOMRect(box.x - origin.x, box.y - origin.y, box.width, box.height)));
  for (const path of all("path", lines)) path.setAttribute("d", drawn.join(""));
  for (const each of aimed) each.classList.add("pointed-at");
}

addEventListener("resize", point);
