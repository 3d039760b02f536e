/* Calling the visitor: the title of the tab, a sound, a notification. And the few other sounds. */

import { $, json, notice, wants } from "./page.js";

/* Short, made here, off unless asked for. [pitch (0: a rustle), begin, length, volume, wave, glide to] */
/** @typedef {[number, number, number, number, OscillatorType?, number?]} Tone */
/** @type {Record<string, Tone[]>} */
const SOUNDS = {
  turn: [
    [660, 0, 0.28, 0.14, "triangle"],
    [880, 0.12, 0.3, 0.14, "triangle"],
  ],
  card: [[0, 0, 0.07, 0.2]],
  reveal: [
    [0, 0, 0.06, 0.16],
    [0, 0.09, 0.06, 0.16],
    [523, 0.16, 0.2, 0.1, "triangle"],
  ],
  roll: [
    [0, 0, 0.05, 0.22],
    [0, 0.09, 0.05, 0.18],
    [0, 0.2, 0.05, 0.14],
    [0, 0.33, 0.06, 0.1],
  ],
  swap: [
    [330, 0, 0.22, 0.12, "sawtooth", 660],
    [660, 0.2, 0.22, 0.12, "sawtooth", 330],
  ],
  hit: [[160, 0, 0.18, 0.25, "square", 60]],
  coins: [
    [1320, 0, 0.12, 0.09, "square"],
    [1760, 0.08, 0.22, 0.09, "square"],
  ],
  win: [
    [523, 0, 0.2, 0.12, "triangle"],
    [659, 0.14, 0.2, 0.12, "triangle"],
    [784, 0.28, 0.2, 0.12, "triangle"],
    [1047, 0.42, 0.45, 0.14, "triangle"],
  ],
};

/** @type {AudioContext | undefined} */
let player;

/** @param {string | undefined} name */
export function sound(name) {
  // Browsers stay silent until the page has been touched, and looking for loudspeakers can take them a while.
  const tones = SOUNDS[name ?? ""];
  if (!wants("sound") || !tones || navigator.userActivation?.hasBeenActive === false) return;
  try {
    player ??= new AudioContext();
    player.resume();
    for (const tone of tones) play(player, tone);
  } catch {
    /* no sound, no harm */
  }
}

/**
 * @param {AudioContext} on
 * @param {Tone} tone
 */
function play(on, [pitch, at, length, loud, wave, glide]) {
  const begin = on.currentTime + at;
  const volume = on.createGain();
  const source = pitch ? whistle(on, pitch, begin, length, wave, glide) : rustle(on, length);
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(volume).connect(on.destination);
  source.start(begin);
  source.stop(begin + length);
}

/**
 * @param {AudioContext} on
 * @param {number} pitch
 * @param {number} begin
 * @param {number} length
 * @param {OscillatorType} [wave]
 * @param {number} [glide]
 */
function whistle(on, pitch, begin, length, wave = "sine", glide = 0) {
  const source = on.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(pitch, begin);
  if (glide) source.frequency.exponentialRampToValueAtTime(glide, begin + length);
  return source;
}

/** Noise that fades.
 * @param {AudioContext} on
 * @param {number} length
 */
function rustle(on, length) {
  const source = on.createBufferSource();
  source.buffer = on.createBuffer(1, on.sampleRate * length, on.sampleRate);
  const wave = source.buffer.getChannelData(0);
  for (let i = 0; i < wave.length; i++) wave[i] = Math.random() * 2 - 1;
  return source;
}

/**
 * @param {string} title
 * @param {string} body
 * @param {string} tag one notification for each, however often it calls
 */
export function call(title, body, tag) {
  sound("turn");
  if (!document.hidden || !wants("notify") || window.Notification?.permission !== "granted") return;
  const told = { body, tag, icon: "/icon.svg" };
  try {
    new Notification(title, told);
  } catch {
    navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, told));
  }
}

/* At home: how many of my games wait for me. The list looks for itself every now and then. */
const plainTitle = document.title;
/** @type {number | undefined} */
let waitingBefore;

export function gamesWaiting() {
  const list = $("#mine");
  if (!list) return;
  const waiting = Number(list.dataset.waiting);
  document.title = (waiting ? `(${waiting}) ` : "") + plainTitle;
  if (waiting > (waitingBefore ?? waiting)) call(list.dataset.turnTitle ?? "", "Oppidum", "home");
  waitingBefore = waiting;
}

/* Who looks at an earlier moment of a game that goes on is called when it is their turn. */
export async function callFromThePast() {
  const way = $("[data-past]");
  if (!way || way.classList.contains("called")) return;
  const now = await json(`/t/${way.dataset.past}/turn`);
  if (!now?.my_turn) return;
  const title = way.dataset.turnTitle ?? "";
  way.classList.add("called");
  sound("turn");
  document.title = `● ${title} – ${document.title}`;
  notice(title);
}
