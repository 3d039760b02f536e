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

/* ---- called by the house: whoever looks at that table already need not be told */

/** @param {string} table */
async function looking(table) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter((page) => new URL(page.url).pathname === `/t/${table}`);
}

worker.addEventListener("push", (event) => {
  const { title = "Oppidum", body = "", table = "" } = event.data?.json() ?? {};
  const told = { body, tag: table, icon: "/static/icons/icon-192.png", data: { table } };
  event.waitUntil(
    looking(table).then((pages) =>
      pages.some((page) => page.visibilityState === "visible")
        ? undefined
        : worker.registration.showNotification(title, told),
    ),
  );
});
worker.addEventListener("notificationclick", (event) => {
  const { table = "" } = event.notification.data ?? {};
  event.notification.close();
  event.waitUntil(
    looking(table).then(([page]) => (page ? page.focus() : worker.clients.openWindow(table ? `/t/${table}` : "/"))),
  );
});
