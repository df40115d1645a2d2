import { expect, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { openChat, write } from "./fixtures/chat.ts";
import { expectNoFaults, watchFaults } from "./fixtures/faults.ts";
import { type HostPage, serveHostPage } from "./fixtures/host-page.ts";
import { type Receiver, startReceiver } from "./fixtures/receiver.ts";
import { test } from "./fixtures/test.ts";
import { base, demo, open, unique } from "./fixtures/workspace.ts";

// One webhook's life from its making to its end.
test.describe.configure({ mode: "serial" });

let admin: Page;
let receiver: Receiver;
let host: HostPage;

test.beforeAll(async ({ browser }) => {
  receiver = await startReceiver();
  admin = await open(browser, demo.admin, "/webhooks");
  await admin.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: base });
  const api = await Api.of(admin.context());
  host = await serveHostPage({ base, channel: api.channelId });
});

test.afterAll(async () => {
  await admin.context().close();
  await host.close();
  await receiver.close();
});

const dialog = (page: Page) => page.getByRole("dialog");
const attempts = (page: Page) => page.getByRole("listbox", { name: "Attempts, newest first" });
const attempt = (page: Page, ...texts: (string | RegExp)[]) =>
  texts.reduce((found, text) => found.filter({ hasText: text }), attempts(page).getByRole("option"));
const detail = (page: Page) => page.getByRole("article", { name: "Attempt" });
const rail = (page: Page) => page.getByRole("list", { name: "Attempts of this delivery" });
const shown = (page: Page, block: string) => detail(page).getByRole("group", { name: block });

