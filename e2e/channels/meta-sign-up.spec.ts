import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { type Browser, expect, type Page } from "@playwright/test";
import { expectNoFaults, watchFaults } from "../fixtures/faults.ts";
import { makeCompany, ownData } from "../fixtures/installation.ts";
import { type Ending, type Graph, openGraph, standInForMeta } from "../fixtures/meta-window.ts";
import { answering, end } from "../fixtures/mounts.ts";
import { port } from "../fixtures/ports.ts";
import { test } from "../fixtures/test.ts";
import { desk, fillSignIn, letters } from "../fixtures/workspace.ts";

// A server of its own: only it has an app at Meta.
const own = port + 5;
const base = `http://localhost:${own}`;
const dataDir = ownData("meta");
const app = { id: "4242", secret: "the app of this installation" };
const number = { wabaId: "3001", phoneNumberId: "4001", shown: "+1 555 0100" };
const ids = { waba_id: number.wabaId, phone_number_id: number.phoneNumberId, business_id: "5001" };
const person = { email: `${letters().toLowerCase()}@example.com`, password: "tea at the harbour" };
let graph: Graph;
let server: ChildProcess;

test.beforeAll(async () => {
  graph = await openGraph(app, number);
  const settings = {
    ...{ NODE_ENV: "production", PORT: String(own), DATA_DIR: dataDir, DATABASE_URL: "", REDIS_URL: "" },
    ...{ PUBLIC_URL: "", DEMO: "0", ROLE: "all", LOG_LEVEL: "fatal", SMTP_URL: "", MAIL_FROM: "", SIMULATOR: "0" },
    ...{ META_GRAPH_URL: graph.url, META_APP_ID: app.id, META_APP_SECRET: app.secret, META_CONFIG_ID: "7373" },
    ALLOW_PRIVATE_TARGETS: "1",
  };
  const node = path.resolve("node_modules/.bin/node");
  server = spawn(node, ["server/main.ts"], { env: { ...process.env, ...settings, NODE_ENV: "production" } });
  await answering(base);
  makeCompany({ name: "Acme", admin: "Ada Admin", ...person }, dataDir);
});

