import { expect, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { log, openChat, write } from "./fixtures/chat.ts";
import { serveHostPage } from "./fixtures/host-page.ts";
import { shown } from "./fixtures/inbox.ts";
import { test } from "./fixtures/test.ts";
import { base, demo, nowhere, open, unique } from "./fixtures/workspace.ts";

const outageMs = 60_000;

/**
 * The service answers nothing but 503 to what the chat asks, as a balancer without a server behind it does. Every third
 * time the words arrive all the same and only the answer is lost: that is when messages are doubled.
 */
async function outage(page: Page): Promise<() => Promise<void>> {
  let asked = 0;
  const address = /\/widget\/v1\//;
  await page.route(address, async (route) => {
    asked += 1;
    if (asked % 3 === 0) await route.fetch();
    await route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: { error: "unavailable" } });
  });
  return () => page.unroute(address, undefined);
}

test("a visitor writes on through a minute of 503: all of it comes, once and in order [found K5]", async ({
  browser,
}) => {
  const admin = await open(browser, demo.admin, nowhere);
  const api = await Api.of(admin.context());
  const host = await serveHostPage({ base, channel: api.channelId });
  const context = await browser.newContext();
  const visitor = await context.newPage();
  const chat = await openChat(visitor, host.url);
  const begun = visitor.waitForResponse((answer) => /\/conversations$/.test(answer.url()) && answer.status() === 201);
  await write(chat, unique("Outage"));
  await expect(log(chat)).toContainText("What is your name?");
  const { conversation } = (await (await begun).json()) as { conversation: { id: string } };
  await api.must("PATCH", `/v1/conversations/${conversation.id}/chatbot-state`, { chatbotState: "OFF" });

  const end = await outage(visitor);
  const until = Date.now() + outageMs;
  let number = 100;
  while (Date.now() < until) {
    await write(chat, `visitor-${number}.`);
    number += 1;
    await expect(chat.getByText("Not sent")).toHaveCount(0);
    await visitor.waitForTimeout(8000);
  }
  await end();

  const wanted = Array.from({ length: number - 100 }, (_, index) => `visitor-${100 + index}.`);
  expect(wanted.length).toBeGreaterThan(3);
  const kept = async () => (await api.texts(conversation.id)).filter((text) => /^visitor-\d+\.$/.test(text));
  await expect.poll(kept, { timeout: 60_000 }).toEqual(wanted);
  await expect(chat.getByText("Sending", { exact: true })).toHaveCount(0);
  await expect(chat.getByText("Not sent")).toHaveCount(0);
  await expect.poll(() => shown(log(chat), /visitor-\d+\./)).toEqual(wanted);
  expect(await kept()).toEqual(wanted);
  await context.close();
  await host.close();
  await admin.context().close();
});
