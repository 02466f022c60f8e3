// Lets Sevenfold open without a network. It keeps the program, and never an answer of the server:
// no figure that is shown is older than the page says. The build fills in what there is to keep.
const FILES = new Set(__FILES__);
const PAGE = "/";
const CACHE = "sevenfold-__VERSION__";

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOlder()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (FILES.has(pathname)) event.respondWith(kept(pathname, request));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/"))
    // The server's own page first: it may be a newer one.
    event.respondWith(fetch(request).catch(() => kept(PAGE, request)));
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES]);
}

// Only once no page of the older program is open any more: its parts are still asked for until then.
async function forgetOlder() {
  const others = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function kept(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? fetch(request);
}
