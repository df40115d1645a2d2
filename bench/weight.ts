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
  "/sign-in": 152,
  "/inbox?view=all": 218,
  "/pipeline": 220.5,
  "/contacts": 214.5,
  "/tasks": 211.5,
  "/search": 212,
  "/chatbots": 203,
  "/campaigns": 207.25,
  "/campaigns/new": 221.25,
  "/templates": 208.25,
  "/templates/new": 215.25,
  "/webhooks": 226,
  "/reports": 215.5,
};
/** For each page of settings; React and Next with their loader are 130 of it. */
const settingsBudget = 212.75;
/** KiB of script as they are sent to a browser that takes Brotli, for each page of settings. */
export const settingsSentBudget = 181;
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
export const isSettings = (address: string) => address.startsWith("/settings/");

/** KiB of script: gzipped here, and as it was sent. */
type Weight = { gzipped: number; sent: number };

/** Of every script that a browser with an empty cache fetches until the page has come to rest. */
async function weighScripts(context: BrowserContext, address: string): Promise<Weight> {
  const page = await context.newPage();
  const scripts = new Map<string, Promise<Weight>>();
  const note = (request: Request) => {
    if (request.resourceType() === "script") scripts.set(request.url(), sizeOf(request));
  };
  page.on("requestfinished", note);
  await page.goto(address, { waitUntil: "networkidle" });
  // What comes after the page has come to rest is none of it, and its body would go with the page.
  page.off("requestfinished", note);
  const sizes = await Promise.all(scripts.values());
  await page.close();
  const sum = (of: (size: Weight) => number) => sizes.reduce((before, size) => before + of(size), 0) / 1024;
  return { gzipped: sum(({ gzipped }) => gzipped), sent: sum(({ sent }) => sent) };
}

async function sizeOf(request: Request): Promise<Weight> {
  const answer = await request.response();
  const { responseBodySize } = await request.sizes();
  return { gzipped: answer ? gzipSync(await answer.body()).length : 0, sent: responseBodySize };
}

/** So many are open at once: each waits half a second until nothing more comes. */
const atOnce = 3;

/** Each page in a context of its own, so that nothing comes from a cache. */
export async function weighPages(
  browser: Browser,
  options: { baseURL: string; storageState?: Awaited<ReturnType<BrowserContext["storageState"]>> },
  tell: (address: string, weight: Weight) => void,
): Promise<void> {
  const { storageState, ...anonymous } = options;
  const weigh = async (address: string) => {
    const signedIn = address !== "/sign-in" && storageState;
    const context = await browser.newContext(signedIn ? { ...anonymous, storageState } : anonymous);
    const weight = await weighScripts(context, address);
    await context.close();
    return weight;
  };
  const addresses = Object.keys(budgets);
  for (let begin = 0; begin < addresses.length; begin += atOnce) {
    const some = addresses.slice(begin, begin + atOnce);
    const weights = await Promise.all(some.map(weigh));
    for (const [place, weight] of weights.entries()) tell(some[place] ?? "", weight);
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
    await weighPages(browser, { baseURL, storageState }, (address, { gzipped, sent }) => {
      report.limit(`script of ${address}, gzipped`, gzipped, "at most", budgets[address] ?? 0, " KiB");
      if (isSettings(address))
        report.limit(`script of ${address}, as sent`, sent, "at most", settingsSentBudget, " KiB");
    });
  } finally {
    await browser.close();
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
