import { type BrowserContext, expect, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { thread } from "./fixtures/inbox.ts";
import { test } from "./fixtures/test.ts";
import { base, demo, open, unique } from "./fixtures/workspace.ts";

/** The page's service worker works, and what the push service hands over can be given to it. */
async function pusher(page: Page): Promise<(told: object) => Promise<unknown>> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((found) => {
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${base}/`);
      if (ours) found(ours.registrationId);
    });
  });
  await browser.send("ServiceWorker.enable");
  const registrationId = await registered;
  return (told) =>
    browser.send("ServiceWorker.deliverPushMessage", { origin: base, registrationId, data: JSON.stringify(told) });
}

const workerOf = (context: BrowserContext) =>
  context.serviceWorkers()[0] ?? context.waitForEvent("serviceworker", { timeout: 10_000 });

/** What the browser shows. */
const notices = async (page: Page) =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });

test("a push shows its notification, and a click on it opens the conversation [W3]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/notifications", { permissions: ["notifications"] });
  const api = await Api.of(page.context());
  const name = unique("Petra Push");
  const id = await api.conversation(name, "Is anybody there?");
  const push = await pusher(page);
  const company = { id: api.companyId, name: "Bikes" };
  const told = { title: "Assigned to you", body: name, url: `/inbox/${id}`, unread: 2, company };

  await test.step("it is shown with its words and its company, one for each tag", async () => {
    await push({ ...told, tag: "test" });
    await expect.poll(() => notices(page)).toEqual([{ title: told.title, body: `${name}\nBikes`, tag: "test" }]);
    await push({ ...told, title: "Once more", tag: "test" });
    await expect.poll(() => notices(page)).toMatchObject([{ title: "Once more", tag: "test" }]);
  });

  await test.step("who looks at a page is told there, and by no second notification", async () => {
    await page.bringToFront();
    await push({ ...told, tag: `assigned:${id}` });
    await page.waitForTimeout(500);
    expect((await notices(page)).map(({ tag }) => tag)).toEqual(["test"]);
  });

  await test.step("a click closes it and leads the open page to the conversation", async () => {
    const worker = await workerOf(page.context());
    // No protocol presses a notification of the system: the worker hears of it as the browser tells it.
    await worker.evaluate(async () => {
      const scope = globalThis as unknown as {
        registration: { getNotifications: () => Promise<unknown[]> };
        NotificationEvent: new (type: string, init: { notification: unknown }) => Event;
        dispatchEvent: (event: Event) => void;
      };
      const [notification] = await scope.registration.getNotifications();
      scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    });
    await expect(page).toHaveURL(new RegExp(`/inbox/${id}`));
    await expect(thread(page)).toContainText("Is anybody there?");
    expect(await notices(page)).toEqual([]);
  });
  expectNoFaults(page);
  await page.context().close();
});