test("a webhook is made, watched while its receiver fails and recovers, and what failed is delivered again", async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const question = unique("Is the blue vase still there?");
  let secret = "";

  await test.step("what is missing or wrong is said before anything is saved", async () => {
    await admin.getByRole("button", { name: "Add webhook" }).first().click();
    const form = dialog(admin);
    await form.getByRole("button", { name: "Add webhook" }).click();
    await expect(form.getByText("Enter the URL that receives the events.")).toBeVisible();
    await expect(form.getByText("Choose at least one event.")).toBeVisible();
    await expect(form.getByLabel("URL")).toBeFocused();
    await form.getByLabel("URL").fill(receiver.url);
    await form.getByRole("button", { name: "Ping" }).click();
    await expect(form.getByText(/^Answered 200 in/)).toBeVisible();
    await form.getByRole("checkbox", { name: "Conversations", exact: true }).click();
    await expect(form.getByText(/^(\d+) of \1$/).first()).toBeVisible();
    await form.getByRole("checkbox", { name: "contact/created" }).click();
    await form.getByRole("button", { name: "Add header" }).click();
    await form.getByLabel("Name of header 1").fill("X-Webhook-Secret");
    await expect(form.getByText("Parley sets this header itself. Use another name.")).toBeVisible();
    await form.getByLabel("Name of header 1").fill("X-Shelf");
    await form.getByLabel("Value of header 1").fill("blue");
    await form.getByRole("button", { name: "Add webhook" }).click();
  });

  await test.step("the secret is shown once, with code to start from", async () => {
    await expect(dialog(admin).getByText("Your webhook is ready")).toBeVisible();
    secret = (await dialog(admin).getByRole("figure").first().locator("code").textContent()) ?? "";
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    await dialog(admin).getByRole("tab", { name: "Python" }).click();
    await expect(dialog(admin).getByText("ThreadingHTTPServer").first()).toBeVisible();
    await dialog(admin).getByRole("button", { name: "Open log" }).click();
    await expect(admin.getByText(`whsec_...${secret.slice(-4)}`)).toBeVisible();
    expect(await admin.content()).not.toContain(secret);
    await expect(admin.getByText("Nothing sent yet")).toBeVisible();
  });

  await test.step("a test shows what was sent and what came back side by side", async () => {
    await admin.getByRole("button", { name: "Send a test" }).first().click();
    await dialog(admin).getByRole("button", { name: "Send test" }).click();
    await expect(dialog(admin).getByRole("group", { name: "Request body" })).toContainText('"test": true');
    await expect(dialog(admin).getByRole("group", { name: "Response body" })).toContainText('"received": true');
    await dialog(admin).getByRole("button", { name: "Close", exact: true }).first().click();
    await expect(attempt(admin, "conversation/created", "Test")).toHaveCount(1);
    expect(receiver.deliveries.at(-1)).toMatchObject({ event: "conversation/created", secret });
  });

  const visitor = await (await browser.newContext()).newPage();
  watchFaults(visitor);
  const chat = await openChat(visitor, host.url);

  await test.step("a visitor writes and the log fills by itself", async () => {
    await write(chat, question);
    await expect(attempt(admin, "conversation/message", "200").first()).toBeVisible();
    await admin.getByRole("searchbox", { name: "Search requests and responses" }).fill(question);
    await expect(attempt(admin, "conversation/message")).toHaveCount(1);
    await attempt(admin, "conversation/message").click();
    await expect(shown(admin, "Request body")).toContainText(question);
    await expect(shown(admin, "Response body")).toContainText('"received": true');
    await expect(detail(admin).getByRole("link", { name: "Conversation" })).toHaveAttribute(
      "href",
      /\/inbox\/[0-9a-f-]+/,
    );
    await admin.getByRole("searchbox", { name: "Search requests and responses" }).fill("");
  });

  await test.step("a body is folded, searched and copied as a command", async () => {
    const fold = shown(admin, "Request body").getByRole("button", { name: "Contents of conversation" });
    await fold.click();
    await expect(fold).toHaveAttribute("aria-expanded", "false");
    await detail(admin).getByRole("button", { name: "Search in this" }).first().click();
    await detail(admin).getByRole("searchbox", { name: "Search in this" }).fill("visitorName");
    await expect(fold).toHaveAttribute("aria-expanded", "true");
    await detail(admin).getByRole("button", { name: "Copy as curl" }).click();
    await expect(detail(admin).getByRole("button", { name: "Copied" })).toBeVisible();
    const command = await admin.evaluate(() => navigator.clipboard.readText());
    expect(command).toContain(`curl -i -X POST '${receiver.url}'`);
    expect(command).toContain("X-Webhook-Secret: $WEBHOOK_SECRET");
    expect(command).not.toContain(secret);
  });

  await test.step("the receiver fails: retries show on the rail, until it is well again", async () => {
    receiver.answer(500);
    await write(chat, "Vera Blue");
    const failed = attempt(admin, "conversation/message", "500").first();
    await expect(failed).toBeVisible();
    await failed.click();
    await expect(shown(admin, "Response body")).toContainText("the shelf is full");
    await expect(rail(admin).getByRole("button", { name: /^Attempt 2/ })).toBeVisible();
    await expect(rail(admin)).toContainText("Waiting for the next retry");
    receiver.answer(200);
    const recovered = rail(admin).getByRole("button", { name: /^Attempt \d+\s*200\b/ });
    await expect(recovered).toBeVisible({ timeout: 40_000 });
    await recovered.click();
    await expect(shown(admin, "Response body")).toContainText('"received": true');
  });

  await test.step("a refusal is final, and is delivered again by hand, byte for byte", async () => {
    receiver.answer(404);
    await write(chat, "not an address");
    const refused = attempt(admin, "conversation/message", "404").first();
    await expect(refused).toBeVisible();
    await refused.click();
    await expect(rail(admin)).toContainText("3xx and 4xx responses are not retried.");
    const sent = receiver.deliveries.filter(({ event }) => event === "conversation/message").map(({ body }) => body);
    receiver.answer(200);
    const before = receiver.deliveries.length;
    await detail(admin).getByRole("button", { name: "Redeliver" }).click();
    await expect(admin.getByText("Redelivered: 200")).toBeVisible();
    expect(sent).toContain(receiver.deliveries.slice(before).at(0)?.body);
    await expect(rail(admin).getByRole("button", { name: /^Attempt \d+\s*200\b/ })).toHaveAttribute(
      "aria-current",
      "true",
    );
  });

  await test.step("all that failed in a time goes back into the queue", async () => {
    await admin.getByRole("combobox", { name: "Status" }).click();
    await admin.getByRole("option", { name: "4xx refused" }).click();
    await expect(attempt(admin, "404").first()).toBeVisible();
    await expect(attempt(admin, "500")).toHaveCount(0);
    await admin.getByRole("button", { name: "Clear", exact: true }).click();
    await admin.getByRole("button", { name: "Redeliver failed" }).click();
    await dialog(admin).getByRole("button", { name: "Redeliver" }).click();
    await expect(admin.getByText(/deliver(?:y is|ies are) sent again/)).toBeVisible();
    await expect(attempt(admin, "200", "Attempt 2").first()).toBeVisible();
  });

  await test.step("what it missed is sent in order, from when one chooses [P2]", async () => {
    await admin.getByRole("button", { name: /^Actions for/ }).click();
    await admin.getByRole("menuitem", { name: "Send what it missed" }).click();
    await dialog(admin).getByRole("button", { name: "Send", exact: true }).click();
    await expect(admin.getByText("Sending what it missed")).toBeVisible();
    await expect(admin.getByText("Sending what this webhook missed")).toBeHidden();
  });

  expectNoFaults(admin, visitor);
  await visitor.context().close();
});

