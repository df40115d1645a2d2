import { type Browser, expect, type Page, type Request } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { row, thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { ask, base, call, demo, desk, letters, open, phone } from "../fixtures/workspace.ts";

const scripts = "**/_next/static/**/*.js";

/** The same person while no script has come: what the server has drawn, and nothing else. */
async function drawn(browser: Browser, page: Page, path: string): Promise<Page> {
  const context = await browser.newContext({ storageState: await page.context().storageState(), viewport: desk });
  const still = await context.newPage();
  await still.route(scripts, (route) => route.abort());
  const response = await still.goto(`${base}${path}`);
  expect(response?.headers()["cache-control"]).toMatch(/private.*no-store|no-store.*private/);
  return still;
}

/** What the screens' door is asked until the page has come to rest. */
async function questions(page: Page, path: string): Promise<string[]> {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/trpc/")) asked.push(...(pathname.split("/").at(-1)?.split(",") ?? []));
  });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  page.removeAllListeners("request");
  return asked;
}

const settings = [
  ...["tags", "phases", "channels", "fields", "answers", "macros"],
  ...["roles", "teams", "rules", "calendars", "service-levels", "integrations", "assignment"],
].map((name) => `/settings/${name}`);

/** What is asked for by tables, and where they stand. */
const tables: Readonly<Record<string, string>> = {
  "/contacts": "contacts.list",
  "/campaigns": "campaigns.list",
  "/templates": "templates.list",
  "/webhooks": "webhooks.list",
  "/chatbots": "chatbots.list",
  "/settings/members": "users.list",
  "/settings/tokens": "tokens.list",
};
const tablePages = Object.keys(tables);

const seeded = ["conversations.inbox", "conversations.counts", "users.names", "phases.list", "tags.list", "tags.list"];

test("lists, boards and threads come with their pages, and are not asked for again", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const api = await Api.of(page.context());
  const [first, second] = [`Primo ${letters()}`, `Secunda ${letters()}`];
  const id = await api.conversation(first, "Do you open on Sundays?");
  await api.conversation(second, "</script><script>alert(1)</script> \u2028 and & <b>more</b>");
  const tag = letters();
  await call(page.context(), "tags.create", { name: tag, color: "#3b82f6" });

  const inbox = await drawn(browser, page, "/inbox?view=all");
  await expect(row(inbox, first)).toBeVisible();
  await expect(row(inbox, second)).toContainText("</script><script>alert(1)</script>");
  const conversation = await drawn(browser, page, `/inbox/${id}?view=all`);
  await expect(thread(conversation).getByText("Do you open on Sundays?")).toBeInViewport();
  const board = await drawn(browser, page, "/pipeline");
  await expect(board.getByRole("listitem").filter({ hasText: first })).toBeVisible();
  const known = await ask<{ data: { name: string }[] }>(page.context(), "contacts.list", { orderBy: "name", limit: 1 });
  const contacts = await drawn(browser, page, "/contacts?orderBy=name");
  await expect(contacts.getByRole("row").filter({ hasText: known.data[0]?.name })).toBeVisible();
  const settings = await drawn(browser, page, "/settings/tags");
  await expect(settings.getByRole("listitem").filter({ hasText: tag })).toBeVisible();

  const reports = await drawn(browser, page, "/reports");
  await expect(reports.getByRole("term").filter({ hasText: "Open conversations" })).toBeVisible();

  for (const [path, most] of [
    ["/inbox?view=all", 0],
    ["/pipeline", 0],
    ["/settings/tags", 0],
  ] as const) {
    const asked = await questions(page, path);
    expect(asked.filter((name) => seeded.includes(name)).length, `${path}: ${asked}`).toBe(most);
  }
  // Webhooks ask again every five seconds, whatever came along.
  for (const path of tablePages.filter((one) => one !== "/webhooks"))
    expect(await questions(page, path), path).not.toContain(tables[path]);
  const asked = await questions(page, `/inbox/${id}?view=all`);
  for (const name of [...seeded.filter((one) => one !== "conversations.counts"), "scheduled.list"])
    expect(asked, `${asked}`).not.toContain(name);
  expectNoFaults(page);
});

test("what happens between the drawing of a page and its live connection is shown", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const api = await Api.of(page.context());
  const [old, fresh] = [`Vetus ${letters()}`, `Nova ${letters()}`];
  const id = await api.conversation(old, "The first words.");
  // The scripts wait: the page is drawn, and nothing hears events yet.
  const { promise: coming, resolve: go } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await coming;
    await route.continue();
  });
  const arriving = page.goto(`/inbox/${id}?view=all`);
  await expect(thread(page).getByText("The first words.")).toBeVisible();
  await expect(row(page, old)).toContainText("The first words.");
  await api.say(id, "visitor", "Said meanwhile.");
  await api.conversation(fresh, "Come meanwhile.");
  await expect(row(page, old)).not.toContainText("Said meanwhile.");
  go();
  await arriving;
  await expect(row(page, old)).toContainText("Said meanwhile.");
  await expect(thread(page).getByText("Said meanwhile.")).toBeVisible();
  await expect(row(page, fresh)).toBeVisible();
  expectNoFaults(page);
});

