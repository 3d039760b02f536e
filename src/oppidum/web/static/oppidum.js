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
  let streaming = false;
  function refresh() {
    if (!main || !window.htmx) return;
    return htmx.ajax("GET", address("inside"), { source: main, target: main, swap: "innerMorph" });
  }
  if (main) {
    document.addEventListener("htmx:sse:after:connection", () => { streaming = true; offline(false); });
    document.addEventListener("htmx:sse:error", () => { streaming = false; offline(true); });
    document.addEventListener("htmx:sse:close", () => { streaming = false; });
    document.addEventListener("htmx:sse:before:message", (event) => {
      // Whatever is older than what is shown already (an answer that overtook the stream) is left out.
      const id = Number(event.detail?.message?.id);
      if (id && id < Number($("#state")?.dataset.version || 0)) event.preventDefault();
    });
    document.addEventListener("gone", () => location.assign("/"));
    // If the very first connection failed htmx does not try again: look for ourselves until it works.
    setInterval(() => { if (!streaming && !document.hidden && navigator.onLine) refresh(); }, 5000);
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
    if (wants("sound")) chime();
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
  function chime() {
    try {
      player ??= new AudioContext();
      player.resume();
      [[660, 0], [880, 0.12]].forEach(([pitch, at]) => {
        const tone = player.createOscillator(), volume = player.createGain(), begin = player.currentTime + at;
        tone.frequency.value = pitch; tone.type = "triangle";
        volume.gain.setValueAtTime(0.0001, begin); volume.gain.exponentialRampToValueAtTime(0.15, begin + 0.02);
        volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.3);
        tone.connect(volume).connect(player.destination); tone.start(begin); tone.stop(begin + 0.32);
      });
    } catch { /* no sound, no harm */ }
  }
  function looked() {
    const state = $("#state");
    if (!state) return;
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
    const button = event.target.closest("[data-copy],[data-remove],[data-empty]");
    if (!button) return;
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
  /* ---- the shuffle: what this browser gives to it, remembered so that it can be found again at the check */
  const DRAWN = "oppidum-drawn";
  const drawn = () => { try { return JSON.parse(localStorage.getItem(DRAWN)) || []; } catch { return []; } };
  document.addEventListener("submit", (event) => {
    const field = event.target.querySelector("input[name=contribution]");
    if (!field) return;
    field.value = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    try { localStorage.setItem(DRAWN, JSON.stringify([...drawn(), field.value].slice(-200))); } catch { /* private mode */ }
  }, true);
  document.querySelectorAll("[data-given]").forEach((mark) => { mark.hidden = !drawn().includes(mark.dataset.given); });

  // The first game on a fresh machine takes a while to be dealt: show that something is going on.
  document.addEventListener("submit", (event) => {
    if (!event.target.hasAttribute("hx-post")) event.submitter?.setAttribute("aria-busy", "true");
  });
  addEventListener("pageshow", () => document.querySelectorAll("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy")));
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input,select,textarea")) return;
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
  document.addEventListener("htmx:after:swap", () => { main ? looked() : games_waiting(); });
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
    if (node.dataset && "fade" in node.dataset) setTimeout(() => node.remove(), 6000);
  }))).observe($("#notices"), { childList: true });

  if (main) looked(); else games_waiting();
  own_links();
  if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/worker.js").catch(() => {});
})();
