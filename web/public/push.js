// Part of the service worker: a reminder names a room and a time. A tap on it opens the room.
self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, room } = event.data.json();
  const shown = { body: body.split('\n')[0], tag: `room ${room}`, renotify: true, icon: '/icon-192.png', data: { room } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = `/r/${encodeURIComponent(event.notification.data.room)}`;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(open());
});
