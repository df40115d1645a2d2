import { expect } from "@playwright/test";
import { type ExternalBot, startExternalBot } from "./examples/external-bot.ts";
import { Api } from "./fixtures/api.ts";
import { log, openChat, write } from "./fixtures/chat.ts";
import { expectNoFaults, watchFaults } from "./fixtures/faults.ts";
import { type HostPage, serveHostPage } from "./fixtures/host-page.ts";
import { test } from "./fixtures/test.ts";
import { base, demo, open, unique } from "./fixtures/workspace.ts";

type Webhook = { id: string; secret: string; health: { successes: number; failures: number } };
type Log = { event: string; success: boolean; statusCode: number | null; attempt: number; payload: { test?: true } };
type Page<T> = { data: T[] };

let bot: ExternalBot | undefined;
let host: HostPage | undefined;

test.afterEach(async () => {
  await bot?.close();
  await host?.close();
});

test("a bot of the customer's own pauses ours, answers the visitor through the API, and gives back", async ({
  browser,
}) => {
  const admin = await open(browser, demo.admin, "/inbox");
  const api = await Api.of(admin.context());
  bot = await startExternalBot({ baseUrl: base, token: api.token });
  const ping = await api.must<{ success: boolean }>("POST", "/v1/webhooks/ping", { url: bot.url });
  // It answers 401 to whoever does not know the secret.
  expect(ping).toMatchObject({ success: false, statusCode: 401 });
  const webhook = await api.must<Webhook>("POST", "/v1/webhooks", {
    url: bot.url,
    websiteId: api.channelId,
    eventTypes: ["conversation/created", "conversation/message"],
  });
  bot.trust(webhook.secret);
  expect(await api.must<Log>("POST", `/v1/webhooks/${webhook.id}/test`, {})).toMatchObject({ statusCode: 202 });

  host = await serveHostPage({ base, channel: api.channelId });
  const visitor = await (await browser.newContext({ locale: "en-US" })).newPage();
  watchFaults(visitor);
  const chat = await openChat(visitor, host.url);
  const question = unique("Do you ship abroad?");

  await test.step("the visitor is answered by the customer's bot, ours is paused", async () => {
    await write(chat, question);
    await expect(log(chat)).toContainText(`External bot: you said "${question}"`);
    const id = await api.find(question);
    await expect
      .poll(async () => (await api.must<{ chatbotState: string }>("GET", `/v1/conversations/${id}`)).chatbotState)
      .toBe("OFF");
    await write(chat, "And to islands?");
    await expect(log(chat)).toContainText('External bot: you said "And to islands?"');
  });

  await test.step("each message is answered once", async () => {
    const texts = await api.texts(await api.find(question));
    const answers = texts.filter((text) => text.startsWith("External bot:"));
    expect(answers).toHaveLength(2);
    expect(new Set(answers).size).toBe(2);
  });

  await test.step("on request the conversation goes back to the built-in bot", async () => {
    const id = await api.find(question);
    await write(chat, "The built-in bot, please");
    await expect(log(chat)).toContainText("I hand you back to the assistant.");
    await expect
      .poll(async () => (await api.must<{ chatbotState: string }>("GET", `/v1/conversations/${id}`)).chatbotState)
      .toBe("ON");
  });

  await test.step("the log tells all of it, and nothing failed", async () => {
    const logs = () => api.must<Page<Log>>("GET", `/v1/webhooks/${webhook.id}/logs?limit=100`);
    await expect.poll(async () => (await logs()).data.length).toBeGreaterThanOrEqual(8);
    const { data } = await logs();
    expect(data.filter(({ success }) => !success)).toEqual([]);
    expect(new Set(data.map(({ event }) => event))).toEqual(new Set(["conversation/created", "conversation/message"]));
    expect(bot?.problems).toEqual([]);
  });

  await api.must("DELETE", `/v1/webhooks/${webhook.id}`);
  expectNoFaults(admin, visitor);
  await visitor.context().close();
});
