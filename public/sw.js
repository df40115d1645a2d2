// Shows what the server pushes while no page of Parley is looked at. It holds no pages and no data.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** @param {{ title: string, body: string, url: string, tag: string, unread: number, company: { id: string, name: string } }} told */
async function show(told) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (self.navigator.setAppBadge) await self.navigator.setAppBadge(told.unread).catch(() => undefined);
  // Whoever looks at a page sees and hears it there; what was asked for is shown in any case.
  if (told.tag !== "test" && pages.some((page) => page.focused)) return;
  const { tag, url, company } = told;
  const body = [told.body, company?.name].filter(Boolean).join("\n");
  const options = {
    body,
    tag,
    renotify: true,
    icon: "/icon-192.png",
    badge: "/badge.png",
    data: { url, company: company.id },
  };
  await self.registration.showNotification(told.title, options);
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

/** Works in the notification's company before its page is opened; where that is not possible, or is so already, nothing changes. */
async function enter(companyId) {
  const body = JSON.stringify({ companyId });
  const headers = { "Content-Type": "application/json" };
  const signal = AbortSignal.timeout(10_000);
  await fetch("/api/auth/elsewhere", { method: "POST", headers, body, signal }).catch(() => undefined);
}

/** @param {string} path @param {string | undefined} companyId */
async function open(path, companyId) {
  if (companyId) await enter(companyId);
  const url = new URL(path, self.location.origin).href;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => !new URL(one.url).pathname.startsWith("/widget"));
  if (!page) return self.clients.openWindow(url);
  // A browser that does not bring it to the front shows the record all the same.
  await page.focus().catch(() => undefined);
  return page.navigate(url);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/inbox", event.notification.data?.company));
});
