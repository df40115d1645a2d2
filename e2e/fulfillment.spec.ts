import { type BrowserContext, expect } from "@playwright/test";
import { type Endpoint, startEndpoint } from "./examples/fulfillment-endpoint.ts";
import { expectAccessible } from "./fixtures/accessible.ts";
import { Api } from "./fixtures/api.ts";
import { log, openChat, write } from "./fixtures/chat.ts";
import { expectNoFaults, watchFaults } from "./fixtures/faults.ts";
import { type HostPage, serveHostPage } from "./fixtures/host-page.ts";
import { test } from "./fixtures/test.ts";
import { base, call, demo, letters, open, phone, unique } from "./fixtures/workspace.ts";

// The calls of the first journey are what the others look at.
test.describe.configure({ mode: "serial" });

let endpoint: Endpoint;
let host: HostPage;
let admin: BrowserContext;
let chatbotId = "";

test.beforeAll(async ({ browser }) => {
  endpoint = await startEndpoint();
  admin = (await open(browser, demo.admin, "/settings/profile")).context();
  const api = await Api.of(admin);
  const chatbot = await call<{ id: string }>(admin, "chatbots.create", { name: unique("Bookings") });
  chatbotId = chatbot.id;
  const label = unique("Restaurant");
  const channel = await call<{ id: string }>(admin, "channels.create", { type: "WEBSITE", label, settings: {} });
  await api.must("PUT", `/v1/chatbots/${chatbotId}/channels`, { channels: [channel.id] });
  await api.must("PATCH", `/v1/chatbots/${chatbotId}/chatbot-config/settings`, {
    global_fulfillment_url: endpoint.url,
  });
  host = await serveHostPage({ base, channel: channel.id });
});

test.afterAll(async () => {
  await admin.close();
  await host.close();
  await endpoint.close();
});

test("an endpoint leads a visitor through a booking, and the inspector shows each call as it happens", async ({
  browser,
}) => {
  const inspector = await open(browser, demo.admin, `/chatbots/${chatbotId}/fulfillment`);
  await expect(inspector.getByText("No calls yet")).toBeVisible();
  const page = await (await browser.newContext({ viewport: phone })).newPage();
  watchFaults(page);
  const chat = await openChat(page, host.url);

  await write(chat, "I want to book a table");
  await expect(log(chat)).toContainText("Lunch or dinner?");
  await expect(log(chat)).not.toContainText("What is your name?");
  const calls = inspector.getByRole("listbox", { name: "Calls, newest first" });
  await expect(calls.getByRole("option")).toHaveCount(1);
  await expect(calls).toContainText("I want to book a table");

  await chat.getByRole("button", { name: "Dinner" }).click();
  await expect(log(chat)).toContainText("Dinner it is.");
  await expect(log(chat)).toContainText("email address");
  await expect(log(chat)).not.toContainText("What is your name?");

  const email = `${letters().toLowerCase()}@example.com`;
  await write(chat, email);
  await expect(log(chat)).toContainText("Table 12 is yours for dinner.");
  await expect(log(chat)).toContainText("Someone from our team");
  await expect(log(chat)).not.toContainText("phone number");
  expect(endpoint.asked).toHaveLength(3);
  expect(endpoint.asked[2]?.collected_data.custom).toMatchObject({ meal: "Dinner", table: 12 });

  await expect(calls.getByRole("option")).toHaveCount(3);
  await calls.getByRole("option").first().click();
  const detail = inspector.getByRole("article", { name: "External service call" });
  await expect(detail).toContainText("This response was applied to the conversation.");
  await expect(detail.getByRole("row", { name: /name new/ })).toContainText("Ana Booking");
  await expect(detail.getByRole("row", { name: /phone new/ })).toContainText("+1 212 555 0186");
  await expect(detail.getByRole("row", { name: /custom\.meal/ })).toContainText("Dinner");
  await detail.getByRole("button", { name: "Run again" }).click();
  await expect(detail.getByRole("status").filter({ hasText: "The response is valid." })).toBeVisible();
  expect(endpoint.asked).toHaveLength(4);
  await expect(calls.getByRole("option")).toHaveCount(3);
  await expectAccessible(inspector);

  const api = await Api.of(admin);
  const found = await api.must<{ data: { name: string }[] }>("GET", `/v1/contacts?search=${email}`);
  expect(found.data).toMatchObject([{ name: "Ana Booking" }]);
  expectNoFaults(inspector, page);
  await page.context().close();
  await inspector.context().close();
});

