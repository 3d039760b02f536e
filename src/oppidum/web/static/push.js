/* The settings: whether this browser is called with its page closed. */

import { $, all, json, on } from "./page.js";

const box = $("[data-push]");

/** @param {string} state one of the `data-when` */
function show(state) {
  for (const part of all("[data-when]", box ?? document)) part.hidden = part.dataset.when !== state;
}

/** @param {string} key */
function bytes(key) {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/**
 * @param {string} path
 * @param {Record<string, string>} fields
 */
async function send(path, fields) {
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  if (!answer.ok) throw new Error(answer.statusText);
}

const registered = async () => (await navigator.serviceWorker.ready).pushManager;

async function look() {
  if (!window.isSecureContext) return show("insecure");
  if (!("serviceWorker" in navigator && "PushManager" in window)) return show("unable");
  if (window.Notification?.permission === "denied") return show("denied");
  told(await (await registered()).getSubscription());
}

/**
 * Whether this browser is called. Forms that end sign-ins say which one it is.
 * @param {PushSubscription | null} made
 */
function told(made) {
  for (const field of all("input[data-push-endpoint]")) field.setAttribute("value", made?.endpoint ?? "");
  show(made ? "on" : "off");
}

async function begin() {
  if ((await Notification.requestPermission()) !== "granted") return look();
  const { key } = await json("/push/key");
  const manager = await registered();
  const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint = "", keys = {} } = made.toJSON();
  await send("/push/subscribe", { endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" });
  told(made);
}

async function end() {
  const made = await (await registered()).getSubscription();
  if (made) {
    await send("/push/end", { endpoint: made.endpoint });
    await made.unsubscribe();
  }
  told(null);
}

on("click", ({ target }) => {
  if (target.closest("[data-push-on]")) begin().catch(() => show("failed"));
  if (target.closest("[data-push-off]")) end().catch(() => show("failed"));
});
if (box) look().catch(() => show("unable"));
