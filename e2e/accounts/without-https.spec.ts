import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { chromium, expect } from "@playwright/test";
import { makeCompany, ownData } from "../fixtures/installation.ts";
import { answering, end } from "../fixtures/mounts.ts";
import { port } from "../fixtures/ports.ts";
import { test } from "../fixtures/test.ts";
import { alive, desk, fillSignIn } from "../fixtures/workspace.ts";

// A server of its own, as one on an office's network: by its name there, without https.
const own = port + 6;
const host = "parley.office.example";
const base = `http://${host}:${own}`;
const dataDir = ownData("office");
const admin = { email: "olga@example.com", password: "tea at the harbour" };
let server: ChildProcess;

test.beforeAll(async () => {
  const settings = {
    ...{ PORT: String(own), DATA_DIR: dataDir, DATABASE_URL: "", REDIS_URL: "" },
    ...{ PUBLIC_URL: base, DEMO: "0", ROLE: "all", LOG_LEVEL: "fatal", SMTP_URL: "", MAIL_FROM: "" },
  };
  server = spawn(path.resolve("node_modules/.bin/node"), ["server/main.ts"], {
    env: { ...process.env, ...settings, NODE_ENV: "production" },
  });
  await answering(`http://127.0.0.1:${own}`);
  makeCompany({ name: "Office", admin: "Olga Office", ...admin }, dataDir);
});

test.afterAll(async () => {
  await end(server, "SIGTERM");
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test("without https everything that can be copied is copied, and nothing fails", async ({ launchOptions }) => {
  const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`];
  const browser = await chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage({ viewport: desk });
  const faults: Error[] = [];
  page.on("pageerror", (fault) => faults.push(fault));
  const expectPasted = async (into: string, words: string) => {
    await alive(page);
    await page.getByRole("searchbox", { name: into }).focus();
    await page.keyboard.press("Control+V");
    await expect(page.getByRole("searchbox", { name: into })).toHaveValue(words);
  };

  await page.goto(`${base}/sign-in`);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  await fillSignIn(page, admin.email, admin.password);
  await page.waitForURL(/\/inbox/);

  await page.goto(`${base}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("newcomer@example.com");
  await dialog.getByRole("button", { name: "Invite" }).click();
  const link = await dialog.getByText(`${base}/join#`).textContent();
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expectPasted("Search by name or email", link ?? "");

  await page.goto(`${base}/docs/quick-start`);
  const code = page.locator("main .code").first();
  await code.getByRole("button", { name: "Copy" }).click();
  await expect(code.getByRole("button", { name: "Copied" })).toBeVisible();
  const words = await code.locator("pre").textContent();
  await page.goto(`${base}/settings/members`);
  await expectPasted("Search by name or email", (words ?? "").replaceAll("\n", " ").trim());

  expect(faults).toEqual([]);
  await browser.close();
});