test("on the way from page to page nothing older than what is held is shown", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const api = await Api.of(page.context());
  const name = `Redux ${letters()}`;
  const id = await api.conversation(name, "Before.");
  // The link to the inbox leads to one's own conversations.
  const people = await ask<{ id: string; name: string }[]>(page.context(), "users.names");
  const assignedTo = people.find((one) => one.name === demo.admin.name)?.id;
  await call(page.context(), "conversations.assign", { conversationId: id, assignedTo });
  await expect(row(page, name)).toContainText("Before.");
  const asked: Request[] = [];
  page.on("request", (request) => {
    if (request.headers().rsc !== undefined) asked.push(request);
  });
  await page.getByRole("link", { name: "Pipeline" }).first().click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
  await api.say(id, "visitor", "After.");
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("After.");
  await page.getByRole("link", { name: "Inbox" }).first().click();
  await expect(row(page, name)).toContainText("After.");
  await page.goBack();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("After.");
  // What came for these pages carries no list at all. The same is asked again: a browser may have let go of a body.
  const parts: string[] = [];
  for (const request of asked)
    parts.push(await (await page.request.get(request.url(), { headers: request.headers() })).text());
  expect(parts.join("\n")).toContain('"Seed"');
  expect(parts.filter((part) => part.includes(name))).toEqual([]);
  expectNoFaults(page);
});

test("pages come alive as they were drawn, whatever the clock, the language and the window", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const [{ id } = { id: "" }] = (
    await ask<{ data: { id: string }[] }>(page.context(), "conversations.inbox", { view: "all", limit: 1 })
  ).data;
  const [contact] = (await ask<{ data: { id: string }[] }>(page.context(), "contacts.list", { limit: 1 })).data;
  const [chatbot] = await ask<{ id: string }[]>(page.context(), "chatbots.list");
  await page.context().close();
  const lists = "/inbox?view=all&sort=waitingSince:asc&group=waiting";
  const common = [`/inbox/${id}?view=all`, "/pipeline", "/reports", "/tasks?who=all", `/contacts/${contact?.id}`];
  const figures = ["/reports/conversations", "/reports/sla?range=last_week", "/reports/agents?hours=open"];
  const forms = ["/settings/company", "/settings/csat", "/settings/retention", "/templates/new", "/campaigns/new"];
  const bots = [`/chatbots/${chatbot?.id}/settings`, `/chatbots/${chatbot?.id}/flow`, "/chatbots/triggers"];
  const [first, second] = [
    ["/inbox?view=all", ...common, "/reports/workload", ...figures, ...settings.slice(0, 6), ...forms, ...tablePages],
    [lists, ...common, "/simulator", ...figures, "/search?q=bike", ...settings.slice(6), ...bots, ...tablePages],
  ];
  for (const { paths, ...options } of [
    { timezoneId: "Pacific/Auckland", locale: "es-MX", viewport: phone, paths: first },
    { timezoneId: "America/New_York", locale: "en-US", viewport: desk, paths: second },
  ]) {
    const page = await open(browser, demo.admin, "/inbox?view=all", options);
    for (const path of paths ?? []) {
      await page.goto(path);
      expectNoFaults(page);
    }
    await page.context().close();
  }
});

/** When the first script of the build was put into the page, and when the page was painted. */
async function noteScripts(page: Page): Promise<() => Promise<{ script: number; paint: number }>> {
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector("script[async][src*='/_next/static/']")) return;
      Reflect.set(window, "firstScript", performance.now());
      watch.disconnect();
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  return async () => {
    await page.waitForFunction(() => Reflect.has(window, "firstScript"));
    return page.evaluate(() => ({
      script: Reflect.get(window, "firstScript") as number,
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    }));
  };
}

test("a page is painted before any of its scripts begins, and comes alive all the same", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const { id } = (
    await ask<{ data: { id: string }[] }>(page.context(), "conversations.inbox", { view: "all", limit: 1 })
  ).data[0] ?? { id: "" };
  const times = await noteScripts(page);
  for (const path of [
    "/inbox?view=all",
    `/inbox/${id}?view=all`,
    "/pipeline",
    "/reports",
    "/settings/tags",
    "/nowhere",
  ]) {
    await page.goto(path);
    const { script, paint } = await times();
    expect(script, path).toBeGreaterThan(paint);
    expect(script - paint, path).toBeLessThan(5000);
    // Each once, whoever put it there.
    const twice = await page.evaluate(() => {
      const addresses = [...document.scripts].map(({ src }) => src).filter(Boolean);
      return addresses.filter((address, at) => addresses.indexOf(address) !== at);
    });
    expect(twice, path).toEqual([]);
  }
  // The open conversation itself, and nothing that stands in for it.
  const conversation = await drawn(browser, page, `/inbox/${id}?view=all`);
  await expect(conversation.locator("[data-thread-skeleton]")).toHaveCount(0);
  await conversation.context().close();
  expectNoFaults(page);
});

test("a page comes alive also where nothing is painted", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  // A tab that is opened behind another; then a window that is shown nowhere, and nobody says so.
  for (const hidden of [true, false]) {
    const tab = await page.context().newPage();
    await tab.addInitScript((isHidden) => {
      window.requestAnimationFrame = () => 0;
      if (!isHidden) return;
      Object.defineProperty(document, "hidden", { get: () => true });
      Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    }, hidden);
    await tab.goto("/settings/tags");
    const isAlive = () =>
      Object.keys(document.querySelector("#content") ?? {}).some((key) => key.startsWith("__reactProps"));
    await tab.waitForFunction(isAlive, undefined, { polling: 50 });
    await tab.close();
  }
});
