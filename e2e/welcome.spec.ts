import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { log, write } from "./fixtures/chat.ts";
import { expectNoFaults, watchFaults } from "./fixtures/faults.ts";
import { list, reply } from "./fixtures/inbox.ts";
import { port } from "./fixtures/ports.ts";
import { test } from "./fixtures/test.ts";

const own = port + 2;
const url = `http://localhost:${own}`;

let dataDir = "";
let server: ChildProcess | undefined;

test.beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "parley-welcome-"));
  const settings = { PORT: String(own), DATA_DIR: dataDir, DATABASE_URL: "", DEMO: "0", PUBLIC_URL: "" };
  server = spawn(path.resolve("node_modules/.bin/node"), ["server/main.ts"], {
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "fatal", ...settings },
    stdio: "ignore",
  });
  await expect
    .poll(
      () =>
        fetch(`${url}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 120_000 },
    )
    .toBe(true);
});

test.afterAll(async () => {
  if (server && server.exitCode === null) {
    const gone = new Promise((resolve) => server?.once("exit", resolve));
    server.kill("SIGTERM");
    await gone;
  }
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test("an empty installation is set up once, by its first visitor", async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  watchFaults(page);
  await page.goto(`${url}/`);
  await expect(page).toHaveURL(`${url}/welcome`);
  const late = await context.newPage();
  await late.goto(`${url}/welcome`);
  const fill = async (one: typeof page, company: string, email: string) => {
    await one.getByLabel("Company name").fill(company);
    await one.getByLabel("Your name").fill("Flora First");
    await one.getByLabel("Email").fill(email);
    await one.getByRole("textbox", { name: "Password" }).fill("beeches and birches");
    await one.getByRole("button", { name: "Create company" }).click();
  };
  await page.getByRole("button", { name: "Create company" }).click();
  await expect(page.getByText("Fill this in.").first()).toBeVisible();
  // The company is made, and the answer is lost; then nobody can be signed in. Pressed again, its administrator is in.
  await page.route("**/api/setup", async (route) => {
    if (route.request().method() === "POST") await route.fetch();
    await route.abort("internetdisconnected");
  });
  await fill(page, "First Gardens", "flora@example.com");
  await expect(page.getByText("The server cannot be reached.")).toBeVisible();
  await page.unroute("**/api/setup");
  await page.route("**/api/auth/csrf", (route) => route.abort("internetdisconnected"));
  await page.getByRole("button", { name: "Create company" }).click();
  await expect(page.getByRole("link", { name: "Go to sign-in" })).toBeVisible();
  await page.unroute("**/api/auth/csrf");
  await page.getByRole("button", { name: "Create company" }).click();
  await page.waitForURL(/\/inbox/);
  await expect(page.getByRole("heading", { name: "Inbox" }).first()).toBeVisible();

  await context.clearCookies();
  await fill(late, "Second Gardens", "late@example.com");
  await expect(late.getByText("Someone else has already set up Parley.")).toBeVisible();
  await late.goto(`${url}/welcome`);
  await expect(late).toHaveURL(/\/sign-in/);
  await late.getByLabel("Email").fill("flora@example.com");
  await late.getByLabel("Password", { exact: true }).fill("beeches and birches");
  await late.getByRole("button", { name: "Sign in" }).click();
  await late.waitForURL(/\/inbox/);
  expectNoFaults(page);
  await context.close();
});

test("from the set-up to a visitor's message answered, by the first steps alone [found U12]", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  const page = await context.newPage();
  watchFaults(page);
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Email").fill("flora@example.com");
  await page.getByLabel("Password", { exact: true }).fill("beeches and birches");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/inbox/);
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps).toContainText("0 of 6");
  await steps.getByRole("button", { name: "Copy" }).click();
  await expect(steps).toContainText("1 of 6");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^<script async src=".*widget\.js"/);

  const opened = context.waitForEvent("page");
  await steps.getByRole("link", { name: "Open the test page" }).click();
  const visitor = await opened;
  await write(visitor, "Do you plant hedges?");
  await expect(log(visitor)).toContainText("Do you plant hedges?");
  await expect(steps).toContainText("2 of 6");

  await steps.getByRole("link", { name: "Show all conversations" }).click();
  await list(page).getByRole("option").first().click();
  await reply(page, "We do, all year round.");
  await expect(log(visitor)).toContainText("We do, all year round.");
  await page.goto(`${url}/inbox`);
  await expect(steps).toContainText("3 of 6");
  await steps.getByRole("button", { name: "Hide this list" }).click();
  await expect(steps).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(steps).toBeVisible();
  expectNoFaults(page);
  await context.close();
});
