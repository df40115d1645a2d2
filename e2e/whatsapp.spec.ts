import { expect, test } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { botSwitch, reply, replyBox, row, thread } from "./fixtures/inbox.ts";
import { ask, call, demo, letters, open } from "./fixtures/workspace.ts";

type Account = { channelId: string; type: string };
type Bubble = { direction: "in" | "out"; body: Record<string, unknown>; status: string };

test("a customer on WhatsApp is answered by bot and agent; after a day only a template reaches them", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const context = page.context();
  const api = await Api.of(context);
  const { accounts } = await ask<{ accounts: Account[] }>(context, "simulator.accounts");
  const channelId = accounts.find(({ type }) => type === "WHATSAPP_API")?.channelId ?? "";
  const name = `Wanda ${letters()}`;
  const peer = `54911${String(Date.now()).slice(-6)}77`;
  const customer = (more: Record<string, unknown>) =>
    call(context, "simulator.send", { channelId, peer, name, type: "text", ...more });
  /** What the customer's phone has got from us. */
  const received = async () => {
    const input = { channelId, peer };
    const { messages } = await ask<{ messages: Bubble[] }>(context, "simulator.thread", input);
    return JSON.stringify(messages.filter(({ direction }) => direction === "out").map(({ body }) => body));
  };

  const template = `back_${letters().toLowerCase()}`;
  await api.must("POST", `/v1/whatsapp/${channelId}/templates`, {
    name: template,
    language: "en",
    category: "UTILITY",
    components: [{ type: "BODY", text: "Hello {{1}}, we have an answer for you." }],
  });

  await test.step("the customer writes, the bot answers on the phone, and the inbox shows both", async () => {
    await customer({ text: "Do you ship abroad?" });
    await row(page, name).first().click();
    await expect(thread(page)).toContainText("Do you ship abroad?");
    await expect.poll(received).not.toBe("[]");
    await expect(botSwitch(page)).toBeChecked();
  });

  await test.step("the agent takes over; the ticks move to read", async () => {
    await reply(page, "We do, everywhere by train.");
    await expect(botSwitch(page)).not.toBeChecked();
    await expect.poll(received).toContain("everywhere by train");
    const sent = thread(page).getByRole("article").filter({ hasText: "everywhere by train" });
    await expect(sent).toContainText("Read");
    await customer({ type: "location" });
    await expect(thread(page).getByRole("link", { name: /map/i })).toBeVisible();
  });

  await test.step("after a day the composer is the template picker, and keeps what was typed", async () => {
    await replyBox(page).fill("And now I wanted to say");
    await call(context, "simulator.elapse", { channelId, peer });
    await expect(page.getByText(/The 24 hours since .* are over/)).toBeVisible();
    await expect(page.getByText("And now I wanted to say")).toBeVisible();
    await page
      .getByRole("button", { name: /Choose a template/ })
      .or(page.getByRole("combobox", { name: /Choose a template/ }))
      .first()
      .click();
    await page.getByRole("option", { name: new RegExp(template) }).click();
    await expect(page.getByRole("textbox", { name: /Variable 1/ })).toHaveValue(name);
    await page.getByRole("button", { name: "Send template" }).click();
    await expect.poll(received).toContain(template);
    await expect(thread(page)).toContainText(`Hello ${name}, we have an answer for you.`);
  });

  await test.step("the customer answers, and the words come back", async () => {
    await customer({ text: "Thank you, tell me." });
    await expect(thread(page)).toContainText("Thank you, tell me.");
    await expect(replyBox(page)).toHaveValue("And now I wanted to say");
  });
  expectNoFaults(page);
  await context.close();
});