test("a test call shows what came back, and what was wrong with it", async ({ browser }) => {
  const page = await open(browser, demo.admin, `/chatbots/${chatbotId}/fulfillment`);
  await page.getByRole("button", { name: "Test call" }).click();
  const dialog = page.getByRole("dialog", { name: "Test call" });
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText("The response is valid.")).toBeVisible();
  await expect(dialog.getByRole("figure").filter({ hasText: "Result if applied" })).toBeVisible();
  await dialog.getByLabel("URL").fill(`${base}/health`);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText(/The endpoint answered 4\d\d/)).toBeVisible();
  await dialog.getByLabel("Request").fill("[1]");
  await expect(dialog.getByText("This is not a JSON object.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send" })).toBeDisabled();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  expectNoFaults(page);
  await page.context().close();
});

test("the simulator asks the endpoint really, as written, or not at all, and keeps nothing", async ({ browser }) => {
  const page = await open(browser, demo.admin, `/chatbots/${chatbotId}/flow`);
  const chatted = page.getByRole("log", { name: "Simulated chat" });
  const choose = async (option: string) => {
    await page.getByRole("combobox", { name: "External service" }).click();
    await page.getByRole("option", { name: option }).click();
  };
  const say = async (text: string) => {
    await page.getByRole("textbox", { name: "Message as the visitor" }).fill(text);
    await page.keyboard.press("Enter");
  };
  const before = endpoint.asked.length;
  await page.getByRole("tab", { name: "Try it" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await choose("Services are called");
  await say("I want to book a table");
  await expect(chatted).toContainText("Lunch or dinner?");
  await chatted.getByRole("button", { name: "Dinner" }).click();
  await expect(chatted).toContainText("email address");
  expect(endpoint.asked).toHaveLength(before + 2);
  expect(endpoint.asked.at(-1)?.chat_log.map(({ message }) => message)).toEqual(["I want to book a table", "Dinner"]);
  const call = page.getByRole("region", { name: "Chatbot’s service" });
  await expect(call).toContainText("200");
  await expect(call).toContainText("This response applies");
  await expect(page.getByRole("definition").filter({ hasText: "12" })).toBeVisible();
  await call.getByText("Request and response").click();
  await expect(call.getByRole("figure").filter({ hasText: "Request" })).toContainText("simulated-conversation");
  await expectAccessible(page);

  await choose("Services respond as entered here");
  await page.getByRole("textbox", { name: "Service response" }).fill('{"response":{"text":["As it was written"]}}');
  await say(`${letters().toLowerCase()}@example.com`);
  await expect(chatted).toContainText("As it was written");
  await choose("Services don’t respond");
  await say("Nobody is asked");
  await expect(chatted).toContainText("Nobody is asked");
  expect(endpoint.asked).toHaveLength(before + 2);

  const api = await Api.of(admin);
  const path = `/v1/chatbots/${chatbotId}/chatbot-config/settings`;
  await api.must("PATCH", path, { global_fulfillment_url: `${base}/health` });
  await page.reload();
  await page.getByRole("tab", { name: "Try it" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await choose("Services are called");
  await say("I want to book a table");
  await expect(chatted).toContainText("The service gave no usable response; the flow continues without it");
  await expect(call).toContainText(/The endpoint answered 4\d\d/);
  await api.must("PATCH", path, { global_fulfillment_url: endpoint.url });

  await page.goto(`/chatbots/${chatbotId}/fulfillment`);
  await expect(page.getByRole("listbox", { name: "Calls, newest first" }).getByRole("option")).toHaveCount(3);
  expectNoFaults(page);
  await page.context().close();
});

test("a supervisor reads calls in Spanish, without the secret in the address and without sending anything", async ({
  browser,
}) => {
  const page = await open(browser, demo.supervisor, `/chatbots/${chatbotId}/fulfillment`, { locale: "es-ES" });
  await page.context().addCookies([{ name: "parley_locale", value: "es", url: base }]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Llamadas al servicio externo" })).toBeVisible();
  await page.getByRole("option").first().click();
  const detail = page.getByRole("article", { name: "Llamada al servicio externo" });
  await expect(detail).toContainText("key=•••");
  await expect(detail).not.toContainText("demo-secret");
  await expect(page.getByRole("button", { name: "Repetir" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Llamada de prueba" })).toHaveCount(0);
  expect(await page.locator("main").textContent()).not.toMatch(/\bfulfillment\.[a-z]+\b/);
  expectNoFaults(page);
  await page.context().close();
});
