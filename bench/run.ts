import pg from "pg";
import { startDatabase } from "#server/db/embedded.ts";
import { applyMigrations } from "#server/db/migrate.ts";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { benchAgentsLists } from "./agents-lists.ts";
import { benchBot } from "./bot.ts";
import { benchCampaigns } from "./campaigns.ts";
import { ensureCompany } from "./dataset.ts";
import { benchHistories } from "./histories.ts";
import { benchHooks } from "./hooks.ts";
import { benchImports } from "./imports.ts";
import { benchLists } from "./lists.ts";
import { benchReaders } from "./readers.ts";
import { benchRealtime } from "./realtime.ts";
import { createReport } from "./report.ts";
import { benchReports } from "./reports.ts";
import { benchRequests } from "./requests.ts";
import { benchRules } from "./rules.ts";
import { benchScaled } from "./scaled.ts";
import { benchTriage } from "./screens/triage.ts";
import { benchSearch, ensureLibrary } from "./search.ts";
import { benchStarts } from "./starting.ts";
import { benchWebhooks } from "./webhooks/deliveries.ts";
import { benchOutage } from "./webhooks/outage.ts";
import { benchWeight } from "./weight.ts";

/** What autovacuum does in time: a list reads neither dead rows nor entries that wait to be indexed. */
async function settle(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("vacuum (analyze)");
  await client.end();
}

// `npm run bench`, or `npm run bench -- requests` for one part. Everything runs on this machine and stops by itself.
const parts = process.argv.slice(2);
const wanted = (name: string) => parts.length === 0 || parts.includes(name);
const report = createReport();
const database = await startDatabase({ dataDir: ".cache/bench" });
try {
  await applyMigrations(database.url);
  const small = await ensureCompany(database.url, "minnow", 10_000, report.line);
  if (wanted("requests")) await benchRequests(database.url, small, report);
  if (wanted("readers")) await benchReaders(database.url, small, report);
  if (wanted("realtime")) await benchRealtime(database.url, small, report);
  if (wanted("bot")) await benchBot(database.url, report);
  if (wanted("scaled")) await benchScaled(database.url, small, report);
  if (wanted("webhooks")) await benchWebhooks(database.url, small, report);
  if (wanted("hooks")) await benchHooks(database.url, small, report);
  if (wanted("outage")) await benchOutage(database.url, report);
  if (wanted("rules")) await benchRules(database.url, report);
  if (wanted("histories")) await benchHistories(database.url, report);
  if (wanted("imports")) await benchImports(database.url, report);
  if (wanted("campaigns")) await benchCampaigns(database.url, report);
  if (wanted("reports")) {
    openTenantPool(database.url, 4);
    await benchReports(database.url, small, report);
    await closeTenantPool();
  }
  if (wanted("search")) {
    const library = await ensureLibrary(database.url, report.line);
    openTenantPool(database.url, 4);
    await benchSearch(library, report);
    await closeTenantPool();
  }
  if (wanted("starts")) await benchStarts(report);
  if (wanted("weight")) await benchWeight(report);
  if (wanted("triage")) await benchTriage(database.url, report);
  if (wanted("lists")) {
    const big = await ensureCompany(database.url, "whale", 1_000_000, report.line);
    await settle(database.url);
    openTenantPool(database.url, 4);
    await benchLists(big, small, report);
    await benchAgentsLists(database.url, big, small, report);
    await closeTenantPool();
  }
} finally {
  await database.stop();
}
process.exitCode = report.failures() > 0 ? 1 : 0;
