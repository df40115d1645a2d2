import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./fixtures/accessible.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { botSwitch, reply, replyBox, row, thread } from "./fixtures/inbox.ts";
import { openPhone, phoneLog, sayOnPhone } from "./fixtures/phone.ts";
import { test } from "./fixtures/test.ts";
import { base, call, demo, letters, open } from "./fixtures/workspace.ts";

async function channel(page: Page, type: "FACEBOOK" | "WHATSAPP_API"): Promise<string> {
  const made = await call<{ id: string }>(page.context(), "channels.create", { type, label: letters(), sandbox: true });
  return made.id;
}

test("on Messenger people, not the bot, may answer for seven days where a switch says so", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox");
  const channelId = await channel(page, "FACEBOOK");
  const name = `Mina ${letters()}`;
  const peer = `77${String(Date.now()).slice(-12)}`;
  const allow = page.getByRole("switch", { name: "Agents may reply for 7 days" });

  await test.step("the switch is saved with the channel", async () => {
    await page.goto(`/settings/channels/${channelId}`);
    await expect(allow).not.toBeChecked();
    await allow.click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await page.reload();
    await expect(allow).toBeChecked();
    await expectAccessible(page);
  });

  const phone = await openPhone(browser, channelId, { peer, name });

  await test.step("the customer sees the agent typing, then the answer", async () => {
    await sayOnPhone(phone, "Is it still there?");
    await page.goto("/inbox?view=all");
    await row(page, name).first().click();
    await expect(thread(page)).toContainText("Is it still there?");
    await replyBox(page).pressSequentially("It is, and");
    await expect(phone.getByText("Business is typing")).toBeVisible();
    await reply(page, "It is, and waits for you.");
    await expect(phoneLog(phone)).toContainText("waits for you");
    await expect(phone.getByText("Business is typing")).toBeHidden();
  });

  await test.step("after a day the box stays open, and says for how long and for whom", async () => {
    await phone.getByRole("button", { name: "Skip a day" }).click();
    await expect(page.getByText(/Agents only: 5 d 2\d h/).first()).toBeVisible();
    await reply(page, "Still here.");
    await expect(phoneLog(phone)).toContainText("Still here.");
    await expectAccessible(page);
  });

  await test.step("without the switch it closes, at once", async () => {
    await call(page.context(), "channels.update", { channelId, settings: { humanAgent: false } });
    await expect(page.getByText(/this channel accepts no free-form messages/)).toBeVisible();
    await expect(replyBox(page)).toHaveCount(0);
  });
  expectNoFaults(page, phone);
  await phone.context().close();
  await page.context().close();
});

test("a new number is proven by its code; a customer without a number has a name and wishes", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox");
  const channelId = await channel(page, "WHATSAPP_API");

  await test.step("the code that was sent connects the number", async () => {
    await call(page.context(), "simulator.accountEvent", { channelId, unverified: true });
    await page.goto(`/settings/channels/${channelId}`);
    await page.getByRole("button", { name: "Check connection" }).click();
    await expect(page.getByText("have a code sent to it", { exact: false })).toBeVisible();
    const form = page.getByRole("form", { name: "Verify the number" });
    await form.getByRole("button", { name: "Send code" }).click();
    await form.getByRole("textbox", { name: "Code" }).fill("000000");
    await form.getByRole("button", { name: "Confirm" }).click();
    await expect(form.getByRole("alert")).toContainText("not the one that was sent");
    await expectAccessible(page);
    // What was said of the first code does not stand beside the next, which is not typed yet.
    await form.getByRole("button", { name: "Send another code" }).click();
    await expect(form.getByRole("textbox", { name: "Code" })).toHaveValue("");
    await expect(form.getByRole("alert")).toBeHidden();
    await form.getByRole("textbox", { name: "Code" }).fill("123456");
    await form.getByRole("button", { name: "Confirm" }).click();
    await expect(form).toBeHidden();
    const steps = page.getByRole("list", { name: "Check results" }).getByRole("listitem");
    for (const step of await steps.all()) await expect(step).toContainText("works");
    await page.context().addCookies([{ name: "parley_locale", value: "es", url: base }]);
    await page.reload();
    await page.getByRole("button", { name: "Comprobar conexión" }).click();
    const told = page.getByRole("listitem").filter({ hasText: "El número pertenece a la cuenta comercial." });
    await expect(told).toBeVisible();
    await page.context().addCookies([{ name: "parley_locale", value: "en", url: base }]);
    await page.reload();
  });

  const name = `Uma ${letters()}`;
  const phone = await openPhone(browser, channelId, { peer: `AR.${Date.now()}`, name });

  await test.step("the details tell the user name, and what bulk messages are wanted", async () => {
    await sayOnPhone(phone, "Hi, I only have a user name");
    await page.goto("/inbox?view=all");
    await row(page, name).first().click();
    await expect(thread(page)).toContainText("I only have a user name");
    // No bot serves this channel: there is nothing to switch.
    await expect(botSwitch(page)).toBeHidden();
    const details = page.getByRole("complementary", { name: /details/i });
    if (!(await details.isVisible())) await page.getByRole("button", { name: "Show details" }).click();
    await expect(page.getByText(`@${name.toLowerCase().replace(" ", ".")}`)).toBeVisible();
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByText("Unsubscribed", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Subscribe again" }).click();
    await expect(page.getByText("Subscribed", { exact: true })).toBeVisible();
    await sayOnPhone(phone, "BAJA");
    await expect(page.getByText("Unsubscribed", { exact: true })).toBeVisible();
  });
  expectNoFaults(page, phone);
  await phone.context().close();
  await page.context().close();
});
