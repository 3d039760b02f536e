/* On every page: the small things that the browser itself has to do. */

import { gamesWaiting } from "./calls.js";
import { $, all, notice, offline, on } from "./page.js";
import "./shuffle.js";

/* ---- what buttons and fields do by themselves */

/** @param {string} path */
async function copy(path) {
  const url = new URL(path, location.href).href;
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    navigator.share({ url }).catch(() => {});
    return;
  }
  await navigator.clipboard?.writeText(url).catch(() => {});
  notice(url);
}

on("click", ({ target }) => {
  const button = /** @type {HTMLElement | null} */ (
    target.closest("[data-copy],[data-remove],[data-empty],[data-print]")
  );
  if (!button) return;
  const { copy: path, remove, empty } = button.dataset;
  if ("print" in button.dataset) print();
  if (remove) $(remove)?.remove();
  if (empty) $(empty)?.replaceChildren();
  if (path) copy(path);
});

on("dblclick", ({ target }) => {
  const card = target.closest("label.can");
  if (card?.querySelector("input:checked")) card.closest("form")?.requestSubmit();
});

on("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (/** @type {unknown} */ (event.target));
  if (field.matches("[data-submit]")) field.form?.requestSubmit();
  if (field.matches("[data-notify-ask]") && field.value === "on") window.Notification?.requestPermission();
});

on("keydown", (event) => {
  const { key } = /** @type {KeyboardEvent} */ (/** @type {unknown} */ (event));
  if (event.target.closest("input,select,textarea") || $(":popover-open")) return;
  const link = $(`a[data-key="${CSS.escape(key)}"]`);
  if (link) {
    event.preventDefault();
    link.click();
  }
  if (key === "Escape") $("#ask")?.replaceChildren();
});

/* ---- something is going on: the button says so, if it takes a while */

/** @type {WeakMap<HTMLElement, HTMLElement>} */
const pressed = new WeakMap();

on(
  "submit",
  (event) => {
    const button = /** @type {SubmitEvent} */ (/** @type {unknown} */ (event)).submitter;
    if (!button || event.defaultPrevented) return;
    if (event.target.hasAttribute("hx-post")) pressed.set(event.target, button);
    else button.setAttribute("aria-busy", "true");
  },
  true,
);
on("htmx:before:request", ({ target }) => {
  pressed.get(target)?.setAttribute("aria-busy", "true");
  if (pressed.has(target)) $("#notices")?.replaceChildren();
});
on("htmx:finally:request", ({ detail: { ctx } }) => free(pressed.get(ctx.sourceElement)));

/** @param {HTMLElement | undefined} button */
function free(button) {
  button?.removeAttribute("aria-busy");
}

addEventListener("pageshow", () => all("[aria-busy]").forEach(free));

on("htmx:after:request", ({ target, detail: { ctx } }) => {
  if (ctx.response.raw.ok && target.matches?.("form[data-clear]")) /** @type {any} */ (target).reset();
});

/* ---- lost connections */

addEventListener("offline", () => offline(true));
addEventListener("online", () => offline(false));
on("htmx:error", () => {
  if (!navigator.onLine) offline(true);
});

/* ---- what has to be looked after whenever something new is shown */

function ownLinks() {
  for (const field of /** @type {HTMLInputElement[]} */ (all("input[data-absolute]")))
    if (field.value.startsWith("/")) field.value = location.origin + field.value;
}

function shown() {
  gamesWaiting();
  ownLinks();
}

on("htmx:after:swap", shown);
shown();

const notices = $("#notices");
if (notices)
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes]))
      if (node instanceof HTMLElement && "fade" in node.dataset) setTimeout(() => node.remove(), 6000);
  }).observe(notices, { childList: true });

if ("serviceWorker" in navigator && window.isSecureContext)
  navigator.serviceWorker.register("/worker.js").catch(() => {});
