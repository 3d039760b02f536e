/* Keeps what never changes, and says so when there is no connection. */
const STORE = "oppidum-1";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.add(new Request("/offline", { cache: "reload" })))
      .then(() => worker.skipWaiting()),
  );
});
worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});
worker.addEventListener("fetch", (event) => {
  const request = event.request;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match("/offline")) ?? Response.error()));
  } else if (address.pathname.startsWith("/static/") && address.search) {
    event.respondWith(
      caches.open(STORE).then(async (store) => {
        const kept = await store.match(request);
        if (kept) return kept;
        const fresh = await fetch(request);
        if (fresh.ok) store.put(request, fresh.clone());
        return fresh;
      }),
    );
  }
});
