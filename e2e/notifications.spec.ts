import { expect } from "@playwright/test";
import { expectAccessible } from "./fixtures/accessible.ts";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { noteBox, row, thread } from "./fixtures/inbox.ts";
import { test } from "./fixtures/test.ts";
import {
  alive,
  ask,
  call,
  demo,
  demoPassword,
  fillSignIn,
  nowhere,
  open,
  phone,
  signInAfresh,
  unique,
} from "./fixtures/workspace.ts";

test("a mention and an assignment reach a colleague's bell and title, and lead to the conversation [W3]", async ({
  browser,
}) => {
  const alex = await open(browser, demo.admin, nowhere);
  const api = await Api.of(alex.context());
  const [named, given] = [unique("Nora Named"), unique("Gil Given")];
  const mentioned = await api.conversation(named, "Where is my order?");
  const assigned = await api.conversation(given, "Can I change it?");
  // Held by somebody else, whoever's turn it was: only the mention lets the agent see the one, the other is news to him.
  for (const id of [mentioned, assigned])
    await api.must("POST", `/v1/conversations/${id}/assign`, { assignedTo: api.userId });
  const bruno = await open(browser, demo.agent, "/settings/profile");
  // The bots of other journeys go on writing meanwhile.
  await expect(async () => {
    const mine = await ask<{ data: { id: string; lastSeq: number }[] }>(bruno.context(), "conversations.inbox", {
      view: "mine",
      limit: 100,
    });
    for (const { id, lastSeq } of mine.data)
      await call(bruno.context(), "conversations.markRead", { conversationId: id, seq: lastSeq });
    await call(bruno.context(), "notifications.markRead", {});
    await expect(bruno).toHaveTitle(/^(?!\()/, { timeout: 5000 });
  }).toPass();
  const bell = bruno.getByRole("banner").getByRole("button", { name: /Notifications/ });

  await test.step("@ offers people by keyboard, and the one who is named hears of it", async () => {
    await alex.goto(`/inbox/${mentioned}?view=all`);
    await expect(thread(alex)).toContainText("Where is my order?");
    await alex.keyboard.press("n");
    await alex.keyboard.type("Please look, @bru");
    await expect(alex.getByRole("option", { name: "Bruno Díaz", exact: true })).toBeVisible();
    await alex.keyboard.press("Enter");
    await expect(noteBox(alex)).toHaveValue("Please look, @Bruno Díaz ");
    await alex.keyboard.type("thanks");
    await expect(alex.getByRole("listbox", { name: "Mention a colleague or a team" })).toHaveCount(0);
    await alex.keyboard.press("Enter");
    await expect(thread(alex).getByRole("article").filter({ hasText: "@Bruno Díaz thanks" })).toBeVisible();
    await expect(bell).toContainText("1 unread notification");
    await expect(bruno).toHaveTitle(/^\(1\)/);
  });

  await test.step("an assignment is counted with it", async () => {
    const people = await api.must<{ data: { id: string; name: string }[] }>("GET", "/v1/users?limit=100");
    const agent = people.data.find(({ name }) => name === demo.agent.name);
    await api.must("POST", `/v1/conversations/${assigned}/assign`, { assignedTo: agent?.id });
    await expect(bell).toContainText("2 unread notifications");
    await expect(bruno).toHaveTitle(/^\(2\)/);
  });

  const panel = bruno.getByRole("dialog", { name: "Notifications" });
  await test.step("the list opens by keys, says who and what, and is accessible", async () => {
    await bruno.keyboard.press("g");
    await bruno.keyboard.press("n");
    await expect(panel.getByRole("listitem").first()).toContainText(`assigned the conversation with ${given} to you`);
    await expect(panel.getByRole("listitem").nth(1)).toContainText(`mentioned you in the conversation with ${named}`);
    await expect(panel.getByRole("listitem").nth(1)).toContainText("Please look, @Bruno Díaz thanks");
    await expectAccessible(bruno);
  });

  await test.step("a line leads to the conversation and is read; Mentions holds it until it closes", async () => {
    await panel.getByRole("link", { name: new RegExp(`mentioned you.*${named}`) }).click();
    await expect(thread(bruno)).toContainText("Where is my order?");
    await expect(bell).toContainText("1 unread notification");
    await bruno.goto("/inbox?view=mentions");
    await expect(row(bruno, named)).toBeVisible();
    await api.must("POST", `/v1/conversations/${mentioned}/close`, { isLead: false });
    await expect(row(bruno, named)).toHaveCount(0);
  });

  await test.step("on a phone the bell stands in the bar below", async () => {
    await bruno.setViewportSize(phone);
    const below = bruno.getByRole("navigation", { name: "Main" }).getByRole("button", { name: /Alerts/ });
    await below.click();
    // It grows upwards once its lines are there.
    await expect(panel.getByRole("listitem").first()).toBeVisible();
    await panel.getByRole("button", { name: "Mark all as read" }).click();
    await expect(panel.getByRole("button", { name: "Mark all as read" })).toBeDisabled();
    await expect(below).not.toContainText("unread");
    // The conversation itself has not been read yet.
    await expect(bruno).toHaveTitle(/^\(1\)/);
  });

  expectNoFaults(alex, bruno);
  for (const page of [alex, bruno]) await page.context().close();
});

test("a person chooses a daily digest by mail, and the choice stays [P5]", async ({ browser }) => {
  const page = await open(browser, demo.agent, "/settings/notifications");
  const digest = page.getByRole("switch", { name: "Email me a digest every day" });
  const flip = async () => {
    const saved = page.waitForResponse((response) => response.url().includes("notifications.updatePreferences"));
    await digest.click();
    expect((await saved).ok()).toBe(true);
    await page.reload();
  };
  await expect(digest).not.toBeChecked();
  await flip();
  await expect(digest).toBeChecked();
  await expectAccessible(page);
  await flip();
  await expect(digest).not.toBeChecked();
  await page.context().close();
});

test("a browser that shows notifications goes on doing so after a new sign-in in the same tab [W3]", async ({
  browser,
}) => {
  const page = await signInAfresh(browser, demo.viewer.email);
  // One that has subscribed, as far as the page can see: without a window it cannot.
  await page.addInitScript(() => {
    const keys = {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    const subscription = { toJSON: () => ({ endpoint: "https://push.example.com/send/journey", keys }) };
    const pushManager = { getSubscription: async () => subscription };
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Object.defineProperty(window, "PushManager", { value: class {} });
    Object.defineProperty(navigator, "serviceWorker", { value: { getRegistration: async () => ({ pushManager }) } });
  });
  type Devices = { devices: { current: boolean }[] };
  const current = async () => {
    const { devices } = await ask<Devices>(page.context(), "notifications.devices");
    return devices.filter((device) => device.current).length;
  };
  await page.reload();
  await expect.poll(current).toBe(1);
  await page.context().clearCookies();
  await page.goto("/inbox");
  await fillSignIn(page, demo.viewer.email, demoPassword);
  await page.waitForURL(/\/inbox/);
  await alive(page);
  await expect.poll(current).toBe(1);
  await page.context().close();
});
