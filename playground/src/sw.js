// Keeps the files of the page, so that it works offline once loaded. The build fills in the two constants.

const CACHE = 'CACHE';
const FILES = ['FILES'];

addEventListener('install', (event) => {
	event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

addEventListener('activate', (event) => {
	const removeOld = async () => {
		for (const name of await caches.keys()) if (name.startsWith('sidle-') && name !== CACHE) await caches.delete(name);
		await self.clients.claim();
	};
	event.waitUntil(removeOld());
});

addEventListener('fetch', (event) => {
	if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
	event.respondWith(caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((kept) => kept ?? fetch(event.request)));
});
