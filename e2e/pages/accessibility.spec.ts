import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults, watchFaults } from "../fixtures/faults.ts";
import { thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { ask, base, demo, nowhere, open, unique } from "../fixtures/workspace.ts";

const settings = [
  ...["profile", "company", "members", "teams", "assignment", "channels", "phases", "tags", "tokens", "answers"],
  ...["rules", "macros", "calendars", "service-levels", "retention"],
  ...["requests", "plan", "audit", "health", "inbound"],
];
const pages = [
  "/inbox?view=all",
  "/pipeline",
  "/contacts",
  "/contacts/duplicates",
  "/contacts/import",
  "/reports/sla",
  "/tasks",
  "/search?q=the",
  "/chatbots",
  "/chatbots/triggers",
  "/campaigns",
  "/campaigns/new",
  "/templates",
  "/templates/new",
  "/webhooks",
  "/simulator",
  ...settings.map((one) => `/settings/${one}`),
];
const words =
  /\b(?:inbox|conversations|messages|frame|pipeline|contacts|tasks|companies|users|tokens|webhooks|phases|tags|channels|views|sessions|chatbots|chatbot-settings|triggers|funnel|flows|ui|campaigns|templates|simulator|requests|audit|health)\.[a-z]+(?:\.\w+)*\b/;

// The longest of all: other workers take some of them.
test.describe.configure({ mode: "parallel" });

/** No request on its way and nothing that says it is loading. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await expect(page.locator("main").first()).toBeVisible();
  await page.waitForTimeout(250);
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

test("every page of the workspace passes axe, wide and narrow, light and dark", async ({ browser }) => {
  test.setTimeout(900_000);
  const page = await open(browser, demo.admin, "/inbox");
  const api = await Api.of(page.context());
  const id = await api.conversation(unique("Axel Axe"), "Is this readable?", "🙂", "مرحبا، كيف الحال؟");
  await api.say(id, "user", "It is, see https://example.com.");
  await api.must("POST", `/v1/conversations/${id}/notes`, { message: "Only for us." });
  const attribution = { utmSource: "newsletter", utmMedium: "email", utmCampaign: "spring-sale" };
  await api.must("PATCH", `/v1/conversations/${id}`, { ...attribution, url: "https://shop.example/bikes" });
  const contact = await api.must<{ id: string }>("POST", "/v1/contacts", {
    websiteId: api.channelId,
    name: unique("Axel Axe"),
    entryMethod: "API",
  });
  const webhook = await api.must<{ id: string }>("POST", "/v1/webhooks", {
    url: "http://127.0.0.1:9/nobody-listens",
    eventTypes: ["conversation/message"],
  });
  const { id: logId } = await api.must<{ id: string }>("POST", `/v1/webhooks/${webhook.id}/test`, {});
  const [chatbot] = await ask<{ id: string }[]>(page.context(), "chatbots.list");
  const all = [
    ...pages,
    `/webhooks/${webhook.id}`,
    `/webhooks/${webhook.id}?log=${logId}`,
    `/inbox/${id}?view=all`,
    `/pipeline?conversation=${id}`,
    `/contacts/${contact.id}`,
    `/contacts/${contact.id}?tab=notes`,
    `/settings/channels/${api.channelId}`,
    `/chatbots/${chatbot?.id}/flow`,
    `/chatbots/${chatbot?.id}/settings`,
    `/chatbots/${chatbot?.id}/funnel`,
    "/nowhere",
  ];
  for (const path of all) {
    await page.goto(path);
    await settled(page);
    await expectAccessible(page);
  }
  await page.goto(`/inbox/${id}?view=all`);
  await expect(thread(page)).toBeVisible();
  await expect(page.getByText("spring-sale")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await api.must("DELETE", `/v1/webhooks/${webhook.id}`);
  expectNoFaults(page);
  await page.context().close();
});

test("the sign-in page and the visitor's chat pass axe", async ({ browser }) => {
  const admin = await open(browser, demo.admin, nowhere);
  const { channelId } = await Api.of(admin.context());
  await admin.context().close();
  const page = await (await browser.newContext()).newPage();
  watchFaults(page);
  await page.goto("/sign-in");
  await settled(page);
  await expectAccessible(page);
  await page.goto(`${base}/widget/${channelId}`);
  await expect(page.getByRole("log", { name: "Messages" })).toContainText("How can we help you?");
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Message" }).fill("Is this readable?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("log", { name: "Messages" })).toContainText("What is your name?");
  await page.getByRole("button", { name: "Email this conversation" }).click();
  await expect(page.getByLabel("Your email address")).toBeVisible();
  await expectAccessible(page);
  expectNoFaults(page);
  await page.context().close();
});

for (const [language, locale] of [
  ["Spanish", "es"],
  ["Portuguese", "pt"],
] as const) {
  test(`in ${language} every page speaks ${language}, and none shows the name of a missing text`, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const page = await open(browser, demo.admin, "/inbox");
    await page.context().addCookies([{ name: "parley_locale", value: locale, url: base }]);
    for (const path of [...pages, "/sign-in"]) {
      if (path === "/sign-in") await page.context().clearCookies({ name: /session|token/ });
      await page.goto(path);
      await settled(page);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.getByText(words), path).toHaveCount(0);
      await expect(page.getByText(/^(Inbox|Contacts|Settings|Pipeline|Save|Sign in|Search)$/)).toHaveCount(0);
    }
    expectNoFaults(page);
    await page.context().close();
  });
}
