// Keeps all that the page is made of, under the name of its build: after the first visit no network is needed.
const NAME = "oddsmith-" + "BUILD";
const FILES = [/* FILES */];
const keep = async () => {
  const cache = await caches.open(NAME);
  await cache.addAll(["./", ...FILES].map((file) => new Request(file, { cache: "reload" })));
  await skipWaiting();
};
const clear = async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith("oddsmith-") && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
};
const answer = async (request) => {
  const kept = await (await caches.open(NAME)).match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
};
addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(clear()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
