import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, type BrowserContext, chromium, type Request } from "@playwright/test";
import playwright from "../playwright.config.ts";
import { freePort, startProgram } from "./processes.ts";
import type { Report } from "./report.ts";

/** KiB of gzipped script that a page may load when it is opened: what it is now, and a little. */
export const budgets: Record<string, number> = {
  "/sign-in": 153,
  "/inbox?view=all": 220,
  "/pipeline": 224,
  "/contacts": 214.5,
  "/tasks": 212.5,
  "/search": 213,
  "/chatbots": 203.5,
  "/campaigns": 207.5,
  "/templates": 208.5,
  "/webhooks": 231.5,
  "/reports": 216,
};
/** For each page of settings. The goal is 180; React and Next with their loader are 137 of it. */
export const settingsBudget = 212.5;
const settings = [
  ...["profile", "company", "members", "roles", "teams", "assignment", "channels", "phases", "tags", "tokens"],
  ...[
    "answers",
    "macros",
    "calendars",
    "service-levels",
    "integrations",
    "requests",
    "plan",
    "retention",
    "audit",
    "health",
    "inbound",
    "rules",
    "fields",
    "csat",
    "imports",
    "notifications",
  ],
];
for (const page of settings) budgets[`/settings/${page}`] = settingsBudget;

/** Gzipped KiB of every script that a browser with an empty cache fetches until the page has come to rest. */
export async function weighScripts(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  const scripts = new Map<string, Promise<number>>();
  const note = (request: Request) => {
    if (request.resourceType() === "script") scripts.set(request.url(), sizeOf(request));
  };
  page.on("requestfinished", note);
  await page.goto(address, { waitUntil: "networkidle" });
  // What comes after the page has come to rest is none of it, and its body would go with the page.
  page.off("requestfinished", note);
  const sizes = await Promise.all(scripts.values());
  await page.close();
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

async function sizeOf(request: Request): Promise<number> {
  const answer = await request.response();
  return answer ? gzipSync(await answer.body()).length : 0;
}

/** Each page in a context of its own, so that nothing comes from a cache. */
export async function weighPages(
  browser: Browser,
  options: { baseURL: string; storageState?: Awaited<ReturnType<BrowserContext["storageState"]>> },
  tell: (address: string, size: number) => void,
): Promise<void> {
  for (const address of Object.keys(budgets)) {
    const { storageState, ...anonymous } = options;
    const signedIn = address !== "/sign-in" && storageState;
    const context = await browser.newContext(signedIn ? { ...anonymous, storageState } : anonymous);
    tell(address, await weighScripts(context, address));
    await context.close();
  }
}

/** Script of the demo's pages as the administrator's browser loads them first. */
export async function benchWeight(report: Report): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "parley-bench-"));
  const port = await freePort();
  const baseURL = `http://localhost:${port}`;
  const env = { NODE_ENV: "production", PORT: String(port), DATA_DIR: dataDir, DEMO: "1", ROLE: "all", PUBLIC_URL: "" };
  const server = await startProgram("server/main.ts", env, `${baseURL}/sign-in`);
  // The same browser as the journeys'.
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {});
  try {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill("admin@demo.parley.example");
    await page.getByLabel("Password", { exact: true }).fill("parley-demo");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/inbox/);
    const storageState = await context.storageState();
    await weighPages(browser, { baseURL, storageState }, (address, size) =>
      report.limit(`script of ${address}, gzipped`, size, "at most", budgets[address] ?? 0, " KiB"),
    );
  } finally {
    await browser.close();
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
