import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { thread } from "../fixtures/inbox.ts";
import { openPhone, sayOnPhone } from "../fixtures/phone.ts";
import { test } from "../fixtures/test.ts";
import { ask, call, demo, letters, open } from "../fixtures/workspace.ts";

type Connection = { externalId: string; accountId: string; channel: { connected: boolean } };

const connectionOf = (page: Page, channelId: string) =>
  ask<Connection>(page.context(), "channels.connection", { channelId });

/** A simulated number that nothing is connected to. */
async function unconnected(page: Page, label: string): Promise<string> {
  const made = { type: "WHATSAPP_API", label, sandbox: true };
  const { id: channelId } = await call<{ id: string }>(page.context(), "channels.create", made);
  await call(page.context(), "channels.disconnect", { channelId });
  await expect.poll(async () => (await connectionOf(page, channelId)).channel.connected).toBe(false);
  return channelId;
}

/** Presses the button, and answers the window that opens. */
async function opened(page: Page, kind?: string): Promise<Page> {
  if (kind) await page.getByRole("radio", { name: kind }).click();
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Open the simulated window" }).click();
  const window = await popup;
  await expect(window.getByRole("heading", { name: "Simulated Meta window" })).toBeVisible();
  // It hears what is typed and pressed.
  await window.waitForFunction(() =>
    Object.keys(document.querySelector("button") ?? {}).some((key) => key.startsWith("__reactProps")),
  );
  return window;
}

/** The button that closes its own window: a press by pointer would still be looked after when its window is gone. */
async function pressLast(window: Page, name: string): Promise<void> {
  const closed = window.waitForEvent("close");
  await window.getByRole("button", { name }).evaluate((button: HTMLElement) => void setTimeout(() => button.click()));
  await closed;
}

test("an administrator connects a number in the sign-up's window, after leaving it and after a fault [found C14]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox");
  const name = letters();
  const channelId = await unconnected(page, name);
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(new URL(request.url()).pathname));

  await test.step("the channel's settings lead there; the script comes with the press only", async () => {
    await page.goto(`/settings/channels/${channelId}`);
    await page.getByRole("link", { name: "Connect with Meta" }).click();
    await expect(page.getByRole("heading", { name: `Connect ${name}` })).toBeVisible();
    await expectAccessible(page);
    expect(scripts).not.toContain("/simulator/sdk.js");
  });

  await test.step("a window that is closed changes nothing", async () => {
    const window = await opened(page);
    expect(scripts).toContain("/simulator/sdk.js");
    await expectAccessible(window);
    await pressLast(window, "Cancel");
    await expect(page.getByText("You closed the window before it was finished.")).toBeVisible();
    await (await opened(page)).close();
    await expect(page.getByText("You closed the window before it was finished.")).toBeVisible();
  });

  await test.step("a fault is told in Meta's words", async () => {
    await pressLast(await opened(page), "Report a problem");
    await expect(page.getByRole("alert").filter({ hasText: "Meta reported a problem" })).toContainText("can’t be used");
    expect((await connectionOf(page, channelId)).channel.connected).toBe(false);
  });

  await test.step("what finishes is connected, and its PIN is shown once", async () => {
    await (await opened(page, "A new number")).getByRole("button", { name: "Finish" }).click();
    await expect(page.getByText(`${name} is connected to`)).toBeVisible();
    await expect(page.getByText(/PIN is \d{6}/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Back to the channel" }).click();
    await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  });

  await test.step("a customer's message arrives", async () => {
    const phone = await openPhone(browser, channelId, { peer: "5491155554321", name: "Nora" });
    await sayOnPhone(phone, `Hello ${name}`);
    await page.goto("/inbox?view=all");
    await page.getByText(`Hello ${name}`).first().click();
    await expect(thread(page)).toContainText(`Hello ${name}`);
    await phone.context().close();
  });
  expectNoFaults(page);
});

test("a phone app's number is connected without being registered, and brings its past along [found C14]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox");
  const channelId = await unconnected(page, letters());
  await page.goto(`/connect/${channelId}`);
  const window = await opened(page, "A number in the WhatsApp Business app");
  await pressLast(window, "Finish");
  await expect(page.getByText("Contacts and chats from the phone app are being imported.")).toBeVisible();
  await expect(page.getByText(/PIN is/)).toBeHidden();
  await page.goto(`/settings/channels/${channelId}`);
  await expect(page.getByText("2 messages", { exact: false }).first()).toBeVisible();
  expectNoFaults(page);
});

test("a number that another channel or company has is not taken by claiming it [found S1]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox");
  const made = { type: "WHATSAPP_API", label: letters(), sandbox: true };
  const holder = await call<{ id: string; label: string }>(page.context(), "channels.create", made);
  const held = await connectionOf(page, holder.id);
  const channelId = await unconnected(page, letters());
  await page.goto(`/connect/${channelId}`);

  await test.step("ids that are merely named open nothing", async () => {
    const window = await opened(page);
    await window.getByLabel("Account ID to report").fill(held.accountId);
    await window.getByLabel("Phone number ID to report").fill(held.externalId);
    await pressLast(window, "Finish");
    await expect(page.getByText(/Meta refused:/)).toBeVisible();
    await page.getByRole("button", { name: "Open the window again" }).click();
  });

  await test.step("access to the number does not take it from the channel whose access works", async () => {
    const window = await opened(page);
    await window.getByRole("combobox", { name: "Number" }).click();
    await window.getByRole("option", { name: new RegExp(holder.label) }).click();
    await pressLast(window, "Finish");
    await expect(page.getByRole("alert").filter({ hasText: "its access works" })).toBeVisible();
    expect((await connectionOf(page, holder.id)).channel.connected).toBe(true);
    expect((await connectionOf(page, channelId)).channel.connected).toBe(false);
  });
  expectNoFaults(page);
});