test("the log is walked by keyboard and holds still while paused", async () => {
  await admin.keyboard.press("Escape");
  await attempts(admin).focus();
  await admin.keyboard.press("Home");
  await expect(detail(admin)).toBeVisible();
  const first = admin.url();
  await admin.locator("body").press("j");
  await expect.poll(() => admin.url()).not.toBe(first);
  const second = admin.url();
  await admin.locator("body").press("k");
  await expect.poll(() => admin.url()).toBe(first);
  // Faster than the page is drawn.
  for (const key of ["j", "j", "k"]) await admin.locator("body").press(key);
  await expect.poll(() => admin.url()).toBe(second);
  await admin.locator("body").press("l");
  await expect(admin.getByRole("button", { name: "Paused" })).toHaveAttribute("aria-pressed", "false");
  const held = await attempts(admin).getByRole("option").first().textContent();
  await admin.locator("body").press("t");
  await dialog(admin).getByRole("button", { name: "Send test" }).click();
  await expect(dialog(admin).getByText("Status 200")).toBeVisible();
  await admin.keyboard.press("Escape");
  const newer = admin.getByRole("button", { name: /^Show \d+ new attempts?$/ });
  await expect(newer).toBeVisible();
  expect(await attempts(admin).getByRole("option").first().textContent()).toBe(held);
  await newer.click();
  await expect(attempts(admin).getByRole("option").first()).toContainText("Test");
  expectNoFaults(admin);
});

test("a webhook is paused, changed, given a new secret and deleted; each step asks where something would be lost", async () => {
  const menu = async (item: string) => {
    await admin.getByRole("button", { name: /^Actions for/ }).click();
    await admin.getByRole("menuitem", { name: item, exact: true }).click();
  };
  await menu("Pause");
  await expect(admin.getByText("This webhook is paused")).toBeVisible();
  await admin.getByRole("button", { name: "Undo" }).click();
  await expect(admin.getByText("This webhook is paused")).toBeHidden();

  const chosen = admin.getByText(/^\d+ of \d+$/).first();
  const [few = 0, all = 0] = ((await chosen.textContent()) ?? "").split(" of ").map(Number);
  await menu("Edit");
  await dialog(admin).getByRole("checkbox", { name: "contact/deleted" }).click();
  await dialog(admin).getByRole("button", { name: "Cancel" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await dialog(admin).getByRole("button", { name: "Save changes" }).click();
  await expect(admin.getByText(`${few + 1} of ${all}`)).toBeVisible();

  const masked = admin.getByText(/^whsec_\.\.\./).first();
  const before = await masked.textContent();
  await menu("Rotate secret");
  await admin.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
  await expect(dialog(admin).getByText("Your new secret")).toBeVisible();
  // Not copied yet, and never shown again: no stray key takes it away.
  const once = admin.getByRole("alertdialog", { name: "Close without copying it?" });
  await expect(async () => {
    // The first closes the tooltip, where the button that has the focus shows one.
    await admin.keyboard.press("Escape");
    await expect(once).toBeVisible({ timeout: 2000 });
  }).toPass();
  await once.getByRole("button", { name: "Keep open" }).click();
  await expect(once).toHaveCount(0);
  await dialog(admin).getByRole("figure").first().getByRole("button", { name: "Copy" }).click();
  await expect(dialog(admin).getByText("Copied").first()).toBeVisible();
  await admin.keyboard.press("Escape");
  await expect(dialog(admin)).toHaveCount(0);
  await expect(once).toHaveCount(0);
  await expect(masked).not.toHaveText(before ?? "");

  await menu("Rotate secret");
  await admin.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
  await dialog(admin).getByRole("button", { name: "Done" }).click();
  await expect(masked).not.toHaveText(before ?? "");

  await menu("Delete");
  await admin.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await admin.waitForURL(/\/webhooks$/);
  await expect(admin.getByText(new URL(receiver.url).host)).toHaveCount(0);
  expectNoFaults(admin);
});
