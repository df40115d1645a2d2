import { expect, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { log, openChat, write } from "./fixtures/chat.ts";
import { expectNoFaults, watchFaults } from "./fixtures/faults.ts";
import { serveHostPage } from "./fixtures/host-page.ts";
import { expectLive, reply, row, shown, thread } from "./fixtures/inbox.ts";
import { Line } from "./fixtures/lines.ts";
import { test } from "./fixtures/test.ts";
import { base, demo, open, unique } from "./fixtures/workspace.ts";

let api: Api;
let admin: Page;

test.beforeAll(async ({ browser }) => {
  admin = await open(browser, demo.admin, "/inbox?view=all");
  api = await Api.of(admin.context());
});

test.afterAll(async () => {
  await admin.context().close();
});

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

test("a visitor's line that breaks in a burst: nothing missing, doubled or out of order", async ({ browser }) => {
  const host = await serveHostPage({ base, channel: api.channelId });
  const context = await browser.newContext({ viewport: { width: 900, height: 2600 } });
  const line = await Line.of(context);
  const visitor = await context.newPage();
  watchFaults(visitor);
  const chat = await openChat(visitor, host.url);
  const hello = unique("Broken line");
  const begun = visitor.waitForResponse((answer) => /\/conversations$/.test(answer.url()) && answer.status() === 201);
  await write(chat, hello);
  await expect(log(chat)).toContainText("What is your name?");
  const { conversation } = (await (await begun).json()) as { conversation: { id: string } };
  const { id } = conversation;
  await api.must("PATCH", `/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });

  const burst = (async () => {
    for (const number of numbers(100, 124)) await api.say(id, "user", `answer-${number}.`);
  })();
  for (const number of numbers(100, 112)) {
    await write(chat, `visitor-${number}.`);
    if (number === 103) await line.cut();
    if (number === 109) await line.restore();
  }
  await burst;
  for (const number of numbers(124, 127)) await api.say(id, "user", `answer-${number}.`);

  await expect(log(chat)).toContainText("answer-126.", { timeout: 20_000 });
  await expect(log(chat).getByText("Sending", { exact: true })).toHaveCount(0, { timeout: 20_000 });
  const kept = (await api.texts(id)).filter((text) => /^(answer|visitor)-\d+\.$/.test(text));
  expect(kept.filter((text) => text.startsWith("answer"))).toEqual(numbers(100, 127).map((n) => `answer-${n}.`));
  expect(kept.filter((text) => text.startsWith("visitor"))).toEqual(numbers(100, 112).map((n) => `visitor-${n}.`));
  await expect.poll(() => shown(log(chat), /(?:answer|visitor)-\d+\./)).toEqual(kept);

  expectNoFaults(visitor);
  await context.close();
  await host.close();
});

test("an agent's line that breaks in a burst: nothing missing, doubled or out of order", async ({ browser }) => {
  const name = unique("Wanda Line");
  const id = await api.conversation(name, "visitor-099.");
  const agent = await open(browser, demo.supervisor, "about:blank", { viewport: { width: 1440, height: 2600 } });
  const line = await Line.of(agent.context());
  await agent.goto(`/inbox/${id}?view=all`);
  await expectLive(agent);
  await expect(thread(agent)).toContainText("visitor-099.");

  const burst = (async () => {
    for (const number of numbers(100, 124)) await api.say(id, "visitor", `visitor-${number}.`);
  })();
  await expect(thread(agent)).toContainText("visitor-102.");
  await reply(agent, "agent-100.");
  await line.cut();
  await reply(agent, "agent-101.");
  await reply(agent, "agent-102.");
  await burst;
  const meanwhile = unique("Meanwhile");
  await api.conversation(meanwhile, "Written while the line was broken.");
  await expect(agent.getByText("Reconnecting, your messages are kept")).toBeVisible();
  await line.restore();
  for (const number of numbers(124, 127)) await api.say(id, "visitor", `visitor-${number}.`);

  await expect(thread(agent)).toContainText("visitor-126.", { timeout: 20_000 });
  await expect(agent.getByText("Reconnecting, your messages are kept")).toBeHidden({ timeout: 20_000 });
  await resendFailed(agent);
  const pattern = /(?:agent|visitor)-\d+\./;
  await expect
    .poll(async () => (await api.texts(id)).filter((text) => text.startsWith("agent")), { timeout: 20_000 })
    .toEqual(["agent-100.", "agent-101.", "agent-102."]);
  const kept = (await api.texts(id)).filter((text) => pattern.test(text));
  expect(kept.filter((text) => text.startsWith("visitor"))).toEqual([
    "visitor-099.",
    ...numbers(100, 127).map((n) => `visitor-${n}.`),
  ]);
  await expect.poll(() => shown(thread(agent), pattern)).toEqual(kept);
  await expect(row(agent, meanwhile)).toContainText("Written while the line was broken.");
  expectNoFaults(agent);
  await agent.context().close();
});

/** What was refused for want of a connection waits for the agent's word. */
async function resendFailed(agent: Page): Promise<void> {
  const retry = thread(agent).getByRole("button", { name: "Try again" });
  while ((await retry.count()) > 0) {
    await retry.first().click();
    await agent.waitForTimeout(200);
  }
}
