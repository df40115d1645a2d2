import { startDatabase } from "#server/db/embedded.ts";
import { applyMigrations } from "#server/db/migrate.ts";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { ensureCompany } from "./dataset.ts";
import { benchLists } from "./lists.ts";
import { createReport } from "./report.ts";

const report = createReport();
const database = await startDatabase({ dataDir: ".cache/bench" });
await applyMigrations(database.url);
const big = await ensureCompany(database.url, "whale", 1_000_000, report.line);
const small = await ensureCompany(database.url, "minnow", 10_000, report.line);
openTenantPool(database.url, 4);
await benchLists(big, small, report);
await closeTenantPool();
await database.stop();
