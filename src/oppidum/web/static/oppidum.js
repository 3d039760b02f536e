/* The little that the browser itself has to do: turns that call, clocks that tick, links that copy. */
(() => {
  "use strict";
  const root = document.documentElement;
  const main = document.querySelector("main.table");
  const $ = (selector) => document.querySelector(selector);
  const wants = (name) => root.dataset[name] === "on";

  // A picture that was to move when the window changed its size does not: no harm.
  addEventListener("unhandledrejection", (event) => { if (["InvalidStateError", "AbortError"].includes(event.reason?.name)) event.preventDefault(); });

  /* ---- lost connections */
  const offline = (yes) => { yes ? root.setAttribute("data-offline", "") : root.removeAttribute("data-offline"); };
  addEventListener("offline", () => offline(true));
  addEventListener("online", () => { offline(false); refresh(); });

  function address(part) {
    const seat = main.dataset.seat ? `?as=${main.dataset.seat}` : "";
    return `/t/${main.dataset.code}/${part}${seat}`;
  }
  const version_in = (root) => Number(root.querySelector("#state")?.dataset.version || 0);
  const shown_version = () => version_in(document);
  let streaming = false;
  function refresh() {
    if (!main || !window.htmx) return;
    return htmx.ajax("GET", address("inside"), { source: main, target: main, swap: "innerMorph" });
  }
  if (main) {
    document.addEventListener("htmx:sse:after:connection", () => { streaming = true; root.dataset.live = ""; offline(false); });
    document.addEventListener("htmx:sse:error", () => { streaming = false; delete root.dataset.live; offline(true); });
    document.addEventListener("htmx:sse:close", () => { streaming = false; });
    document.addEventListener("htmx:sse:before:message", (event) => {
      // Whatever is older than what is shown already (an answer that overtook the stream) is left out.
      const id = Number(event.detail?.message?.id);
      if (id && id < shown_version()) event.preventDefault();
    });
    document.addEventListener("gone", () => location.assign("/"));
    // If the very first connection failed htmx does not try again: ask for it until it works.
    setInterval(() => {
      if (streaming || document.hidden || !navigator.onLine || !window.htmx) return;
      if (main._htmx?.sse) refresh(); else htmx.ajax("GET", main.getAttribute("hx-sse:connect"), { source: main });
    }, 5000);
    // In the background there is no stream; ask now and then whether it is our turn.
    setInterval(async () => {
      if (!document.hidden) return;
      try {
        const answer = await fetch(`/t/${main.dataset.code}/turn`, { headers: { accept: "application/json" } });
        if (answer.ok) turn((await answer.json()).my_turn);
      } catch { /* no connection: the next round will tell */ }
    }, 8000);
  }

  /* ---- whose turn it is */
  let mine = false, player;
  function turn(now) {
    const state = $("#state");
    if (!state) return;
    document.title = (now ? `● ${state.dataset.turnTitle} – ` : "") + `${state.dataset.title} – Oppidum`;
    if (now && !mine) call(state.dataset.turnTitle, state.dataset.title, main.dataset.code);
    mine = now;
  }
  function call(title, body, tag) {
    sound("turn");
    if (document.hidden && wants("notify") && window.Notification?.permission === "granted")
      try { new Notification(title, { body, tag, icon: "/icon.svg" }); }
      catch { navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, { body, tag, icon: "/icon.svg" })); }
  }
  /* At home: how many of my games wait for me. The list looks for itself every now and then. */
  const plainTitle = document.title;
  let waitingBefore;
  function games_waiting() {
    const list = $("#mine");
    if (!list) return;
    const waiting = Number(list.dataset.waiting);
    document.title = (waiting ? `(${waiting}) ` : "") + plainTitle;
    if (waiting > (waitingBefore ?? waiting)) call(list.dataset.turnTitle, "Oppidum", "home");
    waitingBefore = waiting;
  }
  /* ---- sounds: few, short, made here; off unless asked for. [pitch, begin, length, volume, wave, glide to] */
  const SOUNDS = {
    turn: [[660, 0, .28, .14, "triangle"], [880, .12, .3, .14, "triangle"]],
    card: [[0, 0, .07, .2]],
    reveal: [[0, 0, .06, .16], [0, .09, .06, .16], [523, .16, .2, .1, "triangle"]],
    roll: [[0, 0, .05, .22], [0, .09, .05, .18], [0, .2, .05, .14], [0, .33, .06, .1]],
    swap: [[330, 0, .22, .12, "sawtooth", 660], [660, .2, .22, .12, "sawtooth", 330]],
    hit: [[160, 0, .18, .25, "square", 60]],
    coins: [[1320, 0, .12, .09, "square"], [1760, .08, .22, .09, "square"]],
    win: [[523, 0, .2, .12, "triangle"], [659, .14, .2, .12, "triangle"], [784, .28, .2, .12, "triangle"], [1047, .42, .45, .14, "triangle"]],
  };
  function sound(name) {
    // Browsers stay silent until the page has been touched, and looking for loudspeakers can take them a while.
    if (!wants("sound") || !SOUNDS[name] || navigator.userActivation?.hasBeenActive === false) return;
    try {
      player ??= new AudioContext();
      player.resume();
      for (const [pitch, at, length, loud, wave, glide] of SOUNDS[name]) {
        const begin = player.currentTime + at, volume = player.createGain();
        const tone = pitch ? player.createOscillator() : player.createBufferSource();
        if (pitch) {
          tone.type = wave; tone.frequency.setValueAtTime(pitch, begin);
          if (glide) tone.frequency.exponentialRampToValueAtTime(glide, begin + length);
        } else { // a rustle: noise that fades
          tone.buffer = player.createBuffer(1, player.sampleRate * length, player.sampleRate);
          tone.buffer.getChannelData(0).forEach((_, i, wave) => { wave[i] = Math.random() * 2 - 1; });
        }
        volume.gain.setValueAtTime(loud, begin); volume.gain.exponentialRampToValueAtTime(.0001, begin + length);
        tone.connect(volume).connect(player.destination); tone.start(begin); tone.stop(begin + length);
      }
    } catch { /* no sound, no harm */ }
  }

  /* ---- cards fly from where they were to where they go. Only those that move are pictured: that is quick.
     And they keep nobody waiting: whoever acts, or a newer board, ends the flight at once. */
  const FLYERS = "[data-fly], [id^=card-], [id^=deck-], [id^=album-]";
  const called = (card) => card.dataset.fly || card.id;
  const nest_of = (card) => card.parentElement?.closest("[id]");
  function nests(root) {  // where each card lies: in what, and as the how manieth
    const counted = new Map();
    return new Map([...root.querySelectorAll(FLYERS)].map((card) => {
      const nest = nest_of(card)?.id, at = counted.get(nest) || 0;
      counted.set(nest, at + 1);
      return [called(card), nest ? `${nest} ${at}` : ""];
    }));
  }
  const coming = new WeakMap();  // what a swap will show
  const glides = [];
  let moving = new Set(), flight, asked = -Infinity;  // when the visitor last asked for something
  const flyers = (names) => [...document.querySelectorAll(FLYERS)].filter((card) => names.has(called(card)));
  function picture(names) {
    const left = new Set(names);
    document.querySelectorAll(FLYERS).forEach((card) => { card.style.viewTransitionName = left.delete(called(card)) ? called(card) : ""; });
  }
  // A transition has to picture the old board before it may change: three frames that who has clicked would wait for.
  async function glide(change, names) {
    const from = new Map(flyers(names).map((card) => [called(card), [card.getBoundingClientRect(), nest_of(card)?.id]]));
    await change();
    for (const card of flyers(names)) {
      const [old, nest] = from.get(called(card)) || [], now = card.getBoundingClientRect();
      if (!old?.width || !now.width) continue;
      from.delete(called(card));
      const begin = `translate(${old.x - now.x}px, ${old.y - now.y}px) scale(${old.width / now.width}, ${old.height / now.height})`;
      const gliding = card.animate({ transform: [begin, "none"], transformOrigin: ["0 0", "0 0"] }, { duration: 280, easing: "cubic-bezier(.3, .8, .3, 1)" });
      if (nest !== nest_of(card)?.id) card.classList.add("gliding");  // over everything in between
      gliding.onfinish = () => card.classList.remove("gliding");
      glides.push([card, gliding]);
    }
  }
  const fly = document.startViewTransition?.bind(document);
  if (fly) document.startViewTransition = (change) => {
    const names = moving;
    if (still() || !names.size || performance.now() - asked < 1000) {
      const finished = still() || !names.size ? Promise.resolve(change()) : glide(change, names);
      return { finished, ready: finished, updateCallbackDone: finished, skipTransition() {} };
    }
    picture(names);
    const mine = flight = fly(async () => { await change(); picture(names); });
    flight.finished.finally(() => { if (flight === mine) picture([]); });
    return flight;
  };
  function land() {
    flight?.skipTransition();
    for (const [card, gliding] of glides.splice(0)) { gliding.cancel(); card.classList.remove("gliding"); }
  }
  document.addEventListener("htmx:before:request", ({ target }) => {
    land();
    if (target.closest?.("#play, #ask")) asked = performance.now();
    if (target.dataset?.flies) target.querySelector("label:has(:checked)")?.setAttribute("data-fly", target.dataset.flies);
  });
  document.addEventListener("htmx:sse:before:message", land);
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail, next = tasks?.[0]?.fragment;
    if (!next) return;
    coming.set(ctx, next);
    if (version_in(next) && version_in(next) < shown_version()) event.preventDefault();  // a slow answer
  });
  document.addEventListener("htmx:before:viewTransition", ({ detail }) => {
    const next = nests(coming.get(detail.ctx) || document.createDocumentFragment());
    moving = new Set([...nests(document)].filter(([name, nest]) => next.has(name) && next.get(name) !== nest).map(([name]) => name));
  });

  /* ---- pawns walk along their way instead of flying over the hills */
  const stood = new Map();
  const still = () => root.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  function walk() {
    document.querySelectorAll("[data-way] [data-at]").forEach((pawn) => {
      const before = stood.get(pawn.id), now = { at: Number(pawn.dataset.at), x: Number(pawn.dataset.x), y: Number(pawn.dataset.y) };
      stood.set(pawn.id, now);
      if (!before || before.at === now.at || still()) return;
      const way = pawn.closest("[data-way]").dataset.way.split(" ").map((point) => point.split(",").map(Number));
      const step = Math.sign(now.at - before.at), points = [[before.x, before.y]];
      for (let at = before.at + step; at !== now.at; at += step) points.push(way[at]);
      points.push([now.x, now.y]);
      pawn.animate(points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })), { duration: Math.min(500, 160 + 70 * points.length), easing: "ease-in-out" });
    });
  }
  let moment;
  function looked() {
    const state = $("#state");
    if (!state) return;
    if (moment !== undefined && moment !== state.dataset.moment) sound(state.dataset.noise);
    moment = state.dataset.moment ?? "";
    walk();
    turn(state.dataset.turn === "yes");
    if (!mine) $("#ask")?.replaceChildren();  // a hint, or a question, that is out of date by now
    main.dataset.version = state.dataset.version;
    drift = Date.now() / 1000 - Number(state.dataset.now);
    tick(); own_links();
  }

  /* ---- clocks: the server's time, shown in the visitor's */
  let drift = 0;
  function tick() {
    document.querySelectorAll("[data-deadline]").forEach((element) => {
      const left = Math.max(0, Number(element.dataset.deadline) + drift - Date.now() / 1000);
      const whole = Math.ceil(left);
      element.textContent = whole >= 60 ? `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}` : `${whole}`;
      element.classList.toggle("urgent", left < 5);
    });
  }
  setInterval(tick, 250);

  /* ---- small services */
  function own_links() {
    document.querySelectorAll("input[data-absolute]").forEach((field) => {
      if (field.value.startsWith("/")) { field.value = location.origin + field.value; }
    });
  }
  function notice(text) {
    const line = document.createElement("p");
    line.className = "notice good"; line.textContent = text; line.dataset.fade = "";
    $("#notices").replaceChildren(line);
  }
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy],[data-remove],[data-empty],[data-print]");
    if (!button) return;
    if ("print" in button.dataset) print();
    if (button.dataset.remove) $(button.dataset.remove)?.remove();
    if (button.dataset.empty) $(button.dataset.empty)?.replaceChildren();
    if (button.dataset.copy) {
      const link = new URL(button.dataset.copy, location.href).href;
      if (navigator.share && matchMedia("(pointer: coarse)").matches) navigator.share({ url: link }).catch(() => {});
      else { await navigator.clipboard?.writeText(link).catch(() => {}); notice(link); }
    }
  });
  document.addEventListener("dblclick", (event) => {
    const card = event.target.closest("label.can");
    if (card?.querySelector("input:checked")) card.closest("form")?.requestSubmit();
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
    if (event.target.matches("[data-notify-ask]") && event.target.value === "on") window.Notification?.requestPermission();
  });
  /* ---- the shuffle: what this browser gives to it, in answer to the table's promise. Both are kept, so that the check can
     find them in the record; and there is one contribution for each table, so that no failure makes this browser draw anew. */
  const KEPT = "oppidum-kept";
  const unstored = new Map();  // private mode: kept as long as the page
  function kept() {  // looked up each time: another tab may have added to it
    try { return new Map(JSON.parse(localStorage.getItem(KEPT)) ?? unstored); } catch { return unstored; }
  }
  function contribute(code, commitment) {
    const all = kept();
    if (!all.has(code)) {
      const contribution = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
      all.set(code, { commitment, contribution });
      try { localStorage.setItem(KEPT, JSON.stringify([...all].slice(-200))); } catch { unstored.set(code, all.get(code)); }
    }
    return all.get(code);  // with the promise as it was seen first
  }
  // A table that is yet to be opened has promised nothing: ask for it, then give, and be ready.
  async function promise_first(form, button) {
    const send = (address, fields) => fetch(address, { method: "POST", body: new URLSearchParams(fields), headers: { "hx-request": "true" } });
    button?.setAttribute("aria-busy", "true");
    const answer = await send(form.action, [...new FormData(form), ["promise", "first"]]).catch(() => offline(true));
    if (!answer?.ok) {
      if (answer) $("#notices").innerHTML = await answer.text();
      return button?.removeAttribute("aria-busy");
    }
    const { code, commitment } = await answer.json();
    await send(`/t/${code}/ready`, contribute(code, commitment)).catch(() => {});  // then the table waits, and its page tells
    location.assign(`/t/${code}`);
  }
  document.addEventListener("submit", (event) => {
    const form = event.target, { contribution, commitment } = form.elements;
    if (contribution) Object.entries(contribute(main.dataset.code, commitment.value)).forEach(([name, value]) => { form.elements[name].value = value; });
    if (!("promise" in form.dataset)) return;
    event.preventDefault(); event.stopImmediatePropagation();
    if (event.submitter?.getAttribute("aria-busy") !== "true") promise_first(form, event.submitter);
  }, true);
  const mine_kept = $("[data-kept]");
  if (mine_kept) {
    const { dataset } = mine_kept, found = kept().get(dataset.code);
    const given = found && [...document.querySelectorAll("[data-given]")].filter((mark) => mark.dataset.given === found.contribution);
    given?.forEach((mark) => { mark.hidden = false; });
    const verdict = !found ? "nothing" : found.commitment !== dataset.commitment ? "promise" : given.length ? "same" : "contribution";
    mine_kept.querySelectorAll("[data-if]").forEach((part) => { part.hidden = !part.dataset.if.split(" ").includes(verdict); });
    if (found) $("[data-command]").textContent = `oppidum verify --kept ${found.commitment} --kept ${found.contribution} oppidum-${dataset.code.slice(0, 8)}.json`;
  }

  /* ---- one decision at a time: until the board shows it, or the table has refused it, no second one is sent */
  let sent;  // the form, its button, the version it was sent from, and that from which on the board shows it
  function settled() {
    sent?.button?.removeAttribute("aria-busy");
    clearTimeout(sent?.patience); clearTimeout(sent?.busy);
    sent = undefined;
  }
  const decides = (form) => main && /\/(move|take-back)$/.test(form.getAttribute?.("hx-post"));
  document.addEventListener("submit", (event) => {
    if (!decides(event.target)) return;
    if (sent) { event.preventDefault(); event.stopImmediatePropagation(); return; }
    const form = event.target, patience = setTimeout(() => { settled(); refresh(); }, 5000);
    const button = event.submitter || form.querySelector("button.go");
    const busy = setTimeout(() => button?.setAttribute("aria-busy", "true"), 200);  // mostly the answer is quicker
    sent = { form, button, seen: shown_version(), from: Infinity, patience, busy };
    $("#notices").replaceChildren();
  }, true);
  // By its form, which a board that came before the answer may have taken away.
  const of_sent = ({ detail }) => sent && detail?.ctx?.sourceElement === sent.form;
  document.addEventListener("htmx:after:request", (event) => {
    if (!of_sent(event)) return;
    const answer = event.detail.ctx.response.raw;
    if (answer.status !== 204) return settled();  // refused, or asked back
    sent.from = Number(answer.headers.get("oppidum-version")) || sent.seen + 1;
    if (shown_version() >= sent.from) settled();
  });
  document.addEventListener("htmx:after:swap", () => { if (shown_version() >= sent?.from) settled(); });
  document.addEventListener("htmx:error", (event) => { if (of_sent(event)) settled(); });

  // The first game on a fresh machine takes a while to be dealt: show that something is going on.
  document.addEventListener("submit", (event) => {
    if (!event.target.hasAttribute("hx-post")) event.submitter?.setAttribute("aria-busy", "true");
  });
  addEventListener("pageshow", () => { settled(); document.querySelectorAll("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy")); });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input,select,textarea") || $(":popover-open")) return;
    const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
    if (link) { event.preventDefault(); link.click(); }
    if (event.key === "Escape") $("#ask")?.replaceChildren();
  });
  document.addEventListener("htmx:after:request", (event) => {
    const form = event.target.closest?.("form");
    const ok = event.detail?.ctx?.response?.raw?.ok;
    if (form && ok) {
      if (form.matches("[data-clear]")) form.reset();
      if (event.detail.ctx.response.raw.status === 204) $("#ask")?.replaceChildren();
    }
    if (form && main && !streaming) refresh();  // done, or refused because the table has moved on: either way look
  });
  document.addEventListener("htmx:error", () => { if (!navigator.onLine) offline(true); });
  document.addEventListener("htmx:after:swap", () => { main ? looked() : games_waiting(); past(); });
  /* Looking at an earlier moment of a game that goes on: the address follows, and one is called when it is one's turn. */
  function past() { const here = $("#play[data-here]"); if (here) history.replaceState(null, "", here.dataset.here); }
  if ($("[data-past]")) setInterval(async () => {
    const way = $("[data-past]"), answer = await fetch(`/t/${way.dataset.past}/turn`, { headers: { accept: "application/json" } }).catch(() => null);
    if (!answer?.ok || !(await answer.json()).my_turn || way.classList.contains("called")) return;
    way.classList.add("called"); sound("turn"); document.title = `● ${way.dataset.turnTitle} – ${document.title}`;
    notice(way.dataset.turnTitle);
  }, 3000);
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
    if (node.dataset && "fade" in node.dataset) setTimeout(() => node.remove(), 6000);
  }))).observe($("#notices"), { childList: true });

  if (main) looked(); else games_waiting();
  own_links();
  if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/worker.js").catch(() => {});
})();