test.afterAll(async () => {
  await end(server, "SIGTERM");
  await graph.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const finish: Ending = { name: "Finish", message: { event: "FINISH", data: ids }, code: "code-of-ada" };
const endings: readonly Ending[] = [
  finish,
  { name: "Cancel", message: { event: "CANCEL", data: { current_step: "PHONE_NUMBER_SETUP" } } },
  {
    name: "Fail",
    message: { event: "CANCEL", data: { error_message: "This number is in use elsewhere.", error_id: "524126" } },
  },
  { name: "Fail as before", message: { event: "ERROR", data: { error_message: "Something went wrong." } } },
  { name: "Finish late", message: { event: "FINISH", data: ids }, code: "too-late" },
];

/** The page that connects a new number, as an administrator has it. */
async function connecting(browser: Browser, script: "there" | "stopped") {
  const context = await browser.newContext({ viewport: desk });
  const asked = await standInForMeta(context, { endings, script });
  const page = await context.newPage();
  watchFaults(page);
  await page.goto(`${base}/sign-in`);
  await fillSignIn(page, person.email, person.password);
  await page.waitForURL(/\/inbox/);
  const name = letters();
  const id = await page.evaluate(async (label) => {
    const body = JSON.stringify({ type: "WHATSAPP_API", label });
    const headers = { "content-type": "application/json" };
    const made = await fetch("/api/trpc/channels.create", { method: "POST", headers, body });
    return (await made.json()).result.data.id as string;
  }, name);
  await page.goto(`${base}/connect/${id}`);
  await expect(page.getByRole("heading", { name: `Connect ${name}` })).toBeVisible();
  return { page, name, asked };
}

const press = (page: Page) => page.getByRole("button", { name: "Continue with Meta" }).click();

async function pressed(page: Page): Promise<Page> {
  const popup = page.waitForEvent("popup");
  await press(page);
  return popup;
}

test("a number is connected in Meta's own window, after every other way it can end [found C14]", async ({
  browser,
}) => {
  const { page, name, asked } = await connecting(browser, "there");
  expect(asked).toEqual([]);

  await test.step("the window is asked for with the installation's app and configuration", async () => {
    const dialog = await pressed(page);
    await expect(dialog).toHaveTitle("Log in with Facebook");
    const query = new URL(dialog.url()).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      ...{ client_id: app.id, config_id: "7373", response_type: "code", override_default_response_type: "true" },
    });
    expect(JSON.parse(query.get("extras") ?? "")).toMatchObject({ sessionInfoVersion: "3", featureType: "" });
    // The script's own further part, frame and call are let through by the page's policy.
    for (const part of ["sdk/part.js", "oauth/status", "graph.facebook.com/logs"])
      expect(
        asked.some((address) => address.includes(part)),
        part,
      ).toBe(true);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("You closed the window before it was finished.")).toBeVisible();
  });

  await test.step("a window that is merely closed changes nothing", async () => {
    const dialog = await pressed(page);
    // Playwright may wait for ever for the end of a window that is closed while it opens.
    await expect(dialog).toHaveTitle("Log in with Facebook");
    await dialog.close();
    await expect(page.getByText("You closed the window before it was finished.")).toBeVisible();
  });

  await test.step("faults are told in Meta's words, in the new way and the old", async () => {
    const alert = page.getByRole("alert").filter({ hasText: "Meta reported a problem" });
    await (await pressed(page)).getByRole("button", { name: "Fail", exact: true }).click();
    await expect(alert).toContainText("This number is in use elsewhere.");
    await (await pressed(page)).getByRole("button", { name: "Fail as before" }).click();
    await expect(alert).toContainText("Something went wrong.");
  });

  await test.step("what does not come from Meta is not heard", async () => {
    const dialog = await pressed(page);
    const data = { error_message: "forged" };
    const forged = JSON.stringify({ type: "WA_EMBEDDED_SIGNUP", event: "CANCEL", data });
    await page.evaluate((told) => window.postMessage(told, "*"), forged);
    await dialog.getByRole("button", { name: "Finish late" }).click();
    // Its code is not known to Meta any more.
    await expect(page.getByText(/Meta refused: .*This authorization code has expired\./)).toBeVisible();
    await page.getByRole("button", { name: "Open the window again" }).click();
  });

  await test.step("a code is exchanged, the number registered, the account subscribed", async () => {
    graph.codes.set("code-of-ada", "token-of-ada");
    await (await pressed(page)).getByRole("button", { name: "Finish", exact: true }).click();
    await expect(page.getByText(`${name} is connected to ${number.shown}.`)).toBeVisible();
    await expect(page.getByText(/PIN is \d{6}/)).toBeVisible();
    expect(graph.calls).toContain(`POST ${number.phoneNumberId}/register`);
    expect(graph.calls).toContain(`POST ${number.wabaId}/subscribed_apps`);
    await page.getByRole("link", { name: "Back to the channel" }).click();
    await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  });
  expectNoFaults(page);
});

test("a window that the browser stops is told, and a script that is late or stopped too [found C14]", async ({
  browser,
}) => {
  await test.step("a blocked pop-up", async () => {
    const { page } = await connecting(browser, "there");
    await page.evaluate(() => {
      window.open = () => null;
    });
    await press(page);
    await expect(page.getByRole("alert").filter({ hasText: "The browser blocked Meta’s window." })).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue with Meta" })).toBeEnabled();
    expectNoFaults(page);
  });

  await test.step("a script that took longer than a press allows a window", async () => {
    const { page } = await connecting(browser, "there");
    // What a browser says five seconds after a press; here each look of the test's counts as one.
    const pressIsOld = (old: boolean) =>
      page.evaluate((isOld) => {
        if (isOld) Object.defineProperty(navigator.userActivation, "isActive", { value: false, configurable: true });
        else Reflect.deleteProperty(navigator.userActivation, "isActive");
      }, old);
    await pressIsOld(true);
    await press(page);
    await expect(page.getByText("Press the button once more.")).toBeVisible();
    await pressIsOld(false);
    await (await pressed(page)).getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("You closed the window before it was finished.")).toBeVisible();
    expectNoFaults(page);
  });

  await test.step("a script that a content blocker stops", async () => {
    const { page } = await connecting(browser, "stopped");
    await press(page);
    await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  });
});
