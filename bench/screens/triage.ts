import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import pg from "pg";
import playwright from "../../playwright.config.ts";
import { type Company, ensureCompany } from "../dataset.ts";
import { startWhole } from "../processes.ts";
import { median, percentile, type Report } from "../report.ts";
import { signedIn } from "../sessions.ts";
import { type Meter, watchKeys } from "./key-meter.ts";

const conversations = 200;
/** More wait than are triaged, as at a desk, so that the list is loaded on the way. */
const waiting = 320;
const jumps = 30;
/** Nobody has read a conversation sooner. */
const readingMs = 250;

/** Milliseconds at most on a quiet machine, and times what the browser alone needs on any other. */
const goals = {
  any: { ms: 100, times: 6 },
  cached: { ms: 50, times: 4 },
  fetched: { ms: 150, times: 4 },
};

function show(
  report: Report,
  name: string,
  taken: number[],
  bare: number[],
  goal: { ms: number; times: number },
): void {
  const [p50, alone] = [median(taken), percentile(bare, 95)];
  const known = `p50 ${p50.toFixed(0)} ms; the browser alone: p50 ${median(bare).toFixed(0)}, p95 ${alone.toFixed(0)} ms`;
  const bound = Math.round(Math.max(goal.ms, goal.times * alone));
  report.limit(`${name} (${known}), p95`, percentile(taken, 95), "at most", bound, " ms");
}

/** The newest wait for a person, each with a thread of nine lines that name it. */
async function fillQueue(client: pg.Client, { companyId }: Company): Promise<void> {
  await client.query(
    `update conversations c set "status" = 'opened', "closedAt" = null, "assignedTo" = null, "chatbotState" = 'OFF',
       "snoozedUntil" = null, "priority" = 'none', "lastSeq" = greatest("lastSeq", 9), "updatedAt" = now(),
       "lastMessageAt" = now() - s.place * interval '1 minute', "lastMessage" = 'Line 9 of ' || c."id"
     from (select "id", row_number() over (order by "id" desc) as place from conversations where "companyId" = $1
       order by "id" desc limit $2) s
     where c."companyId" = $1 and c."id" = s."id"`,
    [companyId, waiting],
  );
  await client.query(
    `insert into messages ("companyId","id","conversationId","seq","fromType","sender","senderName","senderType","text","createdAt")
     select $1, (substr(c."id"::text, 1, 13) || '-7' || substr(md5(c."id"::text || n), 1, 3) || '-8'
         || substr(md5(c."id"::text || n), 4, 3) || '-' || substr(md5(c."id"::text || n), 7, 12))::uuid,
       c."id", n, case when n % 3 = 0 then 'visitor' else 'robot' end, 'bench', '', 'visitor', 'Line ' || n || ' of ' || c."id",
       c."createdAt" + n * interval '1 minute'
     from (select "id", "createdAt" from conversations where "companyId" = $1 order by "id" desc limit $2) c,
       generate_series(2, 9) n on conflict do nothing`,
    [companyId, waiting],
  );
}

/** What is done with one, by keys alone; a deed that opens the next by itself ends with that key. */
const deeds: readonly (readonly string[])[] = [
  ["reply:Thank you, it is on its way.", "next:j"],
  ["choose:p", "choose:s", "next:j"],
  ["e", "ArrowDown", "next:Enter"],
  ["i", "next:j"],
  ["next:j"],
];

/** Answers, and leaves the box. */
async function reply(page: Page, text: string): Promise<void> {
  const writing = (wanted: boolean) =>
    page.waitForFunction((on) => (document.activeElement?.tagName === "TEXTAREA") === on, wanted);
  await page.keyboard.press("r");
  await writing(true);
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await writing(false);
}

/** Opens a dialog and takes its first choice. */
async function choose(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("listitem").first().waitFor();
  for (let tabs = 0; tabs < 5; tabs += 1) {
    if ((await dialog.locator("li :focus").count()) > 0) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
}

/** Does one and goes on; milliseconds from the key to the next one's thread on the screen. */
async function triage(page: Page, meter: Meter, deed: readonly string[]): Promise<number> {
  for (const step of deed) {
    if (step.startsWith("next:")) return meter.press(step.slice(5));
    if (step.startsWith("choose:")) await choose(page, step.slice(7));
    else if (step.startsWith("reply:")) await reply(page, step.slice(6));
    else await page.keyboard.press(step);
    // Menus come with their key; whoever types knows where the focus is.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }
  throw new Error("a deed ends with the next conversation");
}

async function triageAll(page: Page, meter: Meter): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < conversations; index += 1) {
    await page.waitForTimeout(readingMs);
    taken.push(await triage(page, meter, deeds[index % deeds.length] ?? []));
  }
  return taken;
}

/** Far down the list, where nothing was read ahead: there by arrows, and in by Enter. */
async function jumpAll(page: Page, meter: Meter): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < jumps; index += 1) {
    await page.keyboard.press("Escape");
    await page.waitForTimeout(readingMs);
    for (let row = 0; row < 4; row += 1) await page.keyboard.press("ArrowDown");
    taken.push(await meter.press("Enter"));
  }
  return taken;
}

async function openInbox(
  browser: Browser,
  base: string,
  cookie: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: base }]);
  const page = await context.newPage();
  await page.goto("/inbox?view=unassigned", { waitUntil: "networkidle" });
  await page.getByRole("option").first().waitFor();
  return { context, page };
}

/** An agent's morning without a mouse: from the key to the next conversation, beside what the browser alone needs for it. */
export async function benchTriage(url: string, report: Report): Promise<void> {
  const company = await ensureCompany(url, "triage", 2000, report.line);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const server = await startWhole(url);
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {});
  try {
    await fillQueue(client, company);
    const { page } = await openInbox(browser, server.base, await signedIn(client, company, server.port));
    const meter = await watchKeys(page);
    await page.keyboard.press("j");
    await meter.press("Enter");
    const next = await triageAll(page, meter);
    const skeletons = meter.skeletons();
    const jumped = await jumpAll(page, meter);
    const bare = await meter.bare();
    show(report, "next conversation by key", next, bare, goals.any);
    const plain = deeds.findIndex(({ length }) => length === 1);
    const read = next.filter((_, index) => index % deeds.length === plain);
    show(report, "next conversation by key, read ahead, nothing done before", read, bare, goals.cached);
    show(report, "conversation by key, not read ahead", jumped, bare, goals.fetched);
    report.limit("of 200 next conversations, seen loading", skeletons, "at most", conversations / 20);
  } finally {
    await browser.close();
    await server.stop();
    await client.end();
  }
}
